#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libanim/kinematics/contact_detection.h"
#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// What drives one joint of the target: a joint of the source, or a mixture of two neighbours along a chain (spines and
/// necks with another number of joints).
struct JointPair {
  std::string target;
  std::string source;  ///< empty: the joint keeps its rest pose
  std::string toward;  ///< the second joint of a mixture; empty: there is none
  double share = 0;    ///< of `toward`, 0 to 1
  std::string reason;  ///< "left_thigh", "spine", "same name", "map file"
};

/// Which joint drives which. Joints of the target that no pair names move with the joint they hang on.
struct RetargetMap {
  std::vector<JointPair> pairs;
};

struct RetargetOptions {
  double root_scale = 0;     ///< multiplies the root's path; 0 = ratio of the leg lengths
  bool plant_feet = true;    ///< hold feet (and hands) where the source plants them; unset it if legs look forced
  double blend_time = 0.15;  ///< a plant's correction grows and fades over this time; raise it if feet jerk on landing,
                             ///< lower it if they drift into place (unit: s)
  /// A foot whose sole is tilted by less than `flat` in a plant is set down flat, by more than `tilted` not at all
  /// (walkers of CMU: 2 to 8 degrees in mid-stance, 20 and more on toes) (unit: rad).
  double flat = 0.17;
  double tilted = 0.40;
  /// A plant that wanders less than this is held still; one that wanders twice as far follows the source (a moonwalk,
  /// a shuffle) (unit: figure heights).
  double wander = 0.03;
  bool same_skeleton = true;  ///< a clip of the same skeleton passes through unchanged
  ContactDetection contacts;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// One limb's plants.
struct LimbPlants {
  std::string limb;       ///< "left_foot", "right_hand"
  int plants = 0;         ///< intervals
  int frames = 0;         ///< planted frames
  double correction = 0;  ///< largest move of the limb's end (unit: m)
  double missed = 0;      ///< largest distance by which a straight limb did not reach (unit: m)
};

struct RetargetReport {
  bool same_skeleton = false;  ///< passed through
  bool humanoid = false;
  double root_scale = 1;
  double root_lift = 0;   ///< constant by which the root was raised so that planted soles touch the ground (unit: m)
  double root_lower = 0;  ///< most by which the root was lowered so that both legs reach (unit: m)
  double body_shift = 0;  ///< most by which it was raised or lowered where hands, knees or the trunk are on the ground
                          ///< (unit: m)
  RetargetMap map;        ///< as used
  std::vector<std::string> unused;   ///< joints of the source that move and drive nothing
  std::vector<std::string> resting;  ///< joints of the target that keep their rest pose
  std::vector<LimbPlants> limbs;
};

struct RetargetedClip {
  Clip clip;  ///< on the target's skeleton, at the source's frame rate, with as many frames
  RetargetReport report;
  Ledger ledger;
};

/// The clip on the target when both have the same skeleton, up to how files round.
[[nodiscard]] std::optional<Clip> pass_through(const Skeleton& source, const Clip& clip, const Skeleton& target);

/// A clip of one character on another of the same kind.
///
/// Every part of a humanoid (find_anatomy, with all parts) turns from its own neutral stance as its counterpart turns
/// from that one's, in the world: with B the rotation of a body since its rest pose, N that of the neutral stance and F
/// the stance's facing,
///   B_target = (B_source N_source^-1) (F_source F_target^-1) N_target,
/// so T-poses, A-poses and odd joint axes do not matter. Spines and necks with other numbers of joints mix neighbours.
/// The middle of the hips follows that of the source, scaled by the ratio of the leg lengths. Then feet and hands are
/// held where the source plants them, by inverse kinematics that fades in and out. Fingers, face and twists follow
/// joints of the same name, else they keep their rest pose.
///
/// Creatures are matched joint by joint by their names. Clips of the same skeleton pass through bit for bit.
/// `map` overrides pairs found: a pair replaces whatever drives its target.
///
/// The source should be clean (stages/clean): ground at height 0. Throws Error (kAsset) when the two are of different
/// kinds or have too little in common and no map is given, and when `map` names unknown joints.
/// Limits: only feet and hands are held; a body that lies or rolls is scaled, not fitted to the ground. Plants are
/// found near height 0: on stairs the legs keep the source's angles.
[[nodiscard]] RetargetedClip retarget(const Character& source, const Clip& clip, const Character& target,
                                      const RetargetOptions& options = {}, const RetargetMap& map = {});

/// TOML of a map: an array of [[pair]] tables with target, source, toward, share; `file` is for messages.
[[nodiscard]] std::string retarget_map_to_toml(const RetargetMap& map);
[[nodiscard]] RetargetMap retarget_map_from_toml(std::string_view text, std::string_view file);

}  // namespace sinew
