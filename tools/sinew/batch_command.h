#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "tools/sinew/command.h"

namespace sinew {

// The verbs of `sinew batch`.
void add_batch_plan(CLI::App& batch, Invocation& invocation);
void add_batch_run(CLI::App& batch, Invocation& invocation);
void add_batch_status(CLI::App& batch, Invocation& invocation);
void add_batch_retry(CLI::App& batch, Invocation& invocation);
void add_batch_collect(CLI::App& batch, Invocation& invocation);
void add_batch_report(CLI::App& batch, Invocation& invocation);
void add_batch_submit(CLI::App& batch, Invocation& invocation);
void add_batch_cancel(CLI::App& batch, Invocation& invocation);

/// "3-7" or "3"; both ends belong to it.
struct ItemRange {
  std::size_t first = 0;
  std::size_t last = 0;
};
/// Throws Error (kUsage).
[[nodiscard]] ItemRange parse_items(const std::string& text);

/// Bytes from "800M", "4G", "1.5G", with M and G of 1024^2 and 1024^3. Throws Error (kUsage), also when it is not
/// positive.
[[nodiscard]] std::int64_t parse_memory(const std::string& text);

}  // namespace sinew
