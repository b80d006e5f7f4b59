#include "libanim/simulation/step_frames.h"

#include "libanim/support/index.h"

namespace sinew {

StepFrames::StepFrames(const Figure& figure) : figure_(figure), joints_(figure.joints.size()) {
  for (const FigureJoint& joint : figure.joints) parent_from_axes_.push_back(joint.axes.toRotationMatrix());
}

void StepFrames::load(const StateRecord& record) {
  bodies_.resize(record.bodies.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyState& state = record.bodies[i];
    BodyFrame& frame = bodies_[i];
    frame.position = {state.position[0], state.position[1], state.position[2]};
    frame.velocity = state.linear();
    frame.spin = state.angular();
    frame.quaternion = rotation_of(state);
    frame.rotation = frame.quaternion.toRotationMatrix();
  }
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const BodyFrame& parent = body(figure_.joints[j].parent);
    const BodyFrame& child = body(figure_.joints[j].child);
    joints_[j].axes.noalias() = parent.rotation * parent_from_axes_[j];
    joints_[j].spin.noalias() = joints_[j].axes.transpose() * (child.spin - parent.spin);
  }
}

}  // namespace sinew
