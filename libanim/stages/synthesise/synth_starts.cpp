#include "libanim/stages/synthesise/synth_starts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "libanim/stages/synthesise/synth_start_depth.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 6> kStartWords = {"neutral", "stand", "back", "stomach", "sit", "fours"};

constexpr double kHalfTurn = std::numbers::pi;

/// What is not in the ground (unit: m).
constexpr double kClear = 1e-9;
/// Limbs that find no place on the ground clear of it are lifted in steps, up to this many (unit: m).
constexpr double kLift = 0.01;
constexpr int kLifts = 40;

double length_of(const SynthLimb& limb) { return limb.upper + limb.lower; }

bool is_left(const SynthLimb& limb) { return limb.base.x() > 0; }

class StartMaker {
 public:
  StartMaker(const SynthCharacter& character, const SynthPlace& place) : character_(character), place_(place) {
    heading_ = Quat(Eigen::AngleAxisd(place.heading, Vec3::UnitY()));
    start_.effectors.resize(character.limbs.size());
  }

  SynthStart neutral() {
    start_.torso = {place_.position + character_.stance * Vec3::UnitY(), heading_};
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      start_.effectors[l] = start_.torso * character_.limbs[l].rest;
    }
    return start_;
  }

  SynthStart stand() {
    const Vec3 shift = middle_of_soles();
    start_.torso = {place_.position, heading_};
    // Soles first: where the neutral stance has them, moved until their middle is below the centre of mass.
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (!is_foot(l)) continue;
      start_.effectors[l] = start_.torso * Transform{-shift, Quat::Identity()} * character_.limbs[l].rest;
      start_.effectors[l].translation.y() = ground();
    }
    start_.torso.translation.y() = ground() + standing_height();
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (!is_foot(l)) hang(l);
    }
    return start_;
  }

  /// On the plane of a patch, with `up` (torso's frame) turned upwards as far as the patch allows. The head points
  /// along the heading or against it.
  SynthStart lie(const SynthPatch& patch, bool on_back) {
    const Vec3 up = patch.pose.rotation * Vec3::UnitY();
    const Vec3 head = (Vec3::UnitY() - up * up.y()).normalized();
    lay_torso(patch, up, head, (on_back ? -1 : 1) * (heading_ * Vec3::UnitZ()));
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (is_foot(l)) {
        lay_leg(l, !on_back);
      } else if (on_back) {
        lay_arm(l);
      } else {
        prop_arm(l);
      }
    }
    return start_;
  }

  /// The head points along the heading and a little down; as high as bent arms and legs let it be.
  SynthStart on_all_fours() {
    constexpr double kDip = 0.2;  // (unit: rad)
    const Vec3 ahead = heading_ * Vec3::UnitZ();
    const Vec3 head = std::cos(kDip) * ahead - std::sin(kDip) * Vec3::UnitY();
    const Vec3 front = -std::sin(kDip) * ahead - std::cos(kDip) * Vec3::UnitY();
    Mat3 axes;
    axes << head.cross(front), head, front;
    start_.torso = {place_.position, Quat(axes)};
    start_.torso.translation.y() += height_on_all_fours();
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      is_foot(l) ? set_foot_behind(l, ahead) : prop_torso(l, ahead);
    }
    return start_;
  }

  SynthStart sit(const SynthPatch& seat) {
    start_.torso = {place_.position, heading_};
    const Vec3 inward = seat.pose.rotation * Vec3::UnitY();
    const double lowest = (seat.pose.translation + seat.radius * inward).y() - seat.radius;
    start_.torso.translation.y() = ground() - (seat.radius > 0 ? lowest : seat.pose.translation.y());
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (is_foot(l)) lay_leg_ahead(l);
    }
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (!is_foot(l)) rest_on_thigh(l);
    }
    return start_;
  }

 private:
  [[nodiscard]] double ground() const { return place_.position.y(); }
  [[nodiscard]] const SynthLimb& limb(std::size_t l) const { return character_.limbs[l]; }
  [[nodiscard]] bool is_foot(std::size_t l) const { return limb(l).kind == EffectorKind::kFoot; }
  [[nodiscard]] Vec3 base(std::size_t l) const { return start_.torso * limb(l).base; }
  /// A direction of the torso, level.
  [[nodiscard]] Vec3 level(const Vec3& direction) const {
    Vec3 v = start_.torso.rotation * direction;
    v.y() = 0;
    return v.normalized();
  }
  [[nodiscard]] Vec3 outward(std::size_t l) const { return level((is_left(limb(l)) ? 1 : -1) * Vec3::UnitX()); }

  /// Horizontal, in the torso's frame. With three feet and more the centre of mass is between them as it is.
  [[nodiscard]] Vec3 middle_of_soles() const {
    Vec3 sum = Vec3::Zero();
    int feet = 0;
    for (const SynthLimb& limb : character_.limbs) {
      if (limb.kind != EffectorKind::kFoot) continue;
      sum += limb.rest.translation;
      ++feet;
    }
    if (feet > 2) return Vec3::Zero();
    return {sum.x() / feet, 0, sum.z() / feet};
  }

  /// Of the torso's origin over the ground: no leg is longer than it is in the neutral stance, than kStandingStretch of
  /// its length, or than it reaches.
  [[nodiscard]] double standing_height() const {
    double height = character_.stance;
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      if (!is_foot(l)) continue;
      const Vec3 joint = start_.effectors[l] * limb(l).joint;
      const Vec3 across = joint - base(l);  // the torso is at the ground's height as yet
      const double reach = kLongestReach * length_of(limb(l));
      const double room = std::sqrt(std::max(reach * reach - across.x() * across.x() - across.z() * across.z(), 0.0));
      height = std::min(height, std::min(room, kStandingStretch * length_of(limb(l))) + across.y());
    }
    return height;
  }

  /// Of the torso's origin over the ground, where it is as yet.
  [[nodiscard]] double height_on_all_fours() const {
    constexpr double kBent = 0.94;  // share of a limb's length from joint to base
    double height = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < character_.limbs.size(); ++l) {
      height = std::min(height, kBent * length_of(limb(l)) + limb(l).joint.y() - (base(l).y() - ground()));
    }
    return height;
  }

  /// A flat sole behind the hip, so that the ankle bends no further than it does; as far as the knee needs.
  void set_foot_behind(std::size_t l, const Vec3& ahead) {
    Mat3 axes;
    axes << Vec3::UnitY().cross(ahead), Vec3::UnitY(), ahead;
    start_.effectors[l].rotation = Quat(axes);
    const double height = ground() + limb(l).joint.y();
    const double rise = (base(l).y() - height) / length_of(limb(l));
    until_clear(
        l, 8, [&](int i) { put_joint(l, -ahead, height, std::min(std::hypot(rise, 0.24 + 0.08 * i), kLongestReach)); });
  }

  /// A palm ahead of the shoulder.
  void prop_torso(std::size_t l, const Vec3& ahead) {
    hand_until_clear(l, 1, [&](int, double lift) { put_hand(l, ahead, ahead, kLongestReach, lift); });
  }

  /// Arms as in the neutral stance; those that would reach into the ground are drawn up.
  void hang(std::size_t l) {
    until_clear(l, 8, [&](int i) {
      start_.effectors[l] = start_.torso * limb(l).rest;
      pull_in(l, kLongestReach - 0.1 * i);
    });
  }

  /// Puts a limb in one place after the other, place(0) first, until it is clear of the ground; where it never is, into
  /// the clearest.
  template <typename Place>
  void until_clear(std::size_t l, int places, const Place& place) {
    Transform best;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < places && least > kClear; ++i) {
      place(i);
      const double depth = limb_penetration(limb(l), start_.torso, start_.effectors[l], ground());
      if (depth >= least) continue;
      least = depth;
      best = start_.effectors[l];
    }
    start_.effectors[l] = best;
  }

  /// Moves an end-effector towards its base until the limb is no longer than this share.
  void pull_in(std::size_t l, double share) {
    const Vec3 d = start_.effectors[l] * limb(l).joint - base(l);
    const double reach = share * length_of(limb(l));
    if (d.norm() > reach) start_.effectors[l].translation -= (1 - reach / d.norm()) * d;
  }

  void lay_torso(const SynthPatch& patch, const Vec3& up, const Vec3& head, const Vec3& direction) {
    Mat3 from;
    Mat3 to;
    from << up.cross(head), up, head;
    to << Vec3::UnitY().cross(direction), Vec3::UnitY(), direction;
    start_.torso.rotation = Quat(Mat3(to * from.transpose())).normalized();
    start_.torso.translation = place_.position;
    start_.torso.translation.y() = ground() - (start_.torso.rotation * patch.pose.translation).y();
  }

  /// Puts the joint of a limb at a height, `share` of the limb's length from its base, in a level direction.
  void put_joint(std::size_t l, const Vec3& direction, double height, double share) {
    const double reach = share * length_of(limb(l));
    const double rise = height - base(l).y();
    const double across = std::sqrt(std::max(reach * reach - rise * rise, 0.0));
    Vec3 place = base(l) + across * direction.normalized();
    place.y() = height;
    start_.effectors[l].translation += place - start_.effectors[l] * limb(l).joint;
  }

  /// Height of the joint at which no corner of the patch is below the ground.
  [[nodiscard]] double height_over_patch(std::size_t l) const {
    const Quat& rotation = start_.effectors[l].rotation;
    double lowest = 0;
    for (const double x : {-limb(l).half_width, limb(l).half_width}) {
      for (const double z : {-limb(l).half_length, limb(l).half_length}) {
        lowest = std::min(lowest, (rotation * Vec3(x, 0, z)).y());
      }
    }
    return ground() + std::max((rotation * limb(l).joint).y() - lowest, limb(l).lower_radius);
  }

  /// A leg along the body, its foot as in the neutral stance: on the heels, or on the tips of the toes.
  void lay_leg(std::size_t l, bool on_toes) {
    Transform& foot = start_.effectors[l];
    // The soles stand upright whichever way the torso is tilted.
    const Vec3 down = level(-Vec3::UnitY());
    Mat3 axes;
    axes.col(1) = -down;
    axes.col(2) = (on_toes ? -1 : 1) * Vec3::UnitY();
    axes.col(0) = axes.col(1).cross(axes.col(2));
    foot.rotation = Quat(axes) * Quat(Eigen::AngleAxisd(toe_out(l), Vec3::UnitY()));
    put_clear(l, down + 0.1 * outward(l), height_over_patch(l));
  }

  /// A leg nearly straight in a level direction, its ankle at this height or as much higher as the knee needs.
  void put_clear(std::size_t l, const Vec3& direction, double height) {
    until_clear(l, kLifts, [&](int i) { put_joint(l, direction, height + i * kLift, kLongestReach); });
  }

  /// Angle about y by which a foot of the neutral stance points away from z.
  [[nodiscard]] double toe_out(std::size_t l) const {
    const Vec3 z = limb(l).rest.rotation * Vec3::UnitZ();
    return std::atan2(z.x(), z.z());
  }

  void lay_leg_ahead(std::size_t l) {
    Transform& foot = start_.effectors[l];
    foot.rotation =
        start_.torso.rotation * Quat(Eigen::AngleAxisd(-kHalfTurn / 2, Vec3::UnitX())) * limb(l).rest.rotation;
    put_clear(l, level(Vec3::UnitZ()) + 0.1 * outward(l), height_over_patch(l));
  }

  /// A palm that faces the ground, its fingers in a level direction and lower than the wrist by an angle.
  void set_palm(std::size_t l, const Vec3& fingers, double droop = 0) {
    Mat3 axes;
    axes.col(1) = Vec3::UnitY();
    axes.col(2) = fingers.normalized();
    axes.col(0) = axes.col(1).cross(axes.col(2));
    start_.effectors[l].rotation = Quat(axes) * Quat(Eigen::AngleAxisd(droop, Vec3::UnitX()));
  }

  /// A hand on the ground, `share` of the arm's length from the shoulder in a level direction: flat, or with a wrist
  /// that is `lift` higher and fingertips that touch.
  void put_hand(std::size_t l, const Vec3& direction, const Vec3& fingers, double share, double lift) {
    const Vec3& wrist = limb(l).joint;
    const double ahead = limb(l).half_length - wrist.z();  // from the wrist to the fingers' end of the patch
    const double far = std::hypot(wrist.y(), ahead);
    const double droop = std::asin(std::min((wrist.y() + lift) / far, 1.)) - std::atan2(wrist.y(), ahead);
    set_palm(l, fingers, droop);
    put_joint(l, direction, ground() + wrist.y() + lift, share);
  }

  /// As many of the given places with the palm flat, then the same with the wrist as high as a forearm on the ground
  /// has it (a forearm is thicker than a hand, and no palm is flat beside one that lies), then higher ones.
  template <typename Put>
  void hand_until_clear(std::size_t l, int places, const Put& put) {
    const double lying = std::max(limb(l).lower_radius - limb(l).joint.y(), 0.);
    until_clear(l, 2 * places + kLifts, [&](int i) {
      const int row = i / places;
      put(row > 1 ? 0 : i % places, row == 0 ? 0 : row == 1 ? lying : lying + (i - 2 * places + 1) * kLift);
    });
  }

  /// Beside the body, fingers away from it; as far out as it takes for the elbow not to be in the ground.
  void lay_arm(std::size_t l) {
    hand_until_clear(l, 28, [&](int i, double lift) {
      const Vec3 direction = (level(-Vec3::UnitY()) + (0.4 + 0.2 * i) * outward(l)).normalized();
      put_hand(l, direction, direction, kLongestReach, lift);
    });
  }

  /// Palm down beside the chest, fingers towards the head, elbow bent; as far out as it takes.
  void prop_arm(std::size_t l) {
    const Vec3 head = level(Vec3::UnitY());
    hand_until_clear(
        l, 8, [&](int i, double lift) { put_hand(l, outward(l) - 0.8 * head, head, kPropped + 0.05 * i, lift); });
  }
  /// Share of an arm's length from shoulder to wrist when the hand is beside the chest.
  static constexpr double kPropped = 0.6;

  /// Palm on the thigh of the same side, near the knee.
  void rest_on_thigh(std::size_t l) {
    Transform& hand = start_.effectors[l];
    set_palm(l, level(Vec3::UnitZ()));
    for (std::size_t f = 0; f < character_.limbs.size(); ++f) {
      if (!is_foot(f) || is_left(limb(f)) != is_left(limb(l))) continue;
      const Vec3 ankle = start_.effectors[f] * limb(f).joint;
      hand.translation = base(f) + 0.35 * (ankle - base(f)) + 1.5 * limb(f).upper_radius * Vec3::UnitY();
    }
    pull_in(l, kLongestReach);
  }

  const SynthCharacter& character_;
  const SynthPlace& place_;
  Quat heading_ = Quat::Identity();
  SynthStart start_;
};

