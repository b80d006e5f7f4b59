#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exporters/training/training_array.h"

namespace sinew {

/// An HDF5 identifier that closes itself. HDF5's own types stay in the sources: its identifiers are 64-bit integers.
class Hdf5Handle {
 public:
  using Closer = int (*)(std::int64_t);
  Hdf5Handle() = default;
  Hdf5Handle(std::int64_t id, Closer close) : id_(id), close_(close) {}
  ~Hdf5Handle() { reset(); }
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept;
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  [[nodiscard]] std::int64_t get() const { return id_; }
  [[nodiscard]] bool valid() const { return id_ >= 0; }
  /// Closes now; whether that went well (a file is written in part when it closes).
  bool reset();

 private:
  std::int64_t id_ = -1;
  Closer close_ = nullptr;
};

/// Keeps HDF5 from printing its errors; we say them ourselves.
void silence_hdf5();

/// The type in the file; booleans are the enumeration by which h5py knows them.
[[nodiscard]] Hdf5Handle hdf5_type(ArrayType type);
/// A fixed-length text of UTF-8.
[[nodiscard]] Hdf5Handle hdf5_text_type(std::size_t length);

}  // namespace sinew
