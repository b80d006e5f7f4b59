#pragma once

#include <csignal>

namespace sinew {

/// While it lives, the first SIGINT or SIGTERM is only noted, so that a run can end in good order; the second ends the
/// program at once. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Number of the signal that came, 0 for none.
  [[nodiscard]] static int received();

  /// 128 + n after signal n, as shells have it, 0 for none.
  [[nodiscard]] static int exit_code();

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
};

}  // namespace sinew
