#pragma once

#include <vector>

#include "libanim/model/figure.h"
#include "libanim/model/state_record.h"

namespace sinew {

[[nodiscard]] inline Quat rotation_of(const BodyState& state) {
  return {state.rotation[3], state.rotation[0], state.rotation[1], state.rotation[2]};
}

/// A body of a record, ready for use.
struct BodyFrame {
  Vec3 position, velocity, spin;
  Quat quaternion;
  Mat3 rotation;  ///< the same as a matrix
};

/// A joint of a record.
struct JointFrame {
  Mat3 axes;  ///< world_from_axes
  Vec3 spin;  ///< child against parent, in the joint's axes (unit: rad/s)
};

/// What everything that prepares a step reads from its record, worked out once.
class StepFrames {
 public:
  explicit StepFrames(const Figure& figure);

  /// Rotations of the record must be of unit length.
  void load(const StateRecord& record);

  [[nodiscard]] const std::vector<BodyFrame>& bodies() const { return bodies_; }
  [[nodiscard]] const BodyFrame& body(int i) const { return bodies_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const JointFrame& joint(std::size_t i) const { return joints_[i]; }
  /// Rotation of a joint's child against its parent.
  [[nodiscard]] Quat relative(const FigureJoint& joint) const {
    return body(joint.parent).quaternion.conjugate() * body(joint.child).quaternion;
  }

 private:
  const Figure& figure_;
  std::vector<Mat3> parent_from_axes_;  ///< per joint
  std::vector<BodyFrame> bodies_;
  std::vector<JointFrame> joints_;
};

}  // namespace sinew
