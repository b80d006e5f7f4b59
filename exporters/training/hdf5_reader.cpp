#include "exporters/training/hdf5_reader.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <optional>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr int kMostDimensions = 3;
constexpr std::size_t kMostNames = 1'000'000;
constexpr std::size_t kMostAttribute = 1 << 20;

void check(bool holds, const std::string& path, std::string_view expectation) {
  if (!holds) throw Error::asset(printable(path, 200), std::string(expectation));
}

Hdf5Handle type_handle(hid_t id) {
  return {id, [](std::int64_t t) -> int { return H5Tclose(t); }};
}

std::vector<std::uint64_t> shape_of(std::int64_t set, const std::string& path) {
  const Hdf5Handle space(H5Dget_space(set), [](std::int64_t id) -> int { return H5Sclose(id); });
  const int rank = H5Sget_simple_extent_ndims(space.get());
  check(rank >= 0 && rank <= kMostDimensions, path, "expected at most three dimensions");
  std::array<hsize_t, kMostDimensions> dimensions{};
  check(H5Sget_simple_extent_dims(space.get(), dimensions.data(), nullptr) == rank, path, "expected a simple shape");
  return {dimensions.begin(), dimensions.begin() + rank};
}

std::optional<ArrayType> our_type(const Hdf5Handle& type) {
  for (const ArrayType t : {ArrayType::kFloat32, ArrayType::kFloat64, ArrayType::kInt32, ArrayType::kInt64,
                            ArrayType::kBool, ArrayType::kUint8}) {
    if (H5Tequal(type.get(), hdf5_type(t).get()) > 0) return t;
  }
  return std::nullopt;
}

/// The whole dataset lies in the file itself, as plain bytes.
bool plain(std::int64_t set) {
  const Hdf5Handle form(H5Dget_create_plist(set), [](std::int64_t id) -> int { return H5Pclose(id); });
  return H5Pget_layout(form.get()) == H5D_CONTIGUOUS && H5Pget_external_count(form.get()) == 0 &&
         H5Pget_nfilters(form.get()) == 0 && H5Dget_offset(set) != HADDR_UNDEF;
}

herr_t collect(hid_t /*group*/, const char* name, const H5L_info_t* /*info*/, void* names) {
  auto& list = *static_cast<std::vector<std::string>*>(names);
  if (list.size() >= kMostNames) return -1;
  list.emplace_back(name);
  return 0;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& file) {
  silence_hdf5();
  std::error_code problem;
  file_bytes_ = std::filesystem::file_size(file, problem);
  if (problem) throw Error::io(file.string(), "cannot open: " + problem.message());
  file_ = {H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), [](std::int64_t id) -> int { return H5Fclose(id); }};
  check(file_.valid(), "", "expected an HDF5 file");
}

void Hdf5Reader::check_links(const std::string& path) const {
  for (std::size_t at = path.find('/');; at = path.find('/', at + 1)) {
    const std::string part = path.substr(0, at);
    H5L_info_t info{};
    check(H5Lget_info(file_.get(), part.c_str(), &info, H5P_DEFAULT) >= 0, part, "expected it in the file");
    check(info.type == H5L_TYPE_HARD, part, "expected a hard link");
    if (at == std::string::npos) return;
  }
}

Hdf5Handle Hdf5Reader::dataset(const std::string& path) const {
  check_links(path);
  Hdf5Handle set(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), [](std::int64_t id) -> int { return H5Dclose(id); });
  check(set.valid(), path, "expected a dataset");
  check(plain(set.get()), path, "expected contiguous data without filters in this file");
  return set;
}

Bytes Hdf5Reader::bytes(const std::string& path, std::int64_t set, std::int64_t type, std::size_t item,
                        const std::vector<std::uint64_t>& shape) const {
  std::uint64_t size = item;
  for (const std::uint64_t n : shape) {
    check(n > 0 && size <= file_bytes_ / n, path, "expected a size that is not 0 and not beyond that of the file");
    size *= n;
  }
  Bytes result(size);
  check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()) >= 0, path, "expected readable data");
  return result;
}

