#include "tools/sinew/batch_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

std::string totals_text(const BatchRunProgress& p) {
  std::size_t ended = 0;
  std::string text;
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    ended += p.ended[o];
    if (p.ended[o] > 0) text += fmt::format(", {} {}", p.ended[o], kBatchOutcomes[o]);
  }
  text = fmt::format("{} of {} items{}", ended, p.all, text);
  if (p.elsewhere > 0) text += fmt::format(", {} with others", p.elsewhere);
  text += fmt::format("; {:.0f} %, {}", 100 * p.share, time_text(p.seconds));
  if (p.left > 0) text += ", about " + time_text(p.left) + " left";
  return text;
}

std::string running_text(const BatchState& state, const BatchRunning& running) {
  const BatchAttemptProgress& p = running.progress;
  std::string text =
      fmt::format("{:>6} {}", running.item, state.manifest().title(state.manifest().items[running.item]));
  if (p.frames > 0) text += fmt::format(": {}frame {}/{}", p.refining ? "refining, " : "", p.frame, p.frames);
  if (p.distance > 0) text += fmt::format(", {:.0f} mm", 1000 * p.distance);
  return text + ", " + time_text(running.seconds);
}

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

Json progress_json(const BatchRunProgress& p) {
  Json outcomes = Json::object();
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    if (p.ended[o] > 0) outcomes[std::string(kBatchOutcomes[o])] = p.ended[o];
  }
  Json running = Json::array();
  for (const BatchRunning& r : p.running) {
    running.push_back(
        {{"item", r.item}, {"frame", r.progress.frame}, {"frames", r.progress.frames}, {"seconds", r.seconds}});
  }
  return {{"items", p.all},       {"ended", outcomes},      {"elsewhere", p.elsewhere}, {"share", p.share},
          {"seconds", p.seconds}, {"seconds_left", p.left}, {"running", running}};
}

/// Seconds between two of a kind.
double pause_of(BatchProgressStyle style) {
  switch (style) {
    case BatchProgressStyle::kBar: return 0.2;
    case BatchProgressStyle::kPlain: return 30;
    case BatchProgressStyle::kOpenJd:
    case BatchProgressStyle::kJson: return 2;
    case BatchProgressStyle::kNone: break;
  }
  return 1e9;
}

}  // namespace

BatchProgressStyle batch_progress_style(const std::string& word) {
  if (word == "auto") return isatty(STDERR_FILENO) != 0 ? BatchProgressStyle::kBar : BatchProgressStyle::kPlain;
  if (word == "bar") return BatchProgressStyle::kBar;
  if (word == "plain") return BatchProgressStyle::kPlain;
  if (word == "json") return BatchProgressStyle::kJson;
  if (word == "openjd") return BatchProgressStyle::kOpenJd;
  if (word == "none") return BatchProgressStyle::kNone;
  throw Error::usage("--progress " + printable(word) + ": expected auto, bar, plain, json, openjd or none");
}

void BatchProgressPrinter::show(const BatchRunProgress& progress) {
  if (progress.seconds - shown_at_ < pause_of(style_)) return;
  shown_at_ = progress.seconds;
  switch (style_) {
    case BatchProgressStyle::kBar: return draw(progress);
    case BatchProgressStyle::kPlain: return say(totals_text(progress));
    case BatchProgressStyle::kJson: return say(progress_json(progress).dump());
    case BatchProgressStyle::kOpenJd:
      std::cout << fmt::format("openjd_progress: {:.1f}\nopenjd_status: {}\n", 100 * progress.share,
                               totals_text(progress));
      std::cout.flush();
      return;
    case BatchProgressStyle::kNone: return;
  }
}

void BatchProgressPrinter::ended(std::size_t item, const BatchResult& result, BatchNext next, bool found) {
  if (style_ == BatchProgressStyle::kNone || style_ == BatchProgressStyle::kJson) return;
  clear();
  const bool done = result.outcome == BatchOutcome::kDone;
  std::string line = fmt::format("{:>6} {}: {}", item, state_.manifest().title(state_.manifest().items[item]),
                                 outcome_name(result.outcome));
  if (found) line += ", from the store";
  if (done && !found) line += fmt::format(", {:.1f} s, {:.1f} s of processor time", result.wall, result.cpu);
  if (!done) line += ": " + result.message;
  if (next == BatchNext::kAgain) line += "; again";
  if (next == BatchNext::kMoreMemory) line += "; again with more memory";
  if (next == BatchNext::kNextRung) line += "; next recipe";
  say(line, done ? Tone::kPlain : Tone::kWarning);
}

void BatchProgressPrinter::draw(const BatchRunProgress& progress) {
  const std::size_t width = terminal_width() - 1;
  std::string text;
  const auto add = [&](const std::string& line) { text += printable(line, width > 3 ? width - 3 : 1) + "\n"; };
  constexpr std::size_t kMostLines = 40;
  for (std::size_t i = 0; i < std::min(progress.running.size(), kMostLines); ++i) {
    add(running_text(state_, progress.running[i]));
  }
  add(totals_text(progress));
  clear();
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = static_cast<int>(std::ranges::count(text, '\n'));
}

void BatchProgressPrinter::clear() {
  if (drawn_ > 0) std::fputs(fmt::format("\x1b[{}A\x1b[J", drawn_).c_str(), stderr);
  drawn_ = 0;
}

}  // namespace sinew
