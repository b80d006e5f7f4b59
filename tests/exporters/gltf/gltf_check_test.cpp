#include "exporters/gltf/gltf_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "exporters/gltf/gltf_export.h"
#include "libanim/support/error.h"
#include "tests/exporters/gltf/glb_document.h"
#include "tests/exporters/gltf/test_characters.h"

namespace sinew {

namespace {

using test::GlbDocument;
using ::testing::HasSubstr;

/// The complaint about the humanoid's file after a change to it.
std::string complaint(const std::function<void(GlbDocument&)>& change, const Asset& asset = test::humanoid()) {
  Ledger ledger;
  GlbDocument document(export_gltf(asset, {}, ledger));
  change(document);
  try {
    check_gltf(document.file(), asset);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    return error.what();
  }
  return "none";
}

TEST(GltfCheck, AcceptsWhatIsPutTogetherUnchanged) {
  EXPECT_EQ(complaint([](GlbDocument&) {}), "none");
}

TEST(GltfCheck, SeesSignFlips) {
  const auto flip = [](GlbDocument& file) {
    for (float& component : file.values<float>(file.track(0, 7, "rotation")).subspan(4 * 9, 4)) component = -component;
  };
  EXPECT_THAT(complaint(flip), HasSubstr("clip walk, joint LeftForeArm, rotation key 9: the quaternion's sign flips"));
}

TEST(GltfCheck, SeesSmallDifferencesOfKeys) {
  const auto turn = [](GlbDocument& file) { file.values<float>(file.track(0, 7, "rotation"))[4 * 9] += 2e-6F; };
  EXPECT_THAT(complaint(turn), HasSubstr("rotation key 9: off by"));
  const auto shift = [](GlbDocument& file) { file.values<float>(file.track(0, 0, "translation"))[3 * 24] += 2e-6F; };
  EXPECT_THAT(complaint(shift), HasSubstr("joint Hips, translation key 24"));
  const auto stretch = [](GlbDocument& file) {
    for (float& component : file.values<float>(file.track(0, 7, "rotation")).subspan(0, 4)) component *= 1.00001F;
  };
  EXPECT_THAT(complaint(stretch), HasSubstr("not of unit length"));
}

TEST(GltfCheck, SeesTimesOffTheGrid) {
  const auto late = [](GlbDocument& file) {
    float& time = file.values<float>(file.root["animations"][0]["samplers"][0]["input"].get<int>())[5];
    time = std::nextafter(time, 1.0F);
  };
  EXPECT_THAT(complaint(late), HasSubstr("clip walk: key 5 is not on the frame grid"));
}

TEST(GltfCheck, SeesMissingAndForeignTracks) {
  const auto drop = [](GlbDocument& file) { file.root["animations"][0]["channels"].erase(3); };
  EXPECT_THAT(complaint(drop), HasSubstr("tracks of joint"));
  const auto scale = [](GlbDocument& file) { file.root["animations"][0]["channels"][0]["target"]["path"] = "scale"; };
  EXPECT_THAT(complaint(scale), HasSubstr("a track of scale"));
  const auto step = [](GlbDocument& file) { file.root["animations"][0]["samplers"][2]["interpolation"] = "STEP"; };
  EXPECT_THAT(complaint(step), HasSubstr("STEP"));
}

TEST(GltfCheck, SeesMissingAndRenamedClips) {
  EXPECT_THAT(complaint([](GlbDocument& file) { file.root["animations"].erase(1); }),
              HasSubstr("animations: 1, expected 2"));
  EXPECT_THAT(complaint([](GlbDocument& file) { file.root["animations"][0]["name"] = "run"; }), HasSubstr("named run"));
}

TEST(GltfCheck, SeesOneKeyAnimations) {
  const auto single = [](GlbDocument& file) {
    for (const auto& sampler : file.root["animations"][1]["samplers"]) {
      for (const char* side : {"input", "output"}) {
        auto& accessor = file.root["accessors"][sampler[side].get<std::size_t>()];
        if (accessor["count"] == 1) continue;
        auto& view = file.root["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        accessor["count"] = 1;
        view["byteLength"] = view["byteLength"].get<std::size_t>() / 2;
      }
    }
  };
  EXPECT_THAT(complaint(single), HasSubstr("clip stand: 1 keys, expected 2"));
}

TEST(GltfCheck, SeesSkinsThatAreMissingOrIncomplete) {
  const auto without = [](GlbDocument& file) { file.root["nodes"].back().erase("skin"); };
  EXPECT_THAT(complaint(without), HasSubstr("a mesh without a skin"));
  const auto shorter = [](GlbDocument& file) { file.root["skins"][0]["joints"].erase(21); };
  EXPECT_THAT(complaint(shorter), HasSubstr("joint RightToeTip: no skin lists it"));
  const auto no_mesh = [](GlbDocument& file) { file.root["nodes"].back().erase("mesh"); };
  EXPECT_THAT(complaint(no_mesh), HasSubstr("meshes: there is none"));
  const auto moved = [](GlbDocument& file) { file.root["nodes"].back()["translation"] = {0, 1, 0}; };
  EXPECT_THAT(complaint(moved), HasSubstr("not untransformed"));
}

TEST(GltfCheck, SeesWrongBindAndRestPoses) {
  const auto bind = [](GlbDocument& file) {
    file.values<float>(file.root["skins"][0]["inverseBindMatrices"].get<int>())[16 * 4 + 13] += 1e-4F;
  };
  EXPECT_THAT(complaint(bind), HasSubstr("skin 0: inverse bind matrices"));
  const auto rest = [](GlbDocument& file) { file.root["nodes"][2]["translation"][1] = 0.2001; };
  EXPECT_THAT(complaint(rest), HasSubstr("joint Chest: rest translation"));
  const auto name = [](GlbDocument& file) { file.root["nodes"][2]["name"] = "chest"; };
  EXPECT_THAT(complaint(name), HasSubstr("joint Chest: its node is named chest"));
}

TEST(GltfCheck, BrokenFilesAreErrorsNotCrashes) {
  Ledger ledger;
  const Asset asset = test::two_roots();
  const Bytes whole = export_gltf(asset, {}, ledger);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    EXPECT_THROW(check_gltf(ByteSpan(whole).first(size), asset), Error) << size;
  }
}

}  // namespace

}  // namespace sinew
