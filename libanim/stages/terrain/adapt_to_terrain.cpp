#include "libanim/stages/terrain/adapt_to_terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/kinematics/two_bone_ik.h"
#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/stages/terrain/foot_path.h"
#include "libanim/stages/terrain/ground_legs.h"
#include "libanim/stages/terrain/sole_level.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The root sinks and rises over this time where a leg would not reach (unit: s).
constexpr double kLowerTime = 0.1;
/// It sinks by no more than this share of the leg: then a foot is let go.
constexpr double kMostLowering = 0.15;
/// Longer without a foot on the ground is no jump: the body lies, sits or hangs (unit: s).
constexpr double kLongestFlight = 1.0;

bool is_level_at_zero(const Scene& scene) {
  const Ground& ground = scene.ground;
  return ground.kind == GroundKind::kPlane && ground.normal == Vec3::UnitY() && ground.point.y() == 0 &&
         scene.boxes.empty();
}

class Adapter {
 public:
  Adapter(const Skeleton& skeleton, const Figure& figure, const Scene& scene, const Clip& clip,
          const TerrainOptions& options)
      : skeleton_(skeleton),
        figure_(figure),
        scene_(scene),
        options_(options),
        legs_(find_ground_legs(figure, skeleton, clip.translated)),
        rest_(rest_world(skeleton)) {
    result_.clip = clip;
  }

  TerrainClip run() {
    if (options_.settle) level_soles();
    plan();
    if (levels_.empty() && std::ranges::all_of(paths_, &FootPath::is_still)) return std::move(result_);
    result_.report.changed = true;
    for (int frame = 0; frame < clip().frames(); ++frame) worlds_.push_back(world_at(skeleton_, clip(), frame));
    root_ = root_offset();
    for (int frame = 0; frame < clip().frames(); ++frame) move_frame(frame);
    make_continuous(clip());
    finish_report();
    return std::move(result_);
  }

 private:
  Clip& clip() { return result_.clip; }
  [[nodiscard]] const Clip& clip() const { return result_.clip; }

  [[nodiscard]] std::vector<SoleTracks> sole_tracks() const {
    const auto tracks = contact_tracks(figure_, skeleton_, clip());
    std::vector<SoleTracks> soles;
    for (const GroundLeg& leg : legs_) {
      SoleTracks& sole = soles.emplace_back();
      for (const int p : leg.points) sole.push_back(tracks[to_size(p)]);
    }
    return soles;
  }

  /// Levels stay empty when nothing is turned.
  void level_soles() {
    const std::vector<SoleTracks> soles = sole_tracks();
    std::vector<double> angles;
    for (std::size_t l = 0; l < legs_.size(); ++l) {
      const SoleLevel level = find_sole_level(figure_, skeleton_, result_.clip, legs_[l], soles[l], options_.contacts);
      apply_sole_level(level, legs_[l], clip());
      angles.push_back(level.angle);
    }
    if (std::ranges::any_of(angles, [](double angle) { return angle > 0; })) levels_ = std::move(angles);
  }

  void plan() {
    soles_ = sole_tracks();
    for (std::size_t l = 0; l < legs_.size(); ++l) {
      paths_.push_back(plan_foot_path(scene_, soles_[l], clip().frame_rate, figure_.height, options_));
      paths_.back().report.foot = legs_[l].name;
      if (!levels_.empty()) paths_.back().report.level = levels_[l];
    }
  }

  /// Where a leg's end has to be.
  [[nodiscard]] Vec3 wanted_end(std::size_t leg, int frame) const {
    const std::size_t i = to_size(frame);
    const FootPath& path = paths_[leg];
    const Vec3 arm = worlds_[i][to_size(legs_[leg].end)].translation - sole_middle(soles_[leg], frame);
    return worlds_[i][to_size(legs_[leg].end)].translation + (exp_rotation(path.tilt[i]) * arm - arm) + path.shift[i] +
           path.offset[i] * Vec3::UnitY();
  }

  /// The feet's mean, smoothed, and lowered where a leg would not reach.
  [[nodiscard]] std::vector<double> root_offset() {
    std::vector<double> root(to_size(clip().frames()), 0);
    for (const FootPath& path : paths_) {
      for (std::size_t i = 0; i < root.size(); ++i) root[i] += path.base[i] / static_cast<double>(paths_.size());
    }
    smooth(root, options_.root_time * clip().frame_rate);
    straighten_flights(root);
    std::vector<double> lower(root.size(), 0);
    for (std::size_t l = 0; l < legs_.size(); ++l) {
      for (std::size_t i = 0; i < root.size(); ++i) lower[i] = std::max(lower[i], needed_sink(l, i, root[i]));
    }
    const double width = kLowerTime * clip().frame_rate;
    lower = largest_around(lower, static_cast<int>(std::lround(width)));
    smooth(lower, width);
    for (std::size_t i = 0; i < root.size(); ++i) root[i] -= lower[i];
    result_.report.root_lower = std::ranges::max(lower);
    return root;
  }

