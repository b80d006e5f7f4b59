#include "exporters/training/npz.h"

#include <fmt/format.h>
#include <zip.h>

#include <list>
#include <memory>

#include "libanim/support/error.h"

namespace sinew {

namespace {

std::string_view type_name(ArrayType type) {
  switch (type) {
    case ArrayType::kFloat32: return "<f4";
    case ArrayType::kFloat64: return "<f8";
    case ArrayType::kInt32: return "<i4";
    case ArrayType::kInt64: return "<i8";
    case ArrayType::kBool: return "|b1";
    case ArrayType::kUint8: break;
  }
  return "|u1";
}

/// Version 1.0 of the format: magic, version, length of the header, a Python literal padded so that the data begins at
/// a multiple of 64 bytes.
Bytes npy(std::string_view type, const std::vector<std::uint64_t>& shape, ByteSpan data) {
  std::string dimensions;
  for (const std::uint64_t n : shape) dimensions += fmt::format("{}, ", n);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, dimensions);
  constexpr std::size_t kPrefix = 10;
  constexpr std::size_t kAlignment = 64;
  header.append((kAlignment - (kPrefix + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string head = "\x93NUMPY";
  head += '\x01';
  head += '\x00';
  head += static_cast<char>(header.size() & 0xff);
  head += static_cast<char>(header.size() >> 8);
  head += header;
  const ByteSpan bytes = as_bytes(head);
  Bytes file(bytes.begin(), bytes.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

[[noreturn]] void fail() { throw Error::io("", "libzip cannot make the .npz archive"); }

/// A zip archive that grows in memory.
class Archive {
 public:
  Archive() : source_(zip_source_buffer_create(nullptr, 0, 0, nullptr)) {
    if (source_ == nullptr) fail();
    zip_source_keep(source_);
    archive_ = zip_open_from_source(source_, ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    if (archive_ == nullptr) {
      zip_source_free(source_);
      zip_source_free(source_);
      fail();
    }
  }
  ~Archive() {
    if (archive_ != nullptr) zip_discard(archive_);
    zip_source_free(source_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  void add(const std::string& name, Bytes bytes) {
    const Bytes& kept = files_.emplace_back(std::move(bytes));
    zip_source_t* data = zip_source_buffer(archive_, kept.data(), kept.size(), 0);
    if (data == nullptr) fail();
    const zip_int64_t index = zip_file_add(archive_, name.c_str(), data, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(data);
      fail();
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstOfJanuary1980 = (0 << 9) | (1 << 5) | 1;
    if (zip_set_file_compression(archive_, at, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive_, at, 0, kFirstOfJanuary1980, 0) != 0) {
      fail();
    }
  }

  [[nodiscard]] Bytes finish() {
    if (zip_close(archive_) != 0) fail();
    archive_ = nullptr;
    zip_stat_t info;
    zip_stat_init(&info);
    if (zip_source_stat(source_, &info) != 0 || zip_source_open(source_) != 0) fail();
    Bytes bytes(info.size);
    const zip_int64_t got = zip_source_read(source_, bytes.data(), bytes.size());
    zip_source_close(source_);
    if (got != static_cast<zip_int64_t>(bytes.size())) fail();
    return bytes;
  }

 private:
  std::list<Bytes> files_;  ///< libzip reads them when the archive is closed
  zip_source_t* source_;
  zip_t* archive_ = nullptr;
};

}  // namespace

Bytes npz_bytes(const std::map<std::string, TrainingArray>& arrays, const std::string& description) {
  Archive archive;
  for (const auto& [name, array] : arrays) {
    archive.add(name + ".npy", npy(type_name(array.type), array.shape, array.bytes));
  }
  archive.add("description.npy", npy(fmt::format("|S{}", description.size()), {}, as_bytes(description)));
  return archive.finish();
}

}  // namespace sinew
