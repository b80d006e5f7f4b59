#include "libanim/stages/track/trial_tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "libanim/optimisation/gaussian.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::size_t kMeanPath = 0;    // sample that follows the means
constexpr std::size_t kMemoryPath = 1;  // sample that follows the memory

/// Samplers of one segment: factorisations are made once per pair of clusters.
class SegmentSamplers {
 public:
  SegmentSamplers(const TrackProblem& problem, const MotionDistribution& distribution, int segment)
      : problem_(problem), distribution_(distribution), segment_(segment) {}

  /// The sampler of a cluster whose predecessor came from `before`.
  const CmaSampler& get(int cluster, int before) {
    const bool smooth = problem_.options().smoothing && segment_ > 0;
    auto& sampler = samplers_[{cluster, smooth ? before : 0}];
    if (!sampler) sampler = std::make_unique<CmaSampler>(smooth ? smoothed(cluster, before) : state(segment_, cluster));
    return *sampler;
  }

 private:
  const CmaState& state(int segment, int cluster) const {
    return distribution_.segments[to_size(segment)][to_size(cluster)].state;
  }

  static Gaussian gaussian(const CmaState& state) {
    return {state.mean, state.step_size * state.step_size * state.covariance};
  }

  /// Equation 2: N(mu_t, Sigma_t) x N(mu_{t-1}, Sigma_{t-1}), its covariance widened.
  CmaState smoothed(int cluster, int before) const {
    const Gaussian both = product(gaussian(state(segment_, cluster)), gaussian(state(segment_ - 1, before)));
    CmaState result = state(segment_, cluster);
    result.mean = both.mean;
    result.step_size = 1;
    result.covariance = problem_.options().smoothing_scale * both.covariance;
    return result;
  }

  const TrackProblem& problem_;
  const MotionDistribution& distribution_;
  int segment_;
  std::map<std::pair<int, int>, std::unique_ptr<CmaSampler>> samplers_;
};

std::vector<TrialNode> start_layer(const ControlTree& tree) {
  std::vector<TrialNode> layer;
  const ControlNode& best = tree.nodes[to_size(tree.leaves.front())];
  for (const int leaf : tree.leaves) {
    const ControlNode& node = tree.nodes[to_size(leaf)];
    layer.push_back({leaf, node.cluster, node.action, node.record, node.cost - best.cost, node.distance - best.distance,
                     false, true});
  }
  return layer;
}

std::vector<int> survivors(const std::vector<TrialNode>& layer) {
  std::vector<int> alive;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    if (layer[i].survives) alive.push_back(static_cast<int>(i));
  }
  return alive;
}

/// Index of a node in layer 0 by its control-tree leaf; the best one when it is gone.
int start_of(const std::vector<TrialNode>& layer, int leaf) {
  for (std::size_t i = 0; i < layer.size(); ++i) {
    if (layer[i].parent == leaf) return static_cast<int>(i);
  }
  return 0;
}

int heaviest(const std::vector<MixtureCluster>& clusters, const std::vector<int>& among) {
  return *std::max_element(among.begin(), among.end(),
                           [&](int a, int b) { return clusters[to_size(a)].weight < clusters[to_size(b)].weight; });
}

/// Draws the actions of one layer.
class LayerPlan {
 public:
  LayerPlan(const TrackProblem& problem, const MotionDistribution& distribution, const Memory& memory,
            const TrialRequest& request, const TrialTree& tree)
      : distribution_(distribution),
        memory_(memory),
        tree_(tree),
        depth_(tree.layers.size() - 1),
        segment_(request.start + static_cast<int>(depth_)),
        rng_(request.rng.derive(to_size(segment_))),
        samplers_(problem, distribution, segment_),
        all_(clusters().size()) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  std::vector<TrialNode> nodes(int samples) {
    const std::vector<int> alive = survivors(tree_.layers.back());
    std::vector<TrialNode> drawn(to_size(samples));
    for (std::size_t n = 0; n < drawn.size(); ++n) drawn[n] = draw(n, alive);
    return drawn;
  }

 private:
  TrialNode draw(std::size_t n, const std::vector<int>& alive) {
    if (n == kMeanPath && follows(kMeanPath)) return mean_node();
    if (n == kMemoryPath && follows(kMemoryPath) && depth_ < memory_.actions.size()) return memory_node();
    Rng rng = rng_.derive(n);
    TrialNode node;
    node.parent = alive[n % alive.size()];  // select_leaf: round robin
    const int before = tree_.layers.back()[to_size(node.parent)].cluster;
    const std::vector<int>& next = choices(before);
    node.cluster = next[rng.below(static_cast<std::uint32_t>(next.size()))];
    node.action = samplers_.get(node.cluster, before).draw(rng);
    return node;
  }

  /// Whether the special sample of the layer before is still in control.
  bool follows(std::size_t which) const {
    if (depth_ == 0) return which == kMeanPath || memory_.leaf >= 0;
    const TrialNode& before = tree_.layers.back()[which];
    return before.special && before.survives;
  }

