#include "libanim/stages/track/track_problem.h"

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "libanim/validity/reference_calm.h"

namespace sinew {

namespace {

double first_deviation(Part part, const TrackOptions& options) {
  switch (part) {
    case Part::kThigh:
    case Part::kShin:
    case Part::kFoot:
    case Part::kToes:
    case Part::kLimb:
    case Part::kPaw: return options.sigma_legs;
    case Part::kUpperArm: return options.sigma_shoulders > 0 ? options.sigma_shoulders : options.sigma_arms;
    case Part::kClavicle:
    case Part::kForearm:
    case Part::kHand: return options.sigma_arms;
    case Part::kNeck:
    case Part::kHead:
    case Part::kTail:
    case Part::kOther: return options.sigma_head;
    default: return options.sigma_torso;
  }
}

Eigen::VectorXd first_deviations(const Figure& figure, const TrackOptions& options) {
  Eigen::VectorXd sigma(figure.axis_count());
  Eigen::Index axis = 0;
  for (const FigureJoint& joint : figure.joints) {
    const double deviation = first_deviation(figure.bodies[to_size(joint.child)].part, options);
    for (int i = 0; i < joint.axis_count(); ++i) sigma[axis++] = deviation;
  }
  return sigma;
}

/// The reference's joints turned by offsets, which are rotation vectors in the joints' axes.
std::vector<Quat> offset_joints(const Figure& figure, std::span<const Quat> joints, const Eigen::VectorXd& offsets) {
  std::vector<Quat> turned(joints.begin(), joints.end());
  Eigen::Index axis = 0;
  for (std::size_t i = 0; i < turned.size(); ++i) {
    const FigureJoint& joint = figure.joints[i];
    Vec3 turn = Vec3::Zero();
    if (joint.kind == JointKind::kHinge) {
      turn.y() = offsets[axis];
    } else {
      turn = offsets.segment<3>(axis);
    }
    axis += joint.axis_count();
    turned[i] = exp_rotation(joint.axes * turn) * turned[i];
  }
  return turned;
}

/// Angle between the root's up axis, which in the rest pose is the world's, and the world's.
double lean(const Quat& rotation) { return std::acos(std::clamp((rotation * Vec3::UnitY()).y(), -1.0, 1.0)); }

}  // namespace

TrackProblem::TrackProblem(const Take& take, const TrackOptions& options)
    : figure_(take.figure),
      scene_(take.scene),
      options_(options),
      reference_(
          reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, options.velocity_cutoff)),
      agreement_(take.figure, reference_),
      parts_(cost_parts(take.figure)),
      sigma_(first_deviations(take.figure, options)),
      stir_(stir_speeds(take.figure, reference_)) {
  options_.validate();
  for (const ReferenceFrame& frame : reference_.frames) {
    steepest_ = std::max(steepest_, lean(frame.bodies[0].rotation));
  }
}

int TrackProblem::segments() const { return (reference_.steps() + options_.knot_frames - 1) / options_.knot_frames; }

int TrackProblem::segment_frames(int segment) const {
  return std::min(options_.knot_frames, reference_.steps() - first_frame(segment));
}

Eigen::VectorXd TrackProblem::sigma(int segment) const {
  const double stir = stir_[to_size(first_frame(segment) + segment_frames(segment))];
  return std::clamp(stir / options_.calm_speed, options_.calm, 1.0) * sigma_;
}

Eigen::VectorXd TrackProblem::first_guess(int segment) const {
  if (options_.action == ActionKind::kPoseOffset) return Eigen::VectorXd::Zero(sigma_.size());
  const int f = first_frame(segment);
  const ReferenceFrame& now = reference_.frames[to_size(f)];
  const ReferenceFrame& next = reference_.frames[to_size(f + segment_frames(segment))];
  Eigen::VectorXd velocity(sigma_.size());
  Eigen::Index axis = 0;
  for (std::size_t i = 0; i < now.joints.size(); ++i) {
    const FigureJoint& joint = figure_.joints[i];
    const Vec3 turn = joint.axes.conjugate() * log_rotation(next.joints[i] * now.joints[i].conjugate());
    if (joint.kind == JointKind::kHinge) {
      velocity[axis++] = turn.y();
    } else {
      velocity.segment<3>(axis) = turn;
      axis += 3;
    }
  }
  return velocity / (segment_frames(segment) * reference_.frame_seconds);
}

