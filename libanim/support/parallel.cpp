#include "libanim/support/parallel.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

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

}  // namespace

int thread_count(int threads) { return threads > 0 ? threads : tbb::info::default_concurrency(); }

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  parallel_for_slots(count, threads, [&](std::size_t i, std::size_t) { body(i); });
}

void parallel_for_slots(std::size_t count, int threads, const std::function<void(std::size_t, std::size_t)>& body) {
  FirstFailure failure;
  const auto guarded = [&](std::size_t i) {
    if (failure.failed()) return;
    try {
      body(i, static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
    } catch (...) {
      failure.record(i, std::current_exception());
    }
  };
  const int used = thread_count(threads);
  // More threads than cores are legal (tests ask for them), but oneTBB has to be told.
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(std::max(used, thread_count(0))));
  tbb::task_arena arena(used);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, guarded); });
  failure.rethrow();
}

}  // namespace sinew
