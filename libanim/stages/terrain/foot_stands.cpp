#include "libanim/stages/terrain/foot_stands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "libanim/math/frame_intervals.h"
#include "libanim/math/upper_median.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Half the width of the widest plant that is one place; what wanders farther (a shuffle) is followed place by place
/// (unit: figure heights).
constexpr double kWander = 0.05;
/// Shorter rests above the clip's ground are turning points of a swing (unit: s).
constexpr double kShortestRaised = 0.1;
/// Soles that hover by less are left where they are: 2 mm at 1.7 m (unit: figure heights).
constexpr double kHovers = 0.0012;
/// A foot in the air for longer than this gets stands on its way, this far apart (unit: s).
constexpr double kLongFlight = 1.0;
/// Width of a sole (Gordon et al. 1989, ANSUR: ball of the foot, 0.10 m at 1.75 m) (unit: figure heights).
constexpr double kSoleWidth = 0.055;
/// Surface that lies farther from a plane is an edge: a bump of 5 cm on 0.8 m is within 1 cm under a foot, a stair of
/// 12 cm is 4 and more (unit: figure heights).
constexpr double kEdge = 0.02;

class StandFinder {
 public:
  StandFinder(const Scene& scene, const SoleTracks& sole, double frame_rate, double height,
              const TerrainOptions& options)
      : scene_(scene), sole_(sole), rate_(frame_rate), height_(height), options_(options) {
    frames_ = static_cast<int>(sole.front().size());
    limits_ = {options.most_tilt, options.most_shift * height, kSoleWidth * height, kEdge * height,
               std::numeric_limits<double>::infinity()};
  }

  std::vector<FootStand> find(std::vector<bool>& planted) {
    planted = detect_level();
    std::vector<FootStand> plants = level_stands(planted);
    for (const FootStand& stand : raised_stands(planted)) plants.push_back(stand);
    std::ranges::sort(plants, {}, &FootStand::first);
    for (const FootStand& stand : plants) std::fill(at(planted, stand.first), at(planted, stand.last + 1), true);
    set_down(plants);
    if (options_.settle) settle(plants);
    return with_flights(plants);
  }

 private:
  static std::vector<bool>::iterator at(std::vector<bool>& flags, int frame) { return flags.begin() + frame; }

  /// Points of the sole that are planted on the clip's own ground, per point; with the heights as ground only speed
  /// decides.
  [[nodiscard]] std::vector<std::vector<bool>> planted_points(bool by_speed) const {
    std::vector<std::vector<bool>> planted;
    ContactDetection contacts = options_.contacts;
    if (by_speed) contacts.release = 1;
    for (const std::vector<Vec3>& track : sole_) {
      std::vector<double> ground(track.size(), 0);
      for (std::size_t i = 0; by_speed && i < track.size(); ++i) ground[i] = track[i].y();
      planted.push_back(planted_frames(track, ground, rate_, height_, contacts));
    }
    return planted;
  }

  [[nodiscard]] std::vector<bool> detect_level() {
    down_ = planted_points(false);
    std::vector<bool> any(to_size(frames_), false);
    for (const std::vector<bool>& point : down_) {
      for (std::size_t i = 0; i < any.size(); ++i) any[i] = any[i] || point[i];
    }
    return any;
  }

  /// Plants at height 0, in one piece where they stay in one place.
  [[nodiscard]] std::vector<FootStand> level_stands(const std::vector<bool>& planted) const {
    std::vector<FootStand> stands;
    for (const FrameInterval& plant : intervals(planted)) {
      const std::size_t before = stands.size();
      int first = plant.first;
      for (int i = plant.first; i <= plant.last; ++i) {
        const Vec3 way = sole_middle(sole_, i) - sole_middle(sole_, first);
        if (std::hypot(way.x(), way.z()) < 2 * kWander * height_) continue;
        stands.push_back({first, i - 1});
        first = i;
      }
      stands.push_back({first, plant.last});
      if (stands.size() == before + 1) continue;
      // Between the places of a wandering plant the foot glides.
      for (std::size_t s = before; s < stands.size(); ++s) {
        stands[s].first = stands[s].last = (stands[s].first + stands[s].last) / 2;
      }
    }
    return stands;
  }

  [[nodiscard]] double lowest(int frame) const {
    double y = std::numeric_limits<double>::infinity();
    for (const std::vector<Vec3>& track : sole_) y = std::min(y, track[to_size(frame)].y());
    return y;
  }

  /// Rests above height 0 where the scene has a surface near.
  [[nodiscard]] std::vector<FootStand> raised_stands(const std::vector<bool>& planted) const {
    const std::vector<std::vector<bool>> rests = planted_points(true);
    std::vector<bool> raised(to_size(frames_), false);
    const double clear = options_.contacts.height * options_.contacts.release * height_;
    for (int i = 0; i < frames_; ++i) {
      const bool rest = std::ranges::any_of(rests, [&](const std::vector<bool>& point) { return point[to_size(i)]; });
      raised[to_size(i)] = rest && !planted[to_size(i)] && lowest(i) > clear;
    }
    std::vector<FootStand> stands;
    for (const FrameInterval& rest : intervals(raised)) {
      if (rest.last - rest.first < kShortestRaised * rate_) continue;
      FootStand stand{rest.first, rest.last, usual_height(frames_of(rest))};
      stand.footing = find_footing(scene_, footprint(stand), limits_);
      if (std::abs(stand.offset()) <= options_.same_surface * height_) stands.push_back(stand);
    }
    return stands;
  }

