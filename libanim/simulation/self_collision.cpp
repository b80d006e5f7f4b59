#include <algorithm>

#include "libanim/simulation/contact_finder.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

bool is_leg(Part part) {
  switch (part) {
    case Part::kThigh:
    case Part::kShin:
    case Part::kFoot:
    case Part::kToes:
    case Part::kLimb:
    case Part::kPaw: return true;
    default: return false;
  }
}

/// The first body of the leg that a body belongs to, or -1.
int leg_of(const Figure& figure, int body) {
  if (!is_leg(figure.bodies[to_size(body)].part)) return -1;
  while (body > 0) {
    const int parent = figure.joints[to_size(body - 1)].parent;
    if (!is_leg(figure.bodies[to_size(parent)].part)) break;
    body = parent;
  }
  return body;
}

bool connected(const Figure& figure, int a, int b) {
  return std::any_of(figure.joints.begin(), figure.joints.end(), [&](const FigureJoint& joint) {
    return (joint.parent == a && joint.child == b) || (joint.parent == b && joint.child == a);
  });
}

bool overlap(const FigureBody& a, const Transform& world_from_a, const FigureBody& b, const Transform& world_from_b) {
  TouchList touches;
  for (const FigureShape& shape : a.shapes) {
    for (const FigureShape& other : b.shapes) {
      if (touch_shape(placed_shape(shape, world_from_a), placed_shape(other, world_from_b), 0, touches) < 0)
        return true;
    }
  }
  return false;
}

}  // namespace

PlacedShape placed_shape(const FigureShape& shape, const Transform& world_from_body) {
  const Transform world_from_shape = world_from_body * shape.body_from_shape;
  return {shape.kind,
          world_from_shape.translation,
          world_from_shape.rotation.toRotationMatrix(),
          shape.radius,
          shape.half_length,
          shape.half};
}

std::vector<std::pair<int, int>> self_collision_pairs(const Figure& figure, SelfCollision mode) {
  std::vector<std::pair<int, int>> pairs;
  if (mode == SelfCollision::kOff) return pairs;
  const std::vector<Transform> bodies = stance(figure);
  for (int a = 0; a < figure.body_count(); ++a) {
    for (int b = a + 1; b < figure.body_count(); ++b) {
      const int leg = leg_of(figure, a);
      const int other_leg = leg_of(figure, b);
      const bool wanted = mode == SelfCollision::kAll || (leg >= 0 && other_leg >= 0 && leg != other_leg);
      if (!wanted || connected(figure, a, b)) continue;
      const std::size_t i = to_size(a);
      const std::size_t j = to_size(b);
      if (!overlap(figure.bodies[i], bodies[i], figure.bodies[j], bodies[j])) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

}  // namespace sinew
