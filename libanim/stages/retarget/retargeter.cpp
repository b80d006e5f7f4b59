#include "libanim/stages/retarget/retargeter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/kinematics/two_bone_ik.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/math/upper_median.h"
#include "libanim/stages/retarget/limb_ik.h"
#include "libanim/stages/retarget/motion_transfer.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The root sinks and rises over this time where a leg would not reach (unit: s).
constexpr double kLowerTime = 0.1;
/// It sinks by no more than this share of the leg: then a foot is let go, as on a figure with short legs in a
/// handstand.
constexpr double kMostLowering = 0.08;

double bone_ratio(const RetargetRig& source, const RetargetRig& target, std::span<const JointDriver> drivers) {
  double ours = 0;
  double theirs = 0;
  for (const JointDriver& driver : drivers) {
    const int p = target.skeleton.joints[to_size(driver.target)].parent;
    const int q = source.skeleton.joints[to_size(driver.source)].parent;
    if (p == kNoParent || q == kNoParent) continue;
    ours += target.skeleton.joints[to_size(driver.target)].rest.translation.norm();
    theirs += source.skeleton.joints[to_size(driver.source)].rest.translation.norm();
  }
  return theirs > 0 && ours > 0 ? ours / theirs : 1;
}

/// A part lies on the ground up to the first height, and is clear of it from the second (unit: figure heights).
constexpr double kOnGround = 0.015;
constexpr double kOffGround = 0.05;

class Retargeter {
 public:
  Retargeter(const RetargetRig& source, const Clip& clip, const RetargetRig& target, const RetargetOptions& options,
             RetargetedClip& result)
      : source_(source),
        clip_(clip),
        target_(target),
        options_(options),
        result_(result),
        drivers_(make_drivers(result.report.map, source.skeleton, target.skeleton)),
        pose_(target, driven()),
        scale_(root_scale()),
        motion_(carry_motion(source, clip, target, drivers_, scale_)) {
    const AnatomyBody& root = target.anatomy.bodies.front();
    hips_offset_ = target.hips(target.rest) - target.rest[to_size(root.joint)].translation;
    shift_.assign(to_size(clip.frames()), 0);
  }

  void run() {
    report().root_scale = scale_;
    report().humanoid = source_.anatomy.humanoid && target_.anatomy.humanoid;
    std::vector<LimbCorrection> corrections;
    if (options_.plant_feet) {
      lay_bodies_down();
      for (const Limb& limb : find_limbs(source_, target_)) {
        if (is_driven(target_, pose_, limb)) limbs_.push_back(limb);
      }
      corrections = fit_root_and_plan();
    }
    write(corrections);
  }

 private:
  /// What a limb does before its correction.
  struct LimbState {
    LimbMotion motion;
    std::vector<Vec3> root;  ///< hip or shoulder
    double length = 0;       ///< of the two bones
  };

  RetargetReport& report() { return result_.report; }
  [[nodiscard]] int frames() const { return clip_.frames(); }

  [[nodiscard]] std::vector<int> driven() const {
    std::vector<int> joints;
    for (const JointDriver& driver : drivers_) joints.push_back(driver.target);
    return joints;
  }

  [[nodiscard]] double root_scale() const {
    if (options_.root_scale > 0) return options_.root_scale;
    if (!source_.anatomy.humanoid || !target_.anatomy.humanoid) return bone_ratio(source_, target_, drivers_);
    return target_.leg_length() / source_.leg_length();
  }

  /// Place of the root body's joint.
  [[nodiscard]] Vec3 root_place(int frame) const {
    const int slot = pose_.slot(target_.anatomy.bodies.front().joint);
    const Quat turn = slot >= 0 ? motion_.turns[to_size(frame)][to_size(slot)] : Quat::Identity();
    return motion_.hips[to_size(frame)] - turn * hips_offset_ + shift_[to_size(frame)] * Vec3::UnitY();
  }

  /// What brings the target's trunk to the ground where the source's is, and out of it in any case.
  [[nodiscard]] double trunk_shift(double theirs, double ours) const {
    const double near = 1 - ramp(kOnGround * source_.figure.height, kOffGround * source_.figure.height, theirs);
    const double wanted = near * (scale_ * std::max(theirs, 0.0) - ours);
    return wanted < 0 ? wanted : std::max({wanted, -ours, 0.0});
  }

