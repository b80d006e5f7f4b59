#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/importers/fbx/ascii_fbx.h"

namespace sinew::test {
namespace {

// Curves hold single precision values: 6e-8 of 10 m. Measured: 2e-7 and less.
constexpr double kCurve = 1e-6;

struct Rig {
  AsciiFbx file;
  int root = 0;
  int tip = 0;
};

/// In metres, Y up, 30 Hz: a root at the origin and a tip one metre to its right.
Rig rig() {
  Rig made;
  made.file.units(1);
  made.file.axes('X', 'Y', 'Z');
  made.file.setting("TimeMode", 6);
  made.root = made.file.bone("root", 0);
  made.tip = made.file.bone("tip", made.root, {1, 0, 0});
  return made;
}

TEST(FbxAnimation, RotationAndTranslationAtEveryFrame) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("walk", 0, 1));
  r.file.curve(layer, r.root, "Lcl Rotation", 2, {{0, 0}, {1, 90}});
  r.file.curve(layer, r.root, "Lcl Translation", 1, {{0, 0}, {1, 3}});
  const Asset asset = import(r.file);
  ASSERT_EQ(asset.clips.size(), 1u);
  EXPECT_EQ(asset.clips[0].name, "walk");
  EXPECT_EQ(asset.clips[0].frame_rate, 30);
  ASSERT_EQ(asset.clips[0].frames(), 31);
  for (int frame = 0; frame <= 30; ++frame) {
    const double t = frame / 30.0;
    const double angle = t * M_PI / 2;
    const Vec3 expected(std::cos(angle), 3 * t + std::sin(angle), 0);
    EXPECT_LT((position(asset, "tip", frame) - expected).norm(), kCurve) << frame;
  }
}

TEST(FbxAnimation, EulerAnglesAreJoinedAsAngles) {
  // 0 to 360 degrees is a full turn in FBX, and none for a quaternion.
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("turn", 0, 1));
  r.file.curve(layer, r.root, "Lcl Rotation", 1, {{0, 0}, {1, 360}});
  const Asset asset = import(r.file);
  EXPECT_LT((position(asset, "tip", 15) - Vec3(-1, 0, 0)).norm(), kCurve);
}

TEST(FbxAnimation, StepsChangeExactlyAtTheirKey) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("step", 0, 1));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{0, 0}, {7 / 30.0, 5}, {1, 9}}, Join::kStep);
  const Asset asset = import(r.file);
  EXPECT_NEAR(position(asset, "root", 6).x(), 0, kCurve);
  EXPECT_NEAR(position(asset, "root", 7).x(), 5, kCurve);
  EXPECT_NEAR(position(asset, "root", 29).x(), 5, kCurve);
  EXPECT_NEAR(position(asset, "root", 30).x(), 9, kCurve);
}

TEST(FbxAnimation, LayersAddUp) {
  Rig r = rig();
  const int stack = r.file.stack("layers", 0, 1);
  const int base = r.file.layer(stack);
  const int above = r.file.layer(stack);
  r.file.curve(base, r.root, "Lcl Translation", 0, {{0, 1}, {1, 2}});
  r.file.curve(above, r.root, "Lcl Translation", 0, {{0, 10}, {1, 20}});
  const Asset asset = import(r.file);
  EXPECT_NEAR(position(asset, "root", 0).x(), 11, kCurve);
  EXPECT_NEAR(position(asset, "root", 30).x(), 22, 2 * kCurve);
}

TEST(FbxAnimation, StillTimeAroundTheKeysIsCropped) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("late", 0, 10));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{1, 0}, {2, 1}});
  const Asset asset = import(r.file);
  EXPECT_EQ(asset.clips[0].frames(), 31);
  EXPECT_NEAR(asset.clips[0].start_time, 1, 1e-12);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kCrop));
}

TEST(FbxAnimation, KeysOutsideOfTheStackAreNotPartOfIt) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("part", 1, 2));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{0, 0}, {3, 3}});
  const Asset asset = import(r.file);
  EXPECT_EQ(asset.clips[0].frames(), 31);
  EXPECT_NEAR(position(asset, "root", 0).x(), 1, kCurve);
  EXPECT_NEAR(position(asset, "root", 30).x(), 2, kCurve);
}

