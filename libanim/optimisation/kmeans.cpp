#include "libanim/optimisation/kmeans.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "libanim/support/index.h"

namespace sinew {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index pick_by_weight(const VectorXd& weights, Rng& rng) {
  double left = rng.uniform() * weights.sum();
  for (Index i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0 && weights[i] > 0) return i;
  }
  Index last = 0;
  weights.maxCoeff(&last);
  return last;
}

/// Starting centres of k-means++; fewer than k when the points run out of differences.
MatrixXd start_centres(const MatrixXd& points, int k, Rng& rng) {
  MatrixXd centres(points.rows(), k);
  centres.col(0) = points.col(rng.below(static_cast<std::uint32_t>(points.cols())));
  VectorXd distance = (points.colwise() - centres.col(0)).colwise().squaredNorm();
  for (int c = 1; c < k; ++c) {
    if (!(distance.maxCoeff() > 0)) return centres.leftCols(c);
    centres.col(c) = points.col(pick_by_weight(distance, rng));
    distance = distance.cwiseMin((points.colwise() - centres.col(c)).colwise().squaredNorm().transpose());
  }
  return centres;
}

/// Gives each point to its nearest centre; returns whether anything changed.
bool assign(const MatrixXd& points, Clustering& clustering) {
  bool changed = false;
  for (Index i = 0; i < points.cols(); ++i) {
    Index nearest = 0;
    (clustering.centres.colwise() - points.col(i)).colwise().squaredNorm().minCoeff(&nearest);
    int& label = clustering.labels[static_cast<std::size_t>(i)];
    changed |= label != nearest;
    label = static_cast<int>(nearest);
  }
  return changed;
}

Index farthest_point(const MatrixXd& points, const Clustering& clustering) {
  Index farthest = 0;
  double largest = -1;
  for (Index i = 0; i < points.cols(); ++i) {
    const double distance =
        (points.col(i) - clustering.centres.col(clustering.labels[static_cast<std::size_t>(i)])).squaredNorm();
    if (distance > largest) {
      largest = distance;
      farthest = i;
    }
  }
  return farthest;
}

void move_centres(const MatrixXd& points, Clustering& clustering) {
  MatrixXd sums = MatrixXd::Zero(points.rows(), clustering.centres.cols());
  VectorXd sizes = VectorXd::Zero(clustering.centres.cols());
  for (Index i = 0; i < points.cols(); ++i) {
    const int label = clustering.labels[static_cast<std::size_t>(i)];
    sums.col(label) += points.col(i);
    sizes[label] += 1;
  }
  for (Index c = 0; c < sizes.size(); ++c) {
    if (sizes[c] > 0) {
      clustering.centres.col(c) = sums.col(c) / sizes[c];
    } else {
      clustering.centres.col(c) = points.col(farthest_point(points, clustering));
    }
  }
}

Clustering lloyd(const MatrixXd& points, MatrixXd centres, int max_iterations) {
  Clustering clustering;
  clustering.centres = std::move(centres);
  clustering.labels.assign(static_cast<std::size_t>(points.cols()), -1);
  while (clustering.iterations < max_iterations && assign(points, clustering)) {
    move_centres(points, clustering);
    ++clustering.iterations;
  }
  return clustering;
}

MatrixXd points_of(const MatrixXd& points, const Clustering& clustering, int label) {
  std::vector<Index> members;
  for (Index i = 0; i < points.cols(); ++i) {
    if (clustering.labels[static_cast<std::size_t>(i)] == label) members.push_back(i);
  }
  return points(Eigen::all, members);
}

/// Clusters of a clustering, those with most points first.
std::vector<int> largest_first(const Clustering& clustering) {
  std::vector<int> sizes(to_size(clustering.count()), 0);
  for (const int label : clustering.labels) ++sizes[to_size(label)];
  std::vector<int> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return sizes[to_size(a)] > sizes[to_size(b)]; });
  return order;
}

}  // namespace

Clustering kmeans(const MatrixXd& points, int k, Rng rng, int max_iterations) {
  const int count = std::clamp(k, 1, static_cast<int>(points.cols()));
  return lloyd(points, start_centres(points, count, rng), max_iterations);
}

double bic_score(const MatrixXd& points, const Clustering& clustering) {
  const auto R = static_cast<double>(points.cols());
  const auto d = static_cast<double>(points.rows());
  const auto k = static_cast<double>(clustering.count());
  std::vector<double> sizes(to_size(clustering.count()), 0);
  double squares = 0;
  for (Index i = 0; i < points.cols(); ++i) {
    const int label = clustering.labels[static_cast<std::size_t>(i)];
    squares += (points.col(i) - clustering.centres.col(label)).squaredNorm();
    sizes[to_size(label)] += 1;
  }
  if (R <= k) return std::numeric_limits<double>::infinity();
  const double variance = std::max(squares / (d * (R - k)), 1e-300);
  double log_likelihood = -0.5 * R * d * std::log(2 * std::numbers::pi * variance) - 0.5 * d * (R - k);
  for (const double size : sizes) {
    if (size > 0) log_likelihood += size * std::log(size / R);
  }
  return 0.5 * k * (d + 1) * std::log(R) - log_likelihood;
}

Clustering split_by_bic(const MatrixXd& points, int k_max, const Rng& rng, int max_iterations) {
  Clustering clustering = kmeans(points, 1, rng, max_iterations);
  for (std::uint64_t round = 1; clustering.count() < k_max; ++round) {
    std::vector<VectorXd> centres;
    bool split_any = false;
    int room = k_max - clustering.count();
    for (const int label : largest_first(clustering)) {
      const MatrixXd members = points_of(points, clustering, label);
      const Rng stream = rng.derive(round).derive(static_cast<std::uint64_t>(label));
      const Clustering whole = kmeans(members, 1, stream, max_iterations);
      const Clustering halves = kmeans(members, 2, stream, max_iterations);
      const bool split = room > 0 && halves.count() == 2 && bic_score(members, halves) < bic_score(members, whole);
      const MatrixXd& chosen = split ? halves.centres : whole.centres;
      for (Index c = 0; c < chosen.cols(); ++c) centres.emplace_back(chosen.col(c));
      if (split) --room;
      split_any |= split;
    }
    if (!split_any) break;
    MatrixXd start(points.rows(), static_cast<Index>(centres.size()));
    for (std::size_t c = 0; c < centres.size(); ++c) start.col(static_cast<Index>(c)) = centres[c];
    clustering = lloyd(points, start, max_iterations);
  }
  return clustering;
}

}  // namespace sinew
