#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "libanim/support/index.h"

namespace sinew::lcp {

// Sets of numbers as bits of 64-bit words.

inline constexpr int kBits = 64;

template <typename Set>
void insert(Set& set, int k) {
  set[to_size(k / kBits)] |= std::uint64_t{1} << (k % kBits);
}

template <typename Set>
void erase(Set& set, int k) {
  set[to_size(k / kBits)] &= ~(std::uint64_t{1} << (k % kBits));
}

template <typename Set>
[[nodiscard]] bool contains(const Set& set, int k) {
  return (set[to_size(k / kBits)] >> (k % kBits) & 1) != 0;
}

/// Calls visit(k) for every number of the set, in rising order.
template <typename Set, typename Visit>
void for_each(const Set& set, Visit&& visit) {
  int base = 0;
  for (std::uint64_t word : set) {
    for (; word != 0; word &= word - 1) visit(base + std::countr_zero(word));
    base += kBits;
  }
}

/// The lower triangle of a symmetric matrix, by rows; strictly above the diagonal anything may stand. `stride` is a
/// multiple of 4.
struct SymmetricView {
  const double* data = nullptr;
  int size = 0;
  int stride = 0;

  [[nodiscard]] double at(int i, int j) const {
    const int row = i > j ? i : j;
    const int column = i > j ? j : i;
    return data[static_cast<long>(row) * stride + column];
  }
};

/// Where a matrix has zeros, and which of its rows are to be left for last.
class Pattern {
 public:
  /// `late` has an entry per row.
  void scan(const SymmetricView& matrix, std::span<const char> late);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int words_per_row() const { return words_; }
  /// Bits of the columns before the diagonal.
  [[nodiscard]] std::span<const std::uint64_t> row(int i) const {
    return {bits_.data() + to_size(i) * to_size(words_), to_size(words_)};
  }
  [[nodiscard]] bool late(int i) const { return contains(row(size_), i); }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  bool operator==(const Pattern& other) const { return size_ == other.size_ && bits_ == other.bits_; }

 private:
  int size_ = 0;
  int words_ = 0;
  std::vector<std::uint64_t> bits_;  ///< row by row, then the late rows
  std::uint64_t hash_ = 0;
};

}  // namespace sinew::lcp
