#include "tools/sinew/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace sinew {

namespace {

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(STDERR_FILENO) != 0;
}

constexpr int kNotesShown = 4;  // of one code

void say_notes(const Ledger& ledger, bool problems) {
  std::map<NoteCode, int> shown;
  std::map<NoteCode, int> total;
  for (const Note& note : ledger.notes) ++total[note.code];
  for (const Note& note : ledger.notes) {
    if (is_problem(note.code) != problems || shown[note.code]++ >= kNotesShown) continue;
    const std::string place = note.place.empty() ? "" : note.place + ": ";
    say(fmt::format("  {:<16} {}{}", code_name(note.code), place, note.message),
        problems ? Tone::kWarning : Tone::kFaint);
    if (shown[note.code] == kNotesShown && total[note.code] > kNotesShown) {
      say(fmt::format("  {:<16} and {} more like it", code_name(note.code), total[note.code] - kNotesShown),
          Tone::kFaint);
    }
  }
}

}  // namespace

std::string toned(std::string_view text, Tone tone) {
  static const bool colour = colour_wanted();
  if (!colour || tone == Tone::kPlain) return std::string(text);
  const char* code = tone == Tone::kFaint ? "2" : tone == Tone::kWarning ? "33" : "31";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

void say(std::string_view line, Tone tone) { std::fputs((toned(line, tone) + "\n").c_str(), stderr); }

void say_ledger(const Ledger& ledger) {
  say_notes(ledger, true);
  say_notes(ledger, false);
}

std::string time_text(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace sinew
