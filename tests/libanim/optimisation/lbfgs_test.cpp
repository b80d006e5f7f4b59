#include "libanim/optimisation/lbfgs.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "libanim/support/error.h"
#include "libanim/support/rng.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Map<const VectorXd> as_vector(std::span<const double> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}
Eigen::Map<VectorXd> as_vector(std::span<double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

/// 1/2 (x - c)'H(x - c), with the condition of H 1e2.
struct Quadratic {
  MatrixXd H;
  VectorXd centre;

  explicit Quadratic(int n) : H(MatrixXd::Zero(n, n)), centre(n) {
    Rng rng(1);
    MatrixXd Q(n, n);
    for (double& x : Q.reshaped()) x = rng.normal();
    const MatrixXd orthogonal = Eigen::HouseholderQR<MatrixXd>(Q).householderQ();
    const VectorXd eigenvalues = VectorXd::LinSpaced(n, 0, 2).unaryExpr([](double e) { return std::pow(10.0, e); });
    H = orthogonal * eigenvalues.asDiagonal() * orthogonal.transpose();
    for (double& x : centre) x = rng.normal();
  }
  double operator()(std::span<const double> x, std::span<double> gradient) const {
    const VectorXd away = as_vector(x) - centre;
    as_vector(gradient) = H * away;
    return 0.5 * away.dot(H * away);
  }
};

/// sum 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2, least at x = 1.
double rosenbrock(std::span<const double> x, std::span<double> gradient) {
  double value = 0;
  as_vector(gradient).setZero();
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i];
    const double b = 1 - x[i];
    value += 100 * a * a + b * b;
    gradient[i + 1] += 200 * a;
    gradient[i] += -400 * a * x[i] - 2 * b;
  }
  return value;
}

TEST(Lbfgs, QuadraticReachesItsCentre) {
  const Quadratic quadratic(40);
  const LbfgsOptions options{.gradient_tolerance = 1e-7, .function_tolerance = 0, .parameter_tolerance = 0};
  const LbfgsReport report = minimise_lbfgs(quadratic, VectorXd::Zero(40), options);
  EXPECT_EQ(report.termination, LbfgsTermination::kConverged) << report.sentence;
  EXPECT_LT((report.x - quadratic.centre).norm(), 1e-6);
  EXPECT_EQ(report.history.size(), static_cast<std::size_t>(report.iterations) + 1);
  EXPECT_GE(report.evaluations, report.iterations);
}

TEST(Lbfgs, CholeskyFactorOfTheHessianMakesItEasy) {
  const Quadratic quadratic(40);
  LbfgsOptions options{.gradient_tolerance = 1e-9};
  const LbfgsReport plain = minimise_lbfgs(quadratic, VectorXd::Zero(40), options);
  options.change = cholesky_change(quadratic.H.llt().matrixL());
  const LbfgsReport changed = minimise_lbfgs(quadratic, VectorXd::Zero(40), options);
  EXPECT_LT((changed.x - quadratic.centre).norm(), 1e-8);
  EXPECT_LE(changed.iterations, 4) << changed.sentence;  // Measured: 1, against 83 without.
  EXPECT_GT(plain.iterations, 20);
}

TEST(Lbfgs, ScaleUndoesBadUnits) {
  const VectorXd scale = VectorXd::LinSpaced(10, -3, 3).unaryExpr([](double e) { return std::pow(10.0, e); });
  const auto function = [&](std::span<const double> x, std::span<double> gradient) {
    const VectorXd u = as_vector(x).cwiseQuotient(scale);
    const double value = rosenbrock({u.data(), 10}, gradient);
    as_vector(gradient) = as_vector(gradient).cwiseQuotient(scale);
    return value;
  };
  const LbfgsReport report = minimise_lbfgs(function, VectorXd::Zero(10), {.change = diagonal_change(scale)});
  EXPECT_EQ(report.termination, LbfgsTermination::kConverged) << report.sentence;
  EXPECT_LT((report.x.cwiseQuotient(scale) - VectorXd::Ones(10)).norm(), 1e-4);
}

