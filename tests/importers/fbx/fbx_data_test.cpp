#include <gtest/gtest.h>

#include <map>
#include <set>

#include "importers/fbx/fbx_import.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "tests/support/test_data.h"

namespace sinew::test {
namespace {

struct Expected {
  double unit;
  char up;
  double frame_rate;
  int joints;
  std::vector<int> frames;  ///< per clip
  std::size_t meshes;
};

/// As Blender 3.4.1 and the files' own settings have it; frames are those of the stack's span.
const std::map<std::string, Expected> kExpected = {
    {"100style/100style_character.fbx", {0.01, 'Y', 60, 28, {}, 0}},
    {"assimp/animation_with_skeleton.fbx", {0.01, 'Y', 24, 16, {21}, 1}},
    {"assimp/huesitos.fbx", {0.01, 'Y', 25, 11, {40}, 1}},
    {"bvh-toolbox/template.fbx", {0.01, 'Y', 24, 24, {101}, 1}},
    {"cmu-fbx/91_50.fbx", {0.01, 'Y', 30, 43, {166}, 0}},
    {"momentum/animation_test.fbx", {0.01, 'Y', 24, 3, {10}, 0}},
    {"momentum/simple_anim.fbx", {0.01, 'Y', 30, 159, {6}, 1}},
    {"ozz-pab/locomotions.fbx", {0.01, 'Y', 30, 68, {25, 21, 41}, 0}},
    {"rocketbox/Dog_Beagle_01.fbx", {0.01, 'Y', 30, 36, {}, 1}},
    {"rocketbox/Female_Adult_01.fbx", {0.01, 'Y', 30, 81, {2}, 1}},
    {"rocketbox/m_crouch_in.max.fbx", {0.01, 'Y', 30, 124, {136}, 0}},
    {"ufbx/max_transformed_skin_7500_binary.fbx", {0.01, 'Z', 30, 5, {25}, 1}},
    {"ufbx/max7_skin_5000_binary.fbx", {0.01, 'Y', 30, 4, {21}, 1}},
};

std::vector<std::filesystem::path> fbx_files() {
  std::vector<std::filesystem::path> files = data_files();
  std::erase_if(files, [](const auto& file) { return file.extension() != ".fbx"; });
  return files;
}

TEST(FbxData, EveryFileIsImportedOrRefusedForAReason) {
  SINEW_NEEDS_DATA();
  std::size_t imported = 0;
  std::map<std::string, int> refused;
  for (const auto& file : fbx_files()) {
    try {
      const Asset asset = import_fbx(read_file(*data_dir() / file), {});
      asset.validate();
      ++imported;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset) << file << error.what();
      const bool no_skeleton = std::string(error.what()).find("no skeleton") != std::string::npos;
      EXPECT_TRUE(no_skeleton || file.string().find("maya_long_keyframes") != std::string::npos)
          << file << ": " << error.what();
      ++refused[no_skeleton ? "no skeleton" : "too long"];
    }
  }
  EXPECT_EQ(imported, 110u);
  EXPECT_EQ(refused["no skeleton"], 56);
  EXPECT_EQ(refused["too long"], 4) << "ten million frames";
}

TEST(FbxData, SettingsJointsAndFramesOfKnownFiles) {
  SINEW_NEEDS_DATA();
  for (const auto& [name, expected] : kExpected) {
    const Asset asset = import_fbx(read_file(*data_dir() / "fbx" / name), {});
    EXPECT_DOUBLE_EQ(asset.source.unit, expected.unit) << name;
    EXPECT_EQ(asset.source.up, expected.up) << name;
    EXPECT_DOUBLE_EQ(asset.source.frame_rate, expected.frame_rate) << name;
    EXPECT_EQ(asset.character.skeleton.size(), expected.joints) << name;
    EXPECT_EQ(asset.character.meshes.size(), expected.meshes) << name;
    std::vector<int> frames;
    for (const Clip& clip : asset.clips) frames.push_back(clip.frames());
    EXPECT_EQ(frames, expected.frames) << name;
  }
}

/// The same scene written as ASCII, binary, big-endian and in several versions must come out the same.
TEST(FbxData, VersionsAndEncodingsOfOneSceneAgree) {
  SINEW_NEEDS_DATA();
  const std::vector<std::vector<std::string>> families = {
      {"maya_game_sausage_7500_ascii_wiggle", "maya_game_sausage_7500_binary_wiggle"},
      {"max_transformed_skin_6100_ascii", "max_transformed_skin_6100_binary", "max_transformed_skin_7500_ascii",
       "max_transformed_skin_7500_binary"},
      {"maya_anim_layers_7500_ascii", "maya_anim_layers_7500_binary"},
      {"maya_transformed_skin_6100_ascii", "maya_transformed_skin_6100_binary", "maya_transformed_skin_7700_ascii",
       "maya_transformed_skin_7700_binary"}};
  for (const auto& family : families) {
    std::vector<Asset> assets;
    for (const std::string& name : family)
      assets.push_back(import_fbx(read_file(*data_dir() / "fbx/ufbx" / (name + ".fbx")), {}));
    for (std::size_t i = 1; i < assets.size(); ++i) {
      ASSERT_TRUE(same_structure(assets[0].character.skeleton, assets[i].character.skeleton)) << family[i];
      ASSERT_EQ(assets[0].clips.size(), 1u) << family[0];
      ASSERT_EQ(assets[i].clips.size(), 1u) << family[i];
      const Clip& a = assets[0].clips[0];
      const Clip& b = assets[i].clips[0];
      ASSERT_EQ(a.rotations.size(), b.rotations.size()) << family[i];
      double worst = 0;
      for (std::size_t k = 0; k < a.rotations.size(); ++k)
        worst = std::max(worst, a.rotations[k].angularDistance(b.rotations[k]));
      EXPECT_LT(worst, 1e-4) << family[i];  // measured: 6.6e-5 between 6100 and 7500 of max_transformed_skin
    }
  }
}

}  // namespace
}  // namespace sinew::test
