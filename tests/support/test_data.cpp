#include "tests/support/test_data.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

namespace sinew::test {

namespace fs = std::filesystem;

fs::path source_dir() { return SINEW_SOURCE_DIR; }

std::optional<fs::path> data_dir() {
  if (const char* given = std::getenv("SINEW_TEST_DATA"); given != nullptr && *given != '\0') {
    if (!fs::is_directory(given)) throw std::runtime_error(std::string("SINEW_TEST_DATA is no folder: ") + given);
    return fs::path(given);
  }
  const fs::path beside = source_dir().parent_path() / "shared" / "data";
  if (fs::is_directory(beside)) return beside;
  return std::nullopt;
}

std::vector<fs::path> data_files() {
  std::vector<fs::path> files;
  const auto root = data_dir();
  if (!root) return files;
  constexpr std::array kSuffixes = {".bvh", ".fbx", ".gltf", ".glb", ".vrma"};
  for (const auto& entry : fs::recursive_directory_iterator(*root)) {
    if (entry.is_regular_file() && std::ranges::count(kSuffixes, entry.path().extension().string()) > 0) {
      files.push_back(fs::relative(entry.path(), *root));
    }
  }
  std::ranges::sort(files);
  return files;
}

TempDir::TempDir() {
  std::string pattern = (fs::temp_directory_path() / "sinew-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder like " + pattern);
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace sinew::test