TEST(Lbfgs, RosenbrockReachesOne) {
  const LbfgsOptions options{.gradient_tolerance = 1e-9, .function_tolerance = 0, .parameter_tolerance = 0};
  const LbfgsReport report = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1), options);
  EXPECT_EQ(report.termination, LbfgsTermination::kConverged) << report.sentence;
  EXPECT_LT((report.x - VectorXd::Ones(20)).norm(), 1e-9);
  EXPECT_LT(report.value, 1e-18);
  EXPECT_LT(report.iterations, 300);  // Measured: 138.
}

TEST(Lbfgs, CurvatureScalingSavesIterations) {
  LbfgsOptions options{.max_iterations = 5000, .function_tolerance = 0, .parameter_tolerance = 0};
  const int with = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1), options).iterations;
  options.curvature_scaling = false;
  const int without = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1), options).iterations;
  EXPECT_LT(5 * with, without);  // Measured: 130 and 3,414.
}

/// x - log x + (y - 3)^2, and nothing where x <= 0 or y > 4: the first steps land there.
double half_plane(std::span<const double> x, std::span<double> gradient) {
  if (x[0] <= 0 || x[1] > 4) return std::numeric_limits<double>::quiet_NaN();
  gradient[0] = 1 - 1 / x[0];
  gradient[1] = 2 * (x[1] - 3);
  return x[0] - std::log(x[0]) + (x[1] - 3) * (x[1] - 3);
}

TEST(Lbfgs, StepsBackFromWhereThereIsNoValue) {
  int outside = 0;
  const auto counted = [&](std::span<const double> x, std::span<double> gradient) {
    const double value = half_plane(x, gradient);
    outside += std::isnan(value) ? 1 : 0;
    return value;
  };
  const LbfgsOptions options{.function_tolerance = 0};
  const LbfgsReport report = minimise_lbfgs(counted, Eigen::Vector2d(30, -20), options);
  EXPECT_LT((report.x - Eigen::Vector2d(1, 3)).norm(), 1e-6) << report.sentence;
  EXPECT_GT(outside, 0);
}

TEST(Lbfgs, NothingToStartFrom) {
  const LbfgsReport report = minimise_lbfgs(half_plane, Eigen::Vector2d(-1, 0));
  EXPECT_EQ(report.termination, LbfgsTermination::kBadStart);
  EXPECT_EQ(report.x, Eigen::Vector2d(-1, 0));
  EXPECT_FALSE(report.sentence.empty());
}

TEST(Lbfgs, WrongGradientEndsTheLineSearch) {
  const auto wrong = [](std::span<const double> x, std::span<double> gradient) {
    const double value = rosenbrock(x, gradient);
    for (double& g : gradient) g = -g;
    return value;
  };
  const LbfgsReport report = minimise_lbfgs(wrong, VectorXd::Constant(4, -1));
  EXPECT_EQ(report.termination, LbfgsTermination::kLineSearch) << report.sentence;
  EXPECT_LE(report.value, report.history.front());
}

TEST(Lbfgs, StopsWhenToldTo) {
  const LbfgsOptions few{.max_iterations = 7};
  const LbfgsReport limited = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1), few);
  EXPECT_EQ(limited.termination, LbfgsTermination::kMaxIterations);
  EXPECT_EQ(limited.iterations, 7);
  const LbfgsOptions asked{.proceed = [](const LbfgsProgress& progress) { return progress.iteration < 5; }};
  const LbfgsReport stopped = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1), asked);
  EXPECT_EQ(stopped.termination, LbfgsTermination::kStopped);
  EXPECT_EQ(stopped.iterations, 5);
  EXPECT_LT(stopped.value, stopped.history.front());
}

TEST(Lbfgs, SameBitsTwice) {
  const LbfgsReport a = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1));
  const LbfgsReport b = minimise_lbfgs(rosenbrock, VectorXd::Constant(20, -1));
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.history, b.history);
}

TEST(Lbfgs, RefusesOptions) {
  EXPECT_THROW((void)minimise_lbfgs(rosenbrock, VectorXd::Zero(2), {.max_iterations = -1}), Error);
  EXPECT_THROW((void)minimise_lbfgs(rosenbrock, VectorXd::Zero(2), {.rank = 0}), Error);
  EXPECT_THROW((void)minimise_lbfgs(rosenbrock, VectorXd::Zero(2), {.function_tolerance = std::nan("")}), Error);
}

}  // namespace
}  // namespace sinew
