#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// What kind of non-identity thing was done to an asset. `code_name` gives the stable spelling that
/// JSON and certificates use; add new codes at the end, never reuse one.
enum class NoteCode {
  kUnitScale,            ///< lengths multiplied to become metres
  kUnitGuess,            ///< the file has no unit; this one was inferred
  kAxisTurn,             ///< turned to Y up
  kAxisGuess,            ///< the file has no up axis; this one was inferred
  kFrameRate,            ///< the frame rate was inferred or snapped to a common one
  kResample,             ///< sampled on another frame grid
  kCrop,                 ///< frames outside a range removed
  kFrameCount,           ///< the declared frame count disagrees with the data
  kTPoseFrame,           ///< the first frame is an added rest pose
  kLeadIn,               ///< frames in which the root waits at the origin before it jumps into place
  kRootShift,            ///< the root was moved
  kRename,               ///< joint renamed (empty or duplicate names)
  kDroppedChannel,       ///< animation channel that the model cannot hold
  kBakedScale,           ///< node scale folded into translations and vertices
  kFoldedNode,           ///< static node above the skeleton folded into the root joint
  kAddedJoint,           ///< node that is no joint in the source kept as one, because joints hang on it
  kRigidMesh,            ///< mesh that hangs on a joint bound to it with weight 1
  kDroppedMesh,          ///< mesh that cannot be kept
  kDroppedMaterialPart,  ///< material property or extension that the model cannot hold
  kDroppedAttribute,     ///< vertex attribute that the model cannot hold
  kRepairedQuaternion,   ///< non-unit quaternions normalised
  kRepairedWeights,      ///< skin weights normalised or pruned
  kRepairedBind,         ///< inverse bind matrices missing or replaced
  kProxyMesh,            ///< mesh made by us because the source has none
  kPadding,              ///< one-frame clip written as two equal keys
  kSuspect,              ///< legal, but probably not what was meant
  kIgnoredData,          ///< cameras, lights and the like
  kRepairedAttribute,    ///< vertex attribute brought into the range that a format demands
  kAddedAttribute,       ///< vertex attribute computed because a format demands it
  kRestRotation,         ///< rest rotations undone, because a format has none
  kTeleport,             ///< the whole body jumps from one frame to the next
  kFrozen,               ///< frames at an end of a clip in which nothing moves
  kSpike,                ///< frames in which a joint jumps away and back were interpolated
  kGroundLevel,          ///< the clip was raised or lowered, so that its ground is at height 0
  kRetarget,             ///< the motion was carried over to another skeleton
  kFootPlant,            ///< feet or hands were held where the source plants them
  kTerrain,              ///< the motion was adapted to the ground, that of a scene or its own
  kSynthesis,            ///< the motion was made from goals
};

[[nodiscard]] std::string_view code_name(NoteCode code);

/// A note that a person should look at before trusting the asset, as opposed to plain book-keeping.
[[nodiscard]] bool is_problem(NoteCode code);

/// One entry: where, and what was done with the numbers.
struct Note {
  NoteCode code;
  std::string place;
  std::string message;
};

/// Everything that was done to an asset since it left its file, in order. Nothing is lost silently.
struct Ledger {
  std::vector<Note> notes;

  void add(NoteCode code, std::string place, std::string message);
  void append(const Ledger& other);
  [[nodiscard]] bool has(NoteCode code) const;
};

}  // namespace sinew
