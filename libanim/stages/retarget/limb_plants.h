#pragma once

#include <array>
#include <string>
#include <vector>

#include "libanim/stages/retarget/retarget.h"
#include "libanim/stages/retarget/retarget_rig.h"

namespace sinew {

/// A leg with its sole's heel and ball, or an arm with its hand's far end, in both characters.
struct Limb {
  std::string name;  ///< "left_foot"
  int upper = 0;     ///< bodies of the target
  int lower = 0;
  int end = 0;
  int toes = -1;                             ///< or -1
  std::array<int, 2> source_points{-1, -1};  ///< heel and ball; a hand has one point only
  std::array<int, 2> target_points{-1, -1};
  [[nodiscard]] bool is_foot() const { return source_points[1] >= 0; }
};

/// The limbs that both characters have.
[[nodiscard]] std::vector<Limb> find_limbs(const RetargetRig& source, const RetargetRig& target);

/// What a limb does in every frame, as the source has it and as the target has it before its correction.
struct LimbMotion {
  std::array<std::vector<Vec3>, 2> source;  ///< tracks of the two points (unit: m)
  std::vector<Vec3> place;                  ///< of the target's end joint (unit: m)
  std::vector<Quat> turn;                   ///< of the target's end body since its rest pose
};

/// Where a limb's end is to be moved, per frame.
struct LimbCorrection {
  std::vector<Vec3> move;         ///< added to the end joint's place (unit: m)
  std::vector<Vec3> turn;         ///< rotation vector, premultiplied to the end body's rotation
  std::vector<double> toes_flat;  ///< 0 to 1: how far toes are laid flat
  std::vector<Quat> flat;         ///< rotation of a flat foot with the plant's heading; all zero where there is none
  std::vector<bool> planted;
  int plants = 0;
};

struct PlantSettings {
  const RetargetOptions& options;
  double frame_rate = 30;
  double source_height = 1;  ///< of the figure (unit: m)
  double scale = 1;          ///< of the root's path
};

/// Plants of the source, each held in one place on the ground. While heel and ball are down the foot is laid flat (as
/// far as the source's is) with a steady heading; it rolls over the heel before and over the ball afterwards.
/// Corrections fade in before a plant and out after it, and a foot in the air is kept above the ground.
[[nodiscard]] LimbCorrection plan_plants(const RetargetRig& target, const Limb& limb, const LimbMotion& motion,
                                         const PlantSettings& settings);

}  // namespace sinew
