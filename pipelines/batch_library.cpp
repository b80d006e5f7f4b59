#include "pipelines/batch_library.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

bool is_motion(const fs::path& path) {
  constexpr std::array<std::string_view, 5> kSuffixes = {".bvh", ".fbx", ".glb", ".gltf", ".vrma"};
  return std::ranges::find(kSuffixes, lower(path.extension().string())) != kSuffixes.end();
}

class Walk {
 public:
  explicit Walk(Library& library) : library_(library) {}

  void add(const fs::path& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    std::error_code error;
    const fs::file_status status = fs::status(absolute, error);
    if (!fs::exists(status)) throw Error::io(path.string(), "there is no such file or folder");
    const fs::path folder = fs::is_directory(status) ? absolute : absolute.parent_path();
    library_.folders.push_back(folder.string());
    if (fs::is_directory(status)) {
      enter("");
    } else {
      found(absolute.filename());
    }
  }

 private:
  [[nodiscard]] fs::path place(const fs::path& name) const { return fs::path(library_.folders.back()) / name; }

  void found(const fs::path& name) {
    library_.files.push_back({static_cast<int>(library_.folders.size()) - 1, name.string()});
  }

  /// False where this folder was entered before, by whatever name.
  bool is_new(const fs::path& folder) {
    struct stat info {};
    return ::stat(folder.c_str(), &info) == 0 && entered_.emplace(info.st_dev, info.st_ino).second;
  }

  void enter(const fs::path& name) {
    if (!is_new(place(name))) return;
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator i(place(name), error), end; !error && i != end; i.increment(error)) {
      entries.push_back(i->path().filename());
    }
    if (error) library_.problems.push_back(fmt::format("{}: {}", place(name).string(), error.message()));
    std::ranges::sort(entries, {}, [](const fs::path& p) { return p.string(); });
    for (const fs::path& entry : entries) look_at(name / entry);
  }

  void look_at(const fs::path& name) {
    std::error_code error;
    const fs::file_status status = fs::status(place(name), error);
    if (fs::is_directory(status)) {
      enter(name);
    } else if (is_motion(name)) {
      found(name);
    }
  }

  Library& library_;
  std::set<std::pair<dev_t, ino_t>> entered_;
};

}  // namespace

Library find_motions(const std::vector<fs::path>& paths) {
  Library library;
  Walk walk(library);
  for (const fs::path& path : paths) walk.add(path);
  return library;
}

}  // namespace sinew
