#pragma once

#include <string>
#include <vector>

#include "exporters/bvh/bvh_export.h"

namespace sinew {

/// One ROOT, JOINT or End Site block of the file, in file order.
struct BvhBlock {
  int joint = -1;  ///< -1: a parent for several roots, which never moves
  int depth = 0;
  int translation = -1;  ///< its column in Clip::translations, or none
  bool end_site = false;
  bool positions = false;  ///< has position channels
  bool rotations = false;  ///< has rotation channels
  std::string name{};
};

/// The blocks of a skeleton, depth first, with names that all readers can split at white space.
[[nodiscard]] std::vector<BvhBlock> bvh_layout(const Skeleton& skeleton, const Clip& clip, Ledger& ledger);

}  // namespace sinew
