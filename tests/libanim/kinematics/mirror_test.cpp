#include <gtest/gtest.h>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/rng.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

/// Joint frames that lie differently on the two sides, as rigs from modelling tools have them.
Skeleton twisted_skeleton() {
  Skeleton skeleton = test::small_skeleton();
  Rng rng(9);
  const auto rest = rest_world(skeleton);
  std::vector<Transform> world = rest;
  for (Transform& t : world) t.rotation = Quat(rng.normal(), rng.normal(), rng.normal(), rng.normal()).normalized();
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    skeleton.joints[j].rest =
        parent == kNoParent ? world[j] : world[static_cast<std::size_t>(parent)].inverse() * world[j];
  }
  return skeleton;
}

Clip random_clip(const Skeleton& skeleton) {
  Clip clip = rest_clip(skeleton, 5, 30, {5});
  Rng rng(10);
  for (int f = 0; f < clip.frames(); ++f) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      if (skeleton.joints[j].end_site) continue;
      clip.frame_rotations(f)[j] =
          (skeleton.joints[j].rest.rotation * exp_rotation(Vec3(rng.normal(), rng.normal(), rng.normal())))
              .normalized();
    }
    for (Vec3& t : clip.frame_translations(f)) t += Vec3(rng.normal(), rng.normal(), rng.normal());
  }
  make_continuous(clip);
  return clip;
}

TEST(Mirror, FindsPairsByName) {
  Skeleton skeleton;
  for (const char* name :
       {"Hips", "LeftArm", "RightArm", "hand_l", "hand_r", "L_Foot", "R_Foot", "mixamorig:LeftLeg",
        "mixamorig:RightLeg", "Bip01 L Toe", "Bip01 R Toe", "LThumb", "RThumb", "Collar", "leftover"}) {
    skeleton.joints.push_back({name, skeleton.size() - 1, {}, false});
  }
  const auto pairs = mirror_pairs(skeleton);
  EXPECT_EQ(pairs, (std::vector<int>{0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 13, 14}));
}

TEST(Mirror, EveryJointGoesToTheMirroredPlaceOfItsCounterpart) {
  for (const Skeleton& skeleton : {test::small_skeleton(), twisted_skeleton()}) {
    const Clip clip = random_clip(skeleton);
    const Clip mirrored = mirror(skeleton, clip);
    mirrored.validate(skeleton);
    const auto pairs = mirror_pairs(skeleton);
    for (int f = 0; f < clip.frames(); ++f) {
      const auto before = joint_positions(skeleton, clip, f);
      const auto after = joint_positions(skeleton, mirrored, f);
      for (std::size_t j = 0; j < before.size(); ++j) {
        const Vec3 other = before[static_cast<std::size_t>(pairs[j])];
        EXPECT_LT((after[j] - Vec3(-other.x(), other.y(), other.z())).norm(), 1e-12) << skeleton.joints[j].name;
      }
    }
  }
}

TEST(Mirror, TwiceIsTheOriginal) {
  const Skeleton skeleton = twisted_skeleton();
  const Clip clip = random_clip(skeleton);
  const Clip twice = mirror(skeleton, mirror(skeleton, clip));
  for (int f = 0; f < clip.frames(); ++f) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      EXPECT_LT(angle_between(twice.frame_rotations(f)[j], clip.frame_rotations(f)[j]), 1e-12);
    }
  }
}

}  // namespace
}  // namespace sinew
