#include "libanim/stages/synthesise/synth_inertia.h"

namespace sinew {

namespace {

/// A point that is fixed in a track.
struct CarriedPoint {
  const SynthTrackState& track;
  Vec3 arm;  ///< from the track's origin, world

  CarriedPoint(const SynthTrackState& at, const Vec3& local) : track(at), arm(at.R * local) {}

  [[nodiscard]] Vec3 place() const { return track.p + arm; }
  [[nodiscard]] Vec3 acceleration() const {
    return track.a + track.alpha.cross(arm) + track.omega.cross(track.omega.cross(arm));
  }
};

/// A point of mass: between one of the torso and one of an end-effector.
struct MassPoint {
  CarriedPoint near;
  CarriedPoint far;
  double share;  ///< of the way from near to far

  MassPoint(const SynthMass& mass, const SampleState& state)
      : near(state.tracks[static_cast<std::size_t>(mass.track)], mass.arm),
        far(state.tracks[static_cast<std::size_t>(mass.far_track)], mass.far_arm),
        share(mass.way) {}

  [[nodiscard]] Vec3 place() const { return (1 - share) * near.place() + share * far.place(); }
  [[nodiscard]] Vec3 acceleration() const { return (1 - share) * near.acceleration() + share * far.acceleration(); }
};

/// The rows of one body in the matrix of slopes, less what is added to them.
class SlopeRows {
 public:
  SlopeRows(const SampleIndex& index, Eigen::Ref<Eigen::MatrixXd> rows) : index_(index), rows_(rows) {}

  /// Of a mass whose acceleration counts as a force and, times `moment`, as a moment, and whose place counts times
  /// `lever` as one: the `share` that this point has in both.
  void add(const CarriedPoint& point, int track, double share, const Mat3& moment, const Mat3& lever, double scale) {
    const Mat3 arm = cross_matrix(point.arm);
    const Mat3 omega = cross_matrix(point.track.omega);
    const Mat3 by_omega = -cross_matrix(point.track.omega.cross(point.arm)) - omega * arm;
    const Mat3 by_theta = -(cross_matrix(point.track.alpha) + omega * omega) * arm;
    const double s = scale * share;
    const auto put = [&](int column, const Mat3& by) {
      rows_.block<3, 3>(0, column) -= s * by;
      rows_.block<3, 3>(3, column) -= s * moment * by;
    };
    put(index_.a(track), Mat3::Identity());
    put(index_.alpha(track), -arm);
    put(index_.omega(track), by_omega);
    put(index_.theta(track), by_theta);
    rows_.block<3, 3>(3, index_.p(track)) -= s * lever;
    rows_.block<3, 3>(3, index_.theta(track)) += s * lever * arm;
  }

 private:
  const SampleIndex& index_;
  Eigen::Ref<Eigen::MatrixXd> rows_;
};

}  // namespace

Wrench inertia_wrench(const SynthScene& scene, const SynthBody& body, const SampleState& state) {
  const SynthTrackState& track = state.tracks[static_cast<std::size_t>(body.track)];
  Wrench wrench = Wrench::Zero();
  for (const SynthMass& mass : body.masses) {
    const MassPoint point(mass, state);
    const Vec3 force = mass.share * (point.acceleration() - scene.problem.gravity) / scene.gravity;
    wrench.head<3>() += force;
    wrench.tail<3>() += (point.place() - track.p).cross(force);
  }
  const Mat3 inertia = track.R * body.inertia * track.R.transpose();
  wrench.tail<3>() += (inertia * track.alpha + track.omega.cross(inertia * track.omega)) / (body.mass * scene.gravity);
  return wrench;
}

void subtract_inertia_slopes(const SynthScene& scene, const SynthBody& body, const SampleState& state,
                             const SampleIndex& index, Eigen::Ref<Eigen::MatrixXd> rows) {
  const SynthTrackState& track = state.tracks[static_cast<std::size_t>(body.track)];
  SlopeRows slopes(index, rows);
  for (const SynthMass& mass : body.masses) {
    const MassPoint point(mass, state);
    const Mat3 arm = cross_matrix(point.place() - track.p);
    const Mat3 lever = -cross_matrix(point.acceleration() - scene.problem.gravity);
    const double scale = mass.share / scene.gravity;
    slopes.add(point.near, mass.track, 1 - mass.way, arm, lever, scale);
    slopes.add(point.far, mass.far_track, mass.way, arm, lever, scale);
    rows.block<3, 3>(3, index.p(body.track)) += scale * lever;
  }
  const Mat3 inertia = track.R * body.inertia * track.R.transpose();
  const double scale = 1 / (body.mass * scene.gravity);
  const Mat3 omega = cross_matrix(track.omega);
  const auto turned = [&](const Vec3& v) -> Mat3 {  // d (I v) / d theta
    return inertia * cross_matrix(v) - cross_matrix(inertia * v);
  };
  rows.block<3, 3>(3, index.alpha(body.track)) -= scale * inertia;
  rows.block<3, 3>(3, index.omega(body.track)) -= scale * (omega * inertia - cross_matrix(inertia * track.omega));
  rows.block<3, 3>(3, index.theta(body.track)) -= scale * (turned(track.alpha) + omega * turned(track.omega));
}

}  // namespace sinew
