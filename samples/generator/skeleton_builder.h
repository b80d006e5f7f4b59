#pragma once

#include <span>
#include <string>

#include "libanim/model/skeleton.h"

namespace sinew::samples {

/// A joint by its place in the rest pose (unit: m).
struct Place {
  std::string name;
  int parent;
  Vec3 position;
  bool end_site = false;
};

/// A skeleton from places in the world, all rest rotations identity.
class SkeletonBuilder {
 public:
  void add(const Place& place);

  /// A chain of joints on the left, then its mirror image on the right; the first joint hangs on the trunk.
  void add_pair(std::span<const Place> left);

  [[nodiscard]] const Skeleton& skeleton() const { return skeleton_; }

 private:
  Skeleton skeleton_;
  std::vector<Vec3> positions_;
};

}  // namespace sinew::samples
