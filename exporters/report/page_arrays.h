#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/support/bytes.h"

namespace sinew {

using PageJson = nlohmann::ordered_json;

/// The numbers of a page: arrays of one kind each behind one another, found by name. The page reads them as typed
/// arrays, little-endian, each on a multiple of four bytes.
class PageArrays {
 public:
  void add(const std::string& name, std::span<const float> values) { append(name, "f32", values); }
  void add(const std::string& name, std::span<const std::uint32_t> values) { append(name, "u32", values); }
  void add(const std::string& name, std::span<const std::uint16_t> values) { append(name, "u16", values); }
  void add(const std::string& name, std::span<const std::uint8_t> values) { append(name, "u8", values); }
  void add(const std::string& name, std::span<const std::int8_t> values) { append(name, "i8", values); }

  /// {name: [kind, first byte, count]}.
  [[nodiscard]] const PageJson& index() const { return index_; }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  template <typename T>
  void append(const std::string& name, const char* kind, std::span<const T> values) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    index_[name] = {kind, bytes_.size(), values.size()};
    const ByteSpan raw = std::as_bytes(values);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
  }

  PageJson index_ = PageJson::object();
  Bytes bytes_;
};

/// Numbers as a page has them, in single precision: millimetres within 100 km.
class PageFloats {
 public:
  PageFloats& operator<<(double value) {
    values_.push_back(static_cast<float>(value));
    return *this;
  }
  PageFloats& operator<<(const Vec3& v) { return *this << v.x() << v.y() << v.z(); }
  PageFloats& operator<<(const Quat& q) { return *this << q.x() << q.y() << q.z() << q.w(); }

  [[nodiscard]] std::span<const float> values() const { return values_; }

 private:
  std::vector<float> values_;
};

/// Lists of numbers, one per frame: `offsets` says in which row each begins, and ends with the number of rows.
class PageRows {
 public:
  explicit PageRows(std::size_t columns) : columns_(columns) {}

  PageFloats& row() {
    ++rows_;
    return floats_;
  }
  void end_frame() { offsets_.push_back(rows_); }

  /// As NAME and NAME.offsets; the JSON says how many columns a row has.
  PageJson add_to(PageArrays& arrays, const std::string& name) const;

 private:
  std::size_t columns_;
  std::uint32_t rows_ = 0;
  std::vector<std::uint32_t> offsets_{0};
  PageFloats floats_;
};

[[nodiscard]] inline PageJson page_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
[[nodiscard]] inline PageJson page_json(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

}  // namespace sinew
