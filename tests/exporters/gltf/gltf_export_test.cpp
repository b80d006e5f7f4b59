#include "exporters/gltf/gltf_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "exporters/gltf/gltf_check.h"
#include "exporters/gltf/gltf_parts.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "tests/exporters/gltf/glb_document.h"
#include "tests/exporters/gltf/test_characters.h"

namespace sinew {

namespace {

using nlohmann::json;
using test::GlbDocument;
using ::testing::HasSubstr;

Bytes write(const Asset& asset, Ledger& ledger, GltfContainer container = GltfContainer::kBinary) {
  return export_gltf(asset, {container}, ledger);
}

GlbDocument document(const Asset& asset) {
  Ledger ledger;
  return GlbDocument(write(asset, ledger));
}

template <typename Action>
std::string asset_error(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
    return error.what();
  }
  return "no error";
}

TEST(GltfExport, SameAssetGivesSameBytes) {
  for (const Asset& asset : {test::humanoid(), test::cloth(), test::two_skins(), test::two_roots()}) {
    Ledger first;
    Ledger second;
    EXPECT_EQ(write(asset, first), write(asset, second));
    EXPECT_EQ(first.notes.size(), second.notes.size());
  }
}

TEST(GltfExport, EveryCharacterPassesItsOwnCheck) {
  for (const Asset& asset : {test::humanoid(), test::cloth(), test::two_skins(), test::two_roots()}) {
    Ledger ledger;
    EXPECT_NO_THROW(check_gltf(write(asset, ledger), asset)) << asset.source.file;
    EXPECT_NO_THROW(check_gltf(write(asset, ledger, GltfContainer::kText), asset)) << asset.source.file;
  }
}

TEST(GltfExport, TextHoldsTheSameModelWithTheBufferInside) {
  Ledger ledger;
  const Asset asset = test::cloth();
  json text = json::parse(as_text(write(asset, ledger, GltfContainer::kText)));
  json binary = document(asset).root;
  EXPECT_THAT(text["buffers"][0]["uri"].get<std::string>(), HasSubstr("data:application/octet-stream;base64,"));
  text["buffers"][0].erase("uri");
  EXPECT_EQ(text, binary);
}

TEST(GltfExport, AssetInfoNamesSourceAndLedger) {
  const json info = document(test::humanoid()).root["asset"];
  EXPECT_EQ(info["version"], "2.0");
  EXPECT_THAT(info["generator"].get<std::string>(), ::testing::MatchesRegex("Sinew [0-9]+\\.[0-9]+\\.[0-9]+"));
  const json sinew = info["extras"]["sinew"];
  EXPECT_EQ(sinew["format"], 1);
  EXPECT_EQ(
      sinew["source"],
      (json{
          {"file", "person.bvh"}, {"format", "test"}, {"sha256", std::string(64, 'a')}, {"unit", 0.01}, {"up", "Y"}}));
  ASSERT_EQ(sinew["ledger"].size(), 3U);
  EXPECT_EQ(sinew["ledger"][0], (json{{"code", "unit-scale"}, {"place", "file"}, {"message", "lengths times 0.01"}}));
  EXPECT_EQ(sinew["ledger"][1]["code"], "proxy-mesh");
  EXPECT_EQ(sinew["ledger"][2]["code"], "padding");
}

TEST(GltfExport, LedgerGetsOnlyTheNotesOfTheExport) {
  Ledger ledger;
  ledger.add(NoteCode::kCrop, "clip", "before");
  (void)write(test::humanoid(), ledger);
  ASSERT_EQ(ledger.notes.size(), 3U);
  EXPECT_EQ(ledger.notes[0].code, NoteCode::kCrop);
  EXPECT_EQ(ledger.notes[1].code, NoteCode::kProxyMesh);
  EXPECT_EQ(ledger.notes[2].code, NoteCode::kPadding);
}

TEST(GltfExport, JointsAreTheFirstNodesWithTheirRestPose) {
  const Asset asset = test::humanoid();
  const json nodes = document(asset).root["nodes"];
  const Skeleton& skeleton = asset.character.skeleton;
  ASSERT_EQ(nodes.size(), skeleton.joints.size() + 1);  // and the mesh
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    EXPECT_EQ(nodes[j]["name"], joint.name);
    EXPECT_EQ(nodes[j]["translation"],
              (json{joint.rest.translation.x(), joint.rest.translation.y(), joint.rest.translation.z()}));
    EXPECT_FALSE(nodes[j].contains("matrix"));
    EXPECT_FALSE(nodes[j].contains("scale"));
    EXPECT_EQ(nodes[j].contains("rotation"), j == 6 || j == 14);
    EXPECT_EQ(nodes[j].contains("extras"), joint.end_site);
    if (joint.end_site) {
      EXPECT_EQ(nodes[j]["extras"], (json{{"sinew", {{"end_site", true}}}}));
    }
  }
}

