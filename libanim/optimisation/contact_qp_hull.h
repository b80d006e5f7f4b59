#pragma once

#include <Eigen/Core>

namespace sinew {

struct HullPoint {
  Eigen::VectorXd lambda;    ///< shares of the points, at least 0, with sum 1
  Eigen::VectorXd residual;  ///< points lambda - z: from z to the nearest point
  double value = 0;          ///< |residual|^2 + lambda' diag(weights) lambda
  int iterations = 0;
  bool converged = false;
};

/// The point of a convex hull that is nearest to z, softened by weights (Mordatch, Todorov, Popovic 2012, section 4.4):
///
///   minimise |points lambda - z|^2 + lambda' diag(weights) lambda   subject to  lambda >= 0,  sum lambda = 1
///
///   points   dimension x N, the centres of the patches as columns; N at least 1
///   weights  N, more than 0: k0 / (c^2 + k1), so that contacts with c = 0 hardly span the hull
///
/// A primal active-set method, exact up to rounding: shares leave the support one by one as they would become negative,
/// and enter where the value falls. The derivatives of the value follow from the envelope theorem:
///   dvalue/dz = -2 residual,  dvalue/dpoints = 2 residual lambda',  dvalue/dweights_i = lambda_i^2.
/// Limits: N of some ten; every step solves a dense system. The nearest point itself has corners where the support
/// changes; the value has a continuous first derivative there.
[[nodiscard]] HullPoint nearest_in_hull(const Eigen::MatrixXd& points, const Eigen::VectorXd& z,
                                        const Eigen::VectorXd& weights);

}  // namespace sinew
