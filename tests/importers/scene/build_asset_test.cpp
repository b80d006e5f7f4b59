#include "importers/scene/build_asset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "tests/importers/scene/small_scene.h"

namespace sinew {
namespace {

using test::leg_scene;
using test::one_track;
using ::testing::HasSubstr;

Vec3 position(const Asset& asset, const std::string& joint, int frame) {
  const auto j = static_cast<std::size_t>(asset.character.skeleton.find(joint).value());
  return joint_positions(asset.character.skeleton, asset.clips.at(0), frame)[j];
}

TEST(BuildAsset, FoldsTheArmatureIntoMetresYUp) {
  const Asset asset = build_asset(leg_scene(), {});
  const auto& joints = asset.character.skeleton.joints;
  ASSERT_EQ(joints.size(), 3U);
  EXPECT_EQ(joints[0].name, "hip");
  const auto world = rest_world(asset.character.skeleton);
  EXPECT_LT((world[0].translation - Vec3(0, 0.9, 0)).norm(), 1e-12);
  EXPECT_LT((world[2].translation - Vec3(0, 0.05, 0)).norm(), 1e-12);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kFoldedNode));
  EXPECT_TRUE(asset.ledger.has(NoteCode::kBakedScale));
}

TEST(BuildAsset, SourceUnitAndUpAreApplied) {
  SourceScene scene = leg_scene();
  scene.nodes[0].local = {};
  scene.source.unit = 0.01;
  scene.source.up = 'Z';
  const Asset asset = build_asset(scene, {});
  EXPECT_LT((rest_world(asset.character.skeleton)[1].translation - Vec3(0, 0.45, 0)).norm(), 1e-12);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kUnitScale));
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAxisTurn));
}

TEST(BuildAsset, EveryUpAxisEndsAtY) {
  const std::vector<std::pair<char, Vec3>> cases = {{'X', {1, 0, 0}},  {'Y', {0, 1, 0}},  {'Z', {0, 0, 1}},
                                                    {'x', {-1, 0, 0}}, {'y', {0, -1, 0}}, {'z', {0, 0, -1}}};
  for (const auto& [up, direction] : cases) {
    SourceScene scene;
    scene.source.up = up;
    scene.nodes.resize(1);
    scene.nodes[0].is_joint = true;
    scene.nodes[0].local.translation = direction;
    const Asset asset = build_asset(scene, {});
    EXPECT_LT((asset.character.skeleton.joints[0].rest.translation - Vec3::UnitY()).norm(), 1e-12) << up;
  }
}

TEST(BuildAsset, RotationOfAFoldedRootIsRight) {
  SourceScene scene = leg_scene();
  scene.animations = {one_track(scene, 1, 2)};
  scene.animations[0].tracks[0].samples[1].rotation = exp_rotation({1.5707963267948966, 0, 0});  // about source x
  const Asset asset = build_asset(scene, {});
  // In the source the thigh points to -z and turns about x to +y; Z up to Y up makes that -z of the model.
  EXPECT_LT((position(asset, "knee", 1) - Vec3(0, 0.9, -0.45)).norm(), 1e-12);
  EXPECT_EQ(asset.clips[0].translated, std::vector<int>{0});
}

TEST(BuildAsset, AnimatedScaleMovesJointsAsInTheSource) {
  SourceScene scene = leg_scene();
  scene.animations = {one_track(scene, 1, 2)};
  scene.animations[0].tracks[0].samples[1].scale = Vec3(1, 1, 2);
  const Asset asset = build_asset(scene, {});
  EXPECT_LT((position(asset, "knee", 1) - Vec3(0, 0.9 - 0.9, 0)).norm(), 1e-12);
  EXPECT_LT((position(asset, "ankle", 1) - Vec3(0, 0.9 - 1.7, 0)).norm(), 1e-12);
  EXPECT_LT((position(asset, "ankle", 0) - Vec3(0, 0.05, 0)).norm(), 1e-12);
}