TEST(GltfExport, MeshNodesLieAtTheSceneRootWithNamesOfTheirOwn) {
  const json root = document(test::two_skins()).root;
  EXPECT_EQ(root["scenes"][0]["nodes"], (json{0, 5, 6}));
  EXPECT_EQ(root["nodes"][5], (json{{"name", "lower"}, {"mesh", 0}, {"skin", 0}}));
  EXPECT_EQ(root["nodes"][6], (json{{"name", "body_1"}, {"mesh", 1}, {"skin", 1}}));  // "body" is a joint
  EXPECT_EQ(root["meshes"][1]["name"], "body");
  std::set<std::string> names;
  for (const json& node : root["nodes"]) EXPECT_TRUE(names.insert(node["name"]).second) << node["name"];
}

TEST(GltfExport, SeveralRootsHangOnOneMoreNode) {
  const json root = document(test::two_roots()).root;
  EXPECT_EQ(root["nodes"][5], (json{{"name", "A_1"}, {"children", {0, 2}}}));  // the character's name "A" is a joint's
  EXPECT_EQ(root["scenes"][0]["nodes"], (json{5, 6}));
  EXPECT_EQ(root["skins"][0]["skeleton"], 5);
  EXPECT_EQ(root["skins"][0]["joints"], (json{0, 1, 2, 3, 4}));
}

TEST(GltfExport, FirstSkinTakesTheJointsThatNoneLists) {
  const Asset asset = test::two_skins();
  GlbDocument file = document(asset);
  EXPECT_EQ(file.root["skins"][0]["joints"], (json{1, 0, 2}));
  EXPECT_EQ(file.root["skins"][1]["joints"], (json{0, 3, 4}));
  EXPECT_EQ(file.root["skins"][0]["skeleton"], 0);
  const auto matrices = file.values<float>(file.root["skins"][0]["inverseBindMatrices"].get<int>());
  ASSERT_EQ(matrices.size(), 48U);
  const Mat4 wanted = rest_world(asset.character.skeleton)[2].inverse().matrix();
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(matrices[32 + static_cast<std::size_t>(i)], static_cast<float>(wanted(i % 4, i / 4)));
  Ledger ledger;
  (void)write(asset, ledger);
  EXPECT_TRUE(ledger.has(NoteCode::kAddedJoint));
}

TEST(GltfExport, InverseBindsAreTheModels) {
  Asset asset = test::cloth();
  Mat4& bind = asset.character.skins[0].inverse_bind[1];
  bind(0, 3) = 0.25;
  bind(1, 1) = 2;
  Ledger ledger;
  GlbDocument file(write(asset, ledger));
  const auto matrices = file.values<float>(file.root["skins"][0]["inverseBindMatrices"].get<int>());
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(matrices[16 + i], static_cast<float>(bind(static_cast<int>(i) % 4, static_cast<int>(i) / 4)));
  }
  EXPECT_TRUE(ledger.has(NoteCode::kSuspect));  // the bind pose is not the rest pose
  EXPECT_FALSE(ledger.has(NoteCode::kRepairedBind));
}

