#pragma once

#include <optional>
#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// One leg of a take's reference whose foot has no toes of its own, seen and changed frame by frame.
class StiffLeg {
 public:
  /// None when the figure has no such leg.
  [[nodiscard]] static std::optional<StiffLeg> find(Take& take, Side side);

  /// Corrections begin this far above the ground, without a kink (unit: m).
  [[nodiscard]] double soft() const;
  /// Frames in which heel or tip stand (contact_detection.h).
  [[nodiscard]] std::vector<bool> planted() const;
  /// How far the sole is below the ground (unit: m).
  [[nodiscard]] double depth(int frame) const;
  /// The turn up about the ankle that brings the tip to the ground: no further than level or than the ankle goes (unit:
  /// rad).
  [[nodiscard]] double needed_turn(int frame) const;
  /// Turns the foot up, as far as the ankle goes; returns the angle (unit: rad).
  double turn_up(int frame, double angle);
  /// Takes back a share of the knee's bend; the foot's rotation is kept.
  void straighten(int frame, double share);
  /// The least share that brings the sole out of the ground, when the foot is then turned up; or the best there is.
  [[nodiscard]] double needed_straightening(int frame);

 private:
  struct Pose;
  struct Turn {
    Vec3 axis;
    double room;  ///< to the ankle's limit (unit: rad)
  };

  StiffLeg(Take& take, int foot, int heel, int tip);
  [[nodiscard]] Pose pose(int frame) const;
  [[nodiscard]] Turn possible_turn(const Pose& now) const;
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
