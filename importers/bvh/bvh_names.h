#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/bvh/bvh_hierarchy.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Names that a Skeleton accepts, one per joint: as in the file where that is possible, otherwise noted
/// (kRename). End sites are called PARENT_end.
[[nodiscard]] std::vector<std::string> settle_bvh_names(const BvhHierarchy& hierarchy, Ledger& ledger);

/// What a joint's name says about its place in a body.
struct BodyWords {
  bool head = false;
  bool arm = false;
  bool leg = false;
  bool foot = false;  ///< also set `leg`
};
[[nodiscard]] BodyWords body_words(std::string_view joint_name);

}  // namespace sinew
