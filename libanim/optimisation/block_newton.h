#pragma once

#include <functional>
#include <string>

#include "libanim/optimisation/block_tridiagonal.h"

namespace sinew {

/// Value at x; where asked for, the gradient and a positive semidefinite model of the Hessian (Gauss-Newton).
using BlockObjective =
    std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd* gradient, BlockTridiagonal* hessian)>;

struct BlockNewtonOptions {
  int iterations = 60;
  double tolerance = 1e-5;  ///< stops when this many steps in a row (`patience`) gain a smaller share of the value
  int patience = 3;
  double damping = 1e-3;  ///< first lambda
  double floor = 1e-3;    ///< added to the diagonal that lambda scales: variables that nothing holds
  std::function<bool(int iteration, double value)> watcher;  ///< returns false to stop
};

struct BlockNewtonReport {
  int iterations = 0;
  int evaluations = 0;
  double value = 0;
  std::string sentence;
};

/// Levenberg-Marquardt over a chain of blocks: each step solves (H + lambda (diag H + floor)) d = -g by block Cholesky;
/// lambda follows the ratio of actual and predicted gain (Nielsen 1999, "Damping parameter in Marquardt's method").
BlockNewtonReport minimise_block_newton(const BlockObjective& objective, int blocks, Eigen::VectorXd& x,
                                        const BlockNewtonOptions& options);

}  // namespace sinew
