#include "libanim/stages/synthesise/synth_forces.h"

#include <cmath>

#include "libanim/stages/synthesise/synth_distance.h"
#include "libanim/stages/synthesise/synth_inertia.h"
#include "libanim/stages/synthesise/synth_nearest.h"

namespace sinew {

namespace {

constexpr double kFree = 1e-8;   // weight of forces that may act: only to make them unique
constexpr double kBarred = 1e8;  // and of those that may not

std::vector<ContactCone> cones_of(const SynthScene& scene) {
  std::vector<ContactCone> cones;
  for (const SynthPatchFrame& patch : scene.patches) {
    cones.push_back(patch.cone);
  }
  return cones;
}

void nearer(double distance, const Vec3& normal, double friction, PatchGap& gap) {
  if (std::abs(distance) < gap.distance) {
    gap.distance = std::abs(distance);
    gap.normal = normal;
    gap.friction = friction;
  }
}

void gap_to_environment(const SynthScene& scene, const Vec3& point, PatchGap& gap) {
  for (const SynthSurface& surface : scene.problem.surfaces) {
    const Mat3 axes = surface.pose.rotation.toRotationMatrix();
    const Vec3 local = axes.transpose() * (point - surface.pose.translation);
    const SignedDistance d = surface.kind == SynthSurface::Kind::kPlane
                                 ? distance_to_plane(local, Vec3::Zero(), Vec3::UnitY())
                                 : distance_to_box(local, surface.half);
    nearer(d.distance, axes * d.normal, surface.friction, gap);
  }
}

/// The frame of `axes`, turned by the least so that its y is the normal.
Mat3 lay_on(const Mat3& axes, const Vec3& normal) {
  return Quat::FromTwoVectors(axes.col(1), normal).toRotationMatrix() * axes;
}

}  // namespace

PatchGap patch_gap(const SynthScene& scene, int contact, const SampleState& state) {
  const SynthPatchFrame& patch = scene.patches[static_cast<std::size_t>(contact)];
  const SynthContact& who = scene.contacts[static_cast<std::size_t>(contact)];
  const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
  const Vec3 arm = patch.arm(track.R);
  const Vec3 point = track.p + arm;
  Vec3 velocity = track.v + track.omega.cross(arm);
  PatchGap gap;
  gap.distance = 1e9;
  if (who.target == SynthContact::Target::kEnvironment) {
    gap_to_environment(scene, point, gap);
  } else {
    const SynthTrackState& other =
        state.tracks[static_cast<std::size_t>(scene.bodies[static_cast<std::size_t>(patch.other_body)].track)];
    const Vec3 local = other.R.transpose() * (point - other.p);
    velocity -= other.v + other.omega.cross(point - other.p);
    if (who.target == SynthContact::Target::kObject) {
      const SynthObject& object = scene.problem.objects[static_cast<std::size_t>(who.target_index)];
      const SignedDistance d = distance_to_box(local, object.half);
      nearer(d.distance, other.R * d.normal, object.friction, gap);
    } else {
      for (const SynthCapsule& capsule :
           scene.problem.characters[static_cast<std::size_t>(who.target_index)].capsules) {
        const SoftNearest<double> near = nearest_on<double>(std::span(&capsule, 1), local);
        nearer(near.gap.norm(), other.R * near.normal, 1, gap);
      }
    }
  }
  gap.slip = velocity.norm();
  return gap;
}

SampleState state_of(const SynthMotion& motion, double time) {
  SampleState state;
  state.time = time;
  for (int i = 0; i < static_cast<int>(motion.tracks.size()); ++i) {
    const SynthPose pose = evaluate(motion, i, time);
    state.tracks.push_back({pose.pose.translation, pose.pose.rotation.toRotationMatrix(), pose.velocity,
                            pose.angular_velocity, pose.acceleration, pose.angular_acceleration});
  }
  return state;
}

TouchForces::TouchForces(const SynthScene& scene)
    : scene_(scene), qp_(cones_of(scene), 6 * static_cast<int>(scene.bodies.size())) {}

TouchForces::Result TouchForces::solve(const SampleState& state) {
  const auto bodies = static_cast<Eigen::Index>(scene_.bodies.size());
  const auto contacts = static_cast<Eigen::Index>(scene_.contacts.size());
  Eigen::MatrixXd map = Eigen::MatrixXd::Zero(6 * bodies, 6 * contacts);
  Eigen::VectorXd wrench(6 * bodies);
  Eigen::VectorXd weights(6 * contacts);
  std::vector<ContactCone> cones = cones_of(scene_);
  std::vector<Mat3> frames;
  Result result;
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const SynthPatchFrame& patch = scene_.patches[static_cast<std::size_t>(i)];
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
    const PatchGap gap = patch_gap(scene_, static_cast<int>(i), state);
    cones[static_cast<std::size_t>(i)] = patch.cone_on(gap.friction);
    frames.push_back(lay_on(patch.force_axes(track.R), gap.normal));
    const Vec3 point = track.p + patch.arm(track.R);
    weights.segment<6>(6 * i).setConstant(gap.distance <= kTouch ? kFree * patch.cost : kBarred);
    const auto put = [&](int index, double sign) {
      const SynthBody& body = scene_.bodies[static_cast<std::size_t>(index)];
      const double scale = sign * scene_.unit_force / (body.mass * scene_.gravity);
      const Vec3 arm = point - state.tracks[static_cast<std::size_t>(body.track)].p;
      map.block<3, 3>(6 * index, 6 * i) = scale * frames.back();
      map.block<3, 3>(6 * index + 3, 6 * i) = scale * cross_matrix(arm) * frames.back();
      map.block<3, 3>(6 * index + 3, 6 * i + 3) = scale * frames.back();
    };
    put(patch.body, 1);
    if (patch.other_body >= 0) {
      put(patch.other_body, -1);
    }
    SynthForce force;
    force.point = point;
    result.forces.push_back(force);
  }
  for (Eigen::Index b = 0; b < bodies; ++b) {
    wrench.segment<6>(6 * b) = inertia_wrench(scene_, scene_.bodies[static_cast<std::size_t>(b)], state);
  }
  qp_.set_cones(cones);
  const ContactQpResult& solved = qp_.solve(map, wrench, weights);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Mat3& frame = frames[static_cast<std::size_t>(i)];
    result.forces[static_cast<std::size_t>(i)].force = scene_.unit_force * (frame * solved.force.segment<3>(6 * i));
    result.forces[static_cast<std::size_t>(i)].moment =
        scene_.unit_force * (frame * solved.force.segment<3>(6 * i + 3));
  }
  for (Eigen::Index b = 0; b < bodies; ++b) {
    result.force_residual.emplace_back(solved.residual.segment<3>(6 * b));
    result.moment_residual.emplace_back(solved.residual.segment<3>(6 * b + 3));
  }
  return result;
}

}  // namespace sinew
