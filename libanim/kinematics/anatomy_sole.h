#pragma once

#include <array>
#include <span>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

// Feet in a figure's axes: x left, y up, z ahead. Index 0 is the left foot, 1 the right.

/// Where the lines from ankle to toe tip point in the neutral stance.
struct FootStance {
  bool stands = false;            ///< the feet of the rest pose stand on level ground: keep their pitch and roll
  std::array<Vec3, 2> direction;  ///< unit vectors
};

/// `lines` point from ankle to toe tip in the rest pose; `upright` says that its trunk is. Feet stand when both slope
/// down to the toes by alike, sensible angles.
[[nodiscard]] FootStance stand_feet(const std::array<Vec3, 2>& lines, bool upright);

/// A leg below the knee in the rest pose, without skin.
struct BareFoot {
  Vec3 shin;    ///< knee to ankle
  Vec3 instep;  ///< ankle to the toes' joint
  Vec3 toes;    ///< from there to their tip
};

/// Per foot the roll about the line ahead that makes the sole level. Rest poses with splayed legs come in two kinds:
/// with soles on the ground, or with each foot at right angles to its shin, so that it rolls with the leg (CMU's: legs
/// and insteps are both splayed by 20 degrees while the toes point ahead). Seen from above, instep and toes are in line
/// when the foot is level: both feet roll with their shins where that brings them into line, else neither does.
[[nodiscard]] std::array<Quat, 2> undo_splay(const std::array<BareFoot, 2>& feet);

/// The turn about the vertical that brings one direction's heading to another's.
[[nodiscard]] Quat turn_heading(const Vec3& from, const Vec3& to);

/// The turn that levels a sole: `skin` holds the foot's vertices about the ankle, `turn` brings them to where the foot
/// points along `direction`. The sole is the longest edge of the lower hull seen from the side. Identity when there is
/// no skin, or it slopes by more than a foot on the ground can (35 degrees).
[[nodiscard]] Quat level_sole(std::span<const Vec3> skin, const Quat& turn, const Vec3& direction);

}  // namespace sinew
