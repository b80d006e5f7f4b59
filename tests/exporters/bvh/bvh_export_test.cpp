#include "exporters/bvh/bvh_export.h"

#include <gtest/gtest.h>

#include <random>

#include "importers/bvh/bvh_import.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"

namespace sinew {
namespace {

Joint joint(std::string name, int parent, const Vec3& offset, const Quat& rotation = Quat::Identity()) {
  Joint result;
  result.name = std::move(name);
  result.parent = parent;
  result.rest = {offset, rotation};
  return result;
}

Joint tip(std::string name, int parent, const Vec3& offset) {
  Joint result = joint(std::move(name), parent, offset);
  result.end_site = true;
  return result;
}

Skeleton arm() {
  return {{joint("base", kNoParent, {0, 1, 0}), joint("arm", 0, {0, 0.5, 0}), tip("arm_end", 1, {0, 0.25, 0})}};
}

Asset read_back(const std::string& text, const BvhExportOptions& options) {
  ImportOptions import;
  import.unit = options.unit;
  import.up = options.up;
  return import_bvh(as_bytes(text), import);
}

std::mt19937_64& generator() {
  static std::mt19937_64 random(5);
  return random;
}

Vec3 random_vector() {
  std::normal_distribution<double> normal;
  return {normal(generator()), normal(generator()), normal(generator())};
}

Quat random_rotation() { return exp_rotation(2 * random_vector()); }

/// A tree with rest rotations, two tips, and a clip in which joint 2 is also translated.
Skeleton turned_tree() {
  Skeleton tree{{joint("a", kNoParent, random_vector(), random_rotation()),
                 joint("b", 0, random_vector(), random_rotation()), joint("c", 0, random_vector(), random_rotation()),
                 tip("b_end", 1, random_vector()), joint("d", 2, random_vector(), random_rotation()),
                 tip("d_end", 4, random_vector())}};
  return tree;
}

Clip random_clip(const Skeleton& skeleton, std::vector<int> translated) {
  Clip clip = rest_clip(skeleton, 20, 30, std::move(translated));
  for (int frame = 0; frame < clip.frames(); ++frame) {
    for (int j = 0; j < skeleton.size(); ++j) {
      if (!skeleton.joints[static_cast<std::size_t>(j)].end_site)
        clip.frame_rotations(frame)[static_cast<std::size_t>(j)] = random_rotation();
    }
    for (Vec3& translation : clip.frame_translations(frame)) translation = random_vector();
  }
  make_continuous(clip);
  return clip;
}

/// Largest distance of joints of the same name over all frames.
double largest_distance(const Skeleton& a, const Clip& clip_a, const Skeleton& b, const Clip& clip_b) {
  double largest = 0;
  for (int frame = 0; frame < clip_a.frames(); ++frame) {
    const auto at_a = joint_positions(a, clip_a, frame);
    const auto at_b = joint_positions(b, clip_b, frame);
    for (int j = 0; j < a.size(); ++j) {
      const int other = b.find(a.joints[static_cast<std::size_t>(j)].name).value();
      largest = std::max(largest, (at_a[static_cast<std::size_t>(j)] - at_b[static_cast<std::size_t>(other)]).norm());
    }
  }
  return largest;
}

TEST(BvhExport, TextOfASmallFile) {
  const Skeleton skeleton = arm();
  Clip clip = rest_clip(skeleton, 2, 25);
  clip.frame_rotations(1)[1] = Quat(Eigen::AngleAxisd(EIGEN_PI / 6, Vec3::UnitX()));
  Ledger ledger;
  EXPECT_EQ(export_bvh(skeleton, clip, {}, ledger),
            "HIERARCHY\nROOT base\n{\n\tOFFSET 0 100 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
            "Yrotation\n"
            "\tJOINT arm\n\t{\n\t\tOFFSET 0 50 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
            "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 25 0\n\t\t}\n\t}\n}\n"
            "MOTION\nFrames: 2\nFrame Time: 0.04\n0 100 0 0 0 0 0 0 0\n0 100 0 0 0 0 0 30 0\n");
  ASSERT_EQ(ledger.notes.size(), 1U);
  EXPECT_EQ(ledger.notes[0].code, NoteCode::kUnitScale);
}

TEST(BvhExport, SkeletonWithoutClipHasOneRestFrame) {
  Ledger ledger;
  const Asset back = read_back(export_bvh(arm(), {}, ledger), {});
  ASSERT_EQ(back.clips.size(), 1U);
  EXPECT_EQ(back.clips[0].frames(), 1);
  EXPECT_NEAR(joint_positions(back.character.skeleton, back.clips[0], 0)[2].y(), 1.75, 1e-12);
}

TEST(BvhExport, RestRotationsUnitsOrdersAndAxes) {
  const Skeleton skeleton = turned_tree();
  const Clip clip = random_clip(skeleton, {2});
  for (const char* order : {"ZXY", "XYZ", "XZY", "YXZ", "YZX", "ZYX"}) {
    for (const char up : {'X', 'Y', 'Z'}) {
      for (const double unit : {0.001, 0.01, 0.0254, 1.0}) {
        const BvhExportOptions options{unit, order, up};
        Ledger ledger;
        const Asset back = read_back(export_bvh(skeleton, clip, options, ledger), options);
        EXPECT_TRUE(ledger.has(NoteCode::kRestRotation));
        EXPECT_EQ(ledger.has(NoteCode::kAxisTurn), up != 'Y');
        // 1.0e-7 m measured, with bones of 2 m.
        EXPECT_LT(largest_distance(skeleton, clip, back.character.skeleton, back.clips[0]), 2e-7)
            << order << up << unit;
      }
    }
  }
}

// World rotations against the rest pose are kept: Q_j = W_j(t) W_j(rest)^-1.
TEST(BvhExport, RotationsAgainstTheRestPoseAreKept) {
  const Skeleton skeleton = turned_tree();
  const Clip clip = random_clip(skeleton, {});
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, clip, {}, ledger), {});
  const auto rest = rest_world(skeleton);
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto expected = world_at(skeleton, clip, frame);
    const auto actual = world_at(back.character.skeleton, back.clips[0], frame);
    for (std::size_t j = 0; j < expected.size(); ++j) {
      const int other = back.character.skeleton.find(skeleton.joints[j].name).value();
      const Quat turned = expected[j].rotation * rest[j].rotation.conjugate();
      EXPECT_LT(angle_between(turned, actual[static_cast<std::size_t>(other)].rotation), 1e-7);  // 2.7e-8
    }
  }
}

