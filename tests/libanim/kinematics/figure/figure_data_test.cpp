#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "importers/import_file.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/figure_limits.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "tests/libanim/kinematics/figure/hand_made.h"
#include "tests/support/test_data.h"

namespace sinew::test {
namespace {

/// Points on the surface of a shape, in the body's frame.
std::vector<Vec3> surface_points(const FigureShape& shape) {
  std::vector<Vec3> points;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Vec3 d(x, y, z);
        if (d.isZero()) continue;
        Vec3 p = d.cwiseProduct(shape.half);
        if (shape.kind != ShapeKind::kBox) p = shape.radius * d.normalized() + Vec3(0, y * shape.half_length, 0);
        points.push_back(shape.body_from_shape * p);
      }
    }
  }
  return points;
}

bool is_inside(const FigureShape& shape, const Vec3& in_body) {
  Vec3 p = shape.body_from_shape.inverse() * in_body;
  if (shape.kind == ShapeKind::kBox) return (p.cwiseAbs() - shape.half).maxCoeff() < 0;
  p.y() -= std::clamp(p.y(), -shape.half_length, shape.half_length);
  return p.norm() < shape.radius;
}

bool is_fully_inside(const Figure& figure, int inner, int outer) {
  const FigureBody& a = figure.bodies[to_size(inner)];
  const FigureBody& b = figure.bodies[to_size(outer)];
  for (const Vec3& p : surface_points(a.shapes[0])) {
    if (!is_inside(b.shapes[0], p + a.rest_position - b.rest_position)) return false;
  }
  return true;
}

void expect_none_inside(const Figure& figure, const std::string& file) {
  for (int a = 0; a < figure.body_count(); ++a) {
    for (int b = 0; b < figure.body_count(); ++b) {
      if (a == b) continue;
      EXPECT_FALSE(is_fully_inside(figure, a, b))
          << file << ": " << figure.bodies[to_size(a)].name << " in " << figure.bodies[to_size(b)].name;
    }
  }
}

void expect_sides_agree(const Figure& figure, const std::string& file) {
  for (const FigureBody& body : figure.bodies) {
    if (body.mirror < 0) continue;
    const FigureBody& twin = figure.bodies[to_size(body.mirror)];
    const FigureShape& a = body.shapes[0];
    const FigureShape& b = twin.shapes[0];
    const bool same = body.mass == twin.mass && a.kind == b.kind && a.radius == b.radius &&
                      a.half_length == b.half_length && a.half == b.half;
    EXPECT_TRUE(same) << file << ": " << body.name << " and " << twin.name;
  }
  for (const FigureJoint& joint : figure.joints) {
    const int mirror = figure.bodies[to_size(joint.child)].mirror;
    if (mirror <= 0) continue;
    const FigureJoint& twin = figure.joints[to_size(mirror - 1)];
    const JointRange other = mirrored({twin.lower, twin.upper});
    const bool same = joint.kind == twin.kind && joint.torque == twin.torque && joint.lower == other.lower &&
                      joint.upper == other.upper;
    const bool central = mirror == joint.child;
    EXPECT_TRUE(same || central) << file << ": joint of " << figure.bodies[to_size(joint.child)].name;
  }
}

void expect_rest_within_limits(const Figure& figure, const std::string& file) {
  for (const FigureJoint& joint : figure.joints) {
    const Vec3 rest = swing_twist_angles(joint, Quat::Identity());
    for (const int axis : {0, 1, 2}) {
      if (joint.kind == JointKind::kHinge && axis != 1) continue;
      EXPECT_GE(rest[axis], joint.lower[to_size(axis)] - 1e-9) << file << " " << joint.child;
      EXPECT_LE(rest[axis], joint.upper[to_size(axis)] + 1e-9) << file << " " << joint.child;
    }
  }
}