TEST(BuildAsset, UnevenScaleAboveARotationKeepsPositions) {
  SourceScene scene = leg_scene();
  scene.nodes[0].local = {};
  scene.nodes[1].local.scale = Vec3(2, 1, 1);
  scene.nodes[2].local.rotation = exp_rotation({0, 0.7, 0});
  const Asset asset = build_asset(scene, {});
  const Vec3 inner = exp_rotation({0, 0.7, 0}) * Vec3(0, 0, -40) + Vec3(0, 0, -45);
  EXPECT_LT((rest_world(asset.character.skeleton)[2].translation - (Vec3(0, 0, 90) + Vec3(2, 1, 1).cwiseProduct(inner)))
                .norm(),
            1e-9);
}

TEST(BuildAsset, MirroredAndVanishingScalesStayFinite) {
  SourceScene scene = leg_scene();
  scene.nodes[1].local.scale = Vec3(-1, 1, 1);
  scene.animations = {one_track(scene, 2, 2)};
  scene.animations[0].tracks[0].samples[1].scale = Vec3::Zero();
  const Asset asset = build_asset(scene, {});
  EXPECT_LT((position(asset, "ankle", 1) - position(asset, "knee", 1)).norm(), 1e-12);
}

TEST(BuildAsset, AnimatedNodesBecomeJointsAndSoDoThoseBetween) {
  SourceScene scene = leg_scene();
  for (SourceNode& node : scene.nodes) node.is_joint = false;
  scene.nodes[3].is_joint = true;
  scene.animations = {one_track(scene, 1, 2)};
  scene.animations[0].tracks[0].samples[1].translation.x() = 10;
  const Asset asset = build_asset(scene, {});
  EXPECT_EQ(asset.character.skeleton.size(), 3);  // hip (moves), knee (between), ankle (joint)
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAddedJoint));
}

TEST(BuildAsset, TracksThatRestMakeNoJoint) {
  SourceScene scene = leg_scene();
  scene.animations = {one_track(scene, 0, 2)};
  EXPECT_EQ(build_asset(scene, {}).character.skeleton.size(), 3);
}

TEST(BuildAsset, NamesBecomeUnique) {
  SourceScene scene = leg_scene();
  scene.nodes[1].name = scene.nodes[2].name = "bone";
  scene.nodes[3].name = "";
  const Asset asset = build_asset(scene, {});
  EXPECT_EQ(asset.character.skeleton.joints[1].name, "bone_2");
  EXPECT_EQ(asset.character.skeleton.joints[2].name, "Node_3");
  EXPECT_TRUE(asset.ledger.has(NoteCode::kRename));
}

TEST(BuildAsset, NothingToAnimateIsRefused) {
  SourceScene scene = leg_scene();
  for (SourceNode& node : scene.nodes) node.is_joint = false;
  try {
    (void)build_asset(scene, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_THAT(error.what(), HasSubstr("no skeleton"));
  }
}

TEST(BuildAsset, LimitsAndBadNumbersAreRefused) {
  ImportOptions options;
  options.limits.max_joints = 2;
  EXPECT_THROW((void)build_asset(leg_scene(), options), Error);
  SourceScene bad = leg_scene();
  bad.nodes[2].local.translation.x() = INFINITY;
  EXPECT_THROW((void)build_asset(bad, {}), Error);
  SourceScene none = leg_scene();
  none.nodes[2].local.rotation = Quat(0, 0, 0, 0);
  EXPECT_THROW((void)build_asset(none, {}), Error);
  SourceScene cycle = leg_scene();
  cycle.nodes[0].parent = 3;
  EXPECT_THROW((void)build_asset(cycle, {}), Error);
}

TEST(BuildAsset, SeveralRootsKeepTheirPlaces) {
  SourceScene scene = leg_scene();
  SourceNode prop;
  prop.name = "prop";
  prop.is_joint = true;
  prop.local.translation = Vec3(5, 0, 0);
  scene.nodes.push_back(prop);
  const Asset asset = build_asset(scene, {});
  EXPECT_EQ(asset.character.skeleton.roots().size(), 2U);
}

}  // namespace
}  // namespace sinew