const SynthPatch& patch_for(const SynthCharacter& character, StartPose pose, std::string_view name) {
  const auto found = std::ranges::find(character.patches, name, &SynthPatch::name);
  if (found != character.patches.end()) return *found;
  throw Error::usage(fmt::format("start pose \"{}\": {} has no patch \"{}\" to rest on", start_pose_name(pose),
                                 character.name.empty() ? "the character" : character.name, name));
}

/// Where limbs are too short, or a head too large, for a pose.
void expect_clear(const SynthCharacter& character, const SynthStart& start, StartPose pose, double ground) {
  const double depth = start_penetration(character, start, ground);
  if (depth <= kClear) return;
  throw Error::usage(
      fmt::format("start pose \"{}\": {} would be {:.0f} mm in the ground: the limbs are too short for it",
                  start_pose_name(pose), character.name.empty() ? "the character" : character.name, 1000 * depth));
}

}  // namespace

std::string_view start_pose_name(StartPose pose) { return kStartWords[static_cast<std::size_t>(pose)]; }

std::optional<StartPose> start_pose_from_name(std::string_view name) {
  const auto found = std::ranges::find(kStartWords, name);
  if (found == kStartWords.end()) return std::nullopt;
  return static_cast<StartPose>(found - kStartWords.begin());
}

SynthStart make_start(const SynthCharacter& character, StartPose pose, const SynthPlace& place) {
  StartMaker maker(character, place);
  switch (pose) {
    case StartPose::kNeutral: return maker.neutral();
    case StartPose::kStand: return maker.stand();
    case StartPose::kOnBack: return maker.lie(patch_for(character, pose, "back"), true);
    case StartPose::kOnStomach: return maker.lie(patch_for(character, pose, "chest"), false);
    case StartPose::kSit: return maker.sit(patch_for(character, pose, "seat"));
    case StartPose::kOnAllFours: {
      (void)patch_for(character, pose, "chest");  // creatures stand
      SynthStart start = maker.on_all_fours();
      expect_clear(character, start, pose, place.position.y());
      return start;
    }
  }
  throw Error::internal("a start pose without a case");
}

}  // namespace sinew
