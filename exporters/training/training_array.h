#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

enum class ArrayType { kFloat32, kFloat64, kInt32, kInt64, kBool, kUint8 };

[[nodiscard]] std::size_t item_size(ArrayType type);

/// An array as files hold it: row by row, little-endian.
struct TrainingArray {
  ArrayType type = ArrayType::kFloat64;
  std::vector<std::uint64_t> shape;  ///< rows first; no dimension is 0
  Bytes bytes;

  [[nodiscard]] std::uint64_t rows() const { return shape.empty() ? 1 : shape.front(); }
  [[nodiscard]] std::size_t row_bytes() const { return bytes.size() / rows(); }

  /// The items as values; T must be of the type's size.
  template <typename T>
  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> items(bytes.size() / sizeof(T));
    std::memcpy(items.data(), bytes.data(), items.size() * sizeof(T));
    return items;
  }

  bool operator==(const TrainingArray&) const = default;
};

/// An array of the type that goes with T (bool and unsigned char are told apart by `type`).
template <typename T>
[[nodiscard]] TrainingArray make_array(ArrayType type, std::vector<std::uint64_t> shape, std::span<const T> items) {
  const auto bytes = std::as_bytes(items);
  return {type, std::move(shape), Bytes(bytes.begin(), bytes.end())};
}

/// Rows [first, first + count) and columns [offset, offset + width) of a table.
[[nodiscard]] TrainingArray part_of(const TrainingArray& table, std::uint64_t first, std::uint64_t count,
                                    std::uint64_t offset, std::uint64_t width);

/// A part of the rows of `observations`, as it gets an array of its own.
struct ArrayBlock {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;

  bool operator==(const ArrayBlock&) const = default;
};

/// One episode as arrays. T is the number of pairs. There have to be, beside whatever else has a name of letters,
/// digits and underscores:
///   observations (T + 1, F), actions (T, C), rewards (T), terminations (T), truncations (T), states (T, S), dones (T).
struct TrainingEpisode {
  std::string name;
  std::string split;  ///< "train", "valid", ...: the list in which readers find it
  std::uint64_t seed = 0;
  std::map<std::string, TrainingArray> arrays;

  [[nodiscard]] const TrainingArray& array(const std::string& key) const;
  [[nodiscard]] std::uint64_t pairs() const { return array("rewards").rows(); }
};

}  // namespace sinew
