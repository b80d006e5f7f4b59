#include "libanim/model/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "libanim/model/terrain.h"
#include "libanim/support/error.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegree = std::numbers::pi / 180;

Scene full_scene() {
  Scene scene;
  scene.boxes.push_back({"step", {{0, 0.1, 1}, Quat::Identity()}, {0.5, 0.1, 0.3}, 0.8});
  DynamicObject ball;
  ball.name = "ball";
  DynamicObject crate;
  crate.name = "crate";
  crate.kind = ObjectKind::kBox;
  scene.objects = {ball, crate};
  scene.pushes = {{"chest", 1, 0.2, {100, 0, 0}, Vec3::Zero(), Vec3::Zero()},
                  {"ball", 1, 0, Vec3::Zero(), {0, 0, 3}, Vec3::Zero()}};
  return scene;
}

std::string error_after(const std::function<void(Scene&)>& change) {
  Scene scene = full_scene();
  change(scene);
  try {
    scene.validate();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "valid";
}

TEST(Scene, AFullSceneIsValid) {
  EXPECT_EQ(error_after([](Scene&) {}), "valid");
}

TEST(Scene, EveryRuleNamesItsPart) {
  const double nan = std::nan("");
  EXPECT_THAT(error_after([&](Scene& s) { s.gravity.x() = nan; }), HasSubstr("scene: gravity"));
  EXPECT_THAT(error_after([](Scene& s) { s.ground.normal = {0, 2, 0}; }), HasSubstr("ground: normal of length 2"));
  EXPECT_THAT(error_after([](Scene& s) { s.ground.normal = {1, 0, 0}; }), HasSubstr("y = 0: expected more than 0.1"));
  EXPECT_THAT(error_after([](Scene& s) { s.ground.friction = -1; }), HasSubstr("ground: friction -1"));
  EXPECT_THAT(error_after([](Scene& s) { s.boxes[0].half.y() = 0; }), HasSubstr("box step: half extent 0"));
  EXPECT_THAT(error_after([](Scene& s) { s.boxes[0].pose.rotation.w() = 2; }), HasSubstr("box step: rotation"));
  EXPECT_THAT(error_after([](Scene& s) { s.boxes[0].name = "ball"; }), HasSubstr("ball is there twice"));
  EXPECT_THAT(error_after([](Scene& s) { s.objects[0].name = ""; }), HasSubstr("objects: a name is empty"));
  EXPECT_THAT(error_after([](Scene& s) { s.objects[0].radius = 0; }), HasSubstr("object ball: radius 0"));
  EXPECT_THAT(error_after([](Scene& s) { s.objects[1].mass = -3; }), HasSubstr("object crate: mass -3"));
  EXPECT_THAT(error_after([&](Scene& s) { s.objects[1].spin.z() = nan; }), HasSubstr("object crate: spin"));
  EXPECT_THAT(error_after([](Scene& s) { s.objects[0].restitution = 1.5; }), HasSubstr("restitution 1.5"));
  EXPECT_THAT(error_after([](Scene& s) { s.objects[0].release = -1; }), HasSubstr("release -1"));
  EXPECT_THAT(error_after([](Scene& s) { s.pushes[0].duration = 0; }), HasSubstr("push 0 on chest: expected either"));
  EXPECT_THAT(error_after([](Scene& s) { s.pushes[1].force = {1, 0, 0}; }), HasSubstr("push 1 on ball"));
  EXPECT_THAT(error_after([](Scene& s) { s.pushes[1].impulse.setZero(); }), HasSubstr("push 1 on ball"));
  EXPECT_THAT(error_after([](Scene& s) { s.pushes[0].start = -1; }), HasSubstr("start -1"));
}

TEST(Scene, FieldRules) {
  const auto with_field = [](const std::function<void(HeightField&)>& change) {
    return error_after([&](Scene& scene) {
      scene.ground.kind = GroundKind::kField;
      scene.ground.field = {3, 2, 0.5, Vec3::Zero(), {0, 0, 0, 0, 0, 0}};
      change(scene.ground.field);
    });
  };
  EXPECT_EQ(with_field([](HeightField&) {}), "valid");
  EXPECT_THAT(with_field([](HeightField& f) { f.heights.pop_back(); }), HasSubstr("5 heights: expected 2 x 3"));
  EXPECT_THAT(with_field([](HeightField& f) { f.rows = 1; }), HasSubstr("3 x 1 points"));
  EXPECT_THAT(with_field([](HeightField& f) { f.spacing = 0; }), HasSubstr("spacing 0"));
  EXPECT_THAT(with_field([](HeightField& f) { f.heights[3] = kInfinity; }), HasSubstr("a height is not finite"));
  EXPECT_THAT(with_field([](HeightField& f) { f.columns = f.rows = 3000; }), HasSubstr("at most 4000000"));
}

TEST(GroundHeight, OfPlaneSlopeAndNothing) {
  Scene scene;
  EXPECT_EQ(ground_height(scene, 3, 4), 0.0);
  scene.ground = slope(30 * kDegree, 90 * kDegree, {1, 2, 0});
  EXPECT_NEAR(ground_height(scene, 2, 7), 2 + std::tan(30 * kDegree), 1e-12);
  EXPECT_NEAR(ground_height(scene, 0, 7), 2 - std::tan(30 * kDegree), 1e-12);
  scene.validate();
  scene.ground.kind = GroundKind::kNone;
  EXPECT_EQ(ground_height(scene, 0, 0), -kInfinity);
}

TEST(GroundHeight, OfAFieldIsTwoTrianglesPerCell) {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  scene.ground.field = {2, 2, 1, {-0.5, 10, -0.5}, {0, 0, 0, 1}};
  // What libode 0.16.2 answers for the same field when a small sphere is lowered onto it.
  EXPECT_NEAR(ground_height(scene, -0.25, -0.25), 10, 1e-12);
  EXPECT_NEAR(ground_height(scene, 0, 0), 10, 1e-12);
  EXPECT_NEAR(ground_height(scene, 0, 0.25), 10.25, 1e-12);
  EXPECT_NEAR(ground_height(scene, 0.25, 0.25), 10.5, 1e-12);
  EXPECT_NEAR(ground_height(scene, 0.5, 0.5), 11, 1e-12);
  EXPECT_EQ(ground_height(scene, 0.51, 0), -kInfinity);
  EXPECT_EQ(ground_height(scene, 0, std::nan("")), -kInfinity);
}

TEST(GroundHeight, OfBoxesIsTheirTop) {
  Scene scene;
  StaticBox box;
  box.name = "leaning";
  box.half = {1, 0.1, 1};
  box.pose = {{0, 1, 0}, Quat(Eigen::AngleAxisd(30 * kDegree, Vec3::UnitX()))};
  scene.boxes = {box};
  // The top face is the plane at distance 0.1 from the centre; it falls towards +z... and its normal leans that way.
  EXPECT_NEAR(ground_height(scene, 0, 0), 1 + 0.1 / std::cos(30 * kDegree), 1e-12);
  EXPECT_NEAR(ground_height(scene, 0, 0.5), 1 + 0.1 / std::cos(30 * kDegree) - 0.5 * std::tan(30 * kDegree), 1e-12);
  EXPECT_EQ(ground_height(scene, 1.01, 0), 0.0);
  EXPECT_EQ(ground_height(scene, 0, 1.2), 0.0);
}

}  // namespace
}  // namespace sinew