/// Soles of a humanoid in the neutral stance.
void expect_level_soles(const BuiltFigure& built, const std::string& file) {
  const Figure& figure = built.figure;
  const std::vector<Vec3> neutral(figure.joints.size(), Vec3::Zero());
  const auto world = pose_bodies(figure, neutral, built.anatomy.bodies[0].neutral);
  std::map<std::string, double> heights;
  for (const FigureContactPoint& point : figure.points) {
    heights[point.name] = (world[to_size(point.body)] * point.position).y();
  }
  for (const std::string side : {"left_", "right_"}) {
    if (!heights.contains(side + "heel")) continue;
    EXPECT_NEAR(heights[side + "heel"], heights[side + "toe"], 1e-6 * figure.height) << file;
  }
  // The legs may differ in length by a little.
  if (heights.contains("left_heel") && heights.contains("right_heel")) {
    EXPECT_NEAR(heights["left_heel"], heights["right_heel"], 0.02 * figure.height) << file;
  }
}

double lowest_of(const FigureShape& shape, const Transform& world_from_body) {
  const Transform pose = world_from_body * shape.body_from_shape;
  const Mat3 turn = pose.rotation.toRotationMatrix();
  if (shape.kind == ShapeKind::kBox) return pose.translation.y() - turn.row(1).cwiseAbs().dot(shape.half);
  return pose.translation.y() - std::abs(turn(1, 1)) * shape.half_length - shape.radius;
}

/// A humanoid in its neutral stance stands on its feet, with its centre of mass between heels and toes.
void expect_stands_on_feet(const BuiltFigure& built, const std::string& file) {
  const Figure& figure = built.figure;
  const std::vector<Vec3> neutral(figure.joints.size(), Vec3::Zero());
  const auto world = pose_bodies(figure, neutral, built.anatomy.bodies[0].neutral);
  double sole = 1e9;
  double other = 1e9;
  Vec3 centre = Vec3::Zero();
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const FigureBody& body = figure.bodies[b];
    double& lowest = body.part == Part::kFoot ? sole : other;
    lowest = std::min(lowest, lowest_of(body.shapes[0], world[b]));
    centre += body.mass / figure.mass() * world[b].translation;
  }
  EXPECT_LT(sole, other) << file;
  const bool upright = (figure.facing * Vec3::UnitY()).y() > 0.7;
  const Vec3 ahead = upright ? Vec3(figure.facing * Vec3::UnitZ()) : Vec3::UnitZ();
  double heel = 1e9;
  double toe = -1e9;
  for (const FigureContactPoint& point : figure.points) {
    if (figure.bodies[to_size(point.body)].part != Part::kFoot) continue;
    const double along = (world[to_size(point.body)] * point.position).dot(ahead);
    heel = std::min(heel, along);
    toe = std::max(toe, along);
  }
  // Share of the feet's length; measured 0.06 (CesiumMan) to 0.49.
  EXPECT_GT((centre.dot(ahead) - heel) / (toe - heel), 0.04) << file;
  EXPECT_LT((centre.dot(ahead) - heel) / (toe - heel), 0.6) << file;
}

TEST(FigureData, EveryCharacterGivesASaneFigure) {
  SINEW_NEEDS_DATA();
  int figures = 0;
  int humanoids = 0;
  int without_extent = 0;
  for (const auto& path : data_files()) {
    const std::string file = path.generic_string();
    Asset asset;
    try {
      asset = import_file(*data_dir() / path, {});
    } catch (const Error&) {
      continue;  // the importers' own tests say which files are refused
    }
    BuiltFigure built;
    try {
      built = build_figure(asset.character, {});
    } catch (const Error& error) {
      // Rests of animations whose joints all stand in one point.
      EXPECT_NE(error.message().find("expected bones with a length"), std::string::npos) << file << error.what();
      ++without_extent;
      continue;
    }
    ++figures;
    const Figure& figure = built.figure;
    EXPECT_NO_THROW(figure.validate(asset.character.skeleton)) << file;
    EXPECT_GT(figure.height, 0) << file;
    expect_none_inside(figure, file);
    expect_sides_agree(figure, file);
    expect_rest_within_limits(figure, file);
    if (!figure.humanoid) continue;
    ++humanoids;
    expect_level_soles(built, file);
    expect_stands_on_feet(built, file);
  }
  // Of 271 files that can be imported: 256 figures, 15 without extent; 125 humanoids.
  EXPECT_GE(figures, 250);
  EXPECT_LE(without_extent, 20);
  EXPECT_GE(humanoids, 100);
}

}  // namespace
}  // namespace sinew::test
