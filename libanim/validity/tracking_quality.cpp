#include "libanim/validity/tracking_quality.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/math/low_pass.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

namespace {

/// Positions of the bodies: [frame][body].
using Positions = std::vector<std::vector<Vec3>>;

Positions positions_of(const BodyMotion& motion) {
  Positions positions;
  positions.reserve(motion.size());
  for (const std::vector<Transform>& bodies : motion) {
    std::vector<Vec3>& frame = positions.emplace_back();
    for (const Transform& body : bodies) frame.push_back(body.translation);
  }
  return positions;
}

/// Differences of successive frames, times the rate.
Positions differentiate(const Positions& positions, double rate) {
  Positions result;
  for (std::size_t f = 0; f + 1 < positions.size(); ++f) {
    std::vector<Vec3>& frame = result.emplace_back();
    for (std::size_t b = 0; b < positions[f].size(); ++b) {
      frame.emplace_back((positions[f + 1][b] - positions[f][b]) * rate);
    }
  }
  return result;
}

std::vector<double> mean_distances(const Positions& a, const Positions& b) {
  std::vector<double> means;
  for (std::size_t f = 0; f < std::min(a.size(), b.size()); ++f) {
    double sum = 0;
    for (std::size_t i = 0; i < a[f].size(); ++i) sum += (a[f][i] - b[f][i]).norm();
    means.push_back(sum / static_cast<double>(a[f].size()));
  }
  return means;
}

/// Turn about the vertical that brings `from` nearest to `to`.
double heading_turn(const Quat& from, const Quat& to) {
  const Quat q = to * from.conjugate();
  const double angle = 2 * std::atan2(q.y(), q.w());
  return std::remainder(angle, 2 * std::numbers::pi);
}

/// The reference with its root where the result has its own, turned to the same heading.
Positions aligned(const BodyMotion& reference, const BodyMotion& result) {
  Positions positions;
  for (std::size_t f = 0; f < std::min(reference.size(), result.size()); ++f) {
    const Quat turn = exp_rotation({0, heading_turn(reference[f][0].rotation, result[f][0].rotation), 0});
    std::vector<Vec3>& frame = positions.emplace_back();
    for (const Transform& body : reference[f]) {
      frame.emplace_back(result[f][0].translation + turn * (body.translation - reference[f][0].translation));
    }
  }
  return positions;
}

Positions low_passed(const Positions& positions, double rate) {
  Positions result = positions;
  if (positions.empty()) return result;
  std::vector<double> signal(positions.size());
  for (std::size_t b = 0; b < positions[0].size(); ++b) {
    for (int axis = 0; axis < 3; ++axis) {
      for (std::size_t f = 0; f < positions.size(); ++f) signal[f] = positions[f][b][axis];
      const std::vector<double> smooth = low_pass(signal, rate, kJerkCutoff);
      for (std::size_t f = 0; f < positions.size(); ++f) result[f][b][axis] = smooth[f];
    }
  }
  return result;
}

Spread jerk(const Positions& positions, double rate) {
  const Positions third = differentiate(differentiate(differentiate(positions, rate), rate), rate);
  std::vector<double> norms;
  for (const std::vector<Vec3>& frame : third) {
    double sum = 0;
    for (const Vec3& v : frame) sum += v.norm();
    norms.push_back(sum / static_cast<double>(frame.size()));
  }
  // The jerk of four frames belongs to the middle of them.
  return spread_of(norms, 1);
}

double ratio(double result, double reference) { return result / std::max(reference, kLeastJerk); }

}  // namespace

TrackingSeries tracking_series(const Take& take) {
  const BodyMotion result = record_motion(take);
  const BodyMotion reference = clip_motion(take, take.reference);
  const Positions ours = positions_of(result);
  return {mean_distances(ours, positions_of(reference)), mean_distances(ours, aligned(reference, result))};
}

TrackingQuality tracking_quality(const Take& take) {
  TrackingQuality quality;
  quality.complete = take.frames() > 0 && take.frames() == take.reference.frames();
  if (take.frames() == 0) return quality;
  const double rate = take.simulation.control_rate;
  const BodyMotion result = record_motion(take);
  const BodyMotion reference = clip_motion(take, take.reference);
  const Positions ours = positions_of(result);
  const Positions theirs = positions_of(reference);
  quality.global = spread_of(mean_distances(ours, theirs));
  quality.local = spread_of(mean_distances(ours, aligned(reference, result)));
  const std::size_t last = std::min(ours.size(), theirs.size()) - 1;
  quality.root_drift = (ours[last][0] - theirs[last][0]).norm();
  std::vector<double> turns;
  for (std::size_t f = 0; f <= last; ++f) {
    turns.push_back(std::abs(heading_turn(reference[f][0].rotation, result[f][0].rotation)));
  }
  quality.heading = spread_of(turns);
  const Positions our_velocity = differentiate(ours, rate);
  const Positions their_velocity = differentiate(theirs, rate);
  quality.velocity = spread_of(mean_distances(our_velocity, their_velocity));
  quality.acceleration =
      spread_of(mean_distances(differentiate(our_velocity, rate), differentiate(their_velocity, rate)), 1);
  return quality;
}

Smoothness smoothness(const Take& take) {
  const double rate = take.simulation.control_rate;
  const Positions ours = positions_of(record_motion(take));
  const Positions theirs = positions_of(clip_motion(take, take.reference));
  const Spread smooth = jerk(low_passed(ours, rate), rate);
  const double their_raw = jerk(theirs, rate).mean;
  Smoothness result;
  result.jerk = smooth.mean;
  result.source_jerk = jerk(low_passed(theirs, rate), rate).mean;
  result.comparable = result.source_jerk >= kLeastJerk;
  result.jerk_ratio = ratio(result.jerk, result.source_jerk);
  result.raw_jerk_ratio = ratio(jerk(ours, rate).mean, their_raw);
  result.source_noise = ratio(their_raw, result.source_jerk);
  result.worst = smooth.worst;
  return result;
}

}  // namespace sinew
