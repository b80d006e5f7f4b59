#pragma once

#include <Eigen/Core>

#include <vector>

namespace sinew::samples {

/// A one-sided, axis-aligned surface that a ball bounces off.
struct Surface {
  int axis = 1;      ///< the coordinate that is constant on it: 0 = a wall, 1 = a floor
  int normal = 1;    ///< +1 or -1: the side of the axis that the ball comes from
  double place = 0;  ///< the constant coordinate (unit: m)
  double from = 0;   ///< the range of the other coordinate (unit: m)
  double to = 0;
};

/// A room seen from the side, x to the right, y up.
struct Room {
  Eigen::Vector2d corner;         ///< upper right one; the lower left one is the origin
  std::vector<Surface> surfaces;  ///< the room's own and those in it
  Eigen::Vector2d start;          ///< where the ball is thrown from
  double gravity = 9.81;          ///< (unit: m/s^2)
  double restitution = 0.75;      ///< normal speed after a bounce over that before
};

/// 8 m by 4 m, open above, with a block on the floor and a shelf on the wall on the right.
[[nodiscard]] Room example_room();

/// A part of a ball's way between two bounces: p(t) = position + velocity t + acceleration t^2 / 2.
struct Flight {
  double begin = 0;     ///< after the throw (unit: s)
  double duration = 0;  ///< (unit: s)
  Eigen::Vector2d position;
  Eigen::Vector2d velocity;
  Eigen::Vector2d acceleration;  ///< gravity; none once the ball lies

  [[nodiscard]] Eigen::Vector2d at(double t) const { return position + t * velocity + 0.5 * t * t * acceleration; }
  [[nodiscard]] Eigen::Vector2d velocity_at(double t) const { return velocity + t * acceleration; }
};

/// The whole way of a ball, a point, thrown with a speed (unit: m/s) and at an angle (unit: rad, 0 = to the right, pi/2
/// = up). Exact between bounces. A ball that leaves a floor with less than 0.1 m/s stays there.
[[nodiscard]] std::vector<Flight> throw_ball(const Room& room, double speed, double angle, double duration);

[[nodiscard]] Eigen::Vector2d position_at(const std::vector<Flight>& way, double time);

/// Smallest distance between the way and a point, whenever that is (unit: m).
[[nodiscard]] double closest_distance(const std::vector<Flight>& way, const Eigen::Vector2d& point);

}  // namespace sinew::samples
