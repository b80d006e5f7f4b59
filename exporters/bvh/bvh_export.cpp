#include "exporters/bvh/bvh_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "exporters/bvh/bvh_angles.h"
#include "exporters/bvh/bvh_decimal.h"
#include "exporters/bvh/bvh_layout.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::string_view kAxisNames = "XYZ";

/// Turns a model vector (Y up) into the file's axes by a quarter turn.
Vec3 to_file_axes(const Vec3& v, char up) {
  if (up == 'Z') return {v.x(), -v.z(), v.y()};
  if (up == 'X') return {v.y(), -v.x(), v.z()};
  return v;
}

class BvhWriter {
  using Decimals = std::array<std::int64_t, 3>;

 public:
  BvhWriter(const Skeleton& skeleton, const Clip& clip, const BvhExportOptions& options, Ledger& ledger)
      : skeleton_(skeleton), clip_(clip), options_(options), blocks_(bvh_layout(skeleton, clip, ledger)) {
    for (std::size_t i = 0; i < 3; ++i) axes_[i] = static_cast<int>(kAxisNames.find(options.rotation_order[i]));
    length_decimals_ = static_cast<int>(std::ceil(8 + std::log10(options.unit) - 1e-9));
    for (const Transform& world : rest_world(skeleton)) rest_rotations_.push_back(world.rotation);
    angles_.resize(blocks_.size());
    for (BvhBlock& block : blocks_) drop_resting_positions(block);
  }

  std::string write() {
    text_ = "HIERARCHY\n";
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      write_block(blocks_[i]);
      const int next_depth = i + 1 < blocks_.size() ? blocks_[i + 1].depth : 0;
      for (int depth = blocks_[i].depth; depth >= next_depth; --depth) line(depth, "}");
    }
    text_ += fmt::format("MOTION\nFrames: {}\nFrame Time: {}\n", clip_.frames(), shortest(1 / clip_.frame_rate));
    for (int frame = 0; frame < clip_.frames(); ++frame) write_frame(frame);
    return std::move(text_);
  }

  [[nodiscard]] bool has_rest_rotations() const {
    return std::ranges::any_of(rest_rotations_, [](const Quat& q) { return q.vec().norm() > 1e-12; });
  }

 private:
  /// Position channels that only repeat OFFSET say nothing, and readers that know none on inner joints
  /// are spared them.
  void drop_resting_positions(BvhBlock& block) {
    if (block.translation < 0 || joint(block).parent == kNoParent) return;
    const Decimals offset = printed_position(block, joint(block).rest.translation);
    for (int frame = 0; frame < clip_.frames(); ++frame) {
      if (printed_position(block, translation(block, frame)) != offset) return;
    }
    block.positions = false;
    block.end_site = joint(block).end_site;
  }

  void line(int depth, std::string_view content) {
    text_.append(static_cast<std::size_t>(depth), '\t');
    text_ += content;
    text_ += '\n';
  }

  void write_block(const BvhBlock& block) {
    line(block.depth, block.end_site ? "End Site" : (block.depth == 0 ? "ROOT " : "JOINT ") + block.name);
    line(block.depth, "{");
    text_.append(to_size(block.depth) + 1, '\t');
    text_ += "OFFSET";
    write_position(block, block.joint < 0 ? Vec3::Zero() : joint(block).rest.translation);
    text_ += '\n';
    if (!block.end_site) line(block.depth + 1, channels(block));
  }

  [[nodiscard]] std::string channels(const BvhBlock& block) const {
    std::string list = fmt::format("CHANNELS {}", (block.positions ? 3 : 0) + (block.rotations ? 3 : 0));
    if (block.positions) list += " Xposition Yposition Zposition";
    for (const char axis : options_.rotation_order) {
      if (block.rotations) list += fmt::format(" {}rotation", axis);
    }
    return list;
  }

  void write_frame(int frame) {
    const auto rotations = clip_.frame_rotations(frame);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const BvhBlock& block = blocks_[i];
      if (block.positions) write_position(block, block.joint < 0 ? Vec3::Zero() : translation(block, frame));
      if (!block.rotations) continue;
      write_rotation(block, block.joint < 0 ? Quat::Identity() : rotations[static_cast<std::size_t>(block.joint)],
                     angles_[i]);
    }
    text_ += '\n';
    if (frame == 0) text_.reserve(text_.size() + last_line_size() * static_cast<std::size_t>(clip_.frames()) * 5 / 4);
  }

  /// Length of the line that was just written.
  [[nodiscard]] std::size_t last_line_size() const { return text_.size() - text_.rfind('\n', text_.size() - 2); }

  void write_position(const BvhBlock& block, const Vec3& translation) {
    for (const std::int64_t number : printed_position(block, translation)) write_number(number, length_decimals_);
  }

  [[nodiscard]] Decimals printed_position(const BvhBlock& block, const Vec3& translation) const {
    const Vec3 position = to_file_axes(parent_rotation(block) * translation, options_.up) / options_.unit;
    Decimals numbers{};
    for (std::size_t i = 0; i < 3; ++i) {
      numbers[i] = to_decimal(position[static_cast<int>(i)], length_decimals_, block.name);
    }
    return numbers;
  }

  void write_rotation(const BvhBlock& block, const Quat& rotation, BvhAngles& angles) {
    const Quat own = block.joint < 0 ? Quat::Identity() : rest_rotations_[static_cast<std::size_t>(block.joint)];
    Quat turned = parent_rotation(block) * rotation * own.conjugate();
    turned.vec() = to_file_axes(turned.vec(), options_.up);
    angles = bvh_angles(axes_, turned, angles);
    for (const std::int64_t angle : angles) write_number(angle, kBvhAngleDecimals);
  }

  void write_number(std::int64_t count, int decimals) {
    if (text_.back() != '\n') text_ += ' ';
    append_decimal(text_, count, decimals);
  }

  [[nodiscard]] const Joint& joint(const BvhBlock& block) const {
    return skeleton_.joints[static_cast<std::size_t>(block.joint)];
  }

  [[nodiscard]] const Vec3& translation(const BvhBlock& block, int frame) const {
    return clip_.frame_translations(frame)[static_cast<std::size_t>(block.translation)];
  }

  [[nodiscard]] Quat parent_rotation(const BvhBlock& block) const {
    const int parent = block.joint < 0 ? kNoParent : joint(block).parent;
    return parent == kNoParent ? Quat::Identity() : rest_rotations_[static_cast<std::size_t>(parent)];
  }

  const Skeleton& skeleton_;
  const Clip& clip_;
  const BvhExportOptions& options_;
  std::vector<BvhBlock> blocks_;
  std::array<int, 3> axes_{};
  int length_decimals_ = 6;
  std::vector<Quat> rest_rotations_;
  std::vector<BvhAngles> angles_;  ///< of each block in the frame before
  std::string text_;
};

}  // namespace

