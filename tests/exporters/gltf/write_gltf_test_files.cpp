// write_gltf_test_files FOLDER: exports the hand-made characters for tools that read files (Khronos validator,
// Blender), each as NAME.glb with NAME.json beside it: joint names and, for the first clip, world positions in every
// frame.

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>

#include "exporters/gltf/gltf_check.h"
#include "exporters/gltf/gltf_export.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "tests/exporters/gltf/test_characters.h"

namespace {

using namespace sinew;

nlohmann::json truth(const Asset& asset) {
  nlohmann::json result;
  const Skeleton& skeleton = asset.character.skeleton;
  for (const Joint& joint : skeleton.joints) result["joints"].push_back(joint.name);
  const Clip& clip = asset.clips[0];
  result["frame_rate"] = clip.frame_rate;
  for (int f = 0; f < clip.frames(); ++f) {
    nlohmann::json frame;
    for (const Vec3& p : joint_positions(skeleton, clip, f)) frame.push_back({p.x(), p.y(), p.z()});
    result["frames"].push_back(frame);
  }
  return result;
}

void write(const Asset& asset, const std::filesystem::path& stem, GltfContainer container) {
  Ledger ledger;
  const Bytes file = export_gltf(asset, {container}, ledger);
  check_gltf(file, asset);
  std::filesystem::path path = stem;
  write_file_atomic(path.replace_extension(container == GltfContainer::kBinary ? ".glb" : ".gltf"), file,
                    Existing::kReplace);
  write_file_atomic(path.replace_extension(".json"), as_bytes(truth(asset).dump()), Existing::kReplace);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_gltf_test_files FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  write(test::humanoid(), folder / "humanoid", GltfContainer::kBinary);
  write(test::humanoid(), folder / "humanoid_text", GltfContainer::kText);
  write(test::cloth(), folder / "cloth", GltfContainer::kBinary);
  write(test::two_skins(), folder / "two_skins", GltfContainer::kBinary);
  write(test::two_roots(), folder / "two_roots", GltfContainer::kBinary);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 6;
}
