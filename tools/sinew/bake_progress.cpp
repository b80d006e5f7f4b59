#include "tools/sinew/bake_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "libanim/support/error.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

std::string line_text(const BakeProgress& p) {
  std::string line = p.phase == BakePhase::kRefine ? "refining, " : "";
  line += fmt::format("frame {}/{}", p.frame, p.frames);
  if (p.distance > 0) line += fmt::format(", window to {}, {:.0f} mm", p.window_end, 1000 * p.distance);
  if (p.cpu_per_second > 0) line += fmt::format(", {:.1f} cpu-s per s", p.cpu_per_second);
  if (p.left > 0) line += ", " + time_text(p.left) + " left";
  if (p.restarts > 0) line += fmt::format(", {} restarts", p.restarts);
  return line;
}

std::string bar_text(const BakeProgress& p) {
  constexpr int kWidth = 24;
  const auto filled = [&](int frame) { return p.frames > 0 ? kWidth * frame / p.frames : 0; };
  const int done = filled(p.frame);
  const int ahead = std::max(0, filled(p.window_end) - done);
  return fmt::format("[{}{}{}] ", std::string(static_cast<std::size_t>(done), '='),
                     std::string(static_cast<std::size_t>(ahead), '-'),
                     std::string(static_cast<std::size_t>(kWidth - done - ahead), ' '));
}

std::string json_text(const BakeProgress& p) {
  return Json{{"phase", p.phase == BakePhase::kRefine ? "refine" : "track"},
              {"iteration", p.iteration},
              {"frame", p.frame},
              {"window_end", p.window_end},
              {"frames", p.frames},
              {"distance", p.distance},
              {"seconds", p.seconds},
              {"cpu_seconds", p.cpu},
              {"cpu_per_clip_second", p.cpu_per_second},
              {"seconds_left", p.left},
              {"restarts", p.restarts}}
      .dump();
}

std::string line_text(const SynthProgress& p) {
  return fmt::format("start {} of {}, {}, iteration {}, cost {:.4g}, {}", p.attempt + 1, p.starts, p.phase, p.iteration,
                     p.cost, time_text(p.seconds));
}

std::string json_text(const SynthProgress& p) {
  return Json{{"phase", "synthesise"},    {"attempt", p.attempt}, {"starts", p.starts},  {"stage", p.phase},
              {"iteration", p.iteration}, {"cost", p.cost},       {"seconds", p.seconds}}
      .dump();
}

}  // namespace

ProgressStyle progress_style(const std::string& word) {
  if (word == "auto") return isatty(STDERR_FILENO) != 0 ? ProgressStyle::kBar : ProgressStyle::kNone;
  if (word == "bar") return ProgressStyle::kBar;
  if (word == "plain") return ProgressStyle::kPlain;
  if (word == "json") return ProgressStyle::kJson;
  if (word == "none") return ProgressStyle::kNone;
  throw Error::usage("--progress " + word + ": expected auto, bar, plain, json or none");
}

void ProgressPrinter::show(const BakeProgress& progress) {
  if (style_ == ProgressStyle::kJson) return say(json_text(progress));
  if (due(progress.seconds)) draw(bar_text(progress), line_text(progress));
}

void ProgressPrinter::show(const SynthProgress& progress) {
  if (style_ == ProgressStyle::kJson) return say(json_text(progress));
  if (due(progress.seconds)) draw("", line_text(progress));
}

bool ProgressPrinter::due(double seconds) {
  if (style_ == ProgressStyle::kNone) return false;
  const double pause = style_ == ProgressStyle::kBar ? 0.1 : 5;  // seconds
  if (seconds >= shown_at_ && seconds - shown_at_ < pause) return false;
  shown_at_ = seconds;
  return true;
}

void ProgressPrinter::draw(const std::string& bar, const std::string& line) {
  if (style_ == ProgressStyle::kPlain) return say(line);
  // To the line's beginning, and what was there is erased.
  std::fputs(("\r\x1b[K" + bar + line).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressPrinter::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace sinew
