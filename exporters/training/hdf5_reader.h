#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exporters/training/hdf5_handles.h"

namespace sinew {

/// Reads what Hdf5Writer writes and refuses anything else: datasets have to be contiguous, unfiltered, of our types,
/// and in this file; links hard. So nothing outside of the file is opened, and memory is bounded by its size. Throws
/// Error (kAsset) that names the path.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& file);

  [[nodiscard]] TrainingArray array(const std::string& path) const;
  [[nodiscard]] std::string text(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& path) const;
  [[nodiscard]] std::int64_t integer(const std::string& object, const std::string& attribute) const;
  [[nodiscard]] std::string word(const std::string& object, const std::string& attribute) const;
  /// Names in a group, sorted; nothing where there is no such group.
  [[nodiscard]] std::vector<std::string> names(const std::string& group) const;
  [[nodiscard]] bool is_group(const std::string& path) const;
  /// Whether two paths lead to one object.
  [[nodiscard]] bool same(const std::string& a, const std::string& b) const;

 private:
  void check_links(const std::string& path) const;
  [[nodiscard]] Hdf5Handle dataset(const std::string& path) const;
  [[nodiscard]] Bytes bytes(const std::string& path, std::int64_t set, std::int64_t type, std::size_t item,
                            const std::vector<std::uint64_t>& shape) const;

  Hdf5Handle file_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace sinew
