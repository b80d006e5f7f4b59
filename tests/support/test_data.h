#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sinew::test {

/// The repository's root, from which samples/ and tests/ are found.
[[nodiscard]] std::filesystem::path source_dir();

/// The folder of third-party test data: SINEW_TEST_DATA, or ../shared/data beside the repository.
[[nodiscard]] std::optional<std::filesystem::path> data_dir();

/// Every model file (.bvh .fbx .gltf .glb .vrma) below the data folder, relative to it, sorted.
[[nodiscard]] std::vector<std::filesystem::path> data_files();

/// A fresh empty folder, removed with everything in it at the end of scope.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sinew::test

/// Skips a data test where there is no data folder (and says so); where there is one it goes on.
#define SINEW_NEEDS_DATA() \
  if (!sinew::test::data_dir()) GTEST_SKIP() << "SKIPPED: no test data (set SINEW_TEST_DATA)"
