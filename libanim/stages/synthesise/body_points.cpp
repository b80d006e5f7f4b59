#include "libanim/stages/synthesise/body_points.h"

#include <algorithm>

namespace sinew {

namespace {

// Points along a link: 5 on a shin of 0.4 m are 10 cm apart, so that with a radius of 5 cm nothing slips through.
constexpr int kPointsPerLink = 5;

BodyPoint fixed_point(const SynthTrackState& track, int index, const Vec3& local, double radius) {
  BodyPoint point;
  point.place = track.p + track.R * local;
  point.radius = radius;
  point.first_track = index;
  return point;
}

Vec3 value(const Vec3Of<LimbDual>& v) { return {v[0].value, v[1].value, v[2].value}; }

void append_link(const Vec3Of<LimbDual>& from, const Vec3Of<LimbDual>& to, double radius, int torso, int effector,
                 BodyShape& shape) {
  BodyPoint point;
  point.radius = radius;
  point.first_track = torso;
  point.second_track = effector;
  point.ends = static_cast<int>(shape.ends.size());
  shape.ends.push_back({from, to});
  for (int i = 0; i < kPointsPerLink; ++i) {
    point.share = static_cast<double>(i) / (kPointsPerLink - 1);
    point.place = (1 - point.share) * value(from) + point.share * value(to);
    shape.points.push_back(point);
  }
}

void append_capsules(const SynthScene& scene, int character, const SampleState& state, BodyShape& shape) {
  const int torso = scene.torso_of[static_cast<std::size_t>(character)];
  const SynthTrackState& track = state.tracks[static_cast<std::size_t>(torso)];
  for (const SynthCapsule& capsule : scene.problem.characters[static_cast<std::size_t>(character)].capsules) {
    BodyLink link{character, -1, false, static_cast<int>(shape.points.size()), 0};
    const bool ball = (capsule.end - capsule.start).norm() < 1e-6;
    for (int i = 0; i < (ball ? 1 : kPointsPerLink); ++i) {
      const Vec3 local =
          capsule.start + (capsule.end - capsule.start) * (static_cast<double>(i) / (kPointsPerLink - 1));
      shape.points.push_back(fixed_point(track, torso, local, capsule.radius));
    }
    link.end = static_cast<int>(shape.points.size());
    shape.links.push_back(link);
  }
}

void append_sole(const SynthLimb& limb, const SynthTrackState& effector, int index, BodyShape& shape) {
  for (const double x : {-limb.half_width, limb.half_width}) {
    for (const double z : {-1., -1. / 3, 1. / 3, 1.}) {  // 8 cm apart on a foot: no obstacle fits in between
      BodyPoint point = fixed_point(effector, index, {x, 0, z * limb.half_length}, 0);
      point.sole = true;
      shape.points.push_back(point);
    }
    if (limb.thickness > 0) {  // whose toes may be under him when he lies on his stomach
      for (const double z : {0., 1.}) {
        shape.points.push_back(fixed_point(effector, index, {x, limb.thickness, z * limb.half_length}, 0));
      }
    }
  }
}

}  // namespace

Eigen::Matrix<double, 1, 12> slope_along(const BodyShape& shape, const BodyPoint& point, const Vec3& by,
                                         const SampleState& state) {
  Eigen::Matrix<double, 1, 12> slope = Eigen::Matrix<double, 1, 12>::Zero();
  if (point.ends < 0) {
    const Vec3 arm = point.place - state.tracks[static_cast<std::size_t>(point.first_track)].p;
    slope.leftCols<3>() = by.transpose();
    slope.middleCols<3>(3) = arm.cross(by).transpose();
    return slope;
  }
  const BodyEnds& ends = shape.ends[static_cast<std::size_t>(point.ends)];
  for (int i = 0; i < 3; ++i) {
    slope += (by[i] * (1 - point.share) * ends.from[i].d + by[i] * point.share * ends.to[i].d).matrix().transpose();
  }
  return slope;
}

LimbShape<LimbDual> dual_limb_shape(const SynthLimb& limb, const LimbRest& rest, const SynthTrackState& torso,
                                    const SynthTrackState& effector) {
  using S = LimbDual;
  std::array<int, 12> unused{};
  const Vec3Of<S> p = dual_vector<12>(torso.p, 0, 0, unused);
  const Vec3Of<S> theta = dual_vector<12>(Vec3::Zero(), 3, 0, unused);
  const Vec3Of<S> q = dual_vector<12>(effector.p, 6, 0, unused);
  const Vec3Of<S> phi = dual_vector<12>(Vec3::Zero(), 9, 0, unused);
  return limb_shape<S>(limb, p + turn<S>(theta, torso.R * limb.base), q + turn<S>(phi, effector.R * limb.joint),
                       turn<S>(theta, torso.R * rest.centre), turn<S>(theta, torso.R * rest.pole));
}

void append_body(const SynthScene& scene, int character, const SampleState& state,
                 const std::vector<LimbShape<LimbDual>>& limbs, BodyShape& shape) {
  append_capsules(scene, character, state, shape);
  const int torso = scene.torso_of[static_cast<std::size_t>(character)];
  const auto& models = scene.problem.characters[static_cast<std::size_t>(character)].limbs;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const int effector = scene.limb_track(character, static_cast<int>(i));
    for (const bool upper : {true, false}) {
      BodyLink link{character, static_cast<int>(i), upper, static_cast<int>(shape.points.size()), 0};
      append_link(upper ? limbs[i].base : limbs[i].middle, upper ? limbs[i].middle : limbs[i].joint,
                  upper ? models[i].upper_radius : models[i].lower_radius, torso, effector, shape);
      link.end = static_cast<int>(shape.points.size());
      shape.links.push_back(link);
      if (!upper) {  // the wrist of a flat hand is nearer to the ground than the forearm is thick
        shape.points.back().radius = std::min(shape.points.back().radius, models[i].joint.y());
      }
    }
    append_sole(models[i], state.tracks[static_cast<std::size_t>(effector)], effector, shape);
  }
}

}  // namespace sinew
