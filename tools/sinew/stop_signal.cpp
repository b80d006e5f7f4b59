#include "tools/sinew/stop_signal.h"

#include <atomic>

namespace sinew {

namespace {

// The handler may run on any thread.
std::atomic<int> received_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note_signal(int number) { received_signal = number; }

}  // namespace

StopSignal::StopSignal() {
  received_signal = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

StopSignal::~StopSignal() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
}

int StopSignal::received() { return received_signal; }

int StopSignal::exit_code() {
  constexpr int kSignalBase = 128;
  return received() == 0 ? 0 : kSignalBase + received();
}

}  // namespace sinew
