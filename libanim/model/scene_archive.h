#pragma once

#include "libanim/model/basic_archive.h"
#include "libanim/model/scene.h"
#include "libanim/model/simulation_options.h"

namespace sinew {

template <typename Io, typename T>
void archive_ground(Io& io, T& ground) {
  io.choice(ground.kind, GroundKind::kField, "ground");
  archive_vector(io, ground.point);
  archive_vector(io, ground.normal);
  io.value(ground.field.columns);
  io.value(ground.field.rows);
  io.value(ground.field.spacing);
  archive_vector(io, ground.field.origin);
  io.array(ground.field.heights);
  io.value(ground.friction);
}

template <typename Io, typename T>
void archive_object(Io& io, T& object) {
  io.text(object.name);
  io.choice(object.kind, ObjectKind::kBox, "object");
  archive_transform(io, object.pose);
  io.value(object.radius);
  archive_vector(io, object.half);
  io.value(object.mass);
  archive_vector(io, object.velocity);
  archive_vector(io, object.spin);
  io.value(object.friction);
  io.value(object.restitution);
  io.value(object.release);
}

template <typename Io, typename T>
void archive_push(Io& io, T& push) {
  io.text(push.body);
  io.value(push.start);
  io.value(push.duration);
  archive_vector(io, push.force);
  archive_vector(io, push.impulse);
  archive_vector(io, push.point);
}

template <typename Io, typename T>
void archive_scene(Io& io, T& scene) {
  io.text(scene.name);
  archive_vector(io, scene.gravity);
  archive_ground(io, scene.ground);
  io.list(scene.boxes, kTextBytes + kTransformBytes + kVectorBytes, [](Io& part, auto& box) {
    part.text(box.name);
    archive_transform(part, box.pose);
    archive_vector(part, box.half);
    part.value(box.friction);
  });
  io.list(scene.objects, kTextBytes + kTransformBytes + kVectorBytes,
          [](Io& part, auto& object) { archive_object(part, object); });
  io.list(scene.pushes, kTextBytes + 3 * kVectorBytes, [](Io& part, auto& push) { archive_push(part, push); });
}

template <typename Io, typename T>
void archive_simulation(Io& io, T& options) {
  io.value(options.control_rate);
  io.value(options.substeps);
  io.value(options.joint_erp);
  io.value(options.anchor_tolerance);
  io.value(options.contact_erp);
  io.value(options.cfm);
  io.value(options.speculative);
  io.value(options.contact_margin);
  io.value(options.friction_rounds);
  io.value(options.joint_limits);
  io.choice(options.self_collision, SelfCollision::kAll, "self-collision");
  io.value(options.thin_contacts);
  io.choice(options.motors, MotorSolve::kChecked, "motors");
  io.choice(options.kernels, LcpKernels::kFast, "kernels");
  io.value(options.pd_stiffness);
  io.value(options.pd_damping);
}

}  // namespace sinew
