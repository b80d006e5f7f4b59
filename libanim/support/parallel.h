#pragma once

#include <cstddef>
#include <functional>

namespace sinew {

/// Calls body(i) for i in [0, count), on at most `threads` threads (0 = all cores). The body must not
/// depend on order or on the thread it runs on; each i writes only its own results. An exception of the
/// smallest failing i among those that ran is rethrown.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace sinew