  TrialNode mean_node() const {
    TrialNode node;
    node.parent = 0;
    node.cluster = heaviest(clusters(), choices(tree_.layers.back()[0].cluster));
    node.action = clusters()[to_size(node.cluster)].state.mean;
    node.special = true;
    return node;
  }

  TrialNode memory_node() const {
    TrialNode node;
    node.parent = depth_ == 0 ? start_of(tree_.layers.front(), memory_.leaf) : static_cast<int>(kMemoryPath);
    node.cluster = heaviest(clusters(), choices(tree_.layers.back()[to_size(node.parent)].cluster));
    node.action = memory_.actions[depth_];
    node.special = true;
    return node;
  }

  const std::vector<MixtureCluster>& clusters() const { return distribution_.segments[to_size(segment_)]; }

  /// Clusters that may follow cluster `before` of the segment before; nothing is before the first segment.
  const std::vector<int>& choices(int before) const {
    if (segment_ == 0) return all_;
    return distribution_.segments[to_size(segment_ - 1)][to_size(before)].next;
  }

  const MotionDistribution& distribution_;
  const Memory& memory_;
  const TrialTree& tree_;
  std::size_t depth_;
  int segment_;
  Rng rng_;
  SegmentSamplers samplers_;
  std::vector<int> all_;  // clusters of the segment
};

void simulate_layer(const TrackProblem& problem, WorldPool& pool, int segment, bool apart,
                    const std::vector<TrialNode>& parents, std::vector<TrialNode>& nodes) {
  pool.run(nodes.size(), [&](std::size_t n, World& world) {
    TrialNode& node = nodes[n];
    const TrialNode& parent = parents[to_size(node.parent)];
    TrackProblem::Outcome outcome = problem.simulate(world, segment, parent.record, parent.action, node.action, apart);
    node.record = std::move(outcome.record);
    node.cost = parent.cost + outcome.cost;
    node.distance = parent.distance + outcome.distance;
    node.lost = outcome.lost;
  });
}

/// Indices of the nodes in control, the cheapest first.
std::vector<int> ranked(const std::vector<TrialNode>& nodes) {
  std::vector<int> order;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].lost) order.push_back(static_cast<int>(i));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return nodes[to_size(a)].cost < nodes[to_size(b)].cost; });
  return order;
}

/// Keeps the cheapest share, and the special samples. False when nothing is left.
bool filter(std::vector<TrialNode>& nodes, double share) {
  const std::vector<int> order = ranked(nodes);
  const auto kept = static_cast<std::size_t>(std::ceil(share * static_cast<double>(nodes.size())));
  for (std::size_t i = 0; i < std::min(kept, order.size()); ++i) nodes[to_size(order[i])].survives = true;
  for (TrialNode& node : nodes) node.survives |= node.special && !node.lost;
  return !order.empty();
}

int frames_to(const TrackProblem& problem, const TrialTree& tree, int layer) {
  int frames = 0;
  for (int i = 0; i < layer; ++i) frames += problem.segment_frames(tree.start + i);
  return frames;
}

Trajectory traced_back(const TrialTree& tree, int layer, int node) {
  Trajectory trajectory;
  for (int l = layer, n = node; l >= 0; --l) {
    trajectory.nodes.push_back(n);
    n = tree.layers[to_size(l)][to_size(n)].parent;
  }
  std::reverse(trajectory.nodes.begin(), trajectory.nodes.end());
  return trajectory;
}

}  // namespace

TrialTree sample_tree(const TrackProblem& problem, WorldPool& pool, const ControlTree& tree,
                      const MotionDistribution& distribution, const Memory& memory, const TrialRequest& request) {
  TrialTree trial{request.start, {start_layer(tree)}};
  for (int segment = request.start; segment < request.end; ++segment) {
    std::vector<TrialNode> nodes = LayerPlan(problem, distribution, memory, request, trial).nodes(request.samples);
    const bool apart = !request.apart.empty() && request.apart[to_size(segment)] != 0;
    simulate_layer(problem, pool, segment, apart, trial.layers.back(), nodes);
    if (!filter(nodes, problem.options().survival)) break;
    trial.layers.push_back(std::move(nodes));
  }
  return trial;
}

std::vector<Trajectory> latest_trajectories(const TrackProblem& problem, const TrialTree& tree, int count) {
  std::vector<Trajectory> latest;
  std::vector<bool> covered;  // nodes of the layer that a longer trajectory went through
  for (int layer = static_cast<int>(tree.layers.size()) - 1; layer > 0; --layer) {
    const auto& nodes = tree.layers[to_size(layer)];
    covered.resize(nodes.size(), false);
    for (const int n : ranked(nodes)) {
      if (static_cast<int>(latest.size()) == count) return latest;
      if (covered[to_size(n)]) continue;
      latest.push_back(traced_back(tree, layer, n));
      latest.back().mean_cost = nodes[to_size(n)].cost / frames_to(problem, tree, layer);
    }
    covered.assign(tree.layers[to_size(layer - 1)].size(), false);
    for (const Trajectory& t : latest) covered[to_size(t.nodes[to_size(layer - 1)])] = true;
  }
  return latest;
}

}  // namespace sinew
