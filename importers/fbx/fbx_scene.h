#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "importers/fbx/fbx_import.h"

struct ufbx_scene;
struct ufbx_string;
struct ufbx_vec3;
struct ufbx_matrix;
struct ufbx_transform;

namespace sinew::fbx {

struct SceneDeleter {
  void operator()(ufbx_scene* scene) const;
};
using ScenePtr = std::unique_ptr<ufbx_scene, SceneDeleter>;

/// How the file's coordinates lie in the world: p_world = turn * p_file, in right-handed, Y up axes.
struct FileAxes {
  bool known = false;     ///< the file says so
  bool mirrored = false;  ///< the file is left-handed; the parser has mirrored everything
  char up = 'Y';          ///< as SourceInfo::up
  Mat3 turn = Mat3::Identity();
};

struct LoadedScene {
  ScenePtr scene;
  FileAxes axes;
};

/// Parses the bytes under the limits. Throws Error (kAsset).
[[nodiscard]] LoadedScene load_scene(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits);

[[nodiscard]] std::string to_string(const ufbx_string& text);
[[nodiscard]] Vec3 to_vec3(const ufbx_vec3& v);
[[nodiscard]] Mat4 to_matrix(const ufbx_matrix& m);
/// The rotation is made unit. Throws Error (kAsset) that names the node when a number is not finite.
[[nodiscard]] Trs to_trs(const ufbx_transform& t, std::string_view node);

}  // namespace sinew::fbx
