#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

inline constexpr int kNoParent = -1;

/// A joint: a named frame that hangs on its parent.
struct Joint {
  std::string name;
  int parent = kNoParent;
  Transform rest;         ///< parent_from_joint in the rest pose; for a root world_from_joint (unit: m)
  bool end_site = false;  ///< a bone's tip: it has no children and never rotates against its parent
};

/// A forest of joints, parents before children, in metres, Y up.
///
/// validate() checks:
///  1. there is at least one joint;
///  2. a parent's index is smaller than its child's, or kNoParent;
///  3. names are not empty, valid UTF-8 without control characters, and unique;
///  4. rest transforms are finite, rotations unit to 1e-9;
///  5. an end site has a parent and no children.
struct Skeleton {
  std::vector<Joint> joints;

  [[nodiscard]] int size() const { return static_cast<int>(joints.size()); }
  [[nodiscard]] std::optional<int> find(std::string_view name) const;
  [[nodiscard]] std::vector<int> roots() const;
  [[nodiscard]] std::vector<std::vector<int>> children() const;

  /// Throws Error (kAsset) that names the joint and the rule.
  void validate() const;
};

/// Same names, parents and end sites in the same order (rest transforms may differ).
[[nodiscard]] bool same_structure(const Skeleton& a, const Skeleton& b);

}  // namespace sinew