TEST(FbxAnimation, TheUserChoosesTheGrid) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("walk", 0, 1));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{0, 0}, {0.125, 1}, {1, 0}});
  ImportOptions options;
  options.frame_rate = 8;
  const Asset coarse = import(r.file, options);
  EXPECT_EQ(coarse.clips[0].frames(), 9);
  EXPECT_NEAR(position(coarse, "root", 1).x(), 1, kCurve);
  EXPECT_FALSE(coarse.ledger.has(NoteCode::kResample));
  EXPECT_TRUE(import(r.file).ledger.has(NoteCode::kResample)) << "a key between the frames of 30 Hz";
}

TEST(FbxAnimation, AStackWithoutKeysIsLeftOut) {
  Rig r = rig();
  r.file.layer(r.file.stack("empty", 0, 1));
  const Asset asset = import(r.file);
  EXPECT_TRUE(asset.clips.empty());
  EXPECT_TRUE(asset.ledger.has(NoteCode::kIgnoredData));
}

TEST(FbxAnimation, OnlyWhatMovesHasATrack) {
  Rig r = rig();
  const int crate = r.file.null("crate", 0, {5, 0, 0});
  const int layer = r.file.layer(r.file.stack("walk", 0, 1));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{0, 0}, {1, 1}});
  r.file.curve(layer, r.tip, "Lcl Translation", 0, {{0, 1}, {1, 1}});
  r.file.curve(layer, crate, "Lcl Translation", 0, {{0, 5}, {1, 5}});
  const SourceScene scene = read(r.file);
  ASSERT_EQ(scene.animations.size(), 1u);
  ASSERT_EQ(scene.animations[0].tracks.size(), 1u);
  EXPECT_EQ(scene.nodes[static_cast<std::size_t>(scene.animations[0].tracks[0].node)].name, "root");
}

TEST(FbxAnimation, SeveralStacksDoNotTouchEachOther) {
  Rig r = rig();
  r.file.curve(r.file.layer(r.file.stack("a", 0, 1)), r.root, "Lcl Translation", 0, {{0, 0}, {1, 1}});
  r.file.curve(r.file.layer(r.file.stack("b", 0, 2)), r.root, "Lcl Translation", 1, {{0, 0}, {2, 1}});
  const SourceScene scene = read(r.file);
  ASSERT_EQ(scene.animations.size(), 2u);
  EXPECT_EQ(scene.animations[0].frames, 31);
  EXPECT_EQ(scene.animations[1].frames, 61);
  EXPECT_NEAR(scene.animations[1].tracks.at(0).samples.back().translation.x(), 0, kCurve);
}

TEST(FbxAnimation, SegmentScaleCompensationKeepsTheGrandchild) {
  // InheritType 2 (Rrs): the child's offset is stretched by its parent's scale, the child itself is not.
  Rig r = rig();
  const int end = r.file.bone("end", r.tip, {1, 0, 0});
  r.file.property(r.tip, "InheritType", 2);
  r.file.property(end, "InheritType", 2);
  const int layer = r.file.layer(r.file.stack("stretch", 0, 1));
  r.file.curve(layer, r.root, "Lcl Scaling", 0, {{0, 1}, {1, 3}});
  const Asset asset = import(r.file);
  EXPECT_EQ(asset.character.skeleton.size(), 3) << "no helper nodes among the joints";
  EXPECT_LT((position(asset, "tip", 30) - Vec3(3, 0, 0)).norm(), kCurve);
  EXPECT_LT((position(asset, "end", 30) - Vec3(4, 0, 0)).norm(), kCurve);
}

TEST(FbxAnimation, PlainInheritanceStretchesEverything) {
  Rig r = rig();
  const int end = r.file.bone("end", r.tip, {1, 0, 0});
  r.file.property(r.tip, "InheritType", 1);
  r.file.property(end, "InheritType", 1);
  const int layer = r.file.layer(r.file.stack("stretch", 0, 1));
  r.file.curve(layer, r.root, "Lcl Scaling", 0, {{0, 1}, {1, 3}});
  const Asset asset = import(r.file);
  EXPECT_LT((position(asset, "end", 30) - Vec3(6, 0, 0)).norm(), kCurve);
}

TEST(FbxAnimation, FramesBeyondTheLimitAreRefused) {
  Rig r = rig();
  const int layer = r.file.layer(r.file.stack("long", 0, 100000));
  r.file.curve(layer, r.root, "Lcl Translation", 0, {{0, 0}, {100000, 1}});
  ImportOptions options;
  options.limits.max_frames = 1000;
  EXPECT_THROW((void)import(r.file, options), Error);
  options.limits.max_frames = 5'000'000;  // 3 million frames of two joints: more than a small file may ask for
  try {
    (void)import(r.file, options);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("frame rate"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sinew::test
