#include "exporters/training/hdf5_handles.h"

#include <hdf5.h>

#include <algorithm>
#include <utility>

namespace sinew {

static_assert(sizeof(hid_t) == sizeof(std::int64_t), "HDF5 1.10 and later");

namespace {

Hdf5Handle copy_of(hid_t type) {
  return {H5Tcopy(type), [](std::int64_t id) -> int { return H5Tclose(id); }};
}

Hdf5Handle bool_type() {
  Hdf5Handle type(H5Tenum_create(H5T_STD_I8LE), [](std::int64_t id) -> int { return H5Tclose(id); });
  const std::int8_t values[] = {0, 1};
  H5Tenum_insert(type.get(), "FALSE", &values[0]);
  H5Tenum_insert(type.get(), "TRUE", &values[1]);
  return type;
}

}  // namespace

Hdf5Handle& Hdf5Handle::operator=(Hdf5Handle&& other) noexcept {
  if (this == &other) return *this;
  reset();
  id_ = std::exchange(other.id_, -1);
  close_ = other.close_;
  return *this;
}

bool Hdf5Handle::reset() {
  if (id_ < 0) return true;
  return close_(std::exchange(id_, -1)) >= 0;
}

void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Hdf5Handle hdf5_type(ArrayType type) {
  switch (type) {
    case ArrayType::kFloat32: return copy_of(H5T_IEEE_F32LE);
    case ArrayType::kFloat64: return copy_of(H5T_IEEE_F64LE);
    case ArrayType::kInt32: return copy_of(H5T_STD_I32LE);
    case ArrayType::kInt64: return copy_of(H5T_STD_I64LE);
    case ArrayType::kBool: return bool_type();
    case ArrayType::kUint8: break;
  }
  return copy_of(H5T_STD_U8LE);
}

Hdf5Handle hdf5_text_type(std::size_t length) {
  Hdf5Handle type = copy_of(H5T_C_S1);
  H5Tset_size(type.get(), std::max<std::size_t>(length, 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

}  // namespace sinew
