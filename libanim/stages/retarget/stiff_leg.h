#pragma once

#include <optional>

#include "libanim/model/take.h"

namespace sinew {

/// One leg of a take's reference whose foot has no toes of its own, seen and changed frame by frame.
class StiffLeg {
 public:
  /// None when the figure has no such leg.
  [[nodiscard]] static std::optional<StiffLeg> find(Take& take, Side side);

  /// Corrections begin this far above the ground, without a kink (unit: m).
  [[nodiscard]] double soft() const;
  /// How far the tip is below the ground (unit: m).
  [[nodiscard]] double depth(int frame) const;
  /// Turns the foot up about its ankle until the tip is on the ground; returns the angle (unit: rad).
  double turn_up(int frame);
  /// Takes back a share of the knee's bend; the foot's rotation is kept.
  void straighten(int frame, double share);
  /// The least share that brings the tip to the ground, when the foot is then turned up; or the best there is.
  [[nodiscard]] double needed_straightening(int frame);

 private:
  struct Pose;

  StiffLeg(Take& take, int foot, int heel, int tip);
  [[nodiscard]] Pose pose(int frame) const;
  [[nodiscard]] double above_ground(const Vec3& point) const;
  void set_rotation(int frame, int joint, const Quat& world);

  Take* take_;
  int foot_;  ///< bodies
  int shin_;
  int thigh_;
  int heel_;  ///< contact points
  int tip_;
};

}  // namespace sinew
