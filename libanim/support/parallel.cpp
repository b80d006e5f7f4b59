#include "libanim/support/parallel.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sinew {

namespace {

/// Keeps the exception of the smallest index, so that the message does not depend on timing alone.
class FirstFailure {
 public:
  void record(std::size_t index, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || index < index_) {
      index_ = index;
      error_ = std::move(error);
    }
    failed_ = true;
  }
  [[nodiscard]] bool failed() const { return failed_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> failed_ = false;
  std::size_t index_ = 0;
  std::exception_ptr error_;
};

#if defined(__SANITIZE_THREAD__)
/// The thread sanitizer cannot see how oneTBB, which is not built with it, synchronises: plain threads take its place.
template <typename Body>
void spread(std::size_t count, int threads, const Body& body) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> workers;
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(threads); ++slot) {
    workers.emplace_back([&, slot] {
      for (std::size_t i = next++; i < count; i = next++) body(i, slot);
    });
  }
  for (std::thread& worker : workers) worker.join();
}
#else
template <typename Body>
void spread(std::size_t count, int threads, const Body& body) {
  // More threads than cores are legal (tests ask for them), but oneTBB has to be told.
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(std::max(threads, thread_count(0))));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      body(i, static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
    });
  });
}
#endif

}  // namespace

int thread_count(int threads) { return threads > 0 ? threads : tbb::info::default_concurrency(); }

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  parallel_for_slots(count, threads, [&](std::size_t i, std::size_t) { body(i); });
}

void parallel_for_slots(std::size_t count, int threads, const std::function<void(std::size_t, std::size_t)>& body) {
  FirstFailure failure;
  const auto guarded = [&](std::size_t i, std::size_t slot) {
    if (failure.failed()) return;
    try {
      body(i, slot);
    } catch (...) {
      failure.record(i, std::current_exception());
    }
  };
  spread(count, thread_count(threads), guarded);
  failure.rethrow();
}

}  // namespace sinew
