#pragma once

#include <Eigen/Core>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Writes the gradient at x and returns the value. A value or gradient that is not finite marks x as out of bounds: the
/// line search then takes a shorter step.
using GradientFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

/// A change of variables x = x0 + T u, both ways in place: u becomes T u, and a gradient g becomes T'g.
struct LinearChange {
  std::function<void(Eigen::Ref<Eigen::VectorXd>)> apply = {};
  std::function<void(Eigen::Ref<Eigen::VectorXd>)> apply_transposed = {};
};

/// T = diag(scale): a variable of which more is a small thing gets a large scale.
[[nodiscard]] LinearChange diagonal_change(Eigen::VectorXd scale);

/// T = L^-T for a lower triangular L with L L' near the Hessian, which then becomes near the unit matrix.
[[nodiscard]] LinearChange cholesky_change(Eigen::MatrixXd lower);

struct LbfgsProgress {
  int iteration = 0;
  double value = 0;
  double gradient = 0;  ///< largest component, in the changed variables
};

struct LbfgsOptions {
  int max_iterations = 1000;          ///< at least 0
  int rank = 20;                      ///< pairs of steps and gradients that the Hessian is made of; at least 1
  double gradient_tolerance = 1e-8;   ///< stop when no component of the gradient is larger; in the changed variables
  double function_tolerance = 1e-9;   ///< stop when an iteration lowers the value by less, relative to it
  double parameter_tolerance = 1e-9;  ///< stop when a step is shorter, relative to the way from the start so far

  /// Whether the memory starts from the unit matrix times s'y / y'y of the last step (Nocedal and Wright 2006,
  /// eq. 7.20), not from the unit matrix, Ceres' default: Rosenbrock's function of 20 variables takes 130 iterations
  /// with and 3,414 without it.
  bool curvature_scaling = true;

  LinearChange change = {};                                ///< none: x itself
  std::function<bool(const LbfgsProgress&)> proceed = {};  ///< after every iteration; false stops

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

enum class LbfgsTermination {
  kConverged,      ///< one of the tolerances was met
  kMaxIterations,  ///< the iterations were used up
  kStopped,        ///< `proceed` said so
  kLineSearch,  ///< no lower value along the direction: value and gradient do not fit, or rounding is all that is left
  kBadStart,    ///< value or gradient are not finite at the start
};

struct LbfgsReport {
  Eigen::VectorXd x;  ///< the best seen
  double value = 0;
  int iterations = 0;
  int evaluations = 0;
  LbfgsTermination termination = LbfgsTermination::kBadStart;
  std::string sentence;         ///< with the numbers that ended the search
  std::vector<double> history;  ///< value per iteration, that of the start first
};

/// Limited-memory BFGS with a line search to the strong Wolfe conditions (Nocedal and Wright 2006, 7.2 and 3.5), as
/// Ceres implements it. One thread and no clock: the same bits every time. Where the line search gives up after
/// progress, the search starts anew from the best point, without the memory that misled it.
[[nodiscard]] LbfgsReport minimise_lbfgs(const GradientFunction& function, const Eigen::VectorXd& x0,
                                         const LbfgsOptions& options = {});

}  // namespace sinew
