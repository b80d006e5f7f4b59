#include "libanim/stages/retarget/limb_plants.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "libanim/math/frame_intervals.h"
#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Heights below the first share of the source's figure height are noise of markers and soles and become 0; above the
/// second they are kept (a heel that begins to rise while it still counts as planted).
constexpr double kNoiseHeight = 0.010;
constexpr double kClearHeight = 0.030;
/// A foot that turns by less than the first angle in a plant keeps its mean heading, by more than the second it
/// follows.
constexpr double kSteadyHeading = 0.10;
constexpr double kTurningHeading = 0.30;
/// Corrections are smoothed by a bell of this width, so that the edges of a plant do not show (unit: s).
constexpr double kCornerTime = 0.02;

double heading(const Vec3& v) { return std::atan2(v.x(), v.z()); }
double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }
Vec3 level(const Vec3& v) { return {v.x(), 0, v.z()}; }

class Planner {
 public:
  Planner(const RetargetRig& target, const Limb& limb, const LimbMotion& motion, const PlantSettings& settings)
      : limb_(limb), motion_(motion), settings_(settings), end_(target.anatomy.bodies[to_size(limb.end)]) {
    frames_ = static_cast<int>(motion.place.size());
    for (std::size_t k = 0; k < 2; ++k) {
      if (limb.target_points[k] >= 0) offset_[k] = target.rest_point(limb.target_points[k]) - end_.start;
    }
    const Vec3 sole = end_.neutral * (offset_[1] - offset_[0]);
    sole_length_ = level(sole).norm();
    neutral_heading_ = heading(sole);
  }

  LimbCorrection plan() {
    detect();
    const std::size_t n = to_size(frames_);
    result_.move.assign(n, Vec3::Zero());
    result_.turn.assign(n, Vec3::Zero());
    result_.toes_flat.assign(n, 0);
    result_.flat.assign(n, Quat(0, 0, 0, 0));
    const std::vector<FrameInterval> plants = intervals(result_.planted);
    result_.plants = static_cast<int>(plants.size());
    for (const FrameInterval& plant : plants) limb_.is_foot() ? plan_foot(plant) : plan_point(plant, 0);
    bridge(plants);
    if (limb_.is_foot()) lift_from_ground();
    const double width = kCornerTime * settings_.frame_rate;
    smooth(result_.move, width);
    smooth(result_.turn, width);
    return std::move(result_);
  }

 private:
  [[nodiscard]] int blend_frames() const {
    return std::max(1, static_cast<int>(std::lround(settings_.options.blend_time * settings_.frame_rate)));
  }

  [[nodiscard]] int half_blend() const { return std::max(1, blend_frames() / 2); }

  void detect() {
    for (std::size_t k = 0; k < 2; ++k) {
      const std::vector<Vec3>& track = motion_.source[k];
      const std::vector<double> ground(track.size(), 0);
      down_[k] =
          planted_frames(track, ground, settings_.frame_rate, settings_.source_height, settings_.options.contacts);
      down_[k].resize(to_size(frames_), false);
    }
    result_.planted.resize(to_size(frames_));
    for (std::size_t i = 0; i < to_size(frames_); ++i) result_.planted[i] = down_[0][i] || down_[1][i];
  }

  /// World place of one of the limb's points before the correction.
  [[nodiscard]] Vec3 point(std::size_t k, int frame) const {
    return motion_.place[to_size(frame)] + motion_.turn[to_size(frame)] * offset_[k];
  }
  [[nodiscard]] Vec3 source(std::size_t k, int frame) const { return motion_.source[k][to_size(frame)]; }
  [[nodiscard]] Vec3 source_middle(int frame) const { return 0.5 * (source(0, frame) + source(1, frame)); }

  /// Height at which a planted point is held.
  [[nodiscard]] double height_of(std::size_t k, int frame) const {
    const double h = source(k, frame).y();
    const double share = ramp(kNoiseHeight * settings_.source_height, kClearHeight * settings_.source_height, h);
    return settings_.scale * h * share;
  }

  /// How far a plant follows the wandering of its source: 0 held still, 1 all of it.
  [[nodiscard]] double follow(const std::vector<Vec3>& path) const {
    double most = 0;
    for (const Vec3& p : path) most = std::max(most, level(p - path.front()).norm());
    const double wander = settings_.options.wander * settings_.source_height;
    return ramp(wander, 2 * wander, most);
  }

