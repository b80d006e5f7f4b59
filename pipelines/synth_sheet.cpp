#include "pipelines/synth_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

Vec3 half_extents(const FigureShape& shape) {
  if (shape.kind == ShapeKind::kBox) return shape.half;
  return {shape.radius, shape.radius + shape.half_length, shape.radius};
}

/// The shapes of a figure as boxes that move.
void add_boxes(const SynthActor& actor, Scene& scene) {
  for (const FigureBody& body : actor.figure.bodies) {
    for (const FigureShape& shape : body.shapes) {
      DynamicObject& box = scene.objects.emplace_back();
      box.name = fmt::format("{}/{}/{}", actor.name, body.name, scene.objects.size());
      box.kind = ObjectKind::kBox;
      box.half = half_extents(shape);
    }
  }
}

std::vector<Transform> bodies_at(const SynthActor& actor, const Clip& clip, int frame) {
  const Skeleton& skeleton = actor.asset.character.skeleton;
  return bodies_from_pose(actor.figure, skeleton, world_at(skeleton, clip, frame));
}

/// The poses of everything that the take shows.
StateRecord record_at(const SynthPlan& plan, const SynthMotion& motion, const std::vector<Clip>& clips, int frame) {
  std::vector<Transform> poses = bodies_at(plan.actors[0], clips[0], frame);
  const double time = std::min(frame / clips[0].frame_rate, motion.duration());
  for (int i = 0; i < static_cast<int>(plan.problem.objects.size()); ++i) {
    poses.push_back(evaluate(motion, object_track(plan.problem, i), time).pose);
  }
  for (std::size_t a = 1; a < plan.actors.size(); ++a) {
    const std::vector<Transform> bodies = bodies_at(plan.actors[a], clips[a], frame);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      for (const FigureShape& shape : plan.actors[a].figure.bodies[b].shapes) {
        poses.push_back(bodies[b] * shape.body_from_shape);
      }
    }
  }
  return record_from_bodies(poses);
}

/// The forces on the first character. Which of its bodies has them does not show: each contact counts as one.
SubstepReport forces_at(const SynthPlan& plan, const SynthMotion& motion, double time) {
  SubstepReport report;
  if (motion.forces.empty()) return report;
  const auto sample = static_cast<std::size_t>(std::lround(time * motion.force_rate));
  const std::vector<SynthForce>& forces = motion.forces[std::min(sample, motion.forces.size() - 1)];
  const int bodies = plan.actors[0].figure.body_count();
  for (std::size_t c = 0; c < forces.size(); ++c) {
    const SynthContact& contact = motion.contacts[c];
    const bool carries = contact.target == SynthContact::Target::kCharacter && contact.target_index == 0;
    if (contact.character != 0 && !carries) continue;
    ContactForce force;
    force.body = static_cast<int>(c) % bodies;
    force.point = forces[c].point;
    force.force = carries ? Vec3(-forces[c].force) : forces[c].force;
    report.contacts.push_back(force);
  }
  return report;
}

/// A take for the eye alone: nothing was simulated.
Take shown_take(const SynthPlan& plan, const SynthMotion& motion, const std::vector<Clip>& clips) {
  Take take;
  take.name = plan.task.name;
  take.character = plan.actors[0].asset.character;
  take.figure = plan.actors[0].figure;
  take.scene = plan.task.surroundings;
  for (std::size_t a = 1; a < plan.actors.size(); ++a) add_boxes(plan.actors[a], take.scene);
  take.reference = clips[0];
  take.simulation.control_rate = clips[0].frame_rate;
  take.start = record_at(plan, motion, clips, 0);
  for (int frame = 1; frame < clips[0].frames(); ++frame) {
    TakeStep& step = take.steps.emplace_back();
    step.record = record_at(plan, motion, clips, frame);
    step.report.substeps = {forces_at(plan, motion, frame / clips[0].frame_rate)};
  }
  return take;
}

}  // namespace

ContactSheet synth_sheet(const SynthPlan& plan, const SynthMotion& motion, const std::vector<Clip>& clips,
                         const SheetOptions& options) {
  return contact_sheet(shown_take(plan, motion, clips), options);
}

}  // namespace sinew
