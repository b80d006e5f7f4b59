#include "libanim/stages/track/reference_motion.h"

#include <span>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Height above the ground under it; where there is none, above zero.
double height_above(const Scene& scene, const Vec3& point) {
  const double ground = ground_height(scene, point.x(), point.z());
  return point.y() - (std::isfinite(ground) ? ground : 0.0);
}

ReferenceFrame reference_frame(const Figure& figure, const Scene& scene, const StateRecord& record) {
  ReferenceFrame frame;
  frame.joints = joint_rotations(figure, record);
  for (std::size_t i = 0; i < frame.joints.size(); ++i) {
    frame.joints[i] = clamp_to_limits(figure.joints[i], frame.joints[i]);
  }
  frame.centre = centre_of_mass(figure, record);
  frame.centre_velocity = linear_momentum(figure, record) / figure.mass();
  const Transform root_from_world = record.bodies[0].pose().inverse();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    const Transform pose = record.bodies[i].pose();
    frame.bodies.push_back(pose);
    frame.from_root.push_back(root_from_world * pose.translation);
    const Vec3 arm = pose.translation - frame.centre;
    frame.from_centre.emplace_back(arm.x(), 0, arm.z());
    frame.spins.push_back(record.bodies[i].angular());
  }
  for (const Vec3& point : contact_points(figure, record)) frame.heights.push_back(height_above(scene, point));
  return frame;
}

}  // namespace

ReferenceMotion reference_motion(const Figure& figure, const Scene& scene, const Skeleton& skeleton, const Clip& clip) {
  ReferenceMotion motion;
  motion.frame_seconds = 1 / clip.frame_rate;
  std::vector<std::vector<Transform>> poses;
  for (int f = 0; f < clip.frames(); ++f) {
    poses.push_back(bodies_from_pose(figure, skeleton, world_at(skeleton, clip, f)));
  }
  for (std::size_t f = 0; f < poses.size(); ++f) {
    const std::size_t after = poses.size() == 1 ? 0 : std::max<std::size_t>(f, 1);
    const std::size_t before = after == 0 ? 0 : after - 1;
    StateRecord record = record_from_bodies(poses[before], poses[after], motion.frame_seconds);
    for (std::size_t i = 0; i < record.bodies.size(); ++i) record.bodies[i].set_pose(poses[f][i]);
    motion.frames.push_back(reference_frame(figure, scene, record));
    if (f == 0) motion.start = record;
  }
  return motion;
}

}  // namespace sinew
