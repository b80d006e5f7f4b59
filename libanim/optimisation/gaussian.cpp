#include "libanim/optimisation/gaussian.h"

#include <Eigen/Cholesky>

#include <cmath>
#include <numbers>

namespace sinew {

Gaussian product(const Gaussian& a, const Gaussian& b) {
  const Eigen::LDLT<Eigen::MatrixXd> sum(a.covariance + b.covariance);
  Gaussian result;
  result.mean = a.mean + a.covariance * sum.solve(b.mean - a.mean);
  const Eigen::MatrixXd C = a.covariance * sum.solve(b.covariance);
  result.covariance = 0.5 * (C + C.transpose());
  return result;
}

double log_density(const Gaussian& gaussian, const Eigen::VectorXd& x) {
  const Eigen::LLT<Eigen::MatrixXd> factor(gaussian.covariance);
  const Eigen::VectorXd whitened = factor.matrixL().solve(x - gaussian.mean);
  const double log_determinant = 2 * factor.matrixLLT().diagonal().array().log().sum();
  const auto n = static_cast<double>(x.size());
  return -0.5 * (whitened.squaredNorm() + log_determinant + n * std::log(2 * std::numbers::pi));
}

Gaussian fit_gaussian(const Eigen::MatrixXd& samples, const Eigen::VectorXd& weights) {
  Gaussian result;
  result.mean = samples * weights;
  const Eigen::MatrixXd deviation = samples.colwise() - result.mean;
  result.covariance = deviation * weights.asDiagonal() * deviation.transpose();
  return result;
}

}  // namespace sinew
