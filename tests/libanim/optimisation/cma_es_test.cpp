#include "libanim/optimisation/cma_es.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/support/error.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using Function = double (*)(const VectorXd&);

double sphere(const VectorXd& x) { return x.squaredNorm(); }

double ellipsoid(const VectorXd& x) {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    sum += std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x[i] * x[i];
  }
  return sum;
}

double rosenbrock(const VectorXd& x) {
  double sum = 0;
  for (Eigen::Index i = 0; i + 1 < x.size(); ++i) {
    sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
  }
  return sum;
}

CmaReport minimise(Function function, int dimension, double start, double sigma, std::uint64_t seed) {
  CmaOptions options;
  options.target = 1e-10;
  options.generations = 4000;
  const CmaState state = cma_start(VectorXd::Constant(dimension, start), VectorXd::Constant(dimension, sigma));
  return cma_minimise(state, options, Rng(seed), [&](const MatrixXd& x) {
    std::vector<double> costs;
    for (const auto& column : x.colwise()) costs.push_back(function(column));
    return costs;
  });
}

TEST(CmaEs, FindsTheBottomOfASphere) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const CmaReport report = minimise(sphere, 10, 3, 1, seed);
    EXPECT_LT(report.best_cost, 1e-10);
    EXPECT_LT(report.evaluations, 2500);  // measured 1620 to 1980
  }
}

TEST(CmaEs, LearnsTheScalesOfAnEllipsoid) {
  // Axis ratio 1000: without learning C this takes millions of evaluations.
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const CmaReport report = minimise(ellipsoid, 10, 3, 1, seed);
    EXPECT_LT(report.best_cost, 1e-10);
    EXPECT_LT(report.evaluations, 9000);  // measured 5970 to 6520
  }
}

TEST(CmaEs, FollowsTheBentValleyOfRosenbrock) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    found += minimise(rosenbrock, 8, 0, 0.3, seed).best_cost < 1e-10 ? 1 : 0;
  EXPECT_GE(found, 4);  // measured 4; the fifth run ends in the other valley
}

TEST(CmaEs, OneUpdateByHand) {
  // Dimension 1, two parents: every quantity can be followed on paper.
  CmaState state = cma_start(VectorXd::Constant(1, 2.0), VectorXd::Constant(1, 0.5));
  const VectorXd weights = log_rank_weights(2);
  EXPECT_NEAR(weights[0], std::log(2.5) / (2 * std::log(2.5) - std::log(2.0)), 1e-15);
  const CmaRates r = cma_rates(1, weights);
  EXPECT_NEAR(r.mu_eff, 1 / (weights[0] * weights[0] + weights[1] * weights[1]), 1e-15);
  MatrixXd ranked(1, 2);
  ranked << 1.0, 1.5;
  cma_update(state, ranked, weights);
  const double y = weights[0] * -1.0 + weights[1] * -0.5;
  EXPECT_NEAR(state.mean[0], 2 + y, 1e-15);
  const double p_s = std::sqrt(r.c_sigma * (2 - r.c_sigma) * r.mu_eff) * y / 0.5;
  EXPECT_NEAR(state.path_sigma[0], p_s, 1e-14);
  const double chi_1 = 1 - 0.25 + 1.0 / 21;
  EXPECT_NEAR(state.step_size, std::exp(r.c_sigma / r.d_sigma * (std::abs(p_s) / chi_1 - 1)), 1e-14);
  const double p_c = state.path_c[0];
  const double rank_mu = weights[0] * 1.0 + weights[1] * 0.25;
  const double stalled = p_c == 0 ? r.c_1 * r.c_c * (2 - r.c_c) : 0;
  EXPECT_NEAR(state.covariance(0, 0), (1 - r.c_1 - r.c_mu + stalled) * 0.25 + r.c_1 * p_c * p_c + r.c_mu * rank_mu,
              1e-14);
}

