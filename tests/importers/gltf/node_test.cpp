#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "importers/gltf/node_reader.h"
#include "libanim/math/rotation.h"
#include "tests/importers/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::read_text;
using test::refusal;
using ::testing::HasSubstr;

std::string document(std::string_view body) { return GltfBuilder().json(body); }

TEST(GltfNodes, PartsAreReadAsTheyAre) {
  const SourceScene scene = read_text(document(
      R"("nodes": [{"name": "a", "children": [1], "translation": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8], "scale": [4, 5, 6]}, {}])"));
  const SourceNode& node = scene.nodes.at(0);
  EXPECT_EQ(node.name, "a");
  EXPECT_EQ(node.local.translation, Vec3(1, 2, 3));
  EXPECT_EQ(node.local.scale, Vec3(4, 5, 6));
  EXPECT_NEAR(node.local.rotation.y(), 0.6, 1e-15);  // measured: 0
  EXPECT_EQ(scene.nodes.at(1).parent, 0);
  EXPECT_EQ(scene.source.format, "glTF 2.0");
  EXPECT_EQ(scene.source.unit, 1);
  EXPECT_EQ(scene.source.up, 'Y');
}

TEST(GltfNodes, AMatrixIsTakenApart) {
  const Quat turn(Eigen::AngleAxisd(2.1, Vec3(1, 2, -3).normalized()));
  Mat4 matrix = Mat4::Identity();
  matrix.topLeftCorner<3, 3>() = turn.toRotationMatrix() * Vec3(-2, 3, 0.5).asDiagonal();
  matrix.topRightCorner<3, 1>() = Vec3(7, 8, 9);
  const DecomposedMatrix parts = decompose(matrix);
  EXPECT_LT(parts.shear, 1e-14);  // measured: 1.6e-16
  const Mat3 again = parts.trs.rotation.toRotationMatrix() * parts.trs.scale.asDiagonal();
  EXPECT_LT((again - matrix.topLeftCorner<3, 3>()).norm(), 1e-14);  // measured: 6.7e-16
  EXPECT_EQ(parts.trs.translation, Vec3(7, 8, 9));
  matrix.setZero();
  EXPECT_TRUE(decompose(matrix).trs.rotation.coeffs().allFinite());
}

TEST(GltfNodes, ShearIsRefusedAboveOtherNodes) {
  const std::string sheared = R"("matrix": [1,0,0,0, 0.5,1,0,0, 0,0,1,0, 0,0,0,1])";
  EXPECT_THAT(refusal(document(fmt::format(R"("nodes": [{{{}, "children": [1]}}, {{}}])", sheared))),
              HasSubstr("nodes/0: the matrix has shear"));
  EXPECT_TRUE(read_text(document(fmt::format(R"("nodes": [{{{}}}])", sheared))).ledger.has(NoteCode::kSuspect));
}

TEST(GltfNodes, RefusesGraphsThatAreNoTrees) {
  EXPECT_THAT(refusal(document(R"("nodes": [{"children": [1]}, {"children": [0]}])")),
              HasSubstr("nodes/0: is its own ancestor"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"children": [0]}])")), HasSubstr("is its own ancestor"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"children": [2]}, {"children": [2]}, {}])")),
              HasSubstr("node 2 is already a child of node 0"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"children": [7]}])")),
              HasSubstr("child 7 does not exist; the file has 1 nodes"));
  std::string chain;
  for (int i = 0; i < 600; ++i) chain += fmt::format(R"({{"children": [{}]}}, )", i + 1);
  EXPECT_THAT(refusal(document(fmt::format(R"("nodes": [{}{{}}])", chain))), HasSubstr("nested more than 512 deep"));
}

TEST(GltfNodes, RefusesBrokenTransforms) {
  EXPECT_THAT(refusal(document(R"("nodes": [{"translation": [1, 2]}])")),
              HasSubstr("glTF/nodes/0/translation: expected 3 numbers, found 2"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"rotation": [0, 0, 0, 0]}])")), HasSubstr("rotation has no direction"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,2]}])")),
              HasSubstr("last row is 0 0 0 2"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"scale": [1,1,1], "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}])")),
              HasSubstr("only one is meant"));
}

TEST(GltfNodes, ALongQuaternionIsNormalisedWithANote) {
  const SourceScene scene = read_text(document(R"("nodes": [{"rotation": [0, 0, 0, 2]}])"));
  EXPECT_EQ(scene.nodes.at(0).local.rotation.w(), 1);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kRepairedQuaternion));
}

