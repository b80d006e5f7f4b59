#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "libanim/optimisation/gaussian.h"
#include "libanim/optimisation/kmeans.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Gaussian, ProductInOneDimension) {
  const Gaussian a{VectorXd::Constant(1, 1.0), MatrixXd::Constant(1, 1, 4.0)};
  const Gaussian b{VectorXd::Constant(1, 3.0), MatrixXd::Constant(1, 1, 1.0)};
  const Gaussian c = product(a, b);
  EXPECT_NEAR(c.covariance(0, 0), 0.8, 1e-15);
  EXPECT_NEAR(c.mean[0], 0.8 * (1.0 / 4 + 3.0), 1e-15);
}

TEST(Gaussian, ProductIsTheProductOfDensities) {
  Gaussian a{VectorXd::LinSpaced(3, 0, 1), MatrixXd::Identity(3, 3)};
  Gaussian b{VectorXd::LinSpaced(3, 1, -1), 2 * MatrixXd::Identity(3, 3)};
  a.covariance(0, 1) = a.covariance(1, 0) = 0.4;
  b.covariance(1, 2) = b.covariance(2, 1) = -0.7;
  const Gaussian c = product(a, b);
  const VectorXd origin = VectorXd::Zero(3);
  const double offset = log_density(a, origin) + log_density(b, origin) - log_density(c, origin);
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    VectorXd x(3);
    for (double& value : x) value = rng.normal();
    EXPECT_NEAR(log_density(a, x) + log_density(b, x) - log_density(c, x), offset, 1e-12);
  }
}

TEST(Gaussian, DensityIntegratesToOne) {
  const Gaussian g{VectorXd::Constant(1, 0.3), MatrixXd::Constant(1, 1, 0.25)};
  double sum = 0;
  for (int i = -4000; i <= 4000; ++i) sum += std::exp(log_density(g, VectorXd::Constant(1, i * 1e-3))) * 1e-3;
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(Gaussian, FitRecoversWeightedMoments) {
  MatrixXd points(1, 3);
  points << 0, 1, 4;
  const Gaussian g = fit_gaussian(points, Eigen::Vector3d(0.5, 0.25, 0.25));
  EXPECT_DOUBLE_EQ(g.mean[0], 1.25);
  EXPECT_NEAR(g.covariance(0, 0), 0.5 * 1.5625 + 0.25 * 0.0625 + 0.25 * 7.5625, 1e-15);
}

/// `count` points around each centre, unit spread, the clusters one after the other.
MatrixXd clusters_around(const MatrixXd& centres, int count, std::uint64_t seed) {
  Rng rng(seed);
  MatrixXd points(centres.rows(), centres.cols() * count);
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    points.col(i) = centres.col(i / count);
    for (double& value : points.col(i)) value += rng.normal();
  }
  return points;
}

MatrixXd corners(double size) {
  MatrixXd centres = MatrixXd::Zero(5, 4);
  for (int c = 0; c < 4; ++c) centres(c, c) = size;
  return centres;
}

TEST(KMeans, FindsConstructedClusters) {
  const MatrixXd points = clusters_around(corners(12), 50, 2);
  const Clustering clustering = kmeans(points, 4, Rng(5));
  std::set<int> labels;
  for (int c = 0; c < 4; ++c) {
    for (int i = 1; i < 50; ++i) EXPECT_EQ(clustering.labels[c * 50 + i], clustering.labels[c * 50]);
    labels.insert(clustering.labels[c * 50]);
  }
  EXPECT_EQ(labels.size(), 4U);
}

TEST(KMeans, EqualPointsGiveOneCluster) {
  const Clustering clustering = kmeans(MatrixXd::Constant(3, 10, 2.5), 4, Rng(1));
  EXPECT_EQ(clustering.count(), 1);
}

TEST(KMeans, BicFindsTheNumberOfClusters) {
  for (const int count : {1, 2, 3, 4}) {
    int right = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const MatrixXd points = clusters_around(corners(12).leftCols(count), 60, seed);
      right += split_by_bic(points, 10, Rng(seed + 100)).count() == count ? 1 : 0;
    }
    EXPECT_GE(right, 9) << count;  // measured 10 for each
  }
}

TEST(KMeans, SplittingKeepsToTheLimit) {
  const MatrixXd points = clusters_around(corners(12), 60, 3);
  EXPECT_EQ(split_by_bic(points, 3, Rng(1)).count(), 3);
  EXPECT_EQ(split_by_bic(points, 1, Rng(1)).count(), 1);
}

TEST(KMeans, SameSeedSameResult) {
  const MatrixXd points = clusters_around(corners(3), 60, 4);
  EXPECT_EQ(split_by_bic(points, 8, Rng(7)).labels, split_by_bic(points, 8, Rng(7)).labels);
}

}  // namespace
}  // namespace sinew
