#pragma once

#include <vector>

#include "libanim/optimisation/contact_qp.h"
#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_motion.h"

namespace sinew {

/// A flat piece of something that can be touched: half-infinite ground, or one face of a box. Fixed in its owner's
/// frame (the world, for the environment).
struct SynthFace {
  Vec3 centre = Vec3::Zero();
  Vec3 normal = Vec3::UnitY();  ///< outward
  Vec3 side = Vec3::UnitX();    ///< the two directions in the face
  Vec3 along = Vec3::UnitZ();
  double half_side = 0;  ///< how far a patch's centre may be from the face's; negative: no limit (unit: m)
  double half_along = 0;
  double friction = 1;
};

/// The patch of a contact: where it is in its track, and whose.
struct SynthPatchFrame {
  int track = 0;                  ///< that carries the patch
  int body = 0;                   ///< root body that feels its force (index in SynthScene::bodies)
  int other_body = -1;            ///< root body that feels the reaction; -1: the environment
  Vec3 offset = Vec3::Zero();     ///< of the patch's centre, or of the ball's, in the track's frame (unit: m)
  Mat3 axes = Mat3::Identity();   ///< track_from_patch
  bool rolls = false;             ///< a ball, see SynthPatch::radius; tips of toes are one without radius
  Vec3 below = Vec3::Zero();      ///< from the ball's centre to the ground, world (unit: m)
  Mat3 level = Mat3::Identity();  ///< axes of the ground below a ball, world
  double cost = 1;                ///< of its forces: effort / strength
  ContactCone cone;               ///< on a surface whose friction is 1

  /// Of a track that is turned by R, world: where the patch touches, from the track's origin on, and the axes of its
  /// forces.
  [[nodiscard]] Vec3 arm(const Mat3& R) const { return R * offset + below; }
  [[nodiscard]] Mat3 force_axes(const Mat3& R) const { return rolls ? level : Mat3(R * axes); }
  /// On a surface of this friction: that of a contact is the product of both.
  [[nodiscard]] ContactCone cone_on(double friction) const {
    ContactCone on = cone;
    on.friction *= friction;
    on.torsion *= friction;
    return on;
  }
};

/// A part of a body's mass, in one point: on the way from a place in one track to a place in another.
struct SynthMass {
  double share = 1;  ///< of the body's mass
  int track = 0;
  Vec3 arm = Vec3::Zero();  ///< in that track's frame (unit: m)
  int far_track = 0;
  Vec3 far_arm = Vec3::Zero();
  double way = 0;  ///< from the first place (0) to the second (1)
};

/// What has mass: the torso of a character (with the mass of all of it), an object.
struct SynthBody {
  int track = 0;
  double mass = 1;
  Mat3 inertia = Mat3::Identity();  ///< of what is not in `masses`, in the track's frame (unit: kg m^2)
  std::vector<SynthMass> masses;    ///< where the mass is; their shares add up to 1
};

/// A problem, made ready for evaluation: tracks, bodies, contacts and surfaces numbered. Constant during a search.
struct SynthScene {
  explicit SynthScene(const SynthProblem& problem);

  const SynthProblem& problem;
  int tracks = 0;
  std::vector<SynthContact> contacts;
  std::vector<SynthPatchFrame> patches;  ///< per contact
  std::vector<SynthBody> bodies;         ///< torsos of the characters, then objects
  std::vector<SynthFace> ground;         ///< of the environment, world
  std::vector<std::vector<SynthFace>> object_faces;
  double unit_force = 1;  ///< weight of the first character: forces are in this unit (unit: N)
  double gravity = 9.81;  ///< magnitude (unit: m/s^2)
  Vec3 up = Vec3::UnitY();
  double ground_height = 0;                       ///< along `up`, of the first plane; 0 where there is none (unit: m)
  std::vector<std::vector<LimbRest>> limb_rests;  ///< per character and limb
  std::vector<int> torso_of;                      ///< track of each character's torso
  bool acrobatic = false;                         ///< someone lies at the start, ends on the hands, or climbs
  /// Someone lies at the start, and nobody climbs: his feet may stand on the tips of their toes and carry less each,
  /// and his limbs have mass of their own.
  bool lies = false;
  bool sits_up = false;        ///< someone lies on the back and can roll over his seat; no one ends on the hands
  bool climbs = false;         ///< someone has to climb (has_to_climb), or may climb on another
  bool has_boxes = false;      ///< that stand somewhere
  bool has_obstacles = false;  ///< boxes, objects, others to climb on: a finer grid

  [[nodiscard]] int limb_track(int character, int limb) const {
    return torso_of[static_cast<std::size_t>(character)] + 1 + limb;
  }
  /// Whether there are obstacles that can rise during a search: boxes on which no object lies.
  [[nodiscard]] bool rises() const { return has_boxes && problem.objects.empty(); }
  [[nodiscard]] bool is_root(int track) const;  ///< a torso or an object
  [[nodiscard]] int object_track(int object) const { return tracks - static_cast<int>(object_faces.size()) + object; }
};

/// The same problem with its boxes sunk into the ground: `share` of each one's height is left.
[[nodiscard]] SynthProblem with_sunken_obstacles(const SynthProblem& problem, double share);

/// The faces of a box with half sizes `half` in the frame `pose`; patches keep `inset` away from the edges.
[[nodiscard]] std::vector<SynthFace> box_faces(const Transform& pose, const Vec3& half, double friction);

}  // namespace sinew
