#pragma once

#include <Eigen/Core>

#include <vector>

#include "libanim/support/rng.h"

namespace sinew {

/// A division of points (columns) into clusters.
struct Clustering {
  Eigen::MatrixXd centres;  ///< one column per cluster
  std::vector<int> labels;  ///< cluster of each point
  int iterations = 0;       ///< until nothing changed, or the limit

  [[nodiscard]] int count() const { return static_cast<int>(centres.cols()); }
};

/// Lloyd's algorithm from starting centres chosen as k-means++ does (Arthur, Vassilvitskii 2007): each next centre with
/// probability proportional to the squared distance from those before. A cluster that loses all its points takes the
/// point farthest from its centre. k is cut to the number of different points.
[[nodiscard]] Clustering kmeans(const Eigen::MatrixXd& points, int k, Rng rng, int max_iterations = 1000);

/// Bayesian information criterion of a clustering under identical spherical Gaussians, as D. Pelleg and A. Moore use it
/// ("X-means", 2000): p/2 ln R - log-likelihood, with R points and p = k (d + 1) parameters. Smaller is better.
[[nodiscard]] double bic_score(const Eigen::MatrixXd& points, const Clustering& clustering);

/// X-means: starts from one cluster and splits clusters in two, those with most points first, as long as the split has
/// the better BIC on its own points and there are fewer than `k_max` clusters. A last k-means run over all points from
/// the centres found settles the labels.
[[nodiscard]] Clustering split_by_bic(const Eigen::MatrixXd& points, int k_max, const Rng& rng,
                                      int max_iterations = 1000);

}  // namespace sinew