  /// In a flight the offset changes evenly, so that the root falls as it did.
  void straighten_flights(std::vector<double>& root) const {
    const int frames = static_cast<int>(root.size());
    const auto stands = [&](int frame) {
      return std::ranges::any_of(paths_, [&](const FootPath& path) { return path.planted[to_size(frame)]; });
    };
    for (int first = 0; first < frames; ++first) {
      if (!stands(first)) continue;
      int last = first + 1;
      while (last < frames && !stands(last)) ++last;
      if (last >= frames || last - first > kLongestFlight * clip().frame_rate) continue;
      for (int i = first + 1; i < last; ++i) {
        const double share = static_cast<double>(i - first) / (last - first);
        root[to_size(i)] = root[to_size(first)] + share * (root[to_size(last)] - root[to_size(first)]);
      }
    }
  }

  /// How far the root has to sink below `root` for a leg to reach its foot.
  [[nodiscard]] double needed_sink(std::size_t leg, std::size_t i, double root) const {
    const auto at = [&](int joint) { return worlds_[i][to_size(joint)].translation; };
    const GroundLeg& l = legs_[leg];
    const double length = (at(l.lower) - at(l.upper)).norm() + (at(l.end) - at(l.lower)).norm();
    const Vec3 wanted = wanted_end(leg, static_cast<int>(i)) - at(l.upper) - root * Vec3::UnitY();
    const double reach = comfortable_reach(length, (at(l.end) - at(l.upper)).norm());
    const double flat = std::hypot(wanted.x(), wanted.z());
    // A foot that is too far ahead cannot be reached by sinking.
    if (wanted.norm() <= reach || flat >= 0.9 * reach || wanted.y() > 0) return 0;
    return std::min(-wanted.y() - std::sqrt(reach * reach - flat * flat), kMostLowering * length);
  }

  void move_frame(int frame) {
    auto translations = clip().frame_translations(frame);
    for (std::size_t c = 0; c < clip().translated.size(); ++c) {
      if (skeleton_.joints[to_size(clip().translated[c])].parent != kNoParent) continue;
      translations[c].y() += root_[to_size(frame)];
    }
    for (std::size_t l = 0; l < legs_.size(); ++l) move_leg(l, frame);
  }

  [[nodiscard]] Vec3 bend_axis(const GroundLeg& leg, std::span<const Transform> world) const {
    const std::size_t joint = to_size(figure_.bodies[to_size(leg.holder)].orientation_joint);
    return world[joint].rotation * (rest_[joint].rotation.conjugate() * leg.bend);
  }

  void move_leg(std::size_t l, int frame) {
    const GroundLeg& leg = legs_[l];
    const std::size_t i = to_size(frame);
    const std::vector<Transform>& world = worlds_[i];
    const Vec3 up = root_[i] * Vec3::UnitY();
    const auto at = [&](int joint) -> Vec3 { return world[to_size(joint)].translation + up; };
    const Vec3 wanted = wanted_end(l, frame);
    constexpr double kNothing = 1e-9;  // m: rounding; a leg that stays as it is must not even be softened
    if ((wanted - at(leg.end)).norm() < kNothing && paths_[l].tilt[i].isZero(0)) return;
    const TwoBoneTurn ik =
        correct_two_bones({at(leg.upper), at(leg.lower), at(leg.end)}, wanted, bend_axis(leg, world));
    turn_joint(frame, leg.upper, Quat::Identity(), ik.upper);
    turn_joint(frame, leg.lower, ik.upper, ik.lower);
    turn_joint(frame, leg.end, leg.hangs ? ik.lower : Quat::Identity(), exp_rotation(paths_[l].tilt[i]));
    if (!leg.hangs) place_end(frame, leg, ik.reached - up);
    double& missed = paths_[l].report.missed;
    if (paths_[l].planted[i]) missed = std::max(missed, (wanted - ik.reached).norm());
  }

  /// Turns a joint in the world by `turn` while what it hangs on is turned by `above`.
  void turn_joint(int frame, int joint, const Quat& above, const Quat& turn) {
    const std::vector<Transform>& world = worlds_[to_size(frame)];
    const int parent = skeleton_.joints[to_size(joint)].parent;
    const Quat holder = parent == kNoParent ? Quat::Identity() : world[to_size(parent)].rotation;
    const Quat local = (above * holder).conjugate() * (turn * world[to_size(joint)].rotation);
    clip().frame_rotations(frame)[to_size(joint)] = local.normalized();
  }

