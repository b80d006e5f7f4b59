#include "libanim/stages/refine/smc_problem.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

std::vector<Eigen::VectorXd> reference_angles(const Figure& figure, const ReferenceMotion& reference) {
  std::vector<Eigen::VectorXd> angles;
  angles.reserve(reference.frames.size());
  for (const ReferenceFrame& frame : reference.frames) angles.push_back(axis_angles(figure, frame.joints));
  return angles;
}

/// Frame f + 1 has what the control of step f aims at; frame 0 the pose itself.
std::vector<Eigen::VectorXd> take_angles(const Take& take, double seconds) {
  std::vector<Eigen::VectorXd> angles{axis_angles(take.figure, joint_rotations(take.figure, take.start))};
  for (int f = 0; f + 1 < take.frames(); ++f) {
    const Control& control = take.steps[to_size(f)].control;
    angles.push_back(axis_angles(take.figure, control_target(take.figure, take.record(f), control, seconds)));
  }
  return angles;
}

/// What the take's targets add to the reference, smoothed over time.
std::vector<Eigen::VectorXd> smoothed(std::vector<Eigen::VectorXd> angles,
                                      const std::vector<Eigen::VectorXd>& reference, const std::vector<int>& groups,
                                      const SmcOptions& options, double frame_seconds) {
  for (Eigen::Index a = 0; a < angles.front().size(); ++a) {
    const bool leg = groups[static_cast<std::size_t>(a)] == static_cast<int>(TorqueGroup::kLegs);
    const double width = (leg ? options.leg_smoothing : options.smoothing) / frame_seconds;
    if (width <= 0) continue;
    std::vector<double> track;
    for (std::size_t f = 0; f < angles.size(); ++f) track.push_back(angles[f][a] - reference[f][a]);
    smooth(track, width);
    for (std::size_t f = 0; f < angles.size(); ++f) angles[f][a] = reference[f][a] + track[f];
  }
  return angles;
}

std::vector<int> torque_groups(const Figure& figure) {
  std::vector<int> groups;
  for (const FigureJoint& joint : figure.joints) {
    const int group = static_cast<int>(torque_group(figure.bodies[to_size(joint.child)].part));
    groups.insert(groups.end(), to_size(joint.axis_count()), group);
  }
  return groups;
}

}  // namespace

Eigen::VectorXd axis_angles(const Figure& figure, std::span<const Quat> relative) {
  Eigen::VectorXd angles(figure.axis_count());
  Eigen::Index axis = 0;
  for (std::size_t i = 0; i < figure.joints.size(); ++i) {
    const Vec3 turned = joint_angles(figure.joints[i], relative[i]);
    if (figure.joints[i].kind == JointKind::kHinge) {
      angles[axis++] = turned.y();
    } else {
      angles.segment<3>(axis) = turned;
      axis += 3;
    }
  }
  return angles;
}

std::vector<Quat> rotations_of(const Figure& figure, const Eigen::VectorXd& angles) {
  std::vector<Quat> relative;
  relative.reserve(figure.joints.size());
  Eigen::Index axis = 0;
  for (const FigureJoint& joint : figure.joints) {
    const bool hinge = joint.kind == JointKind::kHinge;
    const Vec3 turned = hinge ? Vec3(0, angles[axis], 0) : Vec3(angles.segment<3>(axis));
    relative.push_back(joint_rotation(joint, turned));
    axis += joint.axis_count();
  }
  return relative;
}

std::vector<Quat> control_target(const Figure& figure, const StateRecord& record, const Control& control,
                                 double seconds) {
  std::vector<Quat> target = joint_rotations(figure, record);
  std::size_t axis = 0;
  for (std::size_t i = 0; i < figure.joints.size(); ++i) {
    const FigureJoint& joint = figure.joints[i];
    Vec3 turn = Vec3::Zero();
    if (joint.kind == JointKind::kHinge) {
      turn.y() = control.axes[axis].target;
    } else {
      turn = {control.axes[axis].target, control.axes[axis + 1].target, control.axes[axis + 2].target};
    }
    axis += to_size(joint.axis_count());
    target[i] = exp_rotation(joint.axes * (turn * seconds)) * target[i];
  }
  return target;
}

SmcProblem::SmcProblem(const Take& take, const SmcOptions& options)
    : figure_(take.figure),
      scene_(take.scene),
      options_(options),
      reference_(
          reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, options.velocity_cutoff)),
      agreement_(take.figure, reference_),
      parts_(fitness_parts(take.figure)),
      layout_(take.figure, options),
      group_(torque_groups(take.figure)) {
  options_.validate();
  const std::vector<Eigen::VectorXd> reference = reference_angles(figure_, reference_);
  guide_ = reference;
  if (options_.base == SplineBase::kReference) base_ = reference;
  if (options_.base == SplineBase::kTake || options_.guide == SplineGuide::kTake) {
    if (take.frames() != take.reference.frames()) {
      throw Error::asset("take " + take.name, "has no controls of its whole reference to start from");
    }
    guide_ =
        smoothed(take_angles(take, reference_.frame_seconds), reference, group_, options_, reference_.frame_seconds);
    if (options_.base == SplineBase::kTake) base_ = guide_;
  }
  for (std::size_t f = 0; f < base_.size(); ++f) guide_[f] -= base_[f];
}

