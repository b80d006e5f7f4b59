#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

/// Little-endian binary writer for plain values, strings and vectors of plain values.
class ArchiveWriter {
 public:
  template <typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void value(T v) { append(&v, sizeof v); }
  void text(const std::string& s);

  /// A vector of trivially copyable elements without padding: count, then the raw elements.
  template <typename T>
  requires std::is_trivially_copyable_v<T>
  void array(const std::vector<T>& items) {
    value(static_cast<std::uint64_t>(items.size()));
    append(items.data(), items.size() * sizeof(T));
  }

  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  void append(const void* data, std::size_t size);
  Bytes bytes_;
};

/// Reads what ArchiveWriter wrote. The bytes are not trusted: every read is checked against what is left,
/// and throws Error (kAsset) with the byte offset.
class ArchiveReader {
 public:
  explicit ArchiveReader(ByteSpan bytes) : bytes_(bytes) {}

  template <typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  [[nodiscard]] T value() {
    T v;
    take(&v, sizeof v);
    return v;
  }
  [[nodiscard]] std::string text();

  template <typename T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::vector<T> array() {
    std::vector<T> items(count(sizeof(T)));
    take(items.data(), items.size() * sizeof(T));
    return items;
  }

  /// A count that was written before as many items of at least `item_size` bytes each.
  [[nodiscard]] std::size_t count(std::size_t item_size);
  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }

 private:
  void take(void* target, std::size_t size);
  ByteSpan bytes_;
  std::size_t position_ = 0;
};

}  // namespace sinew