TEST(GltfNodes, TheDefaultSceneCounts) {
  const std::string two =
      R"("scenes": [{"nodes": [0]}, {"nodes": [1]}], "nodes": [{}, {}], "skins": [{"joints": [0]}, {"joints": [1]}])";
  const SourceScene first = read_text(document(two));
  EXPECT_TRUE(first.nodes[0].is_joint);
  EXPECT_FALSE(first.nodes[1].is_joint);
  EXPECT_TRUE(first.ledger.has(NoteCode::kIgnoredData));
  const SourceScene second = read_text(document(R"("scene": 1, )" + two));
  EXPECT_FALSE(second.nodes[0].is_joint);
  EXPECT_TRUE(second.nodes[1].is_joint);
  EXPECT_THAT(refusal(document(R"("scene": 2, )" + two)), HasSubstr("scene 2 does not exist; the file has 2"));
  EXPECT_THAT(refusal(document(R"("scenes": [{"nodes": [5]}], "nodes": [{}])")),
              HasSubstr("scenes/0: node 5 does not exist"));
}

TEST(GltfNodes, RefusesBrokenSkins) {
  EXPECT_THAT(refusal(document(R"("nodes": [{}], "skins": [{"joints": []}])")), HasSubstr("skins/0: has no joints"));
  EXPECT_THAT(refusal(document(R"("nodes": [{}], "skins": [{"joints": [1]}])")),
              HasSubstr("joint node 1 does not exist"));
  EXPECT_THAT(refusal(document(R"("nodes": [{}], "skins": [{"joints": [0, 0]}])")),
              HasSubstr("node 0 is listed as a joint twice"));
  EXPECT_THAT(refusal(document(R"("nodes": [{}], "skins": [{"joints": [0], "skeleton": 3}])")),
              HasSubstr("skeleton node 3 does not exist"));
  EXPECT_THAT(refusal(document(R"("nodes": [{"skin": 1}], "skins": [{"joints": [0]}])")),
              HasSubstr("nodes/0: skin 1 does not exist"));
  EXPECT_THAT(refusal(document(R"("nodes": [{}], "skins": [{"joints": [4294967296]}])")),
              HasSubstr("expected an integer from 0 to 2147483646, found 4294967296"));
}

TEST(GltfNodes, RefusesMoreThanTheLimits) {
  ImportOptions options;
  options.limits.max_joints = 0;
  EXPECT_THAT(refusal(document(R"("nodes": [{}])"), options), HasSubstr("1 nodes; at most 0 are read"));
  options.limits.max_joints = 1;
  std::string skins;
  for (int i = 0; i < 101; ++i) skins += fmt::format(R"({}{{"joints": [0]}})", i > 0 ? "," : "");
  EXPECT_THAT(refusal(document(fmt::format(R"("nodes": [{{}}], "skins": [{}])", skins)), options),
              HasSubstr("list 101 joints altogether; at most 100 are read"));
}

TEST(GltfNodes, NamesWithControlCharactersBecomeValid) {
  const std::string json = document(R"("nodes": [{"name": "a\u0000\nb"}], "skins": [{"joints": [0]}])");
  EXPECT_EQ(import_gltf(as_bytes(json), nullptr, {}).character.skeleton.joints.at(0).name, "a??b");
}

TEST(GltfNodes, OddSkinsAreNoted) {
  EXPECT_TRUE(read_text(document(R"("nodes": [{}, {}], "skins": [{"joints": [0, 1]}])"))
                  .ledger.notes.back()
                  .message.find("no common root") != std::string::npos);
  EXPECT_TRUE(read_text(document(R"("nodes": [{}, {}], "skins": [{"joints": [0], "skeleton": 1}])"))
                  .ledger.notes.back()
                  .message.find("named as its skeleton") != std::string::npos);
}

TEST(GltfNodes, EndSitesOfOurOwnAreKnown) {
  const std::string body = R"("nodes": [{"children": [1], "extras": {"sinew": {"end_site": true}}},
      {"extras": {"sinew": {"end_site": true}}}, {"extras": {"sinew": {"end_site": 1}}}], "skins": [{"joints": [0, 1, 2]}])";
  const SourceScene scene = read_text(document(body));
  EXPECT_FALSE(scene.nodes[0].end_site);  // it has a child
  EXPECT_TRUE(scene.nodes[1].end_site);
  EXPECT_FALSE(scene.nodes[2].end_site);
}

TEST(GltfNodes, BonesOfAVrmHumanoidAreJoints) {
  const SourceScene scene = read_text(document(
      R"("extensionsUsed": ["VRMC_vrm_animation"], "nodes": [{}, {}, {}], "extensions": {"VRMC_vrm_animation": {"humanoid":
         {"humanBones": {"hips": {"node": 1}, "head": {"node": 99}, "chest": 4}}}})"));
  EXPECT_FALSE(scene.nodes[0].is_joint);
  EXPECT_TRUE(scene.nodes[1].is_joint);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kIgnoredData));
}

}  // namespace
}  // namespace sinew
