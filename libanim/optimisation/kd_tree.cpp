#include "libanim/optimisation/kd_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

/// The smallest plane not below the middle that has a on its left (a < plane) and b on its right (plane <= b).
double plane_between(double a, double b) {
  const double middle = a + (b - a) / 2;
  return middle > a ? middle : b;
}

}  // namespace

KdTree::KdTree(VectorXd lower, VectorXd upper) : bounds_{std::move(lower), std::move(upper)} {
  if (bounds_.lower.size() < 1 || bounds_.lower.size() != bounds_.upper.size()) {
    throw Error::internal("kD-tree: expected lower and upper bounds of one size, at least 1");
  }
  const VectorXd widths = bounds_.widths();
  if (!bounds_.lower.allFinite() || !widths.allFinite() || widths.minCoeff() < 0) {
    throw Error::internal("kD-tree: expected finite bounds with lower <= upper");
  }
  scale_ = VectorXd::Zero(widths.size());
  for (Index j = 0; j < widths.size(); ++j) {
    if (widths[j] > 0) scale_[j] = 1 / widths[j];
  }
}

void KdTree::clear() {
  samples_.clear();
  nodes_.clear();
  free_nodes_.clear();
  rebuilds_ = 0;
  rebuilt_leaves_ = 0;
  root_ = -1;
  size_ = 0;
}

void KdTree::set_fitness(int sample, double log_fitness) {
  samples_[to_size(sample)].log_fitness = log_fitness;
  samples_[to_size(sample)].stale = false;
}

KdTree::Place KdTree::place(int top, const VectorXd& x) const {
  Place place{top, 0};
  while (nodes_[to_size(place.leaf)].sample < 0) {
    const Node& split = nodes_[to_size(place.leaf)];
    place.leaf = x[split.dimension] < split.plane ? split.left : split.right;
    ++place.depth;
  }
  return place;
}

int KdTree::sample_at(const VectorXd& x) const { return root_ < 0 ? -1 : nodes_[to_size(place(root_, x).leaf)].sample; }

KdBox KdTree::node_box(int node) const {
  KdBox box = bounds_;
  for (int child = node, parent = nodes_[to_size(node)].parent; parent >= 0;
       child = parent, parent = nodes_[to_size(parent)].parent) {
    const Node& split = nodes_[to_size(parent)];
    if (split.left == child) {
      box.upper[split.dimension] = std::min(box.upper[split.dimension], split.plane);
    } else {
      box.lower[split.dimension] = std::max(box.lower[split.dimension], split.plane);
    }
  }
  return box;
}

KdBox KdTree::cell(int sample) const { return node_box(samples_[to_size(sample)].leaf); }

int KdTree::depth(int sample) const {
  int depth = 0;
  for (int node = nodes_[to_size(samples_[to_size(sample)].leaf)].parent; node >= 0;
       node = nodes_[to_size(node)].parent) {
    ++depth;
  }
  return depth;
}

/// Lower and upper end of a node's box in one dimension.
std::pair<double, double> KdTree::extent(int node, int dimension) const {
  double lower = bounds_.lower[dimension];
  double upper = bounds_.upper[dimension];
  for (int child = node, parent = nodes_[to_size(node)].parent; parent >= 0;
       child = parent, parent = nodes_[to_size(parent)].parent) {
    const Node& split = nodes_[to_size(parent)];
    if (split.dimension != dimension) continue;
    if (split.left == child) {
      upper = std::min(upper, split.plane);
    } else {
      lower = std::max(lower, split.plane);
    }
  }
  return {lower, upper};
}

KdTree::Split KdTree::split_in(const KdBox& box, Index j, double a, double b) const {
  const double plane = plane_between(std::min(a, b), std::max(a, b));
  const double width = box.upper[j] - box.lower[j];
  const Split split{static_cast<int>(j), plane, (plane - box.lower[j]) / width, (box.upper[j] - plane) / width};
  return split.left_share > 0 && split.right_share > 0 ? split : Split{};
}

KdTree::Split KdTree::find_split(const KdBox& box, const VectorXd& a, const VectorXd& b) const {
  VectorXd difference = (a - b).cwiseAbs().cwiseProduct(scale_);
  Index j = 0;
  while (difference.maxCoeff(&j) > 0) {
    const Split split = split_in(box, j, a[j], b[j]);
    if (split.dimension >= 0) return split;
    difference[j] = 0;
  }
  return {};
}

