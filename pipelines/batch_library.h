#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

/// A file that a library offers as a motion.
struct LibraryFile {
  int library = 0;
  std::string name;  ///< within its library, raw bytes
};

struct Library {
  std::vector<std::string> folders;   ///< absolute; a file that was named itself has its own folder here
  std::vector<LibraryFile> files;     ///< in the order of their names
  std::vector<std::string> problems;  ///< what could not be read, with the reason
};

/// Finds .bvh, .fbx, .glb, .gltf and .vrma files below folders, and takes files that are named as they are. Links are
/// followed, but no folder is entered twice, so that loops end. Names are never interpreted. Throws Error (kIo) when
/// one of the paths is not there.
[[nodiscard]] Library find_motions(const std::vector<std::filesystem::path>& paths);

}  // namespace sinew
