#include "libanim/optimisation/contact_qp_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/support/rng.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSmall = 1e-9;  ///< a weight that hardly matters

struct Example {
  MatrixXd points;
  VectorXd z;
  VectorXd weights;
};

Example random_example(int count, int dimension, Rng rng) {
  Example example{MatrixXd(dimension, count), VectorXd(dimension), VectorXd(count)};
  for (double& x : example.points.reshaped()) x = 0.4 * rng.normal();
  for (double& x : example.z) x = 0.6 * rng.normal();
  for (double& w : example.weights) w = 1e-2 / ((rng.uniform() < 0.4 ? 0 : 10 * rng.uniform()) + 1e-3);
  return example;
}

double value_of(const Example& example) { return nearest_in_hull(example.points, example.z, example.weights).value; }

TEST(NearestInHull, TriangleInsideEdgeAndCorner) {
  const MatrixXd triangle = (MatrixXd(2, 3) << 0, 1, 0, 0, 0, 1).finished();
  const VectorXd weights = VectorXd::Constant(3, kSmall);
  const HullPoint inside = nearest_in_hull(triangle, Eigen::Vector2d(0.2, 0.3), weights);
  EXPECT_LT((inside.lambda - Eigen::Vector3d(0.5, 0.2, 0.3)).norm(), 1e-8);
  EXPECT_LT(inside.residual.norm(), 1e-8);
  const HullPoint edge = nearest_in_hull(triangle, Eigen::Vector2d(1, 1), weights);
  EXPECT_LT((edge.lambda - Eigen::Vector3d(0, 0.5, 0.5)).norm(), 1e-8);
  EXPECT_NEAR(edge.value, 0.5, 1e-8);
  const HullPoint corner = nearest_in_hull(triangle, Eigen::Vector2d(3, -1), weights);
  EXPECT_LT((corner.lambda - Eigen::Vector3d(0, 1, 0)).norm(), 1e-12);
  EXPECT_NEAR(corner.residual.norm(), std::sqrt(5), 1e-12);
}

TEST(NearestInHull, WeightsDrawTheHullTogether) {
  // Two points at -1 and 1 and z = 1: lambda on the second is t, cost (2t - 2)^2 + 2 (1 - t)^2 + 6 t^2.
  const MatrixXd points = (MatrixXd(1, 2) << -1, 1).finished();
  const HullPoint heavy = nearest_in_hull(points, VectorXd::Ones(1), Eigen::Vector2d(2, 6));
  EXPECT_NEAR(heavy.lambda[1], (4 + 2.0) / (4 + 2 + 6), 1e-14);
}

TEST(NearestInHull, OnePointAndPointsInOnePlace) {
  const HullPoint one = nearest_in_hull(Eigen::Vector3d(1, 2, 3), Eigen::Vector3d(1, 2, 5), VectorXd::Ones(1));
  EXPECT_DOUBLE_EQ(one.lambda[0], 1);
  EXPECT_DOUBLE_EQ(one.value, 4 + 1);
  const HullPoint same = nearest_in_hull(MatrixXd::Ones(2, 4), Eigen::Vector2d(1, 1), VectorXd::Constant(4, 1e-3));
  EXPECT_TRUE(same.converged);
  EXPECT_LT((same.lambda - VectorXd::Constant(4, 0.25)).norm(), 1e-12);
}

TEST(NearestInHull, RandomProblemsAreOptimal) {
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Example example = random_example(1 + static_cast<int>(k % 14), 2 + static_cast<int>(k % 2), Rng(1, {k}));
    const HullPoint result = nearest_in_hull(example.points, example.z, example.weights);
    ASSERT_TRUE(result.converged) << "example " << k;
    EXPECT_GE(result.lambda.minCoeff(), 0);
    EXPECT_NEAR(result.lambda.sum(), 1, 1e-12);
    // The gradient is the same on the support and nowhere less.
    const VectorXd gradient =
        example.points.transpose() * result.residual + example.weights.cwiseProduct(result.lambda);
    const double gap = gradient.dot(result.lambda) - gradient.minCoeff();
    EXPECT_LT(gap, 1e-11) << "example " << k;
  }
}

TEST(NearestInHull, EnvelopeTheoremGivesTheDerivatives) {
  double worst = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const Example example = random_example(6, 2, Rng(2, {k}));
    const Example direction = random_example(6, 2, Rng(3, {k}));
    const HullPoint result = nearest_in_hull(example.points, example.z, example.weights);
    const double expected = 2 * result.residual.dot(direction.points * result.lambda - direction.z) +
                            result.lambda.cwiseAbs2().dot(direction.weights.cwiseProduct(example.weights));
    const auto moved = [&](double h) {
      const VectorXd weights = example.weights + h * direction.weights.cwiseProduct(example.weights);
      return value_of({example.points + h * direction.points, example.z + h * direction.z, weights});
    };
    constexpr double kStep = 1e-6;
    const double difference = (moved(kStep) - moved(-kStep)) / (2 * kStep);
    worst = std::max(worst, std::abs(difference - expected) / (std::abs(expected) + result.value));
  }
  EXPECT_LT(worst, 1e-8);  // Measured: 3.6e-10.
}

}  // namespace
}  // namespace sinew
