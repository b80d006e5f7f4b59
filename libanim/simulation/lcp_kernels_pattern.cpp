#include "libanim/simulation/lcp_kernels_pattern.h"

#include "libanim/simulation/lcp_kernels_avx2.h"

namespace sinew::lcp {

void Pattern::scan(const SymmetricView& matrix, std::span<const char> late) {
  size_ = matrix.size;
  words_ = (size_ + kBits - 1) / kBits;
  bits_.assign(to_size(size_ + 1) * to_size(words_), 0);
  for (int i = 0; i < size_; ++i)
    nonzero_bits(matrix.data + static_cast<long>(i) * matrix.stride, i, bits_.data() + to_size(i) * to_size(words_));
  const std::span<std::uint64_t> marks(bits_.data() + to_size(size_) * to_size(words_), to_size(words_));
  for (int i = 0; i < size_; ++i)
    if (late[to_size(i)] != 0) insert(marks, i);
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
  hash_ = static_cast<std::uint64_t>(size_);
  for (const std::uint64_t word : bits_) hash_ = std::rotl((hash_ ^ word) * kMix, 29);
}

}  // namespace sinew::lcp
