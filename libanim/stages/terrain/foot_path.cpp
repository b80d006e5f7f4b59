#include "libanim/stages/terrain/foot_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/stages/terrain/foot_stands.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Corners of a swing's offset are rounded by a bell of this width (unit: s).
constexpr double kCornerTime = 0.02;
/// Places looked at between two frames: a swinging foot goes 10 cm in 1/30 s.
constexpr int kSubsteps = 4;
/// Slower than this in all directions, every point of a sole is still: feet in the middle of a stance of CMU's walks
/// move at 0.02 to 0.1 m/s (unit: figure heights / s).
constexpr double kStill = 0.06;
/// A point of a curve over the way of a swing.
struct WayPoint {
  double way = 0;
  double height = 0;
};

/// The corners of the lowest concave curve from the first point to the last that is nowhere below the points.
std::vector<WayPoint> concave_cover(const std::vector<WayPoint>& points) {
  std::vector<WayPoint> corners;
  for (const WayPoint& p : points) {
    const auto is_below = [&](const WayPoint& a, const WayPoint& b) {
      return (b.height - a.height) * (p.way - a.way) <= (p.height - a.height) * (b.way - a.way);
    };
    while (corners.size() >= 2 && is_below(corners[corners.size() - 2], corners.back())) corners.pop_back();
    corners.push_back(p);
  }
  return corners;
}

double height_at(const std::vector<WayPoint>& corners, double way) {
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const WayPoint& a = corners[i - 1];
    const WayPoint& b = corners[i];
    if (way > b.way) continue;
    return b.way > a.way ? a.height + (b.height - a.height) * (way - a.way) / (b.way - a.way) : b.height;
  }
  return corners.back().height;
}

class PathPlanner {
 public:
  PathPlanner(const Scene& scene, const SoleTracks& sole, double frame_rate, double height,
              const TerrainOptions& options)
      : scene_(scene), sole_(sole), height_(height), options_(options), frames_(static_cast<int>(sole.front().size())) {
    stands_ = find_stands(scene, sole, frame_rate, height, options, path_.planted);
    for (int i = 0; i < frames_; ++i) middles_.push_back(sole_middle(sole, i));
    const std::size_t n = to_size(frames_);
    path_.offset.assign(n, 0);
    path_.base.assign(n, 0);
    path_.tilt.assign(n, Vec3::Zero());
    path_.shift.assign(n, Vec3::Zero());
    needed_.assign(n, -std::numeric_limits<double>::infinity());
    corner_ = kCornerTime * frame_rate;
  }

  FootPath plan() {
    for (const FootStand& stand : stands_) hold(stand);
    for (std::size_t s = 1; s < stands_.size(); ++s) swing(stands_[s - 1], stands_[s]);
    round_corners();
    report();
    return std::move(path_);
  }

 private:
  void hold(const FootStand& stand) {
    for (std::size_t i = to_size(stand.first); i <= to_size(stand.last); ++i) {
      path_.offset[i] = path_.base[i] = stand.offset();
      path_.tilt[i] = stand.footing.tilt;
      path_.shift[i] = stand.footing.shift;
    }
  }

  /// Length of the foot's way over the ground from frame `first` on. A little is added per frame, so that it grows
  /// where the foot does not move.
  [[nodiscard]] std::vector<double> ways(int first, int last) const {
    std::vector<double> way = {0};
    for (int i = first + 1; i <= last; ++i) {
      const Vec3 step = middles_[to_size(i)] - middles_[to_size(i - 1)];
      way.push_back(way.back() + std::hypot(step.x(), step.z()) + 1e-4 * height_);
    }
    return way;
  }

  void swing(const FootStand& from, const FootStand& to) {
    if (to.first - from.last < 2) return;
    const std::vector<double> way = ways(from.last, to.first);
    std::vector<WayPoint> points = {{0, from.offset()}};
    const double ceiling = std::max(from.footing.height, to.footing.height) + options_.most_step * height_;
    const bool raised = from.ground != 0 || to.ground != 0;
    for (int i = from.last + 1; i < to.first; ++i) {
      const double way_here = way[to_size(i - from.last)];
      const double share = way_here / way.back();
      const std::size_t k = to_size(i);
      path_.base[k] = from.offset() + share * (to.offset() - from.offset());
      path_.tilt[k] = from.footing.tilt + share * (to.footing.tilt - from.footing.tilt);
      path_.shift[k] = from.footing.shift + share * (to.footing.shift - from.footing.shift);
      needed_[k] = needed(i, ceiling, raised, from.hover + share * (to.hover - from.hover));
      points.push_back({way_here, needed_[k]});
    }
    points.push_back({way.back(), to.offset()});
    const std::vector<WayPoint> cover = concave_cover(points);
    for (int i = from.last + 1; i < to.first; ++i) {
      path_.offset[to_size(i)] = height_at(cover, way[to_size(i - from.last)]);
    }
  }

