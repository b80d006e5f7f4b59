#include "libanim/learning/features.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

const std::vector<std::string> kSides = {"left", "up", "ahead"};

/// World_from_figure: the root's axes left, up, ahead. A record's quaternion is not exactly of unit length.
Quat root_axes(const Figure& figure, const StateRecord& record) {
  return record.bodies.front().pose().rotation.normalized() * figure.facing;
}

Vec3 velocity_of_mass(const Figure& figure, const StateRecord& record) {
  return linear_momentum(figure, record) / figure.mass();
}

std::vector<std::string> body_names(const Figure& figure) {
  std::vector<std::string> names;
  names.reserve(figure.bodies.size());
  for (const FigureBody& body : figure.bodies) names.push_back(body.name);
  return names;
}

/// Joint axes in figure order: joint, and 0 to 2.
template <typename Function>
void for_each_axis(const Figure& figure, const Function& call) {
  for (const FigureJoint& joint : figure.joints) {
    if (joint.kind == JointKind::kHinge) {
      call(joint, 1);
    } else {
      for (int axis = 0; axis < 3; ++axis) call(joint, axis);
    }
  }
}

class LayoutBuilder {
 public:
  void add(bool wanted, std::string name, std::string unit, std::vector<std::string> items, std::string meaning) {
    if (!wanted) return;
    const int size = static_cast<int>(items.size());
    blocks_.push_back({std::move(name), offset_, size, std::move(unit), std::move(items), std::move(meaning)});
    offset_ += size;
  }
  [[nodiscard]] std::vector<FeatureBlock> blocks() && { return std::move(blocks_); }

 private:
  std::vector<FeatureBlock> blocks_;
  int offset_ = 0;
};

}  // namespace

void FeatureOptions::validate() const {
  if (!(horizon > 0 && horizon <= 1000)) throw Error::usage("features: expected 0 < horizon <= 1000 s");
  if (!joint_angles && !joint_velocities && !root_orientation && !heights && !velocity && !changes) {
    throw Error::usage("features: all are switched off; expected at least one");
  }
}

std::vector<FeatureBlock> feature_layout(const Figure& figure, const FeatureOptions& options) {
  LayoutBuilder layout;
  layout.add(options.joint_angles, "joint_angles", "rad", axis_names(figure),
             "angle of every actuated axis from the neutral pose: twist about x, swing about y and z");
  layout.add(options.joint_velocities, "joint_velocities", "rad/s", axis_names(figure),
             "angular velocity of the child relative to its parent about the joint's axes");
  layout.add(options.root_orientation, "root_orientation", "", kSides, "y components of the root's unit axes");
  layout.add(options.heights, "heights", "m", body_names(figure),
             "height of every body's centre of mass above the ground, terrain or box below it");
  layout.add(options.velocity, "velocity", "m/s", kSides, "velocity of the centre of mass in the root's axes");
  layout.add(options.changes, "changes", "m/s, m/s, m/s, rad", {"left", "up", "ahead", "heading"},
             "change of that velocity, in the root's axes of now, and of the heading over the horizon");
  return std::move(layout).blocks();
}

int feature_size(const std::vector<FeatureBlock>& layout) {
  return layout.empty() ? 0 : layout.back().offset + layout.back().size;
}

std::vector<std::string> axis_names(const Figure& figure) {
  std::vector<std::string> names;
  for_each_axis(figure, [&](const FigureJoint& joint, int axis) {
    names.push_back(figure.bodies[to_size(joint.child)].name + "." + "xyz"[axis]);
  });
  return names;
}

Eigen::VectorXd axis_angles(const Figure& figure, const StateRecord& record) {
  const std::vector<Quat> relative = joint_rotations(figure, record);
  Eigen::VectorXd angles(figure.axis_count());
  Eigen::Index i = 0;
  for_each_axis(figure, [&](const FigureJoint& joint, int axis) {
    angles[i++] = joint_angles(joint, relative[to_size(joint.child - 1)].normalized())[axis];
  });
  return angles;
}

Eigen::VectorXd axis_velocities(const Figure& figure, const StateRecord& record) {
  Eigen::VectorXd velocities(figure.axis_count());
  Eigen::Index i = 0;
  for_each_axis(figure, [&](const FigureJoint& joint, int axis) {
    const BodyState& parent = record.bodies[to_size(joint.parent)];
    const BodyState& child = record.bodies[to_size(joint.child)];
    const Quat world_from_axes = parent.pose().rotation.normalized() * joint.axes;
    velocities[i++] = (world_from_axes.conjugate() * (child.angular() - parent.angular()))[axis];
  });
  return velocities;
}

Vec3 root_orientation(const Figure& figure, const StateRecord& record) {
  return root_axes(figure, record).toRotationMatrix().row(1).transpose();
}

Eigen::VectorXd body_heights(const Figure& figure, const Scene& scene, const StateRecord& record) {
  Eigen::VectorXd heights(figure.body_count());
  for (int b = 0; b < figure.body_count(); ++b) {
    const auto& p = record.bodies[to_size(b)].position;
    heights[b] = std::min(p[1] - ground_height(scene, p[0], p[2], p[1]), kRayLength);
  }
  return heights;
}

Vec3 root_velocity(const Figure& figure, const StateRecord& record) {
  return root_axes(figure, record).conjugate() * velocity_of_mass(figure, record);
}

double heading(const Figure& figure, const StateRecord& record) {
  const Vec3 ahead = root_axes(figure, record) * Vec3::UnitZ();
  return std::atan2(ahead.x(), ahead.z());
}

Eigen::Vector4d motion_change(const Figure& figure, const StateRecord& now, const StateRecord& later) {
  const Vec3 gain = velocity_of_mass(figure, later) - velocity_of_mass(figure, now);
  Eigen::Vector4d change;
  change.head<3>() = root_axes(figure, now).conjugate() * gain;
  change[3] = std::remainder(heading(figure, later) - heading(figure, now), 2 * std::numbers::pi);
  return change;
}

Eigen::VectorXd features(const Figure& figure, const Scene& scene, const FeatureOptions& options,
                         const StateRecord& now, const StateRecord& later) {
  Eigen::VectorXd x(feature_size(feature_layout(figure, options)));
  Eigen::Index at = 0;
  const auto put = [&](const auto& part) {
    x.segment(at, part.size()) = part;
    at += part.size();
  };
  if (options.joint_angles) put(axis_angles(figure, now));
  if (options.joint_velocities) put(axis_velocities(figure, now));
  if (options.root_orientation) put(root_orientation(figure, now));
  if (options.heights) put(body_heights(figure, scene, now));
  if (options.velocity) put(root_velocity(figure, now));
  if (options.changes) put(motion_change(figure, now, later));
  return x;
}

Eigen::MatrixXd episode_features(const Episode& episode, const FeatureOptions& options) {
  options.validate();
  const Take& setting = episode.setting;
  const std::size_t rows = episode.pairs.size() + 1;
  const auto ahead = static_cast<std::size_t>(std::lround(options.horizon * setting.simulation.control_rate));
  Eigen::MatrixXd matrix(rows, feature_size(feature_layout(setting.figure, options)));
  for (std::size_t i = 0; i < rows; ++i) {
    const StateRecord& later = episode.record(std::min(i + ahead, rows - 1));
    matrix.row(static_cast<Eigen::Index>(i)) =
        features(setting.figure, setting.scene, options, episode.record(i), later).transpose();
  }
  return matrix;
}

}  // namespace sinew