  /// Raises or lowers the root where another part than the feet is on the ground in the source: proportions differ, and
  /// a body that lies, kneels or stands on its hands would sink in or float.
  void lay_bodies_down() {
    std::vector<double> shift(to_size(frames()), 0);
    for (int frame = 0; frame < frames(); ++frame) {
      const std::size_t i = to_size(frame);
      const auto world = pose_.world(motion_.turns[i], root_place(frame));
      shift[i] = trunk_shift(motion_.lowest_of_trunk[i], target_.lowest_of_trunk(world));
      // Arms sink in no deeper than the source's do; the rest is left to inverse kinematics.
      const double arms = target_.lowest_of_arms(world);
      const double wanted = std::min(0.0, scale_ * motion_.lowest_of_arms[i]);
      if (std::isfinite(arms)) shift[i] = std::max(shift[i], wanted - arms);
    }
    smooth(shift, kLowerTime * clip_.frame_rate);
    for (std::size_t i = 0; i < shift.size(); ++i) {
      shift_[i] += shift[i];
      report().body_shift = std::max(report().body_shift, std::abs(shift[i]));
    }
  }

  [[nodiscard]] std::vector<LimbState> limb_states() const {
    std::vector<LimbState> states(limbs_.size());
    for (std::size_t l = 0; l < limbs_.size(); ++l) {
      for (std::size_t k = 0; k < 2; ++k) {
        const int point = limbs_[l].source_points[k];
        if (point >= 0) states[l].motion.source[k] = motion_.source_points[to_size(point)];
      }
    }
    for (int frame = 0; frame < frames(); ++frame) {
      const auto world = pose_.world(motion_.turns[to_size(frame)], root_place(frame));
      for (std::size_t l = 0; l < limbs_.size(); ++l) add_state(limbs_[l], world, states[l]);
    }
    return states;
  }

  void add_state(const Limb& limb, std::span<const Transform> world, LimbState& state) const {
    const auto joint = [&](int body) { return to_size(target_.anatomy.bodies[to_size(body)].joint); };
    const Transform& end = world[joint(limb.end)];
    state.root.push_back(world[joint(limb.upper)].translation);
    state.motion.place.push_back(end.translation);
    state.motion.turn.push_back(end.rotation * target_.rest[joint(limb.end)].rotation.conjugate());
    const Vec3 middle = world[joint(limb.lower)].translation;
    state.length = (middle - state.root.back()).norm() + (end.translation - middle).norm();
  }

  [[nodiscard]] std::vector<LimbCorrection> plan(const std::vector<LimbState>& states) const {
    const PlantSettings settings{options_, clip_.frame_rate, source_.figure.height, scale_};
    std::vector<LimbCorrection> corrections;
    for (std::size_t l = 0; l < limbs_.size(); ++l) {
      corrections.push_back(plan_plants(target_, limbs_[l], states[l].motion, settings));
    }
    return corrections;
  }

  /// First the root is raised until planted soles touch on the whole, then lowered where a leg does not reach.
  std::vector<LimbCorrection> fit_root_and_plan() {
    std::vector<LimbState> states = limb_states();
    std::vector<LimbCorrection> corrections = plan(states);
    report().root_lift = usual_lift(corrections);
    const std::vector<double> lift(to_size(frames()), report().root_lift);
    move_root(lift, states);
    corrections = plan(states);
    std::vector<double> lower = needed_lowering(states, corrections);
    report().root_lower = *std::ranges::max_element(lower);
    if (report().root_lower > 0) {
      for (double& value : lower) value = -value;
      move_root(lower, states);
      corrections = plan(states);
    }
    return corrections;
  }

  void move_root(const std::vector<double>& by, std::vector<LimbState>& states) {
    for (std::size_t i = 0; i < by.size(); ++i) {
      shift_[i] += by[i];
      for (LimbState& state : states) {
        state.motion.place[i].y() += by[i];
        state.root[i].y() += by[i];
      }
    }
  }

  /// Median of what planted feet are raised by.
  [[nodiscard]] double usual_lift(const std::vector<LimbCorrection>& corrections) const {
    std::vector<double> lifts;
    for (std::size_t l = 0; l < limbs_.size(); ++l) {
      if (!limbs_[l].is_foot()) continue;
      for (std::size_t i = 0; i < corrections[l].move.size(); ++i) {
        if (corrections[l].planted[i]) lifts.push_back(corrections[l].move[i].y());
      }
    }
    return lifts.empty() ? 0 : upper_median(std::move(lifts));
  }

