#include "libanim/stages/synthesise/synth_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/math/frame_intervals.h"
#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/stages/synthesise/synth_clip_centre.h"
#include "libanim/stages/synthesise/synth_clip_limbs.h"
#include "libanim/stages/synthesise/synth_clip_tracks.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A head takes back no more than this of a tilt, and nothing of one that no longer is an upright posture (from the
/// first to the second angle) (unit: rad).
constexpr double kLargestLevelling = 0.6;
constexpr double kLeaning = 1.0;
constexpr double kLying = 1.4;
/// The torso sinks and rises over this time where a planted limb would not reach (unit: s), by no more than this share
/// of the limb: farther away the limb is let go.
constexpr double kLowerTime = 0.06;
constexpr double kMostLowering = 0.05;
/// Each pass leaves a fifth of the way; 3 leave 1 mm of 50.
constexpr int kBalancePasses = 3;
/// A joint that moves against its parent by more than this has its translation written (unit: m).
constexpr double kMoves = 1e-6;

class ClipMaker {
 public:
  ClipMaker(const SynthProblem& problem, const SynthMotion& motion, int index, const Character& character,
            const Figure& figure, const SynthClipOptions& options)
      : problem_(problem),
        motion_(motion),
        index_(index),
        skeleton_(character.skeleton),
        options_(options),
        rig_(make_synth_rig(character, figure)),
        frames_(clip_frames(motion, options.frame_rate)) {}

  SynthClip run() {
    result_.planted.resize(rig_.chains.size());
    smooth_torso();
    for (std::size_t l = 0; l < rig_.chains.size(); ++l) prepare_limb(static_cast<int>(l));
    balance_torso();
    lower_torso();
    for (const std::vector<Transform>& motions : all_body_motions()) poses_.push_back(local_pose(motions));
    write();
    return result_;
  }

 private:
  [[nodiscard]] const std::vector<SynthLimb>& limbs() const { return problem_.characters[to_size(index_)].limbs; }

  void smooth_torso() {
    const PoseTrack raw = sample_track(motion_, torso_track(problem_, index_), options_.frame_rate);
    torso_ = smooth_track(raw, options_.frame_rate, options_.smoothing);
    for (std::size_t i = 0; i < raw.size(); ++i) {
      const double moved = (torso_[i].translation - raw[i].translation).norm();
      result_.torso_moved = std::max(result_.torso_moved, moved);
    }
  }

  void prepare_limb(int l) {
    limbs_.push_back(limb_track_of(problem_, motion_, index_, l, options_));
    const PoseTrack raw = sample_track(motion_, limb_track(problem_, index_, l), options_.frame_rate);
    SynthLimbReport& report = result_.limbs.emplace_back();
    report.limb = limbs()[to_size(l)].name;
    report.plants = limbs_.back().plants;
    report.frames = frames_ - static_cast<int>(std::ranges::count(limbs_.back().contact, -1));
    for (std::size_t i = 0; i < raw.size(); ++i) {
      const double moved = (limbs_.back().poses[i].translation - raw[i].translation).norm();
      report.smoothed = std::max(report.smoothed, moved);
    }
    result_.planted[to_size(l)] = limbs_.back().contact;
  }

  /// How far the torso has to sink in a frame for a planted limb to reach without being softened.
  [[nodiscard]] double needed_lowering(std::size_t l, std::size_t frame) const {
    const SynthLimb& limb = limbs()[l];
    const double length = limb.upper + limb.lower;
    const double reach = options_.soft_reach * length;
    const Vec3 d = limbs_[l].poses[frame] * limb.joint - torso_[frame] * limb.base;
    const double flat = std::hypot(d.x(), d.z());
    if (limbs_[l].contact[frame] < 0 || d.y() > 0 || d.norm() <= reach || flat >= reach) return 0;
    return std::min(-d.y() - std::sqrt(reach * reach - flat * flat), kMostLowering * length);
  }

