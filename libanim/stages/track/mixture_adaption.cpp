#include "libanim/stages/track/mixture_adaption.h"

#include <algorithm>
#include <numeric>

#include "libanim/optimisation/kmeans.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The elites of one segment, the best first.
struct SegmentElites {
  int segment = 0;
  Eigen::MatrixXd actions;  ///< columns
  std::vector<int> cluster;
  Eigen::VectorXd weights;

  [[nodiscard]] int count() const { return static_cast<int>(cluster.size()); }
};

SegmentElites elites_of(const TrackProblem& problem, const TrialTree& tree, std::span<const Trajectory> trajectories,
                        int layer) {
  const auto& nodes = tree.layers[to_size(layer)];
  std::vector<int> order;
  for (const Trajectory& t : trajectories) {
    if (t.length() >= layer) order.push_back(t.nodes[to_size(layer)]);
  }
  if (problem.options().rank_each_step) {
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return nodes[to_size(a)].cost < nodes[to_size(b)].cost; });
  }
  SegmentElites elites{.segment = tree.start + layer - 1, .actions = {}, .cluster = {}, .weights = {}};
  elites.actions.resize(problem.axes(), static_cast<Eigen::Index>(order.size()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    elites.actions.col(static_cast<Eigen::Index>(i)) = nodes[to_size(order[i])].action;
    elites.cluster.push_back(nodes[to_size(order[i])].cluster);
  }
  elites.weights = log_rank_weights(elites.count());
  return elites;
}

/// Clusters in the making, and the one each came from.
struct Adapted {
  std::vector<MixtureCluster> clusters;
  std::vector<int> origin;
};

void weigh(std::vector<MixtureCluster>& clusters, const SegmentElites& elites) {
  for (MixtureCluster& cluster : clusters) cluster.weight = 0;
  for (int i = 0; i < elites.count(); ++i) {
    const int k = elites.cluster[to_size(i)];
    if (k >= 0) clusters[to_size(k)].weight += elites.weights[i];
  }
}

/// Elites of a pruned cluster belong to nobody: -1.
Adapted pruned(const std::vector<MixtureCluster>& clusters, SegmentElites& elites, double least) {
  Adapted result;
  std::vector<int> now(clusters.size(), -1);
  for (std::size_t k = 0; k < clusters.size(); ++k) {
    if (clusters[k].weight < least) continue;
    now[k] = static_cast<int>(result.clusters.size());
    result.clusters.push_back(clusters[k]);
    result.origin.push_back(static_cast<int>(k));
  }
  for (int& k : elites.cluster) k = now[to_size(k)];
  return result;
}

std::vector<int> members(const SegmentElites& elites, int cluster) {
  std::vector<int> own;
  for (int i = 0; i < elites.count(); ++i) {
    if (elites.cluster[to_size(i)] == cluster) own.push_back(i);
  }
  return own;
}

/// Splits the clusters, the heaviest first, as long as there are fewer than `most`.
void split(Adapted& adapted, SegmentElites& elites, int most, const Rng& rng) {
  std::vector<int> order(adapted.clusters.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return adapted.clusters[to_size(a)].weight > adapted.clusters[to_size(b)].weight;
  });
  for (const int k : order) {
    const int room = most - static_cast<int>(adapted.clusters.size());
    const std::vector<int> own = members(elites, k);
    if (room <= 0 || own.size() < 2) continue;
    Eigen::MatrixXd points(elites.actions.rows(), static_cast<Eigen::Index>(own.size()));
    for (std::size_t i = 0; i < own.size(); ++i) points.col(static_cast<Eigen::Index>(i)) = elites.actions.col(own[i]);
    const Clustering parts = split_by_bic(points, room + 1, rng.derive(to_size(k)));
    for (int part = 1; part < parts.count(); ++part) {
      const auto fresh = static_cast<int>(adapted.clusters.size());
      adapted.clusters.push_back(adapted.clusters[to_size(k)]);
      adapted.origin.push_back(adapted.origin[to_size(k)]);
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (parts.labels[i] == part) elites.cluster[to_size(own[i])] = fresh;
      }
    }
  }
}

/// All elites update the cluster, its own ranked first.
void update(MixtureCluster& cluster, int index, const SegmentElites& elites, const TrackProblem& problem) {
  std::vector<int> order = members(elites, index);
  for (int i = 0; i < elites.count(); ++i) {
    if (elites.cluster[to_size(i)] != index) order.push_back(i);
  }
  Eigen::MatrixXd ranked(elites.actions.rows(), elites.actions.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ranked.col(static_cast<Eigen::Index>(i)) = elites.actions.col(order[i]);
  }
  if (problem.options().covariance == CovarianceModel::kFull) {
    cma_update(cluster.state, ranked, elites.weights);
  } else {
    const TrackOptions& options = problem.options();
    diagonal_update(cluster.state, ranked, elites.weights, options.covariance_rate,
                    options.covariance_floor * problem.sigma(elites.segment));
  }
}

Adapted adapted_segment(std::vector<MixtureCluster> clusters, SegmentElites elites, const TrackProblem& problem,
                        const Rng& rng) {
  weigh(clusters, elites);
  Adapted adapted = pruned(clusters, elites, problem.options().prune);
  if (problem.options().clusters > 1) {
    split(adapted, elites, problem.options().clusters, rng);
    weigh(adapted.clusters, elites);
  }
  for (std::size_t k = 0; k < adapted.clusters.size(); ++k) {
    update(adapted.clusters[k], static_cast<int>(k), elites, problem);
  }
  return adapted;
}

/// What came from cluster b follows what came from cluster a where b followed a; at least everything follows.
void connect(std::vector<MixtureCluster>& clusters, const std::vector<int>& next_origin) {
  for (MixtureCluster& cluster : clusters) {
    std::vector<int> next;
    for (std::size_t b = 0; b < next_origin.size(); ++b) {
      if (std::find(cluster.next.begin(), cluster.next.end(), next_origin[b]) != cluster.next.end()) {
        next.push_back(static_cast<int>(b));
      }
    }
    if (next.empty()) {
      next.resize(next_origin.size());
      std::iota(next.begin(), next.end(), 0);
    }
    cluster.next = std::move(next);
  }
}

}  // namespace

void adapt_distribution(MotionDistribution& distribution, const TrackProblem& problem, const TrialTree& tree,
                        std::span<const Trajectory> elites, const Rng& rng) {
  for (int layer = 1; layer < static_cast<int>(tree.layers.size()); ++layer) {
    SegmentElites reached = elites_of(problem, tree, elites, layer);
    if (reached.count() == 0) break;
    const int segment = tree.start + layer - 1;
    auto& clusters = distribution.segments[to_size(segment)];
    Adapted adapted = adapted_segment(std::move(clusters), std::move(reached), problem, rng.derive(to_size(layer)));
    clusters = std::move(adapted.clusters);
    if (segment > 0) connect(distribution.segments[to_size(segment - 1)], adapted.origin);
  }
}

}  // namespace sinew
