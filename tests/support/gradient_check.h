#pragma once

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>

namespace sinew::test {

/// A function with its gradient; a null gradient asks for the value only.
using CheckedFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd* gradient)>;

struct GradientCheck {
  double step = 1e-5;
  /// Tried where the first step disagrees: across the edge of a half-quadratic, central differences are off in
  /// proportion to the step (2e-4 at 1e-5 on a converged point that rests on such an edge), a wrong gradient is off at
  /// any.
  double fine_step = 1e-7;
  double tolerance = 1e-5;  ///< of the difference, relative to the largest component of the gradient, at least 1
};

inline double central_difference(const CheckedFunction& function, Eigen::VectorXd x, int i, double step) {
  const double middle = x[i];
  x[i] = middle + step;
  const double above = function(x, nullptr);
  x[i] = middle - step;
  return (above - function(x, nullptr)) / (2 * step);
}

/// Compares a gradient with central differences at the variables `at`, and the value with and without gradient.
/// Failures name the worst variable.
inline ::testing::AssertionResult gradient_holds(const CheckedFunction& function, const Eigen::VectorXd& x,
                                                 std::span<const int> at, const std::function<std::string(int)>& name,
                                                 const GradientCheck& check = {}) {
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(x.size());
  const double value = function(x, &gradient);
  if (const double again = function(x, nullptr); std::abs(again - value) > 1e-9 * (1 + std::abs(value))) {
    return ::testing::AssertionFailure() << "the value is " << again << " without gradient, " << value << " with it";
  }
  const double scale = std::max(1., gradient.cwiseAbs().maxCoeff());
  double worst = 0;
  std::string sentence;
  for (const int i : at) {
    double slope = central_difference(function, x, i, check.step);
    if (!(std::abs(slope - gradient[i]) <= check.tolerance * scale)) {
      slope = central_difference(function, x, i, check.fine_step);
    }
    const double error = std::abs(slope - gradient[i]) / scale;
    if (!(error <= worst)) {
      worst = error;
      sentence = name(i) + ": the gradient says " + std::to_string(gradient[i]) + ", central differences " +
                 std::to_string(slope);
    }
  }
  if (!(worst <= check.tolerance)) {
    return ::testing::AssertionFailure() << sentence << " (off by " << worst << " of the largest component)";
  }
  return ::testing::AssertionSuccess();
}

}  // namespace sinew::test
