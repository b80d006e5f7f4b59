#pragma once

#include <cstddef>
#include <functional>

namespace sinew {

/// Calls body(i) for i in [0, count), on at most `threads` threads (0 = all cores). The body must not
/// depend on order or on the thread it runs on; each i writes only its own results. An exception of the
/// smallest failing i among those that ran is rethrown.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

/// The same with a slot in [0, threads) that no other running body has, for scratch memory that is made once per
/// thread. The body must not start parallel work of its own.
void parallel_for_slots(std::size_t count, int threads, const std::function<void(std::size_t, std::size_t)>& body);

/// The number of threads that `threads` stands for: itself, or all cores for 0.
[[nodiscard]] int thread_count(int threads);

}  // namespace sinew