  /// Offset with which the foot keeps its height above all that it passes from the frame before to the frame after. On
  /// a clip that climbs by itself its height above the step is unknown: there it only stays out of the surface. What
  /// the foot hovered where it stood, it loses here, too.
  [[nodiscard]] double needed(int frame, double ceiling, bool raised, double hover) const {
    const Quat turn = exp_rotation(path_.tilt[to_size(frame)]);
    double most = -std::numeric_limits<double>::infinity();
    for (int step = -kSubsteps; step <= kSubsteps; ++step) {
      const int a = std::clamp(frame + (step < 0 ? -1 : 0), 0, frames_ - 1);
      const int b = std::min(a + 1, frames_ - 1);
      const double share = static_cast<double>(step < 0 ? step + kSubsteps : step) / kSubsteps;
      const auto between = [&](const std::vector<Vec3>& track) -> Vec3 {
        return track[to_size(a)] + share * (track[to_size(b)] - track[to_size(a)]);
      };
      const Vec3 middle = between(middles_);
      for (const std::vector<Vec3>& track : sole_) {
        const Vec3 point = between(track);
        const Vec3 arm = point - middle;
        const Vec3 move = turn * arm - arm + path_.shift[to_size(frame)];
        const Vec3 place = point + move;
        const double surface = surface_under(scene_, place.x(), place.z(), ceiling);
        const double outside = surface - place.y();
        const double as_high = surface - move.y();
        // Tips that reach into the ground as recorded are no reason to lift a leg.
        const double as_settled = std::max(as_high - hover, std::min(outside, as_high));
        most = std::max(most, raised ? outside : hover > 0 ? as_settled : as_high - hover);
      }
    }
    return most;
  }

  /// Planted feet stay where they are, and what rounding takes from a swing's clearance is given back over a few
  /// frames.
  void round_corners() {
    const std::vector<double> offset = path_.offset;
    const std::vector<Vec3> tilt = path_.tilt;
    smooth(path_.offset, corner_);
    smooth(path_.tilt, corner_);
    std::vector<double> lack(offset.size(), 0);
    for (std::size_t i = 0; i < lack.size(); ++i) lack[i] = std::max(0.0, needed_[i] - path_.offset[i]);
    lack = largest_around(lack, static_cast<int>(std::ceil(2 * corner_)));
    smooth(lack, corner_);
    for (std::size_t i = 0; i < lack.size(); ++i) path_.offset[i] += lack[i];
    for (const FootStand& stand : stands_) {
      if (!stand.planted) continue;
      std::copy(offset.begin() + stand.first, offset.begin() + stand.last + 1, path_.offset.begin() + stand.first);
      std::copy(tilt.begin() + stand.first, tilt.begin() + stand.last + 1, path_.tilt.begin() + stand.first);
    }
  }

  void report() {
    TerrainFoot& foot = path_.report;
    for (const FootStand& stand : stands_) {
      if (!stand.planted) continue;
      ++foot.plants;
      foot.raised += stand.ground != 0 ? 1 : 0;
      foot.shifted += stand.footing.shift.isZero(0) ? 0 : 1;
      foot.tilt = std::max(foot.tilt, stand.footing.tilt.norm());
    }
    const auto [low, high] = std::ranges::minmax(path_.offset);
    foot.lowest = low;
    foot.highest = high;
    for (std::size_t i = 0; i < middles_.size(); ++i) {
      if (path_.planted[i] && !has_ground(scene_, middles_[i].x(), middles_[i].z())) ++foot.frames_off;
    }
  }

  const Scene& scene_;
  const SoleTracks& sole_;
  double height_;
  const TerrainOptions& options_;
  int frames_;
  double corner_ = 0;           ///< (unit: frames)
  std::vector<double> needed_;  ///< least offset of a swinging foot
  std::vector<FootStand> stands_;
  std::vector<Vec3> middles_;
  FootPath path_;
};

}  // namespace

bool FootPath::is_still() const {
  const auto is_zero = [](const Vec3& v) { return v.isZero(0); };
  return std::ranges::all_of(offset, [](double y) { return y == 0; }) && std::ranges::all_of(tilt, is_zero) &&
         std::ranges::all_of(shift, is_zero);
}

Vec3 sole_middle(const SoleTracks& sole, int frame) {
  Vec3 sum = Vec3::Zero();
  for (const std::vector<Vec3>& track : sole) sum += track[to_size(frame)];
  return sum / static_cast<double>(sole.size());
}

bool is_still(const SoleTracks& sole, int frame, double frame_rate, double height, const ContactDetection& contacts) {
  return std::ranges::all_of(sole, [&](const std::vector<Vec3>& track) {
    const int after = std::min(frame + 1, static_cast<int>(track.size()) - 1);
    const int before = std::max(frame - 1, 0);
    const double way = (track[to_size(after)] - track[to_size(before)]).norm();
    return way * frame_rate < kStill * height * (after - before) &&
           track[to_size(frame)].y() < contacts.height * height;
  });
}

FootPath plan_foot_path(const Scene& scene, const SoleTracks& sole, double frame_rate, double height,
                        const TerrainOptions& options) {
  return PathPlanner(scene, sole, frame_rate, height, options).plan();
}

}  // namespace sinew
