#pragma once

#include <Eigen/Core>

namespace sinew {

/// A normal distribution in n dimensions.
struct Gaussian {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;  ///< symmetric, positive definite
};

/// The normalised product of two densities:
///   C = (A^-1 + B^-1)^-1 = A (A + B)^-1 B,  c = C (A^-1 a + B^-1 b) = a + A (A + B)^-1 (b - a).
/// The second forms need no inverse of A or B, which may be nearly singular.
[[nodiscard]] Gaussian product(const Gaussian& a, const Gaussian& b);

/// Logarithm of the density at x.
[[nodiscard]] double log_density(const Gaussian& gaussian, const Eigen::VectorXd& x);

/// Mean and covariance of weighted samples (columns); weights sum to 1. The maximum-likelihood covariance, not the
/// unbiased one.
[[nodiscard]] Gaussian fit_gaussian(const Eigen::MatrixXd& samples, const Eigen::VectorXd& weights);

}  // namespace sinew