  void lower_torso() {
    std::vector<double> lower(torso_.size(), 0);
    for (std::size_t l = 0; l < limbs_.size(); ++l) {
      for (std::size_t i = 0; i < lower.size(); ++i) lower[i] = std::max(lower[i], needed_lowering(l, i));
    }
    const double width = kLowerTime * options_.frame_rate;
    lower = largest_around(lower, static_cast<int>(std::ceil(3 * width)));
    smooth(lower, width);
    for (std::size_t i = 0; i < lower.size(); ++i) torso_[i].translation.y() -= lower[i];
    result_.lowered = *std::ranges::max_element(lower);
  }

  /// Moves the torso until the figure's centre of mass is where the search has it, seen from above. Limbs go with it
  /// only in part, so that it takes a few passes. What they do to its height is left alone: limbs have their reach.
  void balance_torso() {
    if (options_.balance == 0) return;
    const std::vector<Vec3> wanted = centre_track(problem_, motion_, index_, options_);
    const PoseTrack before = torso_;
    for (int pass = 0; pass < kBalancePasses; ++pass) {
      const std::vector<std::vector<Transform>> motions = all_body_motions();
      for (std::size_t i = 0; i < torso_.size(); ++i) {
        const Vec3 way = wanted[i] - rig_centre(rig_, motions[i]);
        torso_[i].translation += Vec3(way.x(), 0, way.z());
      }
    }
    for (std::size_t i = 0; i < torso_.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        torso_[i].translation[k] = std::lerp(before[i].translation[k], torso_[i].translation[k], options_.balance);
      }
      const double moved = (torso_[i].translation - before[i].translation).norm();
      result_.balanced = std::max(result_.balanced, moved);
    }
  }

  /// World_from_torso of the neutral stance for every body in every frame: what it turns and moves as.
  std::vector<std::vector<Transform>> all_body_motions() {
    std::vector<LimbSolver> solvers;
    for (std::size_t l = 0; l < rig_.chains.size(); ++l) {
      solvers.emplace_back(rig_, rig_.chains[l], limbs()[l].pole, options_.soft_reach, options_.frame_rate);
      result_.limbs[l].missed = 0;
    }
    std::vector<std::vector<Transform>> motions;
    motions.reserve(to_size(frames_));
    for (int frame = 0; frame < frames_; ++frame) motions.push_back(body_motions(frame, solvers));
    result_.missed = std::ranges::max(result_.limbs, {}, &SynthLimbReport::missed).missed;
    return motions;
  }

  std::vector<Transform> body_motions(int frame, std::vector<LimbSolver>& solvers) {
    const Transform& torso = torso_[to_size(frame)];
    std::vector<std::vector<Transform>> pieces;
    for (std::size_t l = 0; l < solvers.size(); ++l) {
      const LimbSolver::Pose pose = solvers[l].solve(torso, limbs_[l].poses[to_size(frame)]);
      pieces.push_back(pose.pieces);
      result_.limbs[l].missed = std::max(result_.limbs[l].missed, pose.missed);
    }
    std::vector<Transform> motions;
    for (int b = 0; b < rig_.figure.body_count(); ++b) {
      const BodyPlace& place = rig_.places[to_size(b)];
      const int parent = rig_.anatomy.bodies[to_size(b)].parent;
      motions.push_back(place.limb >= 0 ? pieces[to_size(place.limb)][to_size(place.piece)]
                                        : trunk_motion(b, torso, parent < 0 ? torso : motions[to_size(parent)]));
    }
    return motions;
  }

  /// The trunk is rigid; neck and head turn back towards the upright.
  [[nodiscard]] Transform trunk_motion(int body, const Transform& torso, const Transform& parent) const {
    const Part part = rig_.anatomy.bodies[to_size(body)].part;
    if (part != Part::kNeck && part != Part::kHead) return parent;
    const bool half = part == Part::kNeck;
    const Quat turn = Quat::Identity().slerp(half ? 0.5 : 1.0, levelling(torso.rotation)) * torso.rotation;
    const Vec3 pivot = rig_.start(body);
    return {parent * pivot - turn * pivot, turn};
  }

  [[nodiscard]] Quat levelling(const Quat& torso) const {
    const Vec3 up = torso * Vec3::UnitY();
    const Vec3 turn = log_rotation(Quat::FromTwoVectors(up, Vec3::UnitY()));
    const double tilt = turn.norm();
    if (tilt < 1e-9) return Quat::Identity();
    const double angle = std::min(options_.head_level * tilt, kLargestLevelling) * (1 - ramp(kLeaning, kLying, tilt));
    return exp_rotation(angle / tilt * turn);
  }

  [[nodiscard]] std::vector<Transform> local_pose(const std::vector<Transform>& motions) const {
    std::vector<Transform> world;
    std::vector<Transform> local;
    for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
      const Joint& joint = skeleton_.joints[j];
      const Transform above = joint.parent == kNoParent ? Transform{} : world[to_size(joint.parent)];
      const int body = rig_.body_of[j];
      world.push_back(body < 0 ? above * joint.rest : motions[to_size(body)] * rig_.joints[j]);
      local.push_back(above.inverse() * world.back());
      local.back().rotation.normalize();
    }
    return local;
  }

  /// Roots, and joints that do not hang on the body they belong to (a foot under the root).
  [[nodiscard]] std::vector<int> moving_joints() const {
    std::vector<int> joints;
    for (int j = 0; j < skeleton_.size(); ++j) {
      const Vec3& rest = skeleton_.joints[to_size(j)].rest.translation;
      const bool moves = std::ranges::any_of(poses_, [&](const std::vector<Transform>& pose) {
        return (pose[to_size(j)].translation - rest).norm() > kMoves;
      });
      if (moves) joints.push_back(j);
    }
    return joints;
  }

  void write() {
    Clip& clip = result_.clip;
    clip = rest_clip(skeleton_, frames_, options_.frame_rate, moving_joints());
    clip.name = problem_.name;
    for (int frame = 0; frame < frames_; ++frame) {
      const std::vector<Transform>& pose = poses_[to_size(frame)];
      for (std::size_t j = 0; j < pose.size(); ++j) {
        if (!skeleton_.joints[j].end_site) clip.frame_rotations(frame)[j] = pose[j].rotation;
      }
      for (std::size_t c = 0; c < clip.translated.size(); ++c) {
        clip.frame_translations(frame)[c] = pose[to_size(clip.translated[c])].translation;
      }
    }
    make_continuous(clip);
  }

  const SynthProblem& problem_;
  const SynthMotion& motion_;
  int index_;
  const Skeleton& skeleton_;
  const SynthClipOptions& options_;
  SynthRig rig_;
  int frames_;
  PoseTrack torso_;
  std::vector<LimbTrack> limbs_;
  std::vector<std::vector<Transform>> poses_;  ///< [frame][joint], parent_from_joint
  SynthClip result_;
};

}  // namespace

void SynthClipOptions::validate() const {
  const auto check = [](bool good, std::string_view name, double value, std::string_view rule) {
    if (!good) throw Error::usage(fmt::format("{} = {}: expected {} {}", name, value, name, rule));
  };
  check(std::isfinite(frame_rate) && frame_rate > 0, "frame_rate", frame_rate, "> 0");
  check(std::isfinite(smoothing) && smoothing >= 0, "smoothing", smoothing, ">= 0");
  check(std::isfinite(active) && active > 0, "active", active, "> 0");
  check(head_level >= 0 && head_level <= 1, "head_level", head_level, "from 0 to 1");
  check(balance >= 0 && balance <= 1, "balance", balance, "from 0 to 1");
  check(soft_reach > 0 && soft_reach <= 1, "soft_reach", soft_reach, "from 0 (without it) to 1");
}

SynthClip clip_of_motion(const SynthProblem& problem, const SynthMotion& motion, int index, const Character& character,
                         const Figure& figure, const SynthClipOptions& options) {
  options.validate();
  ClipMaker maker(problem, motion, index, character, figure, options);
  return maker.run();
}

}  // namespace sinew
