#include "libanim/stages/track/control_tree.h"

#include <algorithm>

#include "libanim/support/index.h"

namespace sinew {

std::vector<int> ControlTree::path_to(int node) const {
  std::vector<int> path;
  for (int n = node; n >= 0; n = nodes[to_size(n)].parent) path.push_back(n);
  std::reverse(path.begin(), path.end());
  return path;
}

void ControlTree::forget_dead_ends() {
  std::vector<int> now(nodes.size(), -1);
  for (const int leaf : leaves) {
    for (int n = leaf; n >= 0 && now[to_size(n)] < 0; n = nodes[to_size(n)].parent) now[to_size(n)] = 0;
  }
  std::vector<ControlNode> kept;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (now[i] < 0) continue;
    now[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(nodes[i]));
    if (kept.back().parent >= 0) kept.back().parent = now[to_size(kept.back().parent)];
  }
  for (int& leaf : leaves) leaf = now[to_size(leaf)];
  nodes = std::move(kept);
}

}  // namespace sinew