  /// How far the root has to sink in each frame for both legs to reach, smoothed over time.
  [[nodiscard]] std::vector<double> needed_lowering(const std::vector<LimbState>& states,
                                                    const std::vector<LimbCorrection>& corrections) const {
    std::vector<double> lower(to_size(frames()), 0);
    for (std::size_t l = 0; l < limbs_.size(); ++l) {
      if (!limbs_[l].is_foot()) continue;
      for (std::size_t i = 0; i < lower.size(); ++i) {
        const Vec3 now = states[l].motion.place[i] - states[l].root[i];
        const Vec3 wanted = now + corrections[l].move[i];
        const double reach = comfortable_reach(states[l].length, now.norm());
        const double flat = std::hypot(wanted.x(), wanted.z());
        // A foot that is too far ahead cannot be reached by sinking.
        if (wanted.norm() <= reach || flat >= 0.9 * reach || wanted.y() > 0) continue;
        const double sink = -wanted.y() - std::sqrt(reach * reach - flat * flat);
        lower[i] = std::max(lower[i], std::min(sink, kMostLowering * states[l].length));
      }
    }
    const double width = kLowerTime * clip_.frame_rate;
    lower = largest_around(lower, static_cast<int>(std::lround(width)));
    smooth(lower, width);
    return lower;
  }

  void write(const std::vector<LimbCorrection>& corrections) {
    start_report(corrections);
    Clip& clip = result_.clip;
    clip = rest_clip(target_.skeleton, frames(), clip_.frame_rate, pose_.placed());
    clip.name = clip_.name;
    clip.start_time = clip_.start_time;
    for (int frame = 0; frame < frames(); ++frame) {
      std::vector<Quat> turns = motion_.turns[to_size(frame)];
      const Vec3 root = root_place(frame);
      const auto before = pose_.world(turns, root);
      for (std::size_t l = 0; l < corrections.size(); ++l) {
        const double missed = apply_correction(target_, pose_, limbs_[l], corrections[l], frame, before, turns);
        if (corrections[l].planted[to_size(frame)]) {
          report().limbs[l].missed = std::max(report().limbs[l].missed, missed);
        }
      }
      write_frame(frame, pose_.world(turns, root));
    }
    make_continuous(clip);
  }

  void write_frame(int frame, const std::vector<Transform>& world) {
    auto rotations = result_.clip.frame_rotations(frame);
    auto translations = result_.clip.frame_translations(frame);
    for (std::size_t j = 0; j < world.size(); ++j) {
      if (!pose_.turns_joint(static_cast<int>(j)) || target_.skeleton.joints[j].end_site) continue;
      const int parent = target_.skeleton.joints[j].parent;
      const Quat above = parent == kNoParent ? Quat::Identity() : world[to_size(parent)].rotation;
      rotations[j] = (above.conjugate() * world[j].rotation).normalized();
    }
    for (std::size_t c = 0; c < result_.clip.translated.size(); ++c) {
      const std::size_t j = to_size(result_.clip.translated[c]);
      const int parent = target_.skeleton.joints[j].parent;
      const Vec3& place = world[j].translation;
      translations[c] = parent == kNoParent ? place : world[to_size(parent)].inverse() * place;
    }
  }

  void start_report(const std::vector<LimbCorrection>& corrections) {
    for (std::size_t l = 0; l < corrections.size(); ++l) {
      LimbPlants& limb = report().limbs.emplace_back();
      limb.limb = limbs_[l].name;
      limb.plants = corrections[l].plants;
      limb.frames = static_cast<int>(std::ranges::count(corrections[l].planted, true));
      for (const Vec3& move : corrections[l].move) limb.correction = std::max(limb.correction, move.norm());
    }
  }

  const RetargetRig& source_;
  const Clip& clip_;
  const RetargetRig& target_;
  const RetargetOptions& options_;
  RetargetedClip& result_;
  std::vector<JointDriver> drivers_;
  TargetPose pose_;
  double scale_ = 1;
  CarriedMotion motion_;
  std::vector<Limb> limbs_;
  Vec3 hips_offset_ = Vec3::Zero();  ///< from the root body's joint to the hips' middle, in the rest pose
  std::vector<double> shift_;        ///< of the root upwards, per frame
};

}  // namespace

void carry_over(const RetargetRig& source, const Clip& clip, const RetargetRig& target, const RetargetOptions& options,
                RetargetedClip& result) {
  Retargeter(source, clip, target, options, result).run();
}

}  // namespace sinew
