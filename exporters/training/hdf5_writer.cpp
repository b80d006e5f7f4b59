#include "exporters/training/hdf5_writer.h"

#include <fmt/format.h>
#include <hdf5.h>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"

namespace sinew {

namespace {

Hdf5Handle properties(hid_t kind) {
  return {H5Pcreate(kind), [](std::int64_t id) -> int { return H5Pclose(id); }};
}

/// A property list of objects without times.
Hdf5Handle object_form(hid_t kind) {
  Hdf5Handle form = properties(kind);
  H5Pset_obj_track_times(form.get(), false);
  return form;
}

Hdf5Handle space_of(const std::vector<std::uint64_t>& shape) {
  const auto close = [](std::int64_t id) -> int { return H5Sclose(id); };
  if (shape.empty()) return {H5Screate(H5S_SCALAR), close};
  const std::vector<hsize_t> dimensions(shape.begin(), shape.end());
  return {H5Screate_simple(static_cast<int>(dimensions.size()), dimensions.data(), nullptr), close};
}

void check(bool works, std::string_view doing, const std::string& path) {
  if (!works) throw Error::io("", fmt::format("HDF5 cannot {} {}", doing, path));
}

}  // namespace

Hdf5Writer::Hdf5Writer(const std::filesystem::path& file, std::uint64_t user_block)
    : group_form_(object_form(H5P_GROUP_CREATE)), dataset_form_(object_form(H5P_DATASET_CREATE)) {
  silence_hdf5();
  H5Pset_fill_time(dataset_form_.get(), H5D_FILL_TIME_NEVER);
  const Hdf5Handle form = object_form(H5P_FILE_CREATE);
  H5Pset_userblock(form.get(), user_block);
  const Hdf5Handle access = properties(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  file_ = {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, form.get(), access.get()),
           [](std::int64_t id) -> int { return H5Fclose(id); }};
  check(file_.valid(), "create", "the file");
}

void Hdf5Writer::group_of(const std::string& path) {
  for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
    const std::string group = path.substr(0, at);
    if (H5Lexists(file_.get(), group.c_str(), H5P_DEFAULT) > 0) continue;
    const Hdf5Handle made(H5Gcreate2(file_.get(), group.c_str(), H5P_DEFAULT, group_form_.get(), H5P_DEFAULT),
                          [](std::int64_t id) -> int { return H5Gclose(id); });
    check(made.valid(), "create", group);
  }
}

void Hdf5Writer::dataset(const std::string& path, const Hdf5Handle& type, const std::vector<std::uint64_t>& shape,
                         ByteSpan bytes) {
  group_of(path);
  const Hdf5Handle space = space_of(shape);
  const Hdf5Handle set(
      H5Dcreate2(file_.get(), path.c_str(), type.get(), space.get(), H5P_DEFAULT, dataset_form_.get(), H5P_DEFAULT),
      [](std::int64_t id) -> int { return H5Dclose(id); });
  check(set.valid(), "create", path);
  check(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0, "write", path);
  const haddr_t offset = H5Dget_offset(set.get());
  check(offset != HADDR_UNDEF, "place", path);
  places_.push_back({path, offset, bytes.size(), sha256_hex(bytes)});
}

void Hdf5Writer::array(const std::string& path, const TrainingArray& array) {
  dataset(path, hdf5_type(array.type), array.shape, array.bytes);
}

void Hdf5Writer::text(const std::string& path, const std::string& text) {
  const std::string shown = text.empty() ? std::string(1, '\0') : text;
  dataset(path, hdf5_text_type(shown.size()), {}, as_bytes(shown));
}

void Hdf5Writer::texts(const std::string& path, std::span<const std::string> texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string packed(longest * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(packed.data() + i * longest, longest);
  dataset(path, hdf5_text_type(longest), {texts.size()}, as_bytes(packed));
}

void Hdf5Writer::write_attribute(const std::string& object, const std::string& name, const Hdf5Handle& type,
                                 const void* value) {
  const Hdf5Handle space = space_of({});
  const Hdf5Handle made(H5Acreate_by_name(file_.get(), object.c_str(), name.c_str(), type.get(), space.get(),
                                          H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                        [](std::int64_t id) -> int { return H5Aclose(id); });
  check(made.valid() && H5Awrite(made.get(), type.get(), value) >= 0, "write an attribute of", object);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::int64_t value) {
  write_attribute(object, name, hdf5_type(ArrayType::kInt64), &value);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, const std::string& value) {
  // Of variable length: h5py gives such a text as a str, one of fixed length as bytes.
  const Hdf5Handle type = hdf5_text_type(1);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_strpad(type.get(), H5T_STR_NULLTERM);
  const char* text = value.c_str();
  write_attribute(object, name, type, &text);
}

void Hdf5Writer::link(const std::string& existing, const std::string& path) {
  group_of(path);
  check(H5Lcreate_hard(file_.get(), existing.c_str(), file_.get(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, "link",
        path);
}

std::vector<ArrayPlace> Hdf5Writer::finish() {
  check(file_.reset(), "finish", "the file");
  return std::move(places_);
}

}  // namespace sinew