Control TrackProblem::control(int frame, const StateRecord& record, const Eigen::VectorXd& action, bool apart) const {
  if (options_.action == ActionKind::kVelocity) {
    Control control = holding_control(figure_);
    for (Eigen::Index a = 0; a < action.size(); ++a) control.axes[static_cast<std::size_t>(a)].target = action[a];
    return control;
  }
  std::vector<Quat> target = offset_joints(figure_, reference_.frames[to_size(frame + 1)].joints, action);
  if (!apart) agreement_.apply(options_.agree, frame, record, target);
  return control_towards(figure_, record, target, reference_.frame_seconds);
}

bool TrackProblem::lost_control(int frame, const StateRecord& record, double distance, const StepReport& report) const {
  if (!(distance < options_.lost_distance)) return true;
  if (options_.lost == LostControl::kDistance) return false;
  constexpr double kLeanSlack = 0.05;  // rad: a reference that never leans would allow nothing
  if (lean(record.bodies[0].pose().rotation) > steepest_ + kLeanSlack) return true;
  for (const SubstepReport& substep : report.substeps) {
    for (const ContactForce& contact : substep.contacts) {
      if (contact.depth > 0 && is_unwanted(contact, reference_.frames[to_size(frame)])) return true;
    }
  }
  return false;
}

bool TrackProblem::is_unwanted(const ContactForce& contact, const ReferenceFrame& reference) const {
  const auto bodies = static_cast<int>(figure_.bodies.size());
  if (contact.body >= bodies || contact.other >= bodies) return false;  // an object of the scene
  if (contact.other >= 0) return true;                                  // the figure itself
  const FigureBody& body = figure_.bodies[to_size(contact.body)];
  if (body.part == Part::kFoot || body.part == Part::kToes || body.part == Part::kPaw) return false;
  // Who lies, rolls or stands on his hands in the reference may touch the ground with what is near it there.
  constexpr double kNear = 0.1;  // m
  const Transform& pose = reference.bodies[to_size(contact.body)];
  const double ground = ground_height(scene_, pose.translation.x(), pose.translation.z());
  return lowest_point(body, pose) > ground + kNear;
}

TrackProblem::Outcome TrackProblem::simulate(World& world, int segment, const StateRecord& from,
                                             const Eigen::VectorXd& before, const Eigen::VectorXd& action, bool apart,
                                             const Observer* observer) const {
  const int frames = segment_frames(segment);
  Outcome outcome{from};
  StepReport report;
  StepReport* wanted = observer != nullptr || options_.lost == LostControl::kPaper ? &report : nullptr;
  for (int i = 0; i < frames && !outcome.lost; ++i) {
    const int frame = first_frame(segment) + i;
    const double share = static_cast<double>(i + 1) / frames;
    const Control c = control(frame, outcome.record, before + share * (action - before), apart);
    world.step(outcome.record, c, outcome.record, wanted);
    const ReferenceFrame& reference = reference_.frames[to_size(frame + 1)];
    const double cost = weighted_cost(cost_terms(figure_, scene_, parts_, reference, outcome.record), options_.weights);
    const double distance = mean_body_distance(reference, outcome.record);
    outcome.cost += cost;
    outcome.distance += distance;
    outcome.lost = lost_control(frame + 1, outcome.record, distance, report);
    if (observer != nullptr) (*observer)(c, outcome.record, report, cost);
  }
  return outcome;
}

}  // namespace sinew
