#pragma once

#include <span>
#include <vector>

#include "libanim/simulation/lcp_kernels_pattern.h"

namespace sinew::lcp {

/// Neighbouring rows of the same zero pattern, taken together: [first, last).
struct Node {
  int first = 0;
  int last = 0;
};

/// Nodes in the order of their elimination, in groups that go together.
struct Ordering {
  /// Per group, one after the other: its own nodes, and then, by rank, the nodes that are coupled with them and are
  /// still to come. The last group has the late nodes, none of them its own.
  std::vector<int> nodes;
  std::vector<int> start;          ///< of each group in `nodes`, and the end
  std::vector<int> own;            ///< number of own nodes of each group
  std::vector<int> rank;           ///< per node: its place in the order
  std::vector<int> group_of_node;  ///< the one whose own it is; the last one for late nodes
};

inline constexpr int kMostNodes = 512;

/// The nodes of a pattern; false when there are more than kMostNodes.
[[nodiscard]] bool find_nodes(const Pattern& pattern, std::vector<Node>& nodes);

/// An order that fills in little, by minimum degree (Tinney and Walker 1967), late nodes last.
[[nodiscard]] Ordering order_nodes(const Pattern& pattern, std::span<const Node> nodes);

}  // namespace sinew::lcp
