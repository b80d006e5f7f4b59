#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libanim/model/figure.h"

namespace sinew {

/// What a joint's name says it is. The words of all naming families fall into these; kLeg and kArm are the words that
/// only say which limb ("leg_joint_L_2", Mixamo's "LeftLeg"), so that their order along the limb decides.
enum class JointWord {
  kNone,        ///< the name says nothing
  kHelper,      ///< twist, roll, IK target, pole, tip: moves with the joint it hangs on
  kAttachment,  ///< slot for a weapon or a prop: moves with the joint it hangs on, its skin is no part of the figure
  kDetail,      ///< finger, face, ear, hair, clothes: moves with the joint it hangs on
  kPelvis,      ///< hips, pelvis; with a side the joint between pelvis and thigh
  kTrunk,       ///< spine, back, chest, abdomen, torso
  kNeck,
  kHead,
  kClavicle,  ///< clavicle, collar
  kShoulder,  ///< the clavicle of some families, the upper arm of others
  kUpperArm,
  kForearm,
  kHand,
  kArm,
  kThigh,
  kShin,
  kFoot,
  kToe,
  kLeg,
  kTail,
  kReference,  ///< root, armature, reference, world
};

struct JointName {
  JointWord word = JointWord::kNone;
  Side side = Side::kCentre;
};

/// Parts of a name in lower case: split at separators, at changes between letters and digits and between lower and
/// upper case; namespaces ("mixamorig:"), digits and the rigs' own prefixes and suffixes ("Bip01", "Character1", "def",
/// "jnt") are left out; a glued side ("lefthand", "lfemur") becomes a part of its own.
[[nodiscard]] std::vector<std::string> name_tokens(std::string_view name);

/// What a joint's name says. Names of creatures' limbs ("FrontUpperLeg", "wing_1") say nothing about a human's.
[[nodiscard]] JointName read_joint_name(std::string_view name);

}  // namespace sinew