TEST(BvhExport, SeveralRootsGetAParent) {
  const Skeleton skeleton{
      {joint("a", kNoParent, {1, 0, 0}), joint("root", kNoParent, {0, 1, 0}), joint("c", 1, {0, 0, 1})}};
  const Clip clip = random_clip(skeleton, {});
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, clip, {}, ledger), {});
  EXPECT_TRUE(ledger.has(NoteCode::kAddedJoint));
  EXPECT_EQ(back.character.skeleton.size(), 4);
  EXPECT_EQ(back.character.skeleton.joints[0].name, "root_2");
  EXPECT_LT(largest_distance(skeleton, clip, back.character.skeleton, back.clips[0]), 1e-7);  // 1.4e-8
}

TEST(BvhExport, NamesWithWhiteSpaceAndBraces) {
  Skeleton skeleton = arm();
  skeleton.joints[0].name = std::string("left {arm}");
  skeleton.joints[1].name = std::string("left__arm_");
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, {}, ledger), {});
  EXPECT_EQ(back.character.skeleton.joints[0].name, "left__arm__2");
  EXPECT_EQ(back.character.skeleton.joints[1].name, "left__arm_");
  EXPECT_TRUE(ledger.has(NoteCode::kRename));
}

TEST(BvhExport, LostEndSiteNamesAreNoted) {
  Skeleton skeleton = arm();
  skeleton.joints[2].name = std::string("fingertip");
  Ledger ledger;
  (void)export_bvh(skeleton, {}, ledger);
  EXPECT_TRUE(ledger.has(NoteCode::kRename));
}

TEST(BvhExport, MovingEndSiteBecomesAJoint) {
  const Skeleton skeleton = arm();
  const Clip clip = random_clip(skeleton, {2});
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, clip, {}, ledger), {});
  EXPECT_LT(largest_distance(skeleton, clip, back.character.skeleton, back.clips[0]), 1e-7);  // 4.6e-8
}

TEST(BvhExport, RestingTranslationChannelsAreNotWritten) {
  const Skeleton skeleton = arm();
  Clip clip = rest_clip(skeleton, 3, 30, {1, 2});
  clip.frame_translations(1)[1].x() += 1e-9;  // below the printed digits
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, clip, {}, ledger), {});
  EXPECT_EQ(back.clips[0].translated, std::vector<int>{0});
  EXPECT_TRUE(back.character.skeleton.joints[2].end_site);
  clip.frame_translations(1)[1].x() += 1e-7;
  EXPECT_EQ(read_back(export_bvh(skeleton, clip, {}, ledger), {}).clips[0].translated, (std::vector<int>{0, 1}));
}

// Parents before children, but not depth first.
TEST(BvhExport, JointsInAnyOrder) {
  const Skeleton skeleton{
      {joint("a", kNoParent, {0, 0, 0}), joint("b", 0, {1, 0, 0}), joint("c", 0, {0, 1, 0}), joint("d", 1, {0, 0, 1})}};
  const Clip clip = random_clip(skeleton, {});
  Ledger ledger;
  const Asset back = read_back(export_bvh(skeleton, clip, {}, ledger), {});
  EXPECT_EQ(back.character.skeleton.joints[2].name, "d");
  EXPECT_LT(largest_distance(skeleton, clip, back.character.skeleton, back.clips[0]), 1e-7);  // 2.9e-8
}

TEST(BvhExport, FrameRatesComeBackExactly) {
  for (const double rate : {24.0, 25.0, 30.0, 60.0, 120.0, 24000.0 / 1001, 30000.0 / 1001, 23.976, 59.94, 72.0, 12.5}) {
    const Skeleton skeleton = arm();
    Clip clip = rest_clip(skeleton, 2, rate);
    Ledger ledger;
    EXPECT_EQ(read_back(export_bvh(skeleton, clip, {}, ledger), {}).clips[0].frame_rate, rate);
  }
}

TEST(BvhExport, WrongOptionsAndValues) {
  Ledger ledger;
  const Skeleton skeleton = arm();
  EXPECT_THROW((void)export_bvh(skeleton, {0, "ZXY", 'Y'}, ledger), Error);
  EXPECT_THROW((void)export_bvh(skeleton, {0.01, "ZXX", 'Y'}, ledger), Error);
  EXPECT_THROW((void)export_bvh(skeleton, {0.01, "ZX", 'Y'}, ledger), Error);
  EXPECT_THROW((void)export_bvh(skeleton, {0.01, "ZXY", 'y'}, ledger), Error);
  Skeleton far = arm();
  far.joints[1].rest.translation.x() = 1e8;  // 1e10 cm
  EXPECT_THROW((void)export_bvh(far, {}, ledger), Error);
}

}  // namespace
}  // namespace sinew
