#pragma once

#include "libanim/model/character.h"

namespace sinew::samples {

/// The hero with a trunk 2.2 times as wide and legs as far apart; arms, legs, hands and feet are the hero's. Same
/// joints, same rest pose.
[[nodiscard]] Character wide_character();

}  // namespace sinew::samples
