#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "importers/bvh/bvh_text.h"
#include "importers/scene/import_options.h"
#include "libanim/math/transform.h"

namespace sinew {

/// One number of a frame: a position or a rotation about one axis (0 = x, 1 = y, 2 = z).
struct BvhChannel {
  bool rotation = false;
  std::uint8_t axis = 0;
};

/// A ROOT, JOINT or End Site as the file has it, in file units and axes.
struct BvhJoint {
  std::string_view name;  ///< as written; empty for an End Site
  int parent = -1;
  bool end_site = false;
  Vec3 offset = Vec3::Zero();
  int channel_count = 0;
  std::array<BvhChannel, 6> channels{};

  [[nodiscard]] bool has_position() const;
  [[nodiscard]] bool has_position(int axis) const;
};

/// All joints in the file's order, which is parents first and also the order of the channels in a frame.
struct BvhHierarchy {
  std::vector<BvhJoint> joints;

  [[nodiscard]] std::size_t channel_count() const;
};

/// Reads from the start of the file up to MOTION, which stays. Iterative: nesting costs no stack.
[[nodiscard]] BvhHierarchy read_bvh_hierarchy(BvhCursor& cursor, const ImportLimits& limits);

}  // namespace sinew
