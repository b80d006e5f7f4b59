#pragma once

#include <cstddef>

namespace sinew {

/// Bounds what this process can do from now on: memory (not in sanitizer builds), processor time, no core dumps, no
/// file that grows, no more rights, and an end when the parent ends. Throws Error (kInternal) when one cannot be set.
void limit_this_process(std::size_t memory_bytes, std::size_t cpu_seconds);

}  // namespace sinew
