#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "libanim/optimisation/kd_tree.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"

namespace sinew {

namespace {

/// Of the shuffles of rebuilt subtrees: the same samples in the same order give the same tree.
constexpr std::uint64_t kRebuildSeed = 2014;

/// Leaves that may be rebuilt for every sample inserted. 100,000 samples in the order of a line need 6.8; those of a
/// time step with a greedy phase 1.1 in two dimensions, 0.1 in 30, none in 300.
constexpr std::size_t kRebuiltPerSample = 16;

/// Number of splits above a leaf that a tree may have.
int deepest(int leaves) { return 16 + 4 * std::bit_width(static_cast<unsigned>(leaves)); }

}  // namespace

std::vector<int> KdTree::rebalance(int added, int depth) {
  if (depth <= deepest(size_ + 1) || rebuilt_leaves_ > kRebuiltPerSample * samples_.size()) return {};
  return rebuild(too_deep(samples_[to_size(added)].leaf));
}

std::vector<int> KdTree::samples_below(int node) const {
  std::vector<int> found;
  std::vector<int> open{node};
  while (!open.empty()) {
    const Node& next = nodes_[to_size(open.back())];
    open.pop_back();
    if (next.sample >= 0) {
      found.push_back(next.sample);
    } else {
      open.push_back(next.left);
      open.push_back(next.right);
    }
  }
  return found;
}

/// The lowest node above a leaf that has it too deep for its number of leaves; the root at the latest.
int KdTree::too_deep(int leaf) const {
  int node = leaf;
  int leaves = 1;
  for (int depth = 1; nodes_[to_size(node)].parent >= 0; ++depth) {
    const Node& parent = nodes_[to_size(nodes_[to_size(node)].parent)];
    leaves += static_cast<int>(samples_below(parent.left == node ? parent.right : parent.left).size());
    node = nodes_[to_size(node)].parent;
    if (depth > deepest(leaves)) break;
  }
  return node;
}

void KdTree::free_below(int node) {
  std::vector<int> open{node};
  while (!open.empty()) {
    const Node next = nodes_[to_size(open.back())];
    open.pop_back();
    if (next.sample >= 0) continue;
    for (const int child : {next.left, next.right}) {
      open.push_back(child);
      free_nodes_.push_back(child);
    }
  }
}

std::vector<int> KdTree::rebuild(int node) {
  std::vector<int> order = samples_below(node);
  Rng rng(kRebuildSeed, {rebuilds_++});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  rebuilt_leaves_ += order.size();
  const KdBox box = node_box(node);
  free_below(node);
  double log_volume = 0;
  for (Eigen::Index j = 0; j < dimensions(); ++j) {
    if (scale_[j] > 0) log_volume += std::log((box.upper[j] - box.lower[j]) * scale_[j]);
  }
  nodes_[to_size(node)] = Node{.parent = nodes_[to_size(node)].parent, .sample = order.front()};
  samples_[to_size(order.front())].leaf = node;
  samples_[to_size(order.front())].log_volume = log_volume;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Eigen::VectorXd& x = samples_[to_size(order[i])].x;
    const int leaf = place(node, x).leaf;
    const Split split = find_split(node_box(leaf), samples_[to_size(nodes_[to_size(leaf)].sample)].x, x);
    // Some split has separated them before, so that they differ by enough.
    if (split.dimension < 0) throw Error::internal("kD-tree: two samples cannot be separated again");
    divide(leaf, order[i], split);
  }
  return order;
}

}  // namespace sinew
