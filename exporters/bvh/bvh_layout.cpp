#include "exporters/bvh/bvh_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <string_view>
#include <unordered_set>

namespace sinew {

namespace {

std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

bool splits_names(char c) {
  return std::string_view(" \t\v\f{}").find(c) != std::string_view::npos || static_cast<unsigned char>(c) < 0x20;
}

/// Depth-first order without recursion.
std::vector<BvhBlock> blocks_of(const Skeleton& skeleton) {
  const std::vector<int> roots = skeleton.roots();
  const auto children = skeleton.children();
  const int root_depth = roots.size() > 1 ? 1 : 0;
  std::vector<BvhBlock> blocks;
  std::vector<BvhBlock> open;
  if (root_depth > 0) blocks.push_back({});
  for (const int root : std::views::reverse(roots)) open.push_back({.joint = root, .depth = root_depth});
  while (!open.empty()) {
    const BvhBlock block = open.back();
    open.pop_back();
    blocks.push_back(block);
    const auto& below = children[to_size(block.joint)];
    for (const int child : std::views::reverse(below)) open.push_back({.joint = child, .depth = block.depth + 1});
  }
  return blocks;
}

void set_channels(BvhBlock& block, const Skeleton& skeleton, const Clip& clip) {
  if (block.joint < 0) {
    block.positions = block.rotations = true;
    return;
  }
  const auto column = std::ranges::lower_bound(clip.translated, block.joint);
  if (column != clip.translated.end() && *column == block.joint) {
    block.translation = static_cast<int>(column - clip.translated.begin());
    block.positions = true;
  }
  // An End Site has no channels: a moving one is written as a joint.
  block.end_site = skeleton.joints[to_size(block.joint)].end_site && !block.positions;
  block.rotations = !skeleton.joints[to_size(block.joint)].end_site;
}

std::string unique_name(const std::string& wanted, std::unordered_set<std::string>& taken) {
  std::string name = wanted;
  for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", wanted, number);
  return name;
}

void set_names(std::vector<BvhBlock>& blocks, const Skeleton& skeleton, Ledger& ledger) {
  std::unordered_set<std::string> taken;
  // Names that stay as they are come first, so that none of them has to yield to a changed one.
  for (BvhBlock& block : blocks) {
    if (block.joint < 0) continue;
    block.name = skeleton.joints[to_size(block.joint)].name;
    if (!block.end_site && std::ranges::none_of(block.name, splits_names)) taken.insert(block.name);
  }
  for (BvhBlock& block : blocks) {
    if (block.joint < 0) {
      block.name = unique_name("root", taken);
      ledger.add(NoteCode::kAddedJoint, block.name, "a resting parent, because BVH has one root");
    } else if (!block.end_site && std::ranges::any_of(block.name, splits_names)) {
      const std::string before = block.name;
      std::ranges::replace_if(block.name, splits_names, '_');
      block.name = unique_name(block.name, taken);
      ledger.add(NoteCode::kRename, before,
                 fmt::format("written as {}: many readers split names at white space", block.name));
    }
  }
}

void note_lost_names(const std::vector<BvhBlock>& blocks, const Skeleton& skeleton, Ledger& ledger) {
  for (const BvhBlock& block : blocks) {
    if (!block.end_site) continue;
    const Joint& joint = skeleton.joints[to_size(block.joint)];
    const std::string& parent = skeleton.joints[to_size(joint.parent)].name;
    if (joint.name.starts_with(parent + "_end")) continue;
    ledger.add(NoteCode::kRename, joint.name, fmt::format("written as the End Site of {}, which has no name", parent));
  }
}

}  // namespace

std::vector<BvhBlock> bvh_layout(const Skeleton& skeleton, const Clip& clip, Ledger& ledger) {
  std::vector<BvhBlock> blocks = blocks_of(skeleton);
  for (BvhBlock& block : blocks) set_channels(block, skeleton, clip);
  set_names(blocks, skeleton, ledger);
  note_lost_names(blocks, skeleton, ledger);
  return blocks;
}

}  // namespace sinew
