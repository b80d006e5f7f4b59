#include "libanim/model/control.h"

namespace sinew {

Control holding_control(const Figure& figure) {
  Control control;
  for (const FigureJoint& joint : figure.joints) {
    if (joint.kind == JointKind::kHinge) {
      control.axes.push_back({0, joint.torque[1]});
    } else {
      for (const double limit : joint.torque) control.axes.push_back({0, limit});
    }
  }
  return control;
}

}  // namespace sinew