  void plan_point(const FrameInterval& plant, std::size_t k) {
    Vec3 place = Vec3::Zero();
    Vec3 mean = Vec3::Zero();
    std::vector<Vec3> path;
    for (int i = plant.first; i <= plant.last; ++i) {
      place += point(k, i);
      path.push_back(source(k, i));
      mean += path.back();
    }
    place /= static_cast<double>(path.size());
    mean /= static_cast<double>(path.size());
    const double share = settings_.scale * follow(path);
    for (int i = plant.first; i <= plant.last; ++i) {
      Vec3 held = level(place + share * (source(k, i) - mean));
      held.y() = height_of(k, i);
      result_.move[to_size(i)] = held - point(k, i);
    }
  }

  /// Where a flat foot stands in one plant, over time.
  struct Stand {
    Vec3 middle = Vec3::Zero();  ///< between heel and ball, on the ground
    Vec3 source_mean = Vec3::Zero();
    double follow = 0;
    double heading = 0;
    double turning = 0;  ///< share of the target's own turning that is kept
  };

  void plan_foot(const FrameInterval& plant) {
    bool stands = false;
    for (int i = plant.first; i <= plant.last; ++i) stands = stands || both(i);
    if (!stands) {
      plan_rolling(plant);
      return;
    }
    const Stand stand = find_stand(plant);
    const std::vector<double> pivot = pivots(plant);
    std::vector<double> flatness;
    for (int i = plant.first; i <= plant.last; ++i) flatness.push_back(both(i) ? 1 - tilt_share(i) : 0);
    // A plant that begins or ends flat does so with the fade's own blend, so its ends are held.
    soften(flatness, half_blend());
    for (int i = plant.first; i <= plant.last; ++i) {
      const std::size_t at = to_size(i - plant.first);
      hold_foot(stand, i, pivot[at], flatness[at]);
    }
  }

  /// Heel alone, then perhaps ball alone: each is held by itself.
  void plan_rolling(const FrameInterval& plant) {
    for (std::size_t k = 0; k < 2; ++k) {
      std::vector<bool> own(to_size(frames_), false);
      for (int i = plant.first; i <= plant.last; ++i) own[to_size(i)] = down_[k][to_size(i)];
      for (const FrameInterval& part : intervals(own)) plan_point(part, k);
    }
  }

  [[nodiscard]] bool both(int frame) const { return down_[0][to_size(frame)] && down_[1][to_size(frame)]; }

  [[nodiscard]] double tilt_share(int frame) const {
    const Quat from_neutral = motion_.turn[to_size(frame)] * end_.neutral.conjugate();
    const double tilt = std::acos(std::clamp((from_neutral * Vec3::UnitY()).y(), -1.0, 1.0));
    return ramp(settings_.options.flat, settings_.options.tilted, tilt);
  }

  [[nodiscard]] Stand find_stand(const FrameInterval& plant) const {
    Stand stand;
    std::vector<Vec3> path;
    Vec3 direction = Vec3::Zero();
    for (int i = plant.first; i <= plant.last; ++i) {
      if (!both(i)) continue;
      stand.middle += level(0.5 * (point(0, i) + point(1, i)));
      direction += level(point(1, i) - point(0, i));
      path.push_back(source_middle(i));
      stand.source_mean += path.back();
    }
    stand.middle /= static_cast<double>(path.size());
    stand.source_mean /= static_cast<double>(path.size());
    stand.follow = settings_.scale * follow(path);
    stand.heading = heading(direction);
    double most = 0;
    for (int i = plant.first; i <= plant.last; ++i) {
      if (both(i)) most = std::max(most, std::abs(wrapped(own_heading(i) - stand.heading)));
    }
    stand.turning = ramp(kSteadyHeading, kTurningHeading, most);
    return stand;
  }

  [[nodiscard]] double own_heading(int frame) const { return heading(point(1, frame) - point(0, frame)); }

  /// 0 where the foot rolls over the heel, 1 over the ball, in between while both are down.
  [[nodiscard]] std::vector<double> pivots(const FrameInterval& plant) const {
    std::vector<double> pivot;
    for (int i = plant.first; i <= plant.last; ++i) {
      pivot.push_back(both(i) ? 0.5 : (down_[1][to_size(i)] ? 1.0 : 0.0));
    }
    soften(pivot, half_blend());
    return pivot;
  }