TEST(GltfExport, InverseBindWithoutAnInverseIsReplaced) {
  Asset asset = test::cloth();
  asset.character.skins[0].inverse_bind[1].topLeftCorner<3, 3>().setZero();
  Ledger ledger;
  const Bytes file = write(asset, ledger);
  EXPECT_TRUE(ledger.has(NoteCode::kRepairedBind));
  EXPECT_NO_THROW(check_gltf(file, asset));
}

TEST(GltfExport, UnusedPartsAreLeftOutWithANote) {
  Asset asset = test::cloth();
  asset.character.skins.insert(asset.character.skins.begin(), asset.character.skins[0]);
  asset.character.meshes[0].skin = 1;
  asset.character.materials.insert(asset.character.materials.begin(), Material{});
  for (Primitive& p : asset.character.meshes[0].primitives) ++p.material;
  asset.character.images.push_back({"spare", "image/png", test::tiny_png()});
  Ledger ledger;
  const json root = GlbDocument(write(asset, ledger)).root;
  EXPECT_EQ(root["skins"].size(), 1U);
  EXPECT_EQ(root["materials"].size(), 2U);
  EXPECT_EQ(root["images"].size(), 2U);
  EXPECT_EQ(root["nodes"][4]["skin"], 0);
  EXPECT_EQ(root["meshes"][0]["primitives"][1]["material"], 1);
  EXPECT_EQ(std::ranges::count(ledger.notes, NoteCode::kIgnoredData, &Note::code), 3);
}

TEST(GltfExport, ClipsBecomeAnimationsOnOneFrameGrid) {
  const Asset asset = test::humanoid();
  GlbDocument file = document(asset);
  ASSERT_EQ(file.root["animations"].size(), 2U);
  const json walk = file.root["animations"][0];
  EXPECT_EQ(walk["name"], "walk");
  EXPECT_EQ(walk["extras"], (json{{"sinew", {{"frames", 25}, {"frame_rate", 24.0}, {"start_time", 0.0}}}}));
  for (const json& sampler : walk["samplers"]) {
    EXPECT_EQ(sampler["interpolation"], "LINEAR");
    EXPECT_EQ(sampler["input"], walk["samplers"][0]["input"]);
  }
  const int input = walk["samplers"][0]["input"].get<int>();
  const auto times = file.values<float>(input);
  ASSERT_EQ(times.size(), 25U);
  for (int i = 0; i < 25; ++i) EXPECT_EQ(times[static_cast<std::size_t>(i)], static_cast<float>(i / 24.0));
  const json accessor = file.root["accessors"][static_cast<std::size_t>(input)];
  EXPECT_EQ(accessor["min"], (json{0.0}));
  EXPECT_EQ(accessor["max"], (json{1.0}));
}

TEST(GltfExport, TracksOnlyWhereThereIsMotionToHold) {
  const Asset asset = test::cloth();  // roots and "Middle" are translated, "TopTip" is an end site
  GlbDocument file = document(asset);
  for (int joint = 0; joint < 4; ++joint) {
    EXPECT_EQ(file.track(0, joint, "translation") >= 0, joint <= 1) << joint;
    EXPECT_EQ(file.track(0, joint, "rotation") >= 0, joint != 3) << joint;
    EXPECT_EQ(file.track(0, joint, "scale"), -1);
  }
  const auto keys = file.values<float>(file.track(0, 1, "translation"));
  const Clip& clip = asset.clips[0];
  for (int f = 0; f < clip.frames(); ++f) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(keys[static_cast<std::size_t>(3 * f + i)], static_cast<float>(clip.frame_translations(f)[1][i]));
    }
  }
}

TEST(GltfExport, OneFrameBecomesTwoEqualKeys) {
  const Asset asset = test::humanoid();
  GlbDocument file = document(asset);
  const json stand = file.root["animations"][1];
  EXPECT_EQ(stand["extras"], (json{{"sinew", {{"frames", 1}, {"frame_rate", 24.0}, {"start_time", 1.5}}}}));
  const auto times = file.values<float>(stand["samplers"][0]["input"].get<int>());
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0], 0.0F);
  EXPECT_EQ(times[1], static_cast<float>(1 / 24.0));
  const auto keys = file.values<float>(file.track(1, 7, "rotation"));
  ASSERT_EQ(keys.size(), 8U);
  EXPECT_TRUE(std::equal(keys.begin(), keys.begin() + 4, keys.begin() + 4));
}

