#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_character_rig.h"

namespace sinew {

/// How a chain of bones bends: all of its joints together, so that hip and ankle are at a wanted distance. Two bones
/// bend in the plane of the limb's pole. Three and more open and close as the neutral stance bends them, each angle by
/// the same factor, as the legs of dogs and horses do.
class ChainBend {
 public:
  ChainBend(const SynthChain& chain, const Vec3& pole);

  /// What the bones turn from the neutral stance, the first of them not at all (torso's frame). Distances that the
  /// chain does not reach give its nearest.
  [[nodiscard]] std::vector<Quat> turns(double distance) const;
  /// From the first knot to the last with these turns.
  [[nodiscard]] Vec3 reach(const std::vector<Quat>& turns) const;
  /// Normal of the plane in which it bends: turning about it flexes.
  [[nodiscard]] const Vec3& normal() const { return normal_; }
  /// Between the ends of a straight chain, and of one that is bent as far as it goes (unit: m).
  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] double shortest() const { return distance_at(largest_); }

 private:
  [[nodiscard]] std::vector<Quat> scaled(double factor) const;
  [[nodiscard]] double distance_at(double factor) const { return reach(scaled(factor)).norm(); }
  [[nodiscard]] std::vector<Quat> two_bones(double distance) const;

  std::vector<Vec3> bones_;     ///< from knot to knot (unit: m)
  std::vector<Vec3> straight_;  ///< rotation vectors that bring a bone's direction to that of the bone before
  std::vector<Vec3> bend_;      ///< of the neutral stance, or where that is straight of the knee alone
  Vec3 normal_ = Vec3::UnitX();
  double length_ = 0;
  double largest_ = 1;  ///< factor beyond which the chain would fold through itself
};

}  // namespace sinew
