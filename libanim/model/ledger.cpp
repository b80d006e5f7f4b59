#include "libanim/model/ledger.h"

#include <algorithm>
#include <utility>

namespace sinew {

std::string_view code_name(NoteCode code) {
  switch (code) {
    case NoteCode::kUnitScale: return "unit-scale";
    case NoteCode::kUnitGuess: return "unit-guess";
    case NoteCode::kAxisTurn: return "axis-turn";
    case NoteCode::kAxisGuess: return "axis-guess";
    case NoteCode::kFrameRate: return "frame-rate";
    case NoteCode::kResample: return "resample";
    case NoteCode::kCrop: return "crop";
    case NoteCode::kFrameCount: return "frame-count";
    case NoteCode::kTPoseFrame: return "t-pose-frame";
    case NoteCode::kLeadIn: return "lead-in";
    case NoteCode::kRootShift: return "root-shift";
    case NoteCode::kRename: return "rename";
    case NoteCode::kDroppedChannel: return "dropped-channel";
    case NoteCode::kBakedScale: return "baked-scale";
    case NoteCode::kFoldedNode: return "folded-node";
    case NoteCode::kAddedJoint: return "added-joint";
    case NoteCode::kRigidMesh: return "rigid-mesh";
    case NoteCode::kDroppedMesh: return "dropped-mesh";
    case NoteCode::kDroppedMaterialPart: return "dropped-material-part";
    case NoteCode::kDroppedAttribute: return "dropped-attribute";
    case NoteCode::kRepairedQuaternion: return "repaired-quaternion";
    case NoteCode::kRepairedWeights: return "repaired-weights";
    case NoteCode::kRepairedBind: return "repaired-bind";
    case NoteCode::kProxyMesh: return "proxy-mesh";
    case NoteCode::kPadding: return "padding";
    case NoteCode::kSuspect: return "suspect";
    case NoteCode::kIgnoredData: return "ignored-data";
    case NoteCode::kRepairedAttribute: return "repaired-attribute";
    case NoteCode::kAddedAttribute: return "added-attribute";
    case NoteCode::kRestRotation: return "rest-rotation";
    case NoteCode::kTeleport: return "teleport";
    case NoteCode::kFrozen: return "frozen";
    case NoteCode::kSpike: return "spike";
    case NoteCode::kGroundLevel: return "ground-level";
    case NoteCode::kRetarget: return "retarget";
    case NoteCode::kFootPlant: return "foot-plant";
    case NoteCode::kTerrain: return "terrain";
    case NoteCode::kSynthesis: return "synthesis";
  }
  return "unknown";
}

bool is_problem(NoteCode code) {
  switch (code) {
    case NoteCode::kUnitGuess:
    case NoteCode::kAxisGuess:
    case NoteCode::kFrameCount:
    case NoteCode::kTPoseFrame:
    case NoteCode::kLeadIn:
    case NoteCode::kTeleport:
    case NoteCode::kDroppedMesh:
    case NoteCode::kRepairedQuaternion:
    case NoteCode::kRepairedWeights:
    case NoteCode::kRepairedBind:
    case NoteCode::kSuspect: return true;
    default: return false;
  }
}

void Ledger::add(NoteCode code, std::string place, std::string message) {
  notes.push_back({code, std::move(place), std::move(message)});
}

void Ledger::append(const Ledger& other) { notes.insert(notes.end(), other.notes.begin(), other.notes.end()); }

bool Ledger::has(NoteCode code) const { return std::ranges::count(notes, code, &Note::code) > 0; }

}  // namespace sinew
