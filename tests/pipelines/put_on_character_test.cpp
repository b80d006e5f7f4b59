#include "pipelines/put_on_character.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

Asset motion() {
  Asset asset;
  asset.source.file = "motion.bvh";
  asset.character.skeleton = test::small_skeleton();
  Clip clip = rest_clip(asset.character.skeleton, 4, 30);
  clip.name = "bend";
  for (int f = 0; f < clip.frames(); ++f) {
    clip.frame_translations(f)[0].z() = 0.1 * f;
    clip.frame_rotations(f)[1] = exp_rotation({0.2 * f, 0.1 * f, 0});
    clip.frame_rotations(f)[4] = exp_rotation({0, 0, 0.3 * f});
  }
  make_continuous(clip);
  asset.clips = {clip};
  return asset;
}

/// The same body with other joint frames, a namespace, and one more joint.
Asset rig() {
  Asset asset;
  asset.source.file = "rig.glb";
  Skeleton& skeleton = asset.character.skeleton;
  skeleton = test::small_skeleton();
  const auto rest = rest_world(skeleton);
  std::vector<Transform> world = rest;
  for (std::size_t j = 0; j < world.size(); ++j) {
    world[j].rotation = exp_rotation(Vec3(0.3, -0.7, 0.2) * static_cast<double>(j + 1)).normalized();
    const int parent = skeleton.joints[j].parent;
    skeleton.joints[j].rest = parent == kNoParent ? world[j] : world[to_size(parent)].inverse() * world[j];
    skeleton.joints[j].rest.rotation.normalize();
    skeleton.joints[j].name = "rig:" + skeleton.joints[j].name;
  }
  skeleton.joints.push_back({"Thumb", 4, {{0.1, 0, 0}, Quat::Identity()}, false});
  return asset;
}

TEST(PutOnCharacter, JointsGoToTheSamePlaces) {
  const Asset source = motion();
  const Asset result = put_on_character(source, rig());
  ASSERT_EQ(result.clips.size(), 1U);
  for (int f = 0; f < 4; ++f) {
    const auto before = joint_positions(source.character.skeleton, source.clips[0], f);
    const auto after = joint_positions(result.character.skeleton, result.clips[0], f);
    for (std::size_t j = 0; j < before.size(); ++j) EXPECT_LT((before[j] - after[j]).norm(), 1e-12) << j;
  }
}

std::string refusal(const Asset& character) {
  try {
    (void)put_on_character(motion(), character);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "accepted";
}

TEST(PutOnCharacter, AnotherSkeletonIsRefusedByJoint) {
  Asset longer = rig();
  longer.character.skeleton.joints[2].rest.translation *= 1.2;
  EXPECT_THAT(refusal(longer), HasSubstr("joint rig:Head: its bone is"));
  Asset turned = rig();
  Vec3& bone = turned.character.skeleton.joints[4].rest.translation;
  bone = exp_rotation(0.5 * bone.unitOrthogonal()) * bone;
  EXPECT_THAT(refusal(turned), HasSubstr("rest direction differs"));
  Asset stranger = rig();
  for (Joint& joint : stranger.character.skeleton.joints) joint.name += "_x";
  EXPECT_THAT(refusal(stranger), HasSubstr("no joint names in common"));
  Asset rehung = rig();
  rehung.character.skeleton.joints[5].parent = 4;
  EXPECT_THAT(refusal(rehung), HasSubstr("hangs on another joint"));
}

}  // namespace
}  // namespace sinew
