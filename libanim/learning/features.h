#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

#include "libanim/learning/episode.h"

namespace sinew {

/// Which features a learner gets: those of Hakkarainen 2014, section 6.1.1, and joint velocities. All are the same
/// wherever the figure stands and whichever way it faces.
struct FeatureOptions {
  bool joint_angles = true;
  bool joint_velocities = true;  ///< not in the thesis; without them a pose on the way up is one on the way down
  bool root_orientation = true;
  bool heights = true;
  bool velocity = true;
  bool changes = false;  ///< what will become of velocity and heading: in use, what is wanted of them
  double horizon = 1;    ///< of the changes; at an episode's end, as far as it goes (unit: s)

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// A part of a feature vector.
struct FeatureBlock {
  std::string name;  ///< "joint_angles", ...
  int offset = 0;
  int size = 0;
  std::string unit;
  std::vector<std::string> items;  ///< a name per number: "left_shin.y"
  std::string meaning;             ///< one sentence
};

/// The blocks of a feature vector, in order:
///  - joint_angles: per actuated axis, as FigureJoint has them (rad);
///  - joint_velocities: per actuated axis, what the child turns relative to its parent, about the joint's axes: the
///  same
///    quantity as a velocity control's target (rad/s);
///  - root_orientation: heights (y components) of the root's unit axes left, up, ahead;
///  - heights: per body, its centre of mass above what a ray downwards meets: ground, terrain, static boxes (m).
///  Limits:
///    moving objects are not seen; where there is nothing below, kRayLength;
///  - velocity: of the centre of mass, in the root's axes left, up, ahead (m/s). The root's frame and not the
///  heading's,
///    because the heading has no meaning in a figure that lies; root_orientation has what is needed to turn it;
///  - changes: velocity of the centre of mass after the horizon minus that of now, both in today's root axes (m/s), and
///    the change of heading (rad).
[[nodiscard]] std::vector<FeatureBlock> feature_layout(const Figure& figure, const FeatureOptions& options);

/// Numbers of a feature vector.
[[nodiscard]] int feature_size(const std::vector<FeatureBlock>& layout);

inline constexpr double kRayLength = 10;  ///< (unit: m)

/// Names of the actuated axes: "left_shin.y", the joint's child body and the axis.
[[nodiscard]] std::vector<std::string> axis_names(const Figure& figure);

/// Angle of every actuated axis.
[[nodiscard]] Eigen::VectorXd axis_angles(const Figure& figure, const StateRecord& record);
/// Relative angular velocity about every actuated axis (unit: rad/s).
[[nodiscard]] Eigen::VectorXd axis_velocities(const Figure& figure, const StateRecord& record);
/// Y components of the root's unit axes left, up, ahead.
[[nodiscard]] Vec3 root_orientation(const Figure& figure, const StateRecord& record);
/// Height of every body's centre of mass above the scene (unit: m).
[[nodiscard]] Eigen::VectorXd body_heights(const Figure& figure, const Scene& scene, const StateRecord& record);
/// Velocity of the centre of mass in the root's axes left, up, ahead (unit: m/s).
[[nodiscard]] Vec3 root_velocity(const Figure& figure, const StateRecord& record);
/// Where the figure's ahead points, from +z towards +x; 0 where it is vertical (unit: rad).
[[nodiscard]] double heading(const Figure& figure, const StateRecord& record);
/// Change of velocity (left, up, ahead of `now`) and of heading from one record to a later one.
[[nodiscard]] Eigen::Vector4d motion_change(const Figure& figure, const StateRecord& now, const StateRecord& later);

/// The feature vector of a record; `later` is where the changes go (needed only for them).
[[nodiscard]] Eigen::VectorXd features(const Figure& figure, const Scene& scene, const FeatureOptions& options,
                                       const StateRecord& now, const StateRecord& later);

/// A row per record of an episode: one more than it has pairs.
[[nodiscard]] Eigen::MatrixXd episode_features(const Episode& episode, const FeatureOptions& options);

}  // namespace sinew
