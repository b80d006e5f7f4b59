#pragma once

#include "libanim/kinematics/anatomy.h"
#include "libanim/model/character.h"
#include "libanim/model/figure.h"
#include "libanim/model/ledger.h"

namespace sinew {

enum class FootShape { kBox, kCapsule };

struct FigureOptions {
  AnatomyOptions anatomy;
  double mass = 0;        ///< of the whole figure; 0 = by height for a humanoid, by volume for others (unit: kg)
  double density = 1000;  ///< of non-humanoids (unit: kg/m^3)
  FootShape feet = FootShape::kBox;
  JointKind ankles = JointKind::kBall;
  double torque_scale = 1;  ///< multiplies all torque limits; raise if strong motions fail, 1 = a strong human

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

struct BuiltFigure {
  Figure figure;
  Anatomy anatomy;
  Ledger ledger;  ///< where the figure is not by the tables: a limit widened for the rest pose, a hinge that misses it
};

/// The figure of a character: bodies from find_anatomy, shapes fitted to the skin's vertices (to bone lengths where
/// there is no skin), masses, joints, limits.
[[nodiscard]] BuiltFigure build_figure(const Character& character, const FigureOptions& options = {});

/// The same from a given division into bodies. Throws Error (kAsset) when the anatomy does not fit the skeleton or has
/// no extent.
[[nodiscard]] BuiltFigure build_figure(const Character& character, const Anatomy& anatomy,
                                       const FigureOptions& options);

}  // namespace sinew
