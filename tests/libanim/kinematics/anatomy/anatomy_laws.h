#pragma once

#include <string>

#include "libanim/kinematics/anatomy.h"

namespace sinew::test {

/// Joins the parts of an anatomy's laws: what is violated, empty when nothing is.
///
/// Every anatomy: parents first, every joint in at most one body, joint and orientation joint among the body's joints,
/// unique names, mirror an involution that exchanges sides, finite numbers, bones with a length.
[[nodiscard]] std::string broken_law(const Character& character, const Anatomy& anatomy);

/// A humanoid's too: the thirteen parts, left and right alike, and in the neutral stance thighs and shins down within
/// 15 degrees, head above chest above pelvis, feet lowest and level, the left foot on the figure's left.
[[nodiscard]] std::string broken_humanoid_law(const Character& character, const Anatomy& anatomy);

[[nodiscard]] const AnatomyBody* find_body(const Anatomy& anatomy, Part part, Side side);
[[nodiscard]] std::string joint_of(const Character& character, const Anatomy& anatomy, Part part, Side side);

}  // namespace sinew::test