  /// `place` is that before the root is raised.
  void place_end(int frame, const GroundLeg& leg, const Vec3& place) {
    const auto found = std::ranges::lower_bound(clip().translated, leg.end);
    const int parent = skeleton_.joints[to_size(leg.end)].parent;
    const Vec3 local = parent == kNoParent ? place : worlds_[to_size(frame)][to_size(parent)].inverse() * place;
    clip().frame_translations(frame)[to_size(found - clip().translated.begin())] = local;
  }

  void finish_report() {
    TerrainReport& report = result_.report;
    const auto [low, high] = std::ranges::minmax(root_);
    report.root_lowest = low;
    report.root_highest = high;
    for (FootPath& path : paths_) report.feet.push_back(std::move(path.report));
    result_.clip.validate(skeleton_);
    write_notes();
  }

  void write_notes() {
    if (is_level_at_zero(scene_)) return write_settled_notes();
    const TerrainReport& report = result_.report;
    add_note("clip " + clip().name,
             fmt::format("laid over the scene's ground: the root moved by {:.3f} to {:.3f} m, of it {:.3f} m down so "
                         "that legs reach",
                         report.root_lowest, report.root_highest, report.root_lower));
    for (const TerrainFoot& foot : report.feet) {
      add_note(foot.foot, fmt::format("{} plants, {} of them on the scene's stairs or boxes as in the clip, {} set off "
                                      "an edge; moved by {:.3f} to {:.3f} m, tilted by up to {:.0f} degrees, {:.3f} m "
                                      "out of reach",
                                      foot.plants, foot.raised, foot.shifted, foot.lowest, foot.highest,
                                      degrees(foot.tilt), foot.missed));
      if (foot.level > 0) {
        add_note(foot.foot, fmt::format("turned by {:.1f} degrees where it stands still, so that its sole is level",
                                        degrees(foot.level)));
      }
      if (foot.frames_off == 0) continue;
      result_.ledger.add(NoteCode::kSuspect, foot.foot,
                         fmt::format("stands beyond the scene's ground in {} frames: it will fall", foot.frames_off));
    }
  }

  void write_settled_notes() {
    const TerrainReport& report = result_.report;
    add_note(
        "clip " + clip().name,
        fmt::format("feet that stand still were laid flat on the ground; the root moved by {:.3f} to {:.3f} m with "
                    "them",
                    report.root_lowest, report.root_highest));
    for (const TerrainFoot& foot : report.feet) {
      add_note(foot.foot, fmt::format("moved by {:.3f} to {:.3f} m, turned by {:.1f} degrees", foot.lowest,
                                      foot.highest, degrees(foot.level)));
    }
  }

  void add_note(const std::string& place, const std::string& text) {
    result_.ledger.add(NoteCode::kTerrain, place, text);
  }

  static double degrees(double angle) { return angle * 180 / std::numbers::pi; }

  const Skeleton& skeleton_;
  const Figure& figure_;
  const Scene& scene_;
  const TerrainOptions& options_;
  std::vector<GroundLeg> legs_;
  std::vector<Transform> rest_;
  std::vector<double> levels_;                  ///< per leg: angle by which its sole was laid flat
  std::vector<SoleTracks> soles_;               ///< per leg
  std::vector<FootPath> paths_;                 ///< per leg
  std::vector<std::vector<Transform>> worlds_;  ///< [frame][joint], as the clip came
  std::vector<double> root_;
  TerrainClip result_;
};

}  // namespace

void TerrainOptions::validate() const {
  const auto demand = [](bool good, const char* rule) {
    if (!good) throw Error::usage(std::string("terrain: ") + rule + " is violated");
  };
  demand(most_tilt >= 0 && most_tilt <= 1.5, "0 <= most_tilt <= 1.5");
  demand(root_time >= 0 && root_time <= 10, "0 <= root_time <= 10");
  demand(most_step >= 0 && most_step <= 10, "0 <= most_step <= 10");
  demand(most_shift >= 0 && most_shift <= 1, "0 <= most_shift <= 1");
  demand(same_surface >= 0 && same_surface <= 1, "0 <= same_surface <= 1");
  contacts.validate();
}

TerrainClip adapt_to_terrain(const Skeleton& skeleton, const Figure& figure, const Scene& scene, const Clip& clip,
                             const TerrainOptions& options) {
  options.validate();
  if (!options.adapt || (is_level_at_zero(scene) && !options.settle)) return {clip, {}, {}};
  return Adapter(skeleton, figure, scene, clip, options).run();
}

}  // namespace sinew
