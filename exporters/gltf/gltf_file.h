#pragma once

#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

/// What gltf_check looks at in a written file, as plain values.
struct WrittenNode {
  std::string name;
  std::vector<double> translation{0, 0, 0};
  std::vector<double> rotation{0, 0, 0, 1};
  bool other_transform = false;  ///< scale or matrix
  int mesh = -1;
  int skin = -1;
};

struct WrittenSkin {
  int skeleton = -1;
  std::vector<int> joints;
  std::vector<float> inverse_bind;  ///< 16 each, by columns
};

struct WrittenTrack {
  int node = -1;
  std::string path;
  std::string interpolation;
  int input = -1;             ///< accessor of the times
  std::vector<float> values;  ///< 3 or 4 per key
};

struct WrittenAnimation {
  std::string name;
  std::vector<float> times;  ///< of the first track
  std::vector<WrittenTrack> tracks;
};

struct WrittenFile {
  std::vector<WrittenNode> nodes;
  std::vector<int> scene_nodes;
  std::vector<WrittenSkin> skins;
  std::vector<WrittenAnimation> animations;
};

/// Reads a GLB or a text glTF with an embedded buffer, as export_gltf writes them and nothing else. Throws Error
/// (kInternal).
[[nodiscard]] WrittenFile read_written_gltf(ByteSpan file);

}  // namespace sinew
