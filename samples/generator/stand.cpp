#include "samples/generator/stand.h"

namespace sinew::samples {

ArmPose relaxed_arm() {
  ArmPose arm;
  arm.flex = rad(4);
  arm.abduct = rad(8);
  arm.twist = rad(8);
  arm.elbow = rad(16);
  arm.pronate = rad(12);
  arm.wrist = rad(6);
  return arm;
}

Vec3 standing_ankle(int side, double z) { return {side == 0 ? 0.105 : -0.105, 0.08, z - 0.01}; }

HeroPose standing_pose(double z) {
  HeroPose pose;
  pose.hips = {0, 0.958, z};
  pose.hips_rotation = about_x(rad(4));
  pose.bend = rad(-2);
  pose.head = about_x(rad(2));
  for (int side = 0; side < 2; ++side) {
    const auto k = static_cast<std::size_t>(side);
    const double out = side == 0 ? kStandingToeOut : -kStandingToeOut;
    pose.arms[k] = relaxed_arm();
    pose.feet[k] = flat_foot(standing_ankle(side, z), out);
    pose.knees[k] = about_y(out) * Vec3::UnitZ();
  }
  return pose;
}

}  // namespace sinew::samples
