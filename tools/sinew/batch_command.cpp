#include "tools/sinew/batch_command.h"

#include <charconv>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

ItemRange parse_items(const std::string& text) {
  const char* const end = text.data() + text.size();
  ItemRange range;
  const auto first = std::from_chars(text.data(), end, range.first);
  range.last = range.first;
  bool good = first.ec == std::errc();
  if (good && first.ptr != end) {
    const auto last = std::from_chars(first.ptr + 1, end, range.last);
    good = *first.ptr == '-' && last.ec == std::errc() && last.ptr == end && range.first <= range.last;
  }
  if (!good) throw Error::usage("--items " + printable(text) + ": expected a number of the plan, or a range: 3-7");
  return range;
}

std::int64_t parse_memory(const std::string& text) {
  constexpr double kMegabyte = 1024.0 * 1024;
  constexpr double kMost = 1e15;
  const double unit = text.ends_with('G') ? 1024 * kMegabyte : text.ends_with('M') ? kMegabyte : 0;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  const bool good = read.ec == std::errc() && read.ptr + 1 == end && unit > 0 && value > 0 && value * unit < kMost;
  if (!good) throw Error::usage("--memory " + printable(text) + ": expected an amount: 800M, 4G");
  return static_cast<std::int64_t>(value * unit);
}

void add_batch_command(CLI::App& app, Invocation& invocation) {
  CLI::App* batch = app.add_subcommand("batch", "Bake a library of motions, on this machine or on a farm");
  batch->require_subcommand(1);
  add_batch_plan(*batch, invocation);
  add_batch_run(*batch, invocation);
  add_batch_status(*batch, invocation);
  add_batch_retry(*batch, invocation);
  add_batch_collect(*batch, invocation);
  add_batch_report(*batch, invocation);
  add_batch_submit(*batch, invocation);
  add_batch_cancel(*batch, invocation);
  batch->footer(
      "Examples:\n"
      "  sinew batch plan mocap/ -c hero.glb --recipe draft,normal -o night/\n"
      "  sinew batch run night/ --jobs 8\n"
      "  sinew batch status night/\n"
      "  sinew batch collect night/ -o baked/\n"
      "  sinew batch report night/ -o night/index.html\n"
      "  sinew batch submit night/ --executor slurm --slurm-option=--partition=night");
}

}  // namespace sinew
