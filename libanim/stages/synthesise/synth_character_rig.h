#pragma once

#include <span>
#include <string>
#include <vector>

#include "libanim/kinematics/anatomy.h"
#include "libanim/model/character.h"
#include "libanim/model/figure.h"
#include "libanim/stages/synthesise/synth_model.h"

namespace sinew {

/// A limb as a chain of bones, one body each, and the end (foot, hand, paw) that hangs on the last.
struct SynthChain {
  std::string name;  ///< as SynthLimb::name
  EffectorKind kind = EffectorKind::kFoot;
  std::vector<int> bones;   ///< bodies from hip or shoulder outwards; at least two
  int split = 1;            ///< the knee or elbow is where this bone begins
  int end = -1;             ///< body; -1: the last bone itself ends in the end-effector, which has no turn of its own
  std::vector<Vec3> knots;  ///< hip, where each further bone begins, ankle; neutral stance, torso's frame (unit: m)

  [[nodiscard]] const Vec3& base() const { return knots.front(); }
  [[nodiscard]] const Vec3& joint() const { return knots.back(); }
  [[nodiscard]] const Vec3& middle() const { return knots[static_cast<std::size_t>(split)]; }
  /// Summed length of the bones from one knot to another (unit: m).
  [[nodiscard]] double length(int from, int to) const;
};

/// Where a body belongs.
struct BodyPlace {
  int limb = -1;  ///< -1: the trunk
  int piece = 0;  ///< the bone, or their number for the end
};

/// A character in its neutral stance as the torso sees it. Its figure has hands and a neck of their own; toes belong to
/// the feet, whose soles are then those of the figures that are simulated by default.
struct SynthRig {
  Anatomy anatomy;
  Figure figure;                   ///< bodies in the anatomy's order
  Transform world_from_torso;      ///< of the neutral stance with the root where the rest pose has it
  std::vector<Transform> joints;   ///< torso_from_joint of every skeleton joint
  std::vector<Transform> bodies;   ///< torso_from_body
  std::vector<int> body_of;        ///< per skeleton joint its body, or -1
  std::vector<SynthChain> chains;  ///< in the order of the limbs
  std::vector<BodyPlace> places;   ///< per body
  double mass = 0;                 ///< (unit: kg)
  Mat3 inertia = Mat3::Zero();     ///< about the torso's origin (unit: kg m^2)

  /// Where a contact point lies, or the joint of a body.
  [[nodiscard]] Vec3 point(const FigureContactPoint& point) const {
    return bodies[static_cast<std::size_t>(point.body)] * point.position;
  }
  [[nodiscard]] Vec3 start(int body) const;
};

/// `figure` gives mass, centre of mass, inertia and the limits of its joints. Throws Error (kAsset) when no limb could
/// carry the character.
[[nodiscard]] SynthRig make_synth_rig(const Character& character, const Figure& figure);

/// The limbs, and what belongs to them.
[[nodiscard]] std::vector<SynthChain> find_chains(const SynthRig& rig);
[[nodiscard]] std::vector<BodyPlace> body_places(const SynthRig& rig);

/// Mean radius of some bodies; of a box that of its cross section (unit: m).
[[nodiscard]] double radius_of(const SynthRig& rig, std::span<const int> bodies);

/// Largest extent of a body's shapes along a unit direction d: max of d . p over their points (unit: m).
[[nodiscard]] double reach_along(const FigureBody& body, const Transform& pose, const Vec3& d);

}  // namespace sinew
