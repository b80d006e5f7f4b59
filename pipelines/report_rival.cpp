#include "pipelines/report_rival.h"

#include <algorithm>
#include <cmath>

#include "exporters/gltf/proxy_mesh.h"
#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/kinematics/clip_edit.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"
#include "libanim/validity/record_clip.h"
#include "pipelines/load_take.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Joints of the file's skins by their place in the take's skeleton. A skin with a joint that the take does not know
/// goes, with its meshes: some other tool has added it.
void adopt_meshes(Character& character, const Character& read) {
  std::vector<int> new_skin(read.skins.size(), -1);
  for (std::size_t s = 0; s < read.skins.size(); ++s) {
    Skin skin = read.skins[s];
    bool known = true;
    for (int& joint : skin.joints) {
      const std::optional<int> found = character.skeleton.find(read.skeleton.joints[to_size(joint)].name);
      known = known && found.has_value();
      joint = found.value_or(0);
    }
    if (!known) continue;
    new_skin[s] = static_cast<int>(character.skins.size());
    character.skins.push_back(std::move(skin));
  }
  for (Mesh mesh : read.meshes) {
    mesh.skin = new_skin[to_size(mesh.skin)];
    if (mesh.skin >= 0) character.meshes.push_back(std::move(mesh));
  }
  character.materials = read.materials;
}

Clip on_grid(const Skeleton& skeleton, const Clip& clip, double frame_rate) {
  const bool same = std::abs(clip.frame_rate - frame_rate) <= 1e-6 * frame_rate;
  return same ? clip : resample(skeleton, clip, frame_rate);
}

bool has_take(const fs::path& file) {
  const Bytes bytes = read_file(file, ImportLimits{}.max_file_bytes);
  if (is_take(bytes)) return true;
  if (detect_format(bytes, file) != FileFormat::kGltf) return false;
  const ImportOptions options;
  return read_gltf_sinew(bytes, folder_loader(file.parent_path(), options.limits), options).take.has_value();
}

PageRival rival_of_take(const Take& take, double frame_rate) {
  PageRival rival;
  rival.character = take.character;
  rival.clip = on_grid(take.character.skeleton, record_clip(take), frame_rate);
  rival.figure = take.figure;
  rival.motion = clip_motion(take, rival.clip);
  return rival;
}

PageRival rival_of_asset(Asset asset, double frame_rate) {
  if (asset.clips.empty()) throw Error::asset("", "there is no animation in it to compare with");
  PageRival rival;
  rival.clip = on_grid(asset.character.skeleton, asset.clips.front(), frame_rate);
  if (asset.character.meshes.empty()) add_proxy_mesh(asset.character, asset.clips);
  rival.character = std::move(asset.character);
  return rival;
}

}  // namespace

Take load_take_with_meshes(const fs::path& file) {
  Take take = load_take(file);
  if (!take.character.meshes.empty() || is_take(read_file(file, ImportLimits{}.max_file_bytes))) return take;
  adopt_meshes(take.character, import_file(file, {}).character);
  return take;
}

PageRival load_rival(const fs::path& file, double frame_rate) {
  try {
    PageRival rival = has_take(file) ? rival_of_take(load_take_with_meshes(file), frame_rate)
                                     : rival_of_asset(import_file(file, {}), frame_rate);
    rival.label = file.filename().string();
    return rival;
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

}  // namespace sinew