  /// The nearest frame of the plant in which heel and ball are down: outside it a foot's heading says little.
  [[nodiscard]] int nearest_both(int frame) const {
    for (int d = 0; d < frames_; ++d) {
      if (frame - d >= 0 && both(frame - d)) return frame - d;
      if (frame + d < frames_ && both(frame + d)) return frame + d;
    }
    return frame;
  }

  void hold_foot(const Stand& stand, int frame, double pivot, double flatness) {
    const std::size_t i = to_size(frame);
    const int known = nearest_both(frame);
    const double yaw = stand.heading + stand.turning * wrapped(own_heading(known) - stand.heading);
    const Vec3 ahead(std::sin(yaw), 0, std::cos(yaw));
    const Vec3 middle = stand.middle + level(stand.follow * (source_middle(known) - stand.source_mean));
    const Quat flat = Quat(Eigen::AngleAxisd(yaw - neutral_heading_, Vec3::UnitY())) * end_.neutral;
    const Quat turn = motion_.turn[i].slerp(flatness, flat);
    std::array<Vec3, 2> place;
    for (std::size_t k = 0; k < 2; ++k) {
      Vec3 held = middle + (k == 0 ? -0.5 : 0.5) * sole_length_ * ahead;
      held.y() = height_of(k, frame);
      place[k] = held - turn * offset_[k];
    }
    result_.move[i] = (1 - pivot) * place[0] + pivot * place[1] - motion_.place[i];
    result_.turn[i] = log_rotation(turn * motion_.turn[i].conjugate());
    result_.flat[i] = flat;
    result_.toes_flat[i] = down_[1][i] ? 1 : 0;
  }

  /// Fades corrections in and out between plants.
  void bridge(const std::vector<FrameInterval>& plants) {
    for (std::size_t p = 0; p <= plants.size(); ++p) {
      const int first = p == 0 ? 0 : plants[p - 1].last + 1;
      const int last = p == plants.size() ? frames_ - 1 : plants[p].first - 1;
      const int before = p == 0 ? -1 : first - 1;
      const int after = p == plants.size() ? -1 : last + 1;
      for (int i = first; i <= last; ++i) bridge_frame(i, before, after, last - first + 2);
    }
    soften(result_.toes_flat, half_blend());
  }

  void bridge_frame(int frame, int before, int after, int gap) {
    const double blend = std::min(blend_frames(), gap);
    const std::size_t i = to_size(frame);
    const auto add = [&](int edge, double distance) {
      const double w = 1 - ramp(0, 1, distance / blend);
      result_.move[i] += w * result_.move[to_size(edge)];
      result_.turn[i] += w * result_.turn[to_size(edge)];
      if (w > 0.5 || after < 0 || before < 0) result_.flat[i] = result_.flat[to_size(edge)];
    };
    if (before >= 0) add(before, frame - before);
    if (after >= 0) add(after, after - frame);
  }

  /// Raises a foot that would sink into the ground, with a soft start.
  void lift_from_ground() {
    const double soft = 0.002 * settings_.scale * settings_.source_height;
    for (int frame = 0; frame < frames_; ++frame) {
      const std::size_t i = to_size(frame);
      const Quat turn = exp_rotation(result_.turn[i]) * motion_.turn[i];
      double lowest = std::numeric_limits<double>::infinity();
      for (const Vec3& offset : offset_) {
        lowest = std::min(lowest, (motion_.place[i] + result_.move[i] + turn * offset).y());
      }
      if (lowest >= soft) continue;
      result_.move[i].y() += lowest > -soft ? (soft - lowest) * (soft - lowest) / (4 * soft) : -lowest;
    }
  }

  const Limb& limb_;
  const LimbMotion& motion_;
  const PlantSettings& settings_;
  const AnatomyBody& end_;
  std::array<Vec3, 2> offset_{Vec3::Zero(), Vec3::Zero()};
  std::array<std::vector<bool>, 2> down_;
  double sole_length_ = 0;
  double neutral_heading_ = 0;
  int frames_ = 0;
  LimbCorrection result_;
};

}  // namespace

LimbCorrection plan_plants(const RetargetRig& target, const Limb& limb, const LimbMotion& motion,
                           const PlantSettings& settings) {
  return Planner(target, limb, motion, settings).plan();
}

}  // namespace sinew