  [[nodiscard]] static std::vector<int> frames_of(const FrameInterval& interval) {
    std::vector<int> frames;
    for (int i = interval.first; i <= interval.last; ++i) frames.push_back(i);
    return frames;
  }

  /// Frames of a stand in which all points of the sole are down.
  [[nodiscard]] std::vector<int> flat_frames(const FootStand& stand) const {
    std::vector<int> flat = frames_of({stand.first, stand.last});
    std::erase_if(flat, [&](int i) {
      return !std::ranges::all_of(down_, [&](const std::vector<bool>& point) { return point[to_size(i)]; });
    });
    return flat;
  }

  [[nodiscard]] double usual_height(const std::vector<int>& frames) const {
    std::vector<double> heights;
    heights.reserve(frames.size());
    for (const int i : frames) heights.push_back(lowest(i));
    return upper_median(std::move(heights));
  }

  /// Mean places of the sole's points while all of them are down; without such frames, over the whole stand.
  [[nodiscard]] std::vector<Vec3> footprint(const FootStand& stand) const {
    std::vector<int> used = flat_frames(stand);
    if (used.empty()) used = frames_of({stand.first, stand.last});
    std::vector<Vec3> places;
    for (const std::vector<Vec3>& track : sole_) {
      Vec3& place = places.emplace_back(Vec3::Zero());
      for (const int i : used) place += track[to_size(i)] / static_cast<double>(used.size());
    }
    return places;
  }

  /// Finds the footing of each plant; a foot climbs no walls.
  void set_down(std::vector<FootStand>& plants) const {
    FootingLimits limits = limits_;
    for (FootStand& stand : plants) {
      stand.footing = find_footing(scene_, footprint(stand), limits);
      limits.ceiling = stand.footing.height + options_.most_step * height_;
    }
  }

  /// Soles that stand still a little above or below the clip's ground. What is raised stands where it stands; feet of
  /// runs are never still, and lifting them by a centimetre costs a push-off.
  void settle(std::vector<FootStand>& plants) const {
    for (FootStand& stand : plants) {
      std::vector<int> still = frames_of({stand.first, stand.last});
      std::erase_if(still, [&](int i) { return !is_still(sole_, i, rate_, height_, options_.contacts); });
      if (stand.ground != 0 || still.empty()) continue;
      const double hover = usual_height(still);
      if (std::abs(hover) > kHovers * height_) stand.hover = hover;
    }
  }

  /// A stand in the air: the surface under the foot, which stays as it is turned.
  [[nodiscard]] FootStand in_the_air(int frame, const FootStand* near) const {
    FootStand stand{frame, frame, near ? near->ground : 0, near ? near->hover : 0, false};
    FootingLimits limits = limits_;
    limits.most_shift = 0;
    if (near) limits.ceiling = near->footing.height + options_.most_step * height_;
    stand.footing = find_footing(scene_, footprint(stand), limits);
    stand.footing.tilt.setZero();
    return stand;
  }

  [[nodiscard]] std::vector<FootStand> with_flights(const std::vector<FootStand>& plants) const {
    std::vector<FootStand> stands;
    const auto fly = [&](int first, int last, const FootStand* near) {
      const double pieces = std::ceil((last - first) / (kLongFlight * rate_));
      for (int k = 1; k < static_cast<int>(pieces); ++k) {
        stands.push_back(in_the_air(first + static_cast<int>(std::lround(k * (last - first) / pieces)), near));
      }
    };
    const FootStand* before = nullptr;
    for (const FootStand& plant : plants) {
      if (before == nullptr && plant.first > 0) stands.push_back(in_the_air(0, &plant));
      fly(before ? before->last : 0, plant.first, before ? before : &plant);
      stands.push_back(plant);
      before = &plant;
    }
    if (before == nullptr) stands.push_back(in_the_air(0, nullptr));
    const int last = before ? before->last : 0;
    fly(last, frames_ - 1, before);
    if (last < frames_ - 1) stands.push_back(in_the_air(frames_ - 1, before));
    return stands;
  }

  const Scene& scene_;
  const SoleTracks& sole_;
  double rate_;
  double height_;
  const TerrainOptions& options_;
  FootingLimits limits_;
  int frames_ = 0;
  std::vector<std::vector<bool>> down_;  ///< [point][frame]
};

}  // namespace

std::vector<FootStand> find_stands(const Scene& scene, const SoleTracks& sole, double frame_rate, double height,
                                   const TerrainOptions& options, std::vector<bool>& planted) {
  return StandFinder(scene, sole, frame_rate, height, options).find(planted);
}

}  // namespace sinew
