#include "importers/scene/joint_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

std::vector<int> parents_first(const std::vector<SourceNode>& nodes) {
  std::vector<std::vector<int>> children(nodes.size());
  std::vector<int> open;
  for (int n = static_cast<int>(nodes.size()) - 1; n >= 0; --n) {
    const int parent = nodes[to_size(n)].parent;
    (parent == kNoParent ? open : children[to_size(parent)]).push_back(n);
  }
  std::vector<int> order;
  order.reserve(nodes.size());
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    order.push_back(node);
    open.insert(open.end(), children[to_size(node)].begin(), children[to_size(node)].end());
  }
  if (order.size() != nodes.size()) throw Error::asset("nodes", "the node hierarchy has a cycle");
  return order;
}

bool same(const Trs& a, const Trs& b) {
  return (a.translation - b.translation).norm() <= 1e-9 * (1 + b.translation.norm()) &&
         std::abs(a.rotation.dot(b.rotation)) >= 1 - 1e-14 && (a.scale - b.scale).norm() <= 1e-9;
}

/// Some exporters write a track for every node; one that only repeats the rest pose moves nothing.
bool moves(const SourceTrack& track, const SourceNode& node) {
  return std::ranges::any_of(track.samples, [&](const Trs& sample) { return !same(sample, node.local); });
}

std::vector<char> marked_joints(SourceScene& scene) {
  std::vector<char> marked(scene.nodes.size());
  for (std::size_t n = 0; n < marked.size(); ++n) marked[n] = scene.nodes[n].is_joint;
  for (const SourceMesh& mesh : scene.meshes) {
    for (const int node : mesh.joints) marked[to_size(node)] = 1;
  }
  for (const SourceAnimation& animation : scene.animations) {
    for (const SourceTrack& track : animation.tracks) {
      char& mark = marked[to_size(track.node)];
      if (mark || !moves(track, scene.nodes[to_size(track.node)])) continue;
      mark = 1;
      scene.ledger.add(NoteCode::kAddedJoint, "node " + printable(scene.nodes[to_size(track.node)].name),
                       "animated, but no joint in the file: kept as a joint");
    }
  }
  return marked;
}

/// Nodes between two joints carry part of the transform from one to the other: they become joints too.
void mark_between(SourceScene& scene, const std::vector<int>& order, std::vector<char>& marked) {
  std::vector<char> below(marked.size());  // a joint is here or further down
  for (const int n : std::views::reverse(order)) {
    const int parent = scene.nodes[to_size(n)].parent;
    below[to_size(n)] |= marked[to_size(n)];
    if (parent != kNoParent) below[to_size(parent)] |= below[to_size(n)];
  }
  std::vector<char> above(marked.size());  // a joint is here or further up
  for (const int n : order) {
    const int parent = scene.nodes[to_size(n)].parent;
    const bool hangs = parent != kNoParent && above[to_size(parent)];
    if (hangs && below[to_size(n)] && !marked[to_size(n)]) {
      marked[to_size(n)] = 1;
      scene.ledger.add(NoteCode::kAddedJoint, "node " + printable(scene.nodes[to_size(n)].name),
                       "stands between joints: kept as a joint");
    }
    above[to_size(n)] = hangs || marked[to_size(n)];
  }
}

bool is_identity(const Trs& t) {
  return t.translation.norm() < 1e-9 && std::abs(t.rotation.w()) > 1 - 1e-12 && (t.scale - Vec3::Ones()).norm() < 1e-9;
}

void note_folded(SourceScene& scene, const JointSelection& selection) {
  std::vector<char> noted(scene.nodes.size());
  for (const int joint_node : selection.nodes) {
    int n = scene.nodes[to_size(joint_node)].parent;
    if (n != kNoParent && selection.joint_of[to_size(n)] >= 0) continue;
    for (; n != kNoParent && !noted[to_size(n)]; n = scene.nodes[to_size(n)].parent) {
      noted[to_size(n)] = 1;
      if (is_identity(scene.nodes[to_size(n)].local)) continue;
      scene.ledger.add(NoteCode::kFoldedNode, "node " + printable(scene.nodes[to_size(n)].name),
                       "its transform is folded into the root joints below it");
    }
  }
}

}  // namespace

JointSelection select_joints(SourceScene& scene, std::size_t max_joints) {
  JointSelection selection;
  selection.order = parents_first(scene.nodes);
  std::vector<char> marked = marked_joints(scene);
  mark_between(scene, selection.order, marked);
  selection.joint_of.assign(scene.nodes.size(), -1);
  selection.nearest_joint.assign(scene.nodes.size(), -1);
  for (const int n : selection.order) {
    const int parent = scene.nodes[to_size(n)].parent;
    if (marked[to_size(n)]) {
      selection.joint_of[to_size(n)] = static_cast<int>(selection.nodes.size());
      selection.nodes.push_back(n);
    }
    selection.nearest_joint[to_size(n)] = marked[to_size(n)]    ? selection.joint_of[to_size(n)]
                                          : parent == kNoParent ? -1
                                                                : selection.nearest_joint[to_size(parent)];
  }
  if (selection.nodes.empty()) {
    throw Error::asset("",
                       fmt::format("there is no skeleton in it ({} nodes, {} meshes): expected a skin, bones, or an "
                                   "animated node",
                                   scene.nodes.size(), scene.meshes.size()));
  }
  if (selection.nodes.size() > max_joints) {
    throw Error::asset("", fmt::format("{} joints, the limit is {}", selection.nodes.size(), max_joints));
  }
  note_folded(scene, selection);
  return selection;
}

}  // namespace sinew
