#pragma once

#include <limits>
#include <string>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// The simplified character of Mordatch, Todorov, Popović 2012, "Discovery of Complex Behaviors through
/// Contact-Invariant Optimization" (CIO), App. A: a rigid torso that has all the mass, and limbs of two massless links
/// whose end-effectors are free to move and are held to the torso by costs alone.

enum class EffectorKind { kFoot, kHand };

/// How far a ball joint turns from the neutral stance: twist about x, along what hangs on it, then the swing's
/// components about y (flexion) and z, as FigureJoint has them.
struct SynthJoint {
  Quat axes = Quat::Identity();          ///< in a frame that the user of it names
  Quat rest = Quat::Identity();          ///< what it has turned in SynthLimb::rest, in the same frame
  Vec3 lower = Vec3::Constant(-3.1416);  ///< at most 0 (unit: rad)
  Vec3 upper = Vec3::Constant(3.1416);   ///< at least 0 (unit: rad)
};

/// A limb and the end-effector at its end.
///
/// The end-effector's frame: origin in the centre of the contact patch (the middle of the sole, of the palm), y out of
/// the surface that it touches and into the body (a foot that stands on level ground has y up), z towards toes or
/// fingertips. The patch is the rectangle |x| <= half_width, |z| <= half_length of that frame.
struct SynthLimb {
  std::string name;  ///< "left_foot", "right_hand", "front_left_foot"
  EffectorKind kind = EffectorKind::kFoot;
  Vec3 base = Vec3::Zero();   ///< hip or shoulder, in the torso's frame (unit: m)
  double upper = 0.4;         ///< length of thigh or upper arm (unit: m)
  double lower = 0.4;         ///< length of shin or forearm (unit: m)
  Vec3 joint = Vec3::Zero();  ///< ankle or wrist, in the end-effector's frame (unit: m)
  Vec3 pole =
      Vec3::UnitZ();  ///< where the knee or elbow points in the neutral stance, in the torso's frame; unit length
  double half_width = 0.04;    ///< (unit: m)
  double half_length = 0.1;    ///< (unit: m)
  double thickness = 0;        ///< of a foot: how high its upper side is above the sole; 0: as a sheet (unit: m)
  double upper_radius = 0.06;  ///< collision capsules of the links (unit: m)
  double lower_radius = 0.05;
  double friction = 1;  ///< of the patch; that of a contact is its product with the surface's
  bool grabs = false;   ///< may pull as well as push (hands)
  double strength = 1;  ///< divides the cost of its contact forces; the paper has 1 for feet and 1/4 for hands
  /// Largest normal force of its patch; nothing in the paper bounds it (unit: weights of the character). A hand that
  /// grabs pulls and pushes no harder, and with no more than 1 at all.
  double load = std::numeric_limits<double>::infinity();
  /// Of its links and its end-effector, as a point on the way from base (0) to joint (1). It counts where
  /// SynthScene::lies says so; else all mass is the torso's, as in the paper. 0: the torso has it.
  /// Limits: a bent limb's mass is off that line.
  double mass = 0;  ///< (unit: kg)
  double mass_way = 0.4;
  Transform rest;     ///< torso_from_effector in the neutral stance
  SynthJoint swing;   ///< of the upper link against the torso (hip, shoulder); axes in the torso's frame
  SynthJoint turn;    ///< of the end-effector against the lower link (ankle, wrist); axes in the end-effector's frame
  double bend = 2.6;  ///< largest bend of knee or elbow; 0 is a straight limb (unit: rad)
};

/// A capsule fixed in the torso: trunk, head, shoulders.
struct SynthCapsule {
  Vec3 start = Vec3::Zero();  ///< centre of a cap, in the torso's frame (unit: m)
  Vec3 end = Vec3::Zero();
  double radius = 0.1;  ///< (unit: m)
};

/// A place on the torso that can carry weight (seat, back, chest): an end-effector without a limb.
struct SynthPatch {
  std::string name;          ///< "seat", "back", "chest"
  Transform pose;            ///< torso_from_patch; axes as of an end-effector: y points from the surface into the body
  double half_width = 0.1;   ///< along x (unit: m)
  double half_length = 0.1;  ///< along z (unit: m)
  double friction = 1;
  double strength = 1;  ///< as in SynthLimb

  /// Of a patch that is round, 0 of a flat one (unit: m). It is a ball that the pose's origin lies on and that rolls on
  /// level ground: whichever of its points is lowest touches, with pressure up to half_length around it.
  /// It counts where SynthScene::sits_up says so.
  double radius = 0;
};

/// The torso's frame has its origin in the centre of mass of the whole character in its neutral stance and, there, the
/// figure's axes: x left, y up, z ahead.
struct SynthCharacter {
  std::string name;
  double mass = 70;                 ///< of the whole character (unit: kg)
  Mat3 inertia = Mat3::Identity();  ///< of the whole character in the neutral stance, torso's frame (unit: kg m^2)
  double height = 1.7;              ///< (unit: m)
  double stance = 1;                ///< height of the torso's origin above the soles in the neutral stance (unit: m)
  std::vector<SynthLimb> limbs;
  std::vector<SynthPatch> patches;
  std::vector<SynthCapsule> capsules;

  [[nodiscard]] int find_limb(const std::string& name) const;   ///< -1 when there is none
  [[nodiscard]] int find_patch(const std::string& name) const;  ///< -1 when there is none

  /// Throws Error (kAsset) that names the limb or patch and the rule: finite numbers, positive lengths, masses, sizes,
  /// strengths and loads, unit poles and rotations, unique names that are not empty, at least one limb.
  void validate() const;
};

}  // namespace sinew
