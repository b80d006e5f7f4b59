#pragma once

#include <span>

#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_character_rig.h"

namespace sinew {

/// The patch of a chain's end in the neutral stance.
struct EffectorPatch {
  Transform pose;  ///< torso_from_effector
  double half_width = 0;
  double half_length = 0;
};
[[nodiscard]] EffectorPatch effector_patch(const SynthRig& rig, const SynthChain& chain);

/// The limb of a chain; `trunk` is what hanging arms are kept clear of.
[[nodiscard]] SynthLimb make_limb(const SynthRig& rig, const SynthChain& chain, std::span<const SynthCapsule> trunk,
                                  const SynthCharacterOptions& options);

/// Capsules of trunk, neck and head. A box becomes one capsule along its longest side, or two side by side where one
/// would leave out much of it.
[[nodiscard]] std::vector<SynthCapsule> trunk_capsules(const SynthRig& rig);

/// Places of the torso that can carry weight; limbs and capsules are set.
[[nodiscard]] std::vector<SynthPatch> torso_patches(const SynthRig& rig, const SynthCharacter& character);

}  // namespace sinew
