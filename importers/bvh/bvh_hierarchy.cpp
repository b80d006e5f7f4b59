#include "importers/bvh/bvh_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "libanim/support/text.h"

namespace sinew {

namespace {

std::optional<BvhChannel> channel_of(std::string_view word) {
  constexpr std::string_view kAxes = "xyz";
  const std::string name = lower(word);
  const std::size_t axis = name.empty() ? std::string_view::npos : kAxes.find(name[0]);
  if (axis == std::string_view::npos) return std::nullopt;
  const std::string_view kind = std::string_view(name).substr(1);
  if (kind != "position" && kind != "rotation") return std::nullopt;
  return BvhChannel{kind == "rotation", static_cast<std::uint8_t>(axis)};
}

/// A block whose closing brace has not come yet, and what it has had so far.
struct OpenBlock {
  int joint = -1;
  bool has_offset = false;
  bool has_channels = false;
  bool has_children = false;
};

/// The state of reading a HIERARCHY: the joints so far, and the blocks that are open.
class HierarchyReader {
 public:
  HierarchyReader(BvhCursor& cursor, const ImportLimits& limits) : cursor_(cursor), limits_(limits) {}

  BvhHierarchy read() {
    if (!cursor_.take("HIERARCHY")) throw cursor_.expected("HIERARCHY at the start of a BVH file");
    while (!open_.empty() || !equal_keyword(cursor_.peek_word(), "MOTION")) {
      open_.empty() ? read_root() : read_statement();
    }
    if (hierarchy_.joints.empty()) throw cursor_.expected("ROOT");
    return std::move(hierarchy_);
  }

 private:
  BvhJoint& joint() { return hierarchy_.joints[static_cast<std::size_t>(open_.back().joint)]; }

  void read_root() {
    if (!cursor_.take("ROOT")) throw cursor_.expected(hierarchy_.joints.empty() ? "ROOT" : "MOTION or ROOT");
    open_block(cursor_.take_name(), false);
  }

  void read_statement() {
    const char* const place = (cursor_.skip_space(), cursor_.position());
    const bool end_site = joint().end_site;
    if (cursor_.take("OFFSET")) return read_offset(place);
    if (cursor_.take("}")) return close_block(place);
    if (!end_site && cursor_.take("CHANNELS")) return read_channels(place);
    if (!end_site && cursor_.take("JOINT")) return open_block(cursor_.take_name(), false);
    if (!end_site && cursor_.take("End")) {
      if (!cursor_.take("Site")) throw cursor_.expected("Site behind End");
      cursor_.take_name();  // some programs write a name here, which is the parent's or means nothing
      return open_block({}, true);
    }
    throw cursor_.expected(end_site ? "OFFSET or } in an End Site" : "OFFSET, CHANNELS, JOINT, End Site or }");
  }

  void open_block(std::string_view name, bool end_site) {
    if (hierarchy_.joints.size() >= limits_.max_joints) {
      throw cursor_.error_at(cursor_.position(), fmt::format("more than {} joints", limits_.max_joints));
    }
    if (open_.size() >= static_cast<std::size_t>(std::max(limits_.max_depth, 0))) {
      throw cursor_.error_at(cursor_.position(), fmt::format("joints nest deeper than {}", limits_.max_depth));
    }
    if (!cursor_.take("{")) throw cursor_.expected("{");
    BvhJoint joint;
    joint.name = name;
    joint.end_site = end_site;
    if (!open_.empty()) {
      joint.parent = open_.back().joint;
      open_.back().has_children = true;
    }
    open_.push_back({static_cast<int>(hierarchy_.joints.size())});
    hierarchy_.joints.push_back(joint);
  }

  void close_block(const char* place) {
    if (!open_.back().has_offset) throw cursor_.error_at(place, fmt::format("{} has no OFFSET", title()));
    open_.pop_back();
  }

  void read_offset(const char* place) {
    check_statement(place, "OFFSET", open_.back().has_offset);
    open_.back().has_offset = true;
    for (int axis = 0; axis < 3; ++axis) joint().offset[axis] = cursor_.take_number("a number of OFFSET");
  }

  void read_channels(const char* place) {
    check_statement(place, "CHANNELS", open_.back().has_channels);
    open_.back().has_channels = true;
    const std::string_view word = cursor_.peek_word();
    if (word.size() != 1 || word[0] < '0' || word[0] > '6') throw cursor_.expected("a channel count from 0 to 6");
    cursor_.take_word();
    for (int i = 0; i < word[0] - '0'; ++i) add_channel();
  }

  void add_channel() {
    const auto channel = channel_of(cursor_.peek_word());
    if (!channel) throw cursor_.expected("a channel such as Xposition or Zrotation");
    BvhJoint& target = joint();
    const auto known = std::span(target.channels).first(static_cast<std::size_t>(target.channel_count));
    const bool repeated = std::ranges::any_of(known, [&](const BvhChannel& other) {
      return other.rotation == channel->rotation && other.axis == channel->axis;
    });
    if (repeated) throw cursor_.expected("each channel once per joint");
    cursor_.take_word();
    target.channels[static_cast<std::size_t>(target.channel_count++)] = *channel;
  }

  /// Behind a child it would be open whether the child's channels come first in a frame or these.
  void check_statement(const char* place, std::string_view what, bool seen) {
    if (seen) throw cursor_.error_at(place, fmt::format("a second {} of {}", what, title()));
    if (!open_.back().has_children) return;
    throw cursor_.error_at(place, fmt::format("expected {} of {} before its first child", what, title()));
  }

  std::string title() {
    return joint().end_site ? "the End Site" : fmt::format("joint \"{}\"", printable(joint().name, 40));
  }

  BvhCursor& cursor_;
  const ImportLimits& limits_;
  BvhHierarchy hierarchy_;
  std::vector<OpenBlock> open_;
};

}  // namespace

bool BvhJoint::has_position() const { return has_position(0) || has_position(1) || has_position(2); }

bool BvhJoint::has_position(int axis) const {
  const auto own = std::span(channels).first(static_cast<std::size_t>(channel_count));
  return std::ranges::any_of(own, [&](const BvhChannel& c) { return !c.rotation && c.axis == axis; });
}

std::size_t BvhHierarchy::channel_count() const {
  std::size_t count = 0;
  for (const BvhJoint& joint : joints) count += static_cast<std::size_t>(joint.channel_count);
  return count;
}

BvhHierarchy read_bvh_hierarchy(BvhCursor& cursor, const ImportLimits& limits) {
  return HierarchyReader(cursor, limits).read();
}

}  // namespace sinew