TEST(CmaEs, SamplesHaveTheStatesMeanAndCovariance) {
  CmaState state = cma_start(VectorXd::LinSpaced(3, -1, 1), VectorXd::Ones(3));
  state.covariance << 2, 0.5, 0, 0.5, 1, -0.3, 0, -0.3, 0.5;
  state.step_size = 0.7;
  const CmaSampler sampler(state);
  Rng rng(9);
  constexpr int kDraws = 200000;
  MatrixXd draws(3, kDraws);
  for (int i = 0; i < kDraws; ++i) draws.col(i) = sampler.draw(rng);
  const VectorXd mean = draws.rowwise().mean();
  const MatrixXd centred = draws.colwise() - mean;
  EXPECT_LT((mean - state.mean).norm(), 0.01);                                                 // measured 0.003
  EXPECT_LT((centred * centred.transpose() / kDraws - 0.49 * state.covariance).norm(), 0.02);  // measured 0.0026
}

TEST(CmaEs, DoesNotCareHowTheFunctionIsScaledOrShifted) {
  // Ranks alone enter: a monotone change of the cost gives the same run.
  const CmaState state = cma_start(VectorXd::Constant(4, 1.0), VectorXd::Constant(4, 0.5));
  CmaOptions options;
  options.generations = 50;
  const auto run = [&](auto change) {
    return cma_minimise(state, options, Rng(3),
                        [&](const MatrixXd& x) {
                          std::vector<double> costs;
                          for (const auto& column : x.colwise()) costs.push_back(change(rosenbrock(column)));
                          return costs;
                        })
        .best;
  };
  EXPECT_EQ(run([](double c) { return c; }), run([](double c) { return std::log1p(c) - 7; }));
}

TEST(CmaEs, WrongOptionsAreRefused) {
  CmaOptions options;
  options.samples = 1;
  EXPECT_THROW(options.validate(), Error);
  options = {};
  options.generations = 0;
  EXPECT_THROW(options.validate(), Error);
}

TEST(DiagonalUpdate, MeanAndVariancesOfTheRankedSamples) {
  CmaState state = cma_start(VectorXd::Constant(3, 5), VectorXd::Constant(3, 2));
  state.covariance(0, 1) = state.covariance(1, 0) = 0.5;
  state.step_size = 0.7;
  state.path_c.setConstant(0.1);
  MatrixXd ranked(3, 2);
  ranked << 1, 3, 2, 2, 0, 8;
  const Eigen::Vector2d weights(0.75, 0.25);
  diagonal_update(state, ranked, weights, 0.4, Eigen::Vector3d(1, 1.6, 0));
  EXPECT_LT((state.mean - Eigen::Vector3d(1.5, 2, 2)).norm(), 1e-14);
  // Weighted variances 0.75, 0 and 12; 0.6 * 4 + 0.4 * v, and for the second axis no less than 1.6^2.
  const Eigen::Vector3d expected(2.7, 2.56, 7.2);
  EXPECT_LT((state.covariance - MatrixXd(expected.asDiagonal())).norm(), 1e-14);
  EXPECT_EQ(state.step_size, 0.7);
  EXPECT_EQ(state.path_c, VectorXd::Constant(3, 0.1));
  EXPECT_TRUE(state.path_sigma.isZero());
  EXPECT_EQ(state.generation, 1);
}

TEST(DiagonalUpdate, ARateOfZeroKeepsTheVariances) {
  CmaState state = cma_start(VectorXd::Zero(2), Eigen::Vector2d(1, 3));
  diagonal_update(state, MatrixXd::Ones(2, 4), log_rank_weights(4), 0, VectorXd::Zero(2));
  EXPECT_LT((state.mean - VectorXd::Ones(2)).norm(), 1e-14);
  EXPECT_EQ(VectorXd(state.covariance.diagonal()), VectorXd(Eigen::Vector2d(1, 9)));
}

}  // namespace
}  // namespace sinew
