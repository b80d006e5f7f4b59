#pragma once

#include <string>

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew::test {

/// Simplified characters of known measures, for tests and measurements of synthesis.
[[nodiscard]] SynthCharacter humanoid(const std::string& name = "a");
[[nodiscard]] SynthCharacter wide_humanoid();
[[nodiscard]] SynthCharacter quadruped();
/// The quadruped with any number of pairs of legs, as far apart.
[[nodiscard]] SynthCharacter many_legged(int pairs);

/// Neutral stance at a place, facing `yaw` (0: +z).
[[nodiscard]] SynthStart standing(const SynthCharacter& character, const Vec3& place = Vec3::Zero(), double yaw = 0);
[[nodiscard]] SynthStart lying(const SynthCharacter& character, bool on_back);

[[nodiscard]] SynthSurface ground();
[[nodiscard]] SynthSurface box(const std::string& name, const Vec3& centre, const Vec3& half);

}  // namespace sinew::test
