#include "libanim/validity/surface_gap.h"

#include <algorithm>

#include "libanim/simulation/contact_finder.h"
#include "libanim/simulation/push_schedule.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

double smallest(const TouchList& touches, double reach) {
  double gap = reach;
  for (int i = 0; i < touches.size(); ++i) gap = std::min(gap, touches[i].gap);
  return gap;
}

double ground_gap(const PlacedShape& shape, const Ground& ground, double reach) {
  TouchList touches;
  if (ground.kind == GroundKind::kPlane) touch_plane(shape, ground.point, ground.normal, reach, touches);
  if (ground.kind == GroundKind::kField) touch_field(shape, ground.field, reach, touches);
  return smallest(touches, reach);
}

double shape_gap(const PlacedShape& shape, const PlacedShape& other, double reach) {
  const double apart = (shape.centre - other.centre).norm() - shape.bound() - other.bound();
  if (apart >= reach) return reach;
  TouchList touches;
  touch_shape(shape, other, reach, touches);
  return smallest(touches, reach);
}

FigureShape shape_of(const DynamicObject& object) {
  FigureShape shape;
  shape.kind = object.kind == ObjectKind::kBall ? ShapeKind::kSphere : ShapeKind::kBox;
  shape.radius = object.radius;
  shape.half = object.half;
  return shape;
}

}  // namespace

double surface_gap(const Figure& figure, const Scene& scene, std::span<const Transform> world_from_body, double reach) {
  double gap = reach;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    for (const FigureShape& part : figure.bodies[b].shapes) {
      const PlacedShape shape = placed_shape(part, world_from_body[b]);
      gap = std::min(gap, ground_gap(shape, scene.ground, reach));
      for (const StaticBox& box : scene.boxes) {
        FigureShape fixed;
        fixed.kind = ShapeKind::kBox;
        fixed.half = box.half;
        gap = std::min(gap, shape_gap(shape, placed_shape(fixed, box.pose), reach));
      }
    }
  }
  return gap;
}

double object_depth(const Take& take, const StateRecord& record) {
  const double step = 1 / (take.simulation.control_rate * take.simulation.substeps);
  double gap = 0;
  for (std::size_t o = 0; o < take.scene.objects.size(); ++o) {
    if (record.step < nearest_step(take.scene.objects[o].release, step)) continue;
    const Transform pose = record.bodies[take.figure.bodies.size() + o].pose();
    const PlacedShape other = placed_shape(shape_of(take.scene.objects[o]), pose);
    for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) {
      for (const FigureShape& part : take.figure.bodies[b].shapes) {
        gap = std::min(gap, shape_gap(placed_shape(part, record.bodies[b].pose()), other, 0));
      }
    }
  }
  return -gap;
}

double lift_out(const Figure& figure, const Scene& scene, const StateRecord& record) {
  // Up a slope it takes more than the depth, which is measured across; what is left after the last turn is less than a
  // hundredth even at 45 degrees.
  constexpr int kTurns = 4;
  constexpr double kNothing = 1e-9;  // m
  std::vector<Transform> poses;
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) poses.push_back(record.bodies[i].pose());
  double lift = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double depth = -surface_gap(figure, scene, poses, 0);
    if (depth <= kNothing) break;
    lift += depth;
    for (Transform& pose : poses) pose.translation.y() += depth;
  }
  return lift;
}

}  // namespace sinew