int KdTree::new_node(int parent, int sample) {
  int node = static_cast<int>(nodes_.size());
  if (free_nodes_.empty()) {
    nodes_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  nodes_[to_size(node)] = Node{.parent = parent, .sample = sample};
  samples_[to_size(sample)].leaf = node;
  return node;
}

/// The leaf becomes a split between the sample that it holds and a new one.
void KdTree::divide(int leaf, int sample, const Split& split) {
  const int neighbour = nodes_[to_size(leaf)].sample;
  const bool left = samples_[to_size(sample)].x[split.dimension] < split.plane;
  const double log_volume = samples_[to_size(neighbour)].log_volume;
  samples_[to_size(left ? sample : neighbour)].log_volume = log_volume + std::log(split.left_share);
  samples_[to_size(left ? neighbour : sample)].log_volume = log_volume + std::log(split.right_share);
  const int first = new_node(leaf, left ? sample : neighbour);
  const int second = new_node(leaf, left ? neighbour : sample);
  nodes_[to_size(leaf)] = Node{.parent = nodes_[to_size(leaf)].parent,
                               .sample = -1,
                               .dimension = split.dimension,
                               .plane = split.plane,
                               .left = first,
                               .right = second};
}

KdTree::Insertion KdTree::merge(int existing, const KdSample& sample) {
  KdSample& held = samples_[to_size(existing)];
  const bool fresher = held.stale && !sample.stale;
  if (fresher || (held.stale == sample.stale && sample.log_fitness > held.log_fitness)) {
    held.x = sample.x;
    held.log_fitness = sample.log_fitness;
    held.stale = sample.stale;
  }
  return {.sample = existing, .neighbour = -1, .added = false};
}

KdTree::Insertion KdTree::insert(KdSample sample) {
  const int added = static_cast<int>(samples_.size());
  Insertion insertion{.sample = added};
  if (root_ < 0) {
    sample.log_volume = 0;
    samples_.push_back(std::move(sample));
    root_ = new_node(-1, added);
  } else {
    const Place place = this->place(root_, sample.x);
    insertion.neighbour = nodes_[to_size(place.leaf)].sample;
    const Split split = find_split(node_box(place.leaf), samples_[to_size(insertion.neighbour)].x, sample.x);
    if (split.dimension < 0) return merge(insertion.neighbour, sample);
    samples_.push_back(std::move(sample));
    divide(place.leaf, added, split);
    insertion.rebuilt = rebalance(added, place.depth + 1);
  }
  ++size_;
  return insertion;
}

void KdTree::replace_child(int parent, int child, int replacement) {
  nodes_[to_size(replacement)].parent = parent;
  if (parent < 0) {
    root_ = replacement;
  } else if (nodes_[to_size(parent)].left == child) {
    nodes_[to_size(parent)].left = replacement;
  } else {
    nodes_[to_size(parent)].right = replacement;
  }
}

/// Cells of the subtree that end at the plane now end at the border; `far` is the subtree's other end.
std::vector<int> KdTree::extend(int subtree, int dimension, double plane, double border, double far) {
  std::vector<int> grown;
  std::vector<std::pair<int, double>> open{{subtree, far}};
  while (!open.empty()) {
    const auto [index, end] = open.back();
    open.pop_back();
    const Node& node = nodes_[to_size(index)];
    if (node.sample >= 0) {
      samples_[to_size(node.sample)].log_volume += std::log((end - border) / (end - plane));
      grown.push_back(node.sample);
    } else if (node.dimension == dimension) {
      open.emplace_back(border < plane ? node.left : node.right, node.plane);
    } else {
      open.emplace_back(node.left, end);
      open.emplace_back(node.right, end);
    }
  }
  return grown;
}

std::vector<int> KdTree::remove(int sample) {
  const int leaf = samples_[to_size(sample)].leaf;
  if (leaf < 0) throw Error::internal("kD-tree: the sample is removed already");
  samples_[to_size(sample)].leaf = -1;
  samples_[to_size(sample)].log_volume = kMinusInfinity;
  --size_;
  const int parent = nodes_[to_size(leaf)].parent;
  if (parent < 0) {
    root_ = -1;
    free_nodes_.push_back(leaf);
    return {};
  }
  const Node split = nodes_[to_size(parent)];
  const auto [lower, upper] = extent(parent, split.dimension);
  const bool left = split.left == leaf;
  const int sibling = left ? split.right : split.left;
  replace_child(split.parent, parent, sibling);
  free_nodes_.insert(free_nodes_.end(), {leaf, parent});
  return extend(sibling, split.dimension, split.plane, left ? lower : upper, left ? upper : lower);
}

}  // namespace sinew
