#include "libanim/model/figure.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>

#include "libanim/model/figure_leg.h"
#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew::test {
namespace {

FigureBody ball(std::string name, int joint, const Vec3& position) {
  FigureBody body;
  body.name = std::move(name);
  body.joint = body.orientation_joint = joint;
  body.joints = {joint};
  body.rest_position = position;
  body.shapes.resize(1);
  body.shapes[0].kind = ShapeKind::kSphere;
  body.shapes[0].radius = 0.1;
  return body;
}

FigureJoint between(int parent, int child, const Vec3& parent_anchor, const Vec3& child_anchor) {
  FigureJoint joint;
  joint.parent = parent;
  joint.child = child;
  joint.parent_anchor = parent_anchor;
  joint.child_anchor = child_anchor;
  joint.lower = {-1, -1, -1};
  joint.upper = {1, 1, 1};
  return joint;
}

/// Spine, and two arms that mirror each other, on the joints of small_skeleton().
Figure three_balls() {
  Figure figure;
  figure.name = "three";
  figure.height = 1;
  figure.bodies = {ball("spine", 1, {0, 1.4, 0}), ball("left", 4, {0.3, 1.5, 0}), ball("right", 5, {-0.3, 1.5, 0})};
  figure.bodies[0].mirror = 0;
  figure.bodies[1].mirror = 2;
  figure.bodies[2].mirror = 1;
  figure.bodies[1].part = figure.bodies[2].part = Part::kUpperArm;
  figure.bodies[1].side = Side::kLeft;
  figure.bodies[2].side = Side::kRight;
  figure.joints = {between(0, 1, {0.2, 0.1, 0}, {-0.1, 0, 0}), between(0, 2, {-0.2, 0.1, 0}, {0.1, 0, 0})};
  figure.joints[0].kind = JointKind::kHinge;
  figure.points = {{"left_hand", 1, {0.1, 0, 0}}};
  return figure;
}

TEST(FigureModel, CountsAndFinds) {
  const Figure figure = three_balls();
  EXPECT_NO_THROW(figure.validate(small_skeleton()));
  EXPECT_EQ(figure.axis_count(), 4);
  EXPECT_EQ(figure.first_axis(0), 0);
  EXPECT_EQ(figure.first_axis(1), 1);
  EXPECT_EQ(figure.mass(), 3);
  EXPECT_EQ(figure.find_body(Part::kUpperArm, Side::kRight), 2);
  EXPECT_EQ(figure.find_body(Part::kUpperArm, Side::kCentre), std::nullopt);
  EXPECT_EQ(figure.find_body("left"), 1);
  EXPECT_EQ(figure.find_body("nobody"), std::nullopt);
}

TEST(FigureModel, ALegIsThreeBodiesThatHangOnEachOther) {
  const Vec3 o = Vec3::Zero();
  Figure figure;
  figure.bodies = {ball("pelvis", 0, o), ball("thigh", 1, o), ball("shin", 2, o), ball("foot", 3, o)};
  constexpr std::array kParts{Part::kPelvis, Part::kThigh, Part::kShin, Part::kFoot};
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    figure.bodies[i].part = kParts[i];
    figure.bodies[i].side = Side::kLeft;
    if (i > 0) figure.joints.push_back(between(static_cast<int>(i) - 1, static_cast<int>(i), o, o));
  }
  const auto leg = find_leg(figure, Side::kLeft);
  ASSERT_TRUE(leg.has_value());
  EXPECT_EQ(leg->thigh, 1);
  EXPECT_EQ(leg->shin, 2);
  EXPECT_EQ(leg->foot, 3);
  EXPECT_FALSE(find_leg(figure, Side::kRight).has_value());
  figure.joints[2].parent = 1;  // a foot on the thigh
  EXPECT_FALSE(find_leg(figure, Side::kLeft).has_value());
}

TEST(FigureModel, NamesReadBack) {
  for (int p = 0; p <= static_cast<int>(Part::kOther); ++p) {
    EXPECT_EQ(part_from_name(part_name(static_cast<Part>(p))), static_cast<Part>(p));
  }
  for (const Side side : {Side::kCentre, Side::kLeft, Side::kRight}) EXPECT_EQ(side_from_name(side_name(side)), side);
  EXPECT_EQ(part_name(Part::kUpperArm), "upper_arm");
  EXPECT_EQ(part_name(Part::kTrunk), "trunk");
  EXPECT_EQ(part_from_name("wheel"), std::nullopt);
  EXPECT_EQ(side_from_name(""), std::nullopt);
}

struct Broken {
  std::string what;  ///< a word of the message
  std::function<void(Figure&)> damage;
};

TEST(FigureModel, EveryRuleIsChecked) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Broken> cases = {
      {"at least one body", [](Figure& f) { f.bodies.clear(); }},
      {"expected one less", [](Figure& f) { f.joints.pop_back(); }},
      {"no name", [](Figure& f) { f.bodies[1].name.clear(); }},
      {"occurs twice", [](Figure& f) { f.bodies[1].name = "spine"; }},
      {"earlier parent", [](Figure& f) { f.joints[0].parent = 1; }},
      {"earlier parent", [](Figure& f) { f.joints[0].child = 2; }},
      {"mass", [](Figure& f) { f.bodies[0].mass = 0; }},
      {"mass", [](Figure& f) { f.bodies[0].mass = kNan; }},
      {"symmetric", [](Figure& f) { f.bodies[0].inertia(0, 1) = 0.3; }},
      {"smallest moment", [](Figure& f) { f.bodies[0].inertia(1, 1) = -1; }},
      {"sum of the others", [](Figure& f) { f.bodies[0].inertia(2, 2) = 2.1; }},
      {"at least one shape", [](Figure& f) { f.bodies[2].shapes.clear(); }},
      {"shape", [](Figure& f) { f.bodies[2].shapes[0].radius = -0.1; }},
      {"shape", [](Figure& f) { f.bodies[2].shapes[0].kind = ShapeKind::kCapsule; }},
      {"shape", [](Figure& f) { f.bodies[2].shapes[0].kind = ShapeKind::kBox; }},
      {"apart", [](Figure& f) { f.joints[1].child_anchor.x() += 2e-6; }},
      {"unit quaternions", [](Figure& f) { f.joints[1].axes.w() = 0.5; }},
      {"unit quaternions", [](Figure& f) { f.joints[1].neutral.x() = kNan; }},
      {"limits", [](Figure& f) { f.joints[1].lower[2] = 0.1; }},
      {"limits", [](Figure& f) { f.joints[1].upper[0] = 3.2; }},
      {"torque", [](Figure& f) { f.joints[1].torque[1] = -1; }},
      {"there are 6", [](Figure& f) { f.bodies[0].joints.push_back(6); }},
      {"two bodies", [](Figure& f) { f.bodies[0].joints.push_back(4); }},
      {"among its joints", [](Figure& f) { f.bodies[0].orientation_joint = 2; }},
      {"mirror", [](Figure& f) { f.bodies[1].mirror = 0; }},
      {"mirror", [](Figure& f) { f.bodies[1].mirror = 7; }},
      {"contact point", [](Figure& f) { f.points[0].body = 3; }},
      {"height, facing", [](Figure& f) { f.facing.x() = 1; }},
      {"root_neutral", [](Figure& f) { f.root_neutral.x() = 1; }},
  };
  for (const Broken& broken : cases) {
    Figure figure = three_balls();
    broken.damage(figure);
    try {
      figure.validate(small_skeleton());
      ADD_FAILURE() << "not refused: " << broken.what;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset);
      EXPECT_NE(std::string(error.what()).find(broken.what), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace sinew::test