TrainingArray Hdf5Reader::array(const std::string& path) const {
  const Hdf5Handle set = dataset(path);
  const Hdf5Handle type = type_handle(H5Dget_type(set.get()));
  const std::optional<ArrayType> known = our_type(type);
  if (!known) {
    throw Error::asset(printable(path, 200),
                       "expected little-endian float32, float64, int32, int64, uint8 or h5py's bool");
  }
  TrainingArray result{*known, shape_of(set.get(), path), {}};
  result.bytes = bytes(path, set.get(), type.get(), item_size(*known), result.shape);
  return result;
}

std::vector<std::string> Hdf5Reader::texts(const std::string& path) const {
  const Hdf5Handle set = dataset(path);
  const Hdf5Handle type = type_handle(H5Dget_type(set.get()));
  check(H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) == 0, path,
        "expected texts of fixed length");
  const std::size_t length = H5Tget_size(type.get());
  check(length > 0 && length <= file_bytes_, path, "expected a text's length within that of the file");
  const Bytes packed = bytes(path, set.get(), type.get(), length, shape_of(set.get(), path));
  std::vector<std::string> result;
  for (std::size_t at = 0; at < packed.size(); at += length) {
    const std::string_view text = as_text(ByteSpan(packed).subspan(at, length));
    result.emplace_back(text.substr(0, text.find_last_not_of('\0') + 1));
  }
  return result;
}

std::string Hdf5Reader::text(const std::string& path) const { return texts(path).front(); }

std::int64_t Hdf5Reader::integer(const std::string& object, const std::string& attribute) const {
  check_links(object);
  const Hdf5Handle found(H5Aopen_by_name(file_.get(), object.c_str(), attribute.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                         [](std::int64_t id) -> int { return H5Aclose(id); });
  const Hdf5Handle type = found.valid() ? type_handle(H5Aget_type(found.get())) : Hdf5Handle();
  check(
      found.valid() && our_type(type) == ArrayType::kInt64 && H5Aget_storage_size(found.get()) == sizeof(std::int64_t),
      object, fmt::format("expected an integer attribute '{}'", attribute));
  std::int64_t value = 0;
  check(H5Aread(found.get(), type.get(), &value) >= 0, object, "expected a readable attribute");
  return value;
}

std::string Hdf5Reader::word(const std::string& object, const std::string& attribute) const {
  check_links(object);
  const Hdf5Handle found(H5Aopen_by_name(file_.get(), object.c_str(), attribute.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                         [](std::int64_t id) -> int { return H5Aclose(id); });
  const Hdf5Handle type = found.valid() ? type_handle(H5Aget_type(found.get())) : Hdf5Handle();
  const Hdf5Handle space(found.valid() ? H5Aget_space(found.get()) : -1,
                         [](std::int64_t id) -> int { return H5Sclose(id); });
  check(found.valid() && H5Tis_variable_str(type.get()) > 0 && H5Sget_simple_extent_npoints(space.get()) == 1, object,
        fmt::format("expected a text attribute '{}'", attribute));
  char* text = nullptr;
  check(H5Aread(found.get(), type.get(), &text) >= 0 && text != nullptr, object, "expected a readable attribute");
  std::string value(text, strnlen(text, kMostAttribute));
  H5free_memory(text);
  return value;
}

std::vector<std::string> Hdf5Reader::names(const std::string& group) const {
  std::vector<std::string> result;
  if (!is_group(group)) return result;
  const Hdf5Handle opened(H5Gopen2(file_.get(), group.c_str(), H5P_DEFAULT),
                          [](std::int64_t id) -> int { return H5Gclose(id); });
  check(H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &result) >= 0, group,
        "expected a readable group");
  std::ranges::sort(result);
  return result;
}

bool Hdf5Reader::is_group(const std::string& path) const {
  for (std::size_t at = path.find('/');; at = path.find('/', at + 1)) {
    if (H5Lexists(file_.get(), path.substr(0, at).c_str(), H5P_DEFAULT) <= 0) return false;
    if (at == std::string::npos) break;
  }
  check_links(path);
  H5O_info_t info{};
  return H5Oget_info_by_name2(file_.get(), path.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
         info.type == H5O_TYPE_GROUP;
}

bool Hdf5Reader::same(const std::string& a, const std::string& b) const {
  check_links(a);
  check_links(b);
  H5O_info_t first{};
  H5O_info_t second{};
  return H5Oget_info_by_name2(file_.get(), a.c_str(), &first, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
         H5Oget_info_by_name2(file_.get(), b.c_str(), &second, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
         first.addr == second.addr;
}

}  // namespace sinew