void BvhExportOptions::validate() const {
  if (!(unit >= 1e-4 && unit <= 10)) {
    throw Error::usage(fmt::format("BVH unit {:g}: expected metres per file unit from 1e-4 to 10", unit));
  }
  std::string sorted = rotation_order;
  std::ranges::sort(sorted);
  if (sorted != kAxisNames) {
    throw Error::usage(fmt::format("BVH rotation order {}: expected X, Y and Z once each", printable(rotation_order)));
  }
  if (kAxisNames.find(up) == std::string_view::npos) {
    throw Error::usage(fmt::format("BVH up axis {}: expected X, Y or Z", printable(std::string(1, up))));
  }
}

std::string export_bvh(const Skeleton& skeleton, const Clip& clip, const BvhExportOptions& options, Ledger& ledger) {
  options.validate();
  skeleton.validate();
  clip.validate(skeleton);
  BvhWriter writer(skeleton, clip, options, ledger);
  if (options.unit != 1)
    ledger.add(NoteCode::kUnitScale, "", fmt::format("lengths written in units of {:g} m", options.unit));
  if (options.up != 'Y') ledger.add(NoteCode::kAxisTurn, "", fmt::format("turned from Y up to {} up", options.up));
  if (writer.has_rest_rotations()) {
    ledger.add(NoteCode::kRestRotation, "", "joints turned so that rest rotations are the identity, which BVH demands");
  }
  return writer.write();
}

std::string export_bvh(const Skeleton& skeleton, const BvhExportOptions& options, Ledger& ledger) {
  return export_bvh(skeleton, rest_clip(skeleton, 1, 30.0), options, ledger);
}

}  // namespace sinew
