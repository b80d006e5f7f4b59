#include "libanim/simulation/lcp_kernels_structure.h"

#include <algorithm>

#include "libanim/simulation/lcp_kernels_avx2.h"

namespace sinew::lcp {
namespace {

// Patterns kept per thread, some 10 kB each.
constexpr std::size_t kCacheEntries = 256;

}  // namespace

const Structure* StructureCache::find(const Pattern& pattern) {
  if (entries_.empty()) entries_.resize(kCacheEntries);
  Entry& entry = entries_[pattern.hash() % kCacheEntries];
  if (!(entry.pattern == pattern)) {
    entry.pattern = pattern;
    entry.good = entry.structure.analyse(pattern);
  }
  return entry.good ? &entry.structure : nullptr;
}

bool Structure::analyse(const Pattern& pattern) {
  if (!find_nodes(pattern, nodes_)) return false;
  lay_out_fronts(order_nodes(pattern, nodes_));
  link_fronts();
  return true;
}

void Structure::lay_out_fronts(const Ordering& order) {
  fronts_.clear();
  members_.clear();
  storage_size_ = widest_stride_ = 0;
  int pivots = 0;
  for (std::size_t g = 0; g < order.own.size(); ++g) {
    const int below = order.start[g] + order.own[g];
    const int end = order.start[g + 1];
    Front front;
    front.members = static_cast<int>(members_.size());
    for (int k = order.start[g]; k < end; ++k) {
      const Node& node = nodes_[to_size(order.nodes[to_size(k)])];
      for (int row = node.first; row < node.last; ++row) members_.push_back(row);
      if (k < below) front.own += node.last - node.first;
    }
    front.size = static_cast<int>(members_.size()) - front.members;
    if (below < end && front.own > 0) front.parent = order.group_of_node[to_size(order.nodes[to_size(below)])];
    front.stride = whole_vectors(front.size);
    front.storage = storage_size_;
    front.pivots = pivots;
    pivots += front.own;
    storage_size_ += front.size * front.stride;
    widest_stride_ = std::max(widest_stride_, front.stride);
    fronts_.push_back(front);
  }
}

// A front's rows below its own ones are all in its parent, in the same order.
void Structure::link_fronts() {
  places_.resize(members_.size());
  for (Front& front : fronts_)
    if (front.parent >= 0) ++fronts_[to_size(front.parent)].child_count;
  int offset = 0;
  for (Front& front : fronts_) {
    front.children = offset;
    offset += front.child_count;
    front.child_count = 0;
  }
  children_.resize(to_size(offset));
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    const Front& front = fronts_[f];
    if (front.parent < 0) continue;
    Front& parent = fronts_[to_size(front.parent)];
    children_[to_size(parent.children + parent.child_count++)] = static_cast<int>(f);
    int place = 0;
    for (int m = front.own; m < front.size; ++m) {
      while (members_[to_size(parent.members + place)] != members_[to_size(front.members + m)]) ++place;
      places_[to_size(front.members + m)] = place;
    }
  }
}

}  // namespace sinew::lcp
