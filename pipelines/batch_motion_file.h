#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

/// SHA-256 of a file; for a .gltf over the files that it refers to as well. Throws Error (kIo).
[[nodiscard]] std::string content_hash(const std::filesystem::path& path);

struct MotionClip {
  std::string name;    ///< empty where the file has but one
  double seconds = 0;  ///< 0 when not known
};

/// What a plan needs to know of a file.
struct MotionFile {
  std::string sha256;
  std::string problem;  ///< why it cannot be read; then there is no hash
  std::int64_t bytes = 0;
  std::vector<MotionClip> clips;  ///< at least one: what is wrong with it, the bake says
};

/// Hashes a file and finds its clips. BVH files are only skimmed; others go through `sinew inspect`, a process of its
/// own. Never throws for what the file is.
[[nodiscard]] MotionFile look_into(const std::filesystem::path& path);

}  // namespace sinew
