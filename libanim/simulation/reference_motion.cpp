#include "libanim/simulation/reference_motion.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/contact_detection.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/low_pass.h"
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

/// The record in a pose that the figure's joints can have.
StateRecord within_limits(const Figure& figure, const ReferenceFrame& frame, StateRecord record) {
  const std::vector<Transform> bodies = bodies_from_joints(figure, frame.bodies.front(), frame.joints);
  for (std::size_t i = 0; i < bodies.size(); ++i) record.bodies[i].set_pose(bodies[i]);
  return record;
}

/// Marks the contact points that stand, by the one detector of sources and results, and how fast they slide.
void mark_plants(const Figure& figure, const Scene& scene, const std::vector<StateRecord>& records, double frame_rate,
                 std::vector<ReferenceFrame>& frames) {
  for (ReferenceFrame& frame : frames) {
    frame.planted.assign(figure.points.size(), false);
    frame.slides.assign(figure.points.size(), 0);
  }
  for (std::size_t p = 0; p < figure.points.size(); ++p) {
    std::vector<Vec3> track;
    std::vector<double> ground;
    for (const StateRecord& record : records) {
      track.push_back(contact_points(figure, record)[p]);
      ground.push_back(track.back().y() - height_above(scene, track.back()));
    }
    const std::vector<bool> planted = planted_frames(track, ground, frame_rate, figure.height);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      frames[f].planted[p] = planted[f];
      frames[f].slides[p] = horizontal_speed(track, f, frame_rate);
    }
  }
}

/// Frame f of every body, moving by backward differences; frame 0 as frame 1.
std::vector<StateRecord> differenced(const std::vector<std::vector<Transform>>& poses, double seconds) {
  std::vector<StateRecord> records;
  for (std::size_t f = 0; f < poses.size(); ++f) {
    const std::size_t after = poses.size() == 1 ? 0 : std::max<std::size_t>(f, 1);
    const std::size_t before = after == 0 ? 0 : after - 1;
    records.push_back(record_from_bodies(poses[before], poses[after], seconds));
    for (std::size_t i = 0; i < poses[f].size(); ++i) records.back().bodies[i].set_pose(poses[f][i]);
  }
  return records;
}

/// Low pass over the velocities of all bodies, component by component.
void smooth_velocities(std::vector<StateRecord>& records, double rate, double cutoff) {
  std::vector<double> signal(records.size());
  const auto smooth = [&](auto component) {
    for (std::size_t f = 0; f < records.size(); ++f) signal[f] = component(records[f]);
    const std::vector<double> smoothed = low_pass(signal, rate, cutoff);
    for (std::size_t f = 0; f < records.size(); ++f) component(records[f]) = smoothed[f];
  };
  for (std::size_t body = 0; body < records.front().bodies.size(); ++body) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      smooth([&](StateRecord& r) -> double& { return r.bodies[body].velocity[axis]; });
      smooth([&](StateRecord& r) -> double& { return r.bodies[body].spin[axis]; });
    }
  }
}

}  // namespace

ReferenceMotion reference_motion(const Figure& figure, const Scene& scene, const Skeleton& skeleton, const Clip& clip,
                                 double velocity_cutoff) {
  ReferenceMotion motion;
  motion.frame_seconds = 1 / clip.frame_rate;
  std::vector<std::vector<Transform>> poses;
  for (int f = 0; f < clip.frames(); ++f) {
    poses.push_back(bodies_from_pose(figure, skeleton, world_at(skeleton, clip, f)));
  }
  std::vector<StateRecord> records = differenced(poses, motion.frame_seconds);
  smooth_velocities(records, clip.frame_rate, velocity_cutoff);
  for (const StateRecord& record : records) motion.frames.push_back(reference_frame(figure, scene, record));
  mark_plants(figure, scene, records, clip.frame_rate, motion.frames);
  motion.start = within_limits(figure, motion.frames.front(), records.front());
  return motion;
}

double mean_body_distance(const ReferenceFrame& reference, const StateRecord& record) {
  double sum = 0;
  for (std::size_t i = 0; i < reference.bodies.size(); ++i) {
    const auto& p = record.bodies[i].position;
    sum += (Vec3(p[0], p[1], p[2]) - reference.bodies[i].translation).norm();
  }
  return sum / static_cast<double>(reference.bodies.size());
}

}  // namespace sinew
