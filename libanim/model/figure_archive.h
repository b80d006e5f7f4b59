#pragma once

#include "libanim/model/basic_archive.h"
#include "libanim/model/figure.h"

namespace sinew {

template <typename Io, typename T>
void archive_shape(Io& io, T& shape) {
  io.choice(shape.kind, ShapeKind::kBox, "shape");
  archive_transform(io, shape.body_from_shape);
  io.value(shape.radius);
  io.value(shape.half_length);
  archive_vector(io, shape.half);
}

template <typename Io, typename T>
void archive_body(Io& io, T& body) {
  io.text(body.name);
  io.choice(body.part, Part::kOther, "part");
  io.choice(body.side, Side::kRight, "side");
  io.value(body.mirror);
  io.value(body.joint);
  io.value(body.orientation_joint);
  io.array(body.joints);
  archive_vector(io, body.rest_position);
  io.value(body.mass);
  archive_matrix(io, body.inertia);
  io.list(body.shapes, kTransformBytes, [](Io& part, auto& shape) { archive_shape(part, shape); });
}

template <typename Io, typename T>
void archive_figure_joint(Io& io, T& joint) {
  io.value(joint.parent);
  io.value(joint.child);
  io.choice(joint.kind, JointKind::kBall, "joint");
  archive_vector(io, joint.parent_anchor);
  archive_vector(io, joint.child_anchor);
  archive_quaternion(io, joint.axes);
  archive_quaternion(io, joint.neutral);
  for (auto& x : joint.lower) io.value(x);
  for (auto& x : joint.upper) io.value(x);
  for (auto& x : joint.torque) io.value(x);
}

template <typename Io, typename T>
void archive_figure(Io& io, T& figure) {
  io.text(figure.name);
  io.value(figure.humanoid);
  io.value(figure.height);
  archive_quaternion(io, figure.facing);
  archive_quaternion(io, figure.root_neutral);
  io.list(figure.bodies, 20 * sizeof(double), [](Io& part, auto& body) { archive_body(part, body); });
  io.list(figure.joints, 20 * sizeof(double), [](Io& part, auto& joint) { archive_figure_joint(part, joint); });
  io.list(figure.points, kTextBytes + 4 + kVectorBytes, [](Io& part, auto& point) {
    part.text(point.name);
    part.value(point.body);
    archive_vector(part, point.position);
  });
}

}  // namespace sinew