TEST(GltfExport, SignsStayContinuousWhenRoundingTurnsThem) {
  // Frames half a turn apart: the dot product of the doubles is 0 or just above, that of their floats negative.
  Asset asset = test::two_roots();
  asset.clips[0] = rest_clip(asset.character.skeleton, 2, 30);
  asset.clips[0].name = "turn";
  bool found = false;
  for (int i = 1; i < 2000 && !found; ++i) {
    const Quat a = exp_rotation({0.001 * i, 0.3, 0.2});
    Quat b = (a * Quat(0, 0.6, 0.64, 0.48)).normalized();  // half a turn
    if (a.dot(b) < 0) b.coeffs() = -b.coeffs();
    const auto dot = a.cast<float>().coeffs().cast<double>().dot(b.cast<float>().coeffs().cast<double>());
    if (dot >= 0) continue;
    found = true;
    asset.clips[0].frame_rotations(0)[1] = a;
    asset.clips[0].frame_rotations(1)[1] = b;
  }
  ASSERT_TRUE(found);
  Ledger ledger;
  EXPECT_NO_THROW(check_gltf(write(asset, ledger), asset));
}

TEST(GltfExport, WithoutClipsThereAreNoAnimations) {
  Asset asset = test::humanoid();
  asset.clips.clear();
  Ledger ledger;
  const Bytes file = write(asset, ledger);
  EXPECT_FALSE(GlbDocument(file).root.contains("animations"));
  EXPECT_NO_THROW(check_gltf(file, asset));
}

TEST(GltfExport, RefusesTimesThatFloatsCannotTellApart) {
  // At a million frames a second the floats beyond 16 s lie further apart than the frames.
  EXPECT_EQ(key_times(16'000'000, 1e6, "clip fast").back(), static_cast<float>(15.999999));
  EXPECT_THAT(asset_error([&] { (void)key_times(17'000'000, 1e6, "clip fast"); }),
              HasSubstr("clip fast: at 1000000 Hz frames 16000001 and 16000002 fall on the same"));
}

TEST(GltfExport, RefusesNumbersBeyondSinglePrecision) {
  Asset asset = test::humanoid();
  asset.clips[0].translations[3].y() = 1e39;
  Ledger ledger;
  EXPECT_THAT(asset_error([&] { (void)write(asset, ledger); }), HasSubstr("clip walk: 1e+39"));
  asset = test::humanoid();
  asset.character.skeleton.joints[3].rest.translation.x() = -1e39;
  EXPECT_THAT(asset_error([&] { (void)write(asset, ledger); }), HasSubstr("-1e+39 does not fit"));
}

TEST(GltfExport, RefusesMoreJointsThanWeightsCanName) {
  Asset asset;
  for (int j = 0; j < 65536; ++j) {
    asset.character.skeleton.joints.push_back({std::to_string(j), j == 0 ? kNoParent : 0, {}, false});
  }
  Ledger ledger;
  EXPECT_THAT(asset_error([&] { (void)write(asset, ledger); }), HasSubstr("65536 joints"));
}

TEST(GltfExport, TextThatIsNotUtf8DoesNotReachTheFile) {
  Asset asset = test::cloth();
  asset.source.file = "dir\\bad\xff name.bvh";
  asset.character.materials[0].name = std::string("zero\0byte", 9);
  asset.character.meshes[0].name = "\xc3\x28";
  Ledger ledger;
  const json root = GlbDocument(write(asset, ledger)).root;
  EXPECT_EQ(root["asset"]["extras"]["sinew"]["source"]["file"], "bad? name.bvh");
  EXPECT_EQ(root["materials"][0]["name"], "zero?byte");
  EXPECT_EQ(root["meshes"][0]["name"], "?(");
}

}  // namespace

}  // namespace sinew
