#include "libanim/stages/synthesise/synth_character.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/stages/synthesise/synth_character_parts.h"
#include "libanim/support/error.h"

namespace sinew {

void SynthCharacterOptions::validate() const {
  const auto check = [](std::string_view name, double value) {
    if (!(std::isfinite(value) && value > 0))
      throw Error::usage(fmt::format("{0} = {1}: expected {0} > 0", name, value));
  };
  check("foot_friction", foot_friction);
  check("hand_friction", hand_friction);
  check("hand_strength", hand_strength);
  check("foot_load", foot_load);
  check("hand_load", hand_load);
}

SynthCharacter make_synth_character(const Character& character, const Figure& figure,
                                    const SynthCharacterOptions& options) {
  options.validate();
  const SynthRig rig = make_synth_rig(character, figure);
  SynthCharacter result;
  result.name = character.name;
  result.mass = rig.mass;
  result.inertia = rig.inertia;
  result.height = rig.anatomy.height;
  result.stance = 0;
  result.capsules = trunk_capsules(rig);
  for (const SynthChain& chain : rig.chains) {
    result.limbs.push_back(make_limb(rig, chain, result.capsules, options));
    const SynthLimb& limb = result.limbs.back();
    if (limb.kind == EffectorKind::kFoot) result.stance = std::max(result.stance, -limb.rest.translation.y());
  }
  result.patches = torso_patches(rig, result);
  return result;
}

}  // namespace sinew
