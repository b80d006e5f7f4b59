#pragma once

#include <Eigen/Core>

#include <array>
#include <vector>

#include "libanim/math/recursive_spline.h"
#include "libanim/model/figure.h"
#include "libanim/stages/refine/smc_options.h"

namespace sinew {

/// Groups of joints that share a torque limit (seed 000, section 4.2).
enum class TorqueGroup { kTorso, kArms, kLegs };
inline constexpr int kTorqueGroups = 3;
[[nodiscard]] TorqueGroup torque_group(Part part);

/// How a plan of the near future is written as one vector, x = [z_1 ... z_n], z_i = [q_i, l_i, t_i] (seed 000, eq. 2):
/// target angles of every actuated axis, shares of the torque limits of torso, arms and legs, and the time since the
/// point before (for the first point: from now).
class PlanLayout {
 public:
  PlanLayout(const Figure& figure, const SmcOptions& options);

  [[nodiscard]] Eigen::Index axes() const { return axes_; }
  [[nodiscard]] Eigen::Index points() const { return points_; }
  /// Entries of a spline's value: angles and torque shares.
  [[nodiscard]] Eigen::Index value_size() const { return axes_ + kTorqueGroups; }
  [[nodiscard]] Eigen::Index size() const { return points_ * (value_size() + 1); }

  [[nodiscard]] SplinePoints unpack(const Eigen::VectorXd& x) const;
  [[nodiscard]] Eigen::VectorXd pack(const SplinePoints& points) const;
  /// The points that are left after `first`, with the last one repeated at the longest distance until there are as many
  /// as before: the same curve.
  [[nodiscard]] SplinePoints without_passed(const SplinePoints& points, Eigen::Index first) const;

  /// Bounds of the search: joint limits (or +- range about a base), torque shares in [least, 1], durations. The first
  /// duration may be anything down to zero, since it is what is left of one.
  [[nodiscard]] const Eigen::VectorXd& lower() const { return lower_; }
  [[nodiscard]] const Eigen::VectorXd& upper() const { return upper_; }
  [[nodiscard]] double shortest() const { return shortest_; }
  [[nodiscard]] double longest() const { return longest_; }

 private:
  void set_bounds(const Figure& figure, const SmcOptions& options);

  Eigen::Index axes_ = 0;
  Eigen::Index points_ = 0;
  double shortest_ = 0;
  double longest_ = 0;
  Eigen::VectorXd lower_;
  Eigen::VectorXd upper_;
};

}  // namespace sinew
