#include "libanim/simulation/lcp_kernels_ordering.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sinew::lcp {
namespace {

constexpr int kNever = std::numeric_limits<int>::max();

/// Whether two rows have the same bits below `end`.
bool same_below(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, int end) {
  const std::size_t whole = to_size(end / kBits);
  for (std::size_t k = 0; k < whole; ++k)
    if (a[k] != b[k]) return false;
  if (end % kBits == 0) return true;
  const std::uint64_t mask = (std::uint64_t{1} << (end % kBits)) - 1;
  return ((a[whole] ^ b[whole]) & mask) == 0;
}

bool all_between(std::span<const std::uint64_t> row, int first, int end) {
  for (int k = first; k < end; ++k)
    if (!contains(row, k)) return false;
  return true;
}

/// The elimination of nodes, as far as only their neighbourhood goes. `Words` words hold a set of nodes.
template <int Words>
class Elimination {
 public:
  Elimination(const Pattern& pattern, std::span<const Node> nodes) : nodes_(nodes), reach_(nodes.size()) {
    connect(pattern);
    order_.start.push_back(0);
    order_.rank.assign(nodes.size(), -1);
    order_.group_of_node.assign(nodes.size(), -1);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const bool late = pattern.late(nodes[k].first);
      if (late) insert(late_, static_cast<int>(k));
      degree_.push_back(late ? kNever : rows_of(reach_[k]));
    }
  }

  Ordering run() {
    for (;;) {
      const auto least = std::min_element(degree_.begin(), degree_.end());
      if (least == degree_.end() || *least == kNever) break;
      eliminate(static_cast<int>(least - degree_.begin()));
    }
    for_each(late_, [&](int k) { take(k); });
    close(0);
    return std::move(order_);
  }

 private:
  using NodeSet = std::array<std::uint64_t, Words>;

  void connect(const Pattern& pattern) {
    std::vector<int> node_of_row(to_size(pattern.size()));
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      for (int row = nodes_[k].first; row < nodes_[k].last; ++row) node_of_row[to_size(row)] = static_cast<int>(k);
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      insert(reach_[k], static_cast<int>(k));
      // The rows of a node have the same neighbours before it.
      for_each(pattern.row(nodes_[k].first), [&](int column) {
        const int other = node_of_row[to_size(column)];
        insert(reach_[k], other);
        insert(reach_[to_size(other)], static_cast<int>(k));
      });
    }
  }

  int rows_of(const NodeSet& set) const {
    int rows = 0;
    for_each(set, [&](int k) { rows += nodes_[to_size(k)].last - nodes_[to_size(k)].first; });
    return rows;
  }

  void take(int node) {
    order_.rank[to_size(node)] = ranked_++;
    order_.group_of_node[to_size(node)] = static_cast<int>(order_.own.size());
    degree_[to_size(node)] = kNever;
    order_.nodes.push_back(node);
  }

  void close(int own) {
    order_.own.push_back(own);
    order_.start.push_back(static_cast<int>(order_.nodes.size()));
  }

  // The node takes with it those of its neighbours that are coupled with nothing else: they would follow anyway and
  // fill in nothing.
  void eliminate(int node) {
    const std::size_t start = order_.nodes.size();
    NodeSet below = reach_[to_size(node)];
    take(node);
    erase(below, node);
    NodeSet rest = below;
    for_each(below, [&](int k) {
      if (contains(late_, k)) return;
      NodeSet& reach = reach_[to_size(k)];
      for (std::size_t w = 0; w < reach.size(); ++w) reach[w] |= below[w];
      erase(reach, node);
      if (reach != below) return;
      take(k);
      erase(rest, k);
    });
    const int own = static_cast<int>(order_.nodes.size() - start);
    for_each(rest, [&](int k) {
      order_.nodes.push_back(k);
      if (contains(late_, k)) return;
      NodeSet& reach = reach_[to_size(k)];
      for (int o = 1; o < own; ++o) erase(reach, order_.nodes[start + to_size(o)]);
      degree_[to_size(k)] = rows_of(reach);
    });
    close(own);
  }

  std::span<const Node> nodes_;
  std::vector<NodeSet> reach_;  ///< per node: itself and the nodes it is coupled with, as elimination proceeds
  NodeSet late_{};
  std::vector<int> degree_;  ///< rows that a node reaches; kNever for late and eliminated ones
  Ordering order_;
  int ranked_ = 0;
};

template <int Words>
Ordering eliminated(const Pattern& pattern, std::span<const Node> nodes) {
  Ordering order = Elimination<Words>(pattern, nodes).run();
  for (std::size_t g = 0; g < order.own.size(); ++g)
    std::sort(order.nodes.begin() + order.start[g] + order.own[g], order.nodes.begin() + order.start[g + 1],
              [&](int a, int b) { return order.rank[to_size(a)] < order.rank[to_size(b)]; });
  return order;
}

}  // namespace

// A row joins the node of the row before it when it is coupled with all of the node's rows and, before the node, with
// the same rows as they are. Entries that happen to be zero split a node, which costs a little and changes nothing
// else.
bool find_nodes(const Pattern& pattern, std::vector<Node>& nodes) {
  nodes.clear();
  for (int i = 0; i < pattern.size(); ++i) {
    const bool joins = i > 0 && pattern.late(i) == pattern.late(i - 1) &&
                       all_between(pattern.row(i), nodes.back().first, i) &&
                       same_below(pattern.row(i), pattern.row(i - 1), nodes.back().first);
    if (!joins) {
      if (nodes.size() == to_size(kMostNodes)) return false;
      nodes.push_back({i, i});
    }
    nodes.back().last = i + 1;
  }
  return true;
}

Ordering order_nodes(const Pattern& pattern, std::span<const Node> nodes) {
  if (nodes.size() <= kBits) return eliminated<1>(pattern, nodes);
  if (nodes.size() <= std::size_t{2} * kBits) return eliminated<2>(pattern, nodes);
  return eliminated<kMostNodes / kBits>(pattern, nodes);
}

}  // namespace sinew::lcp
