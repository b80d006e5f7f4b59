#pragma once

#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

struct ChildLimits {
  double wall_seconds = 60;
  std::size_t output_bytes = 1 << 20;
};

enum class ChildEnd { kExited, kSignal, kTimeOut, kTooMuchOutput };

struct ChildResult {
  ChildEnd end = ChildEnd::kExited;
  int code = 0;  ///< exit status, or the signal's number
  Bytes output;  ///< what it wrote to standard output
};

/// Runs a program with `input` as its standard input, waits for it and returns what it wrote. Safe in a program with
/// threads. The child has no descriptors but the three standard ones, error output goes nowhere; whatever happens it
/// is gone and waited for when this returns or throws. Throws Error (kIo) when it cannot be started.
[[nodiscard]] ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& extra_environment, ByteSpan input,
                                    const ChildLimits& limits);

}  // namespace sinew