int SmcProblem::horizon_frames() const {
  return std::max(1, static_cast<int>(std::lround(options_.horizon / reference_.frame_seconds)));
}

Eigen::VectorXd SmcProblem::guide_at(double time) const {
  const double frame = std::clamp(time / reference_.frame_seconds, 0.0, static_cast<double>(steps()));
  const std::size_t before = std::min(static_cast<std::size_t>(frame), guide_.size() - 1);
  const std::size_t after = std::min(before + 1, guide_.size() - 1);
  const double part = frame - static_cast<double>(before);
  return guide_[before] + part * (guide_[after] - guide_[before]);
}

SplineCursor SmcProblem::cursor_at(int frame) const {
  const std::size_t now = to_size(frame);
  Eigen::VectorXd value(layout_.value_size());
  value << guide_[now], Eigen::VectorXd::Ones(kTorqueGroups);
  SplineCursor cursor = SplineCursor::at_rest(value);
  if (now + 1 < guide_.size()) {
    cursor.rate.head(layout_.axes()) = (guide_[now + 1] - guide_[now]) / reference_.frame_seconds;
  }
  return cursor;
}

Control SmcProblem::control(int frame, const StateRecord& record, const Eigen::VectorXd& value) const {
  Eigen::VectorXd angles = value.head(layout_.axes());
  if (!base_.empty()) angles += base_[to_size(frame + 1)];
  std::vector<Quat> target = rotations_of(figure_, angles);
  agreement_.apply(options_.agree, frame, record, target);
  Control control = control_towards(figure_, record, target, reference_.frame_seconds);
  for (std::size_t a = 0; a < control.axes.size(); ++a) {
    control.axes[a].torque_limit *= std::clamp(value[layout_.axes() + group_[a]], 0.0, 1.0);
  }
  return control;
}

PlanValue SmcProblem::evaluate(World& world, const PlanStart& start, const Eigen::VectorXd& x, double bearable) const {
  const int frames = std::min(horizon_frames(), steps() - start.frame);
  FitnessMeter meter(figure_, scene_, parts_, options_, reference_.frame_seconds, start.before, start.record);
  SplineCursor cursor = start.cursor;
  SplinePoints points = layout_.unpack(x);
  Eigen::Index first = 0;
  StateRecord record = start.record;
  for (int i = 0; i < frames; ++i) {
    advance(cursor, points, first, reference_.frame_seconds);
    world.step(record, control(start.frame + i, record, cursor.value), record);
    const ReferenceFrame& reference = reference_.frames[to_size(start.frame + i + 1)];
    if (!(mean_body_distance(reference, record) < options_.lost_distance)) return {meter.log_fitness(frames), i + 1};
    meter.add(reference, record, i >= frames - std::max(1, options_.slack));
    if (meter.least_cost(frames) > bearable) return {meter.log_fitness(i + 1), i + 1};
  }
  return {meter.log_fitness(frames), frames};
}

void SmcProblem::wind_forward(Eigen::VectorXd& x) const {
  SplinePoints points = layout_.unpack(x);
  Eigen::Index first = 0;
  pass_time(points, first, reference_.frame_seconds);
  x = layout_.pack(layout_.without_passed(points, first));
}

Control SmcProblem::play(World& world, PlanStart& start, Eigen::VectorXd& x, StepReport* report) const {
  SplinePoints points = layout_.unpack(x);
  Eigen::Index first = 0;
  advance(start.cursor, points, first, reference_.frame_seconds);
  x = layout_.pack(layout_.without_passed(points, first));
  Control played = control(start.frame, start.record, start.cursor.value);
  start.before = start.record;
  world.step(start.record, played, start.record, report);
  ++start.frame;
  return played;
}

double SmcProblem::random_duration(Rng& rng) const {
  return layout_.shortest() + rng.uniform() * (layout_.longest() - layout_.shortest());
}

Eigen::VectorXd SmcProblem::guide_spline(int frame, Rng& rng) const {
  SplinePoints points{Eigen::MatrixXd::Ones(layout_.value_size(), layout_.points()), Eigen::VectorXd(layout_.points())};
  double time = frame * reference_.frame_seconds;
  for (Eigen::Index p = 0; p < layout_.points(); ++p) {
    points.durations[p] = random_duration(rng);
    time += points.durations[p];
    points.values.col(p).head(layout_.axes()) = guide_at(time);
  }
  return layout_.pack(points);
}

Eigen::VectorXd SmcProblem::extended(int frame, const Eigen::VectorXd& x, Rng& rng) const {
  SplinePoints points = layout_.unpack(x);
  const Eigen::Index last = layout_.points() - 1;
  points.durations[last] = random_duration(rng);
  const double time = frame * reference_.frame_seconds + points.durations.sum();
  points.values.col(last).head(layout_.axes()) = guide_at(time);
  points.values.col(last).tail(kTorqueGroups).setOnes();
  return layout_.pack(points);
}

}  // namespace sinew
