#include <gtest/gtest.h>

#include <map>

#include "importers/gltf/gltf_import.h"
#include "importers/scene/resource_loader.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/text.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// The data files that read_gltf refuses, with a part of the reason; all others are read.
const std::map<std::string, std::string> kRefused = {
    {"gltf/assimp-bad/BoxTextured.gltf", "file not found"},
    {"gltf/assimp-bad/BoxWithInfinites.glb", "not finite"},
    {"gltf/assimp-bad/IndexOutOfRange.gltf", "file not found"},
    {"gltf/assimp-bad/NoScene.gltf", "scene 0 does not exist"},
    {"gltf/assimp-bad/RecursiveNodes.gltf", "cycle"},
    {"gltf/assimp-bad/badNumber.gltf", "normalTexture: \"index\" is missing"},
    {"gltf/khronos/CesiumMan-draco/CesiumMan.gltf", "KHR_draco_mesh_compression"},
    {"gltf/validator/animation/channel_duplicate_targets.gltf", "two channels"},
    {"gltf/validator/animation/empty_objects.gltf", "\"channels\" is missing"},
    {"gltf/validator/animation/sampler_bufferview_bytestride.gltf", "neither a URI"},
    {"gltf/validator/animation/sampler_input_format_invalid.gltf", "component type 5125; expected 5126"},
    {"gltf/validator/animation/sampler_output_count_invalid.gltf", "2 values for 1 keys"},
    {"gltf/validator/animation/sampler_output_format_invalid.gltf", "4 components per element; expected 3"},
    {"gltf/validator/animation/sampler_too_few_cubic_frames.gltf", "rotation key 0 is zero"},
    {"gltf/validator/animation/unresolved_channel_sampler.gltf", "sampler 1 does not exist"},
    {"gltf/validator/animation/unresolved_channel_target.gltf", "node 0 does not exist"},
    {"gltf/validator/animation/unresolved_sampler_input.gltf", "accessor 1 does not exist"},
    {"gltf/validator/animation/unresolved_sampler_output.gltf", "accessor 1 does not exist"},
    {"gltf/validator/animation/valid.gltf", "not after the key before it"},
    {"gltf/validator/animation_data/invalid_input_values.gltf", "key 0 is at -1 s"},
    {"gltf/validator/animation_data/quaternion_cubic_non_unit_values.gltf", "not after the key before it"},
    {"gltf/validator/animation_data/quaternion_non_unit_values.gltf", "not after the key before it"},
    {"gltf/validator/node/unresolved_skin.gltf", "skin 0 does not exist"},
    {"gltf/validator/skin/empty_joints_array.gltf", "has no joints"},
    {"gltf/validator/skin/empty_object.gltf", "\"joints\" is missing"},
    {"gltf/validator/skin/ibm_invalid_count.gltf", "2 matrices for 3 joints"},
    {"gltf/validator/skin/ibm_invalid_format.gltf", "expected 16"},
    {"gltf/validator/skin/ignored_animated_transform.gltf", "not after the key before it"},
    {"gltf/validator/skin/unresolved_ibm.gltf", "accessor 0 does not exist"},
    {"gltf/validator/skin/unresolved_joint.gltf", "joint node 0 does not exist"},
    {"gltf/validator/skin/unresolved_skeleton.gltf", "skeleton node 1 does not exist"},
};

std::string outcome(const fs::path& path) {
  try {
    const Bytes bytes = read_file(path);
    (void)read_gltf(bytes, folder_loader(path.parent_path()), {});
    return "read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset) << path;
    return error.what();
  }
}

TEST(GltfData, EveryFileIsReadOrRefusedForItsReason) {
  SINEW_NEEDS_DATA();
  std::size_t files = 0;
  for (const fs::path& file : test::data_files()) {
    if (!file.string().starts_with("gltf/")) continue;
    ++files;
    const auto expected = kRefused.find(file.string());
    const std::string found = outcome(*test::data_dir() / file);
    if (expected == kRefused.end()) {
      EXPECT_EQ(found, "read") << file;
    } else {
      EXPECT_NE(found.find(expected->second), std::string::npos) << file << ": " << found;
    }
  }
  EXPECT_EQ(files, 100U);
}

TEST(GltfData, AVrmAnimationBringsItsHumanoid) {
  SINEW_NEEDS_DATA();
  const Bytes bytes = read_file(*test::data_dir() / "gltf/vrm/test.vrma");
  const Asset asset = import_gltf(bytes, nullptr, {});
  EXPECT_GE(asset.character.skeleton.size(), 15);
  ASSERT_EQ(asset.clips.size(), 1U);
  EXPECT_EQ(asset.clips[0].frames(), 73);
}

}  // namespace
}  // namespace sinew
