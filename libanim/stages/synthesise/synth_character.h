#pragma once

#include "libanim/model/character.h"
#include "libanim/model/figure.h"
#include "libanim/stages/synthesise/synth_model.h"

namespace sinew {

struct SynthCharacterOptions {
  /// Of the patches. CIO, section 6, has 2 for feet that climb; dry rubber has about 1.
  double foot_friction = 1;
  double hand_friction = 1;
  double hand_strength = 0.25;  ///< as in SynthLimb; CIO has 1/4
  bool hands_grab = true;       ///< hands may pull on what they touch

  /// SynthLimb::load of feet and hands (unit: weights of the character). Runners land on a foot with 2.5 weights. In a
  /// push-up a hand has 0.32 to 0.38 (Suprak et al. 2011), in a handstand 0.5, and a little more to keep the balance.
  double foot_load = 2.5;
  double hand_load = 0.7;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// The simplified character of a figure.
///
/// Limbs of a humanoid: "left_foot", "right_foot", "left_hand", "right_hand". Of any other creature: the legs that
/// carry weight, from the front backwards, left before right: "front_left_foot", "middle_right_foot", "hind_left_foot";
/// with more than three pairs "1_left_foot" and so on. A leg of three or more bones is two links that are as long
/// as its bones together and meet where the shorter one is longest. Hands hang as in the neutral stance, turned
/// outwards where they would hang in the trunk.
///
/// Mass, centre of mass and inertia are those of `figure` in the neutral stance (Anatomy), and so are the limits of the
/// joints that it has. Places and sizes come from the character itself, whichever parts `figure` has.
///
/// Patches of a humanoid: "seat", "back", "chest"; of a creature: "belly". Back, chest and belly are where the torso
/// comes to rest when it lies: the plane that the capsules touch with the centre of mass as low as it gets.
///
/// Throws Error (kAsset) when the character has no limb that could carry it.
[[nodiscard]] SynthCharacter make_synth_character(const Character& character, const Figure& figure,
                                                  const SynthCharacterOptions& options = {});

}  // namespace sinew
