#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "exporters/training/hdf5_handles.h"

namespace sinew {

/// Where the raw bytes of a dataset lie in a file.
struct ArrayPlace {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// Writes HDF5 whose bytes depend on nothing but the calls: no times, the file format of HDF5 1.8 (which all readers
/// know, and whose structures carry checksums), contiguous datasets. Groups on the way to a path are made. Throws Error
/// (kIo).
class Hdf5Writer {
 public:
  /// `user_block` bytes (a power of two, at least 512) before the HDF5 part are left to the caller.
  Hdf5Writer(const std::filesystem::path& file, std::uint64_t user_block);

  void array(const std::string& path, const TrainingArray& array);
  /// A scalar of text.
  void text(const std::string& path, const std::string& text);
  void texts(const std::string& path, std::span<const std::string> texts);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  /// The same dataset under another name.
  void link(const std::string& existing, const std::string& path);

  /// Closes the file and returns where everything went.
  [[nodiscard]] std::vector<ArrayPlace> finish();

 private:
  void group_of(const std::string& path);
  void dataset(const std::string& path, const Hdf5Handle& type, const std::vector<std::uint64_t>& shape,
               ByteSpan bytes);
  void write_attribute(const std::string& object, const std::string& name, const Hdf5Handle& type, const void* value);

  Hdf5Handle file_;
  Hdf5Handle group_form_;
  Hdf5Handle dataset_form_;
  std::vector<ArrayPlace> places_;
};

}  // namespace sinew
