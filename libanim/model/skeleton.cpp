#include "libanim/model/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

void check_name(const std::string& name, int index) {
  if (!name.empty() && is_valid_utf8(name) && !has_control_character(name)) return;
  throw Error::asset(fmt::format("joint {}", index),
                     fmt::format("name \"{}\": expected non-empty UTF-8 without control characters", printable(name)));
}

void check_rest(const Joint& joint) {
  const bool finite = joint.rest.translation.allFinite() && joint.rest.rotation.coeffs().allFinite();
  if (finite && std::abs(joint.rest.rotation.norm() - 1.0) <= 1e-9) return;
  throw Error::asset("joint " + joint.name, "rest transform: expected finite numbers and a unit rotation");
}

}  // namespace

std::optional<int> Skeleton::find(std::string_view name) const {
  const auto found = std::ranges::find(joints, name, &Joint::name);
  if (found == joints.end()) return std::nullopt;
  return static_cast<int>(found - joints.begin());
}

std::vector<int> Skeleton::roots() const {
  std::vector<int> result;
  for (int j = 0; j < size(); ++j) {
    if (joints[to_size(j)].parent == kNoParent) result.push_back(j);
  }
  return result;
}

std::vector<std::vector<int>> Skeleton::children() const {
  std::vector<std::vector<int>> result(joints.size());
  for (int j = 0; j < size(); ++j) {
    const int parent = joints[to_size(j)].parent;
    if (parent != kNoParent) result[to_size(parent)].push_back(j);
  }
  return result;
}

void Skeleton::validate() const {
  if (joints.empty()) throw Error::asset("skeleton", "expected at least one joint");
  std::unordered_set<std::string_view> names;
  for (int j = 0; j < size(); ++j) {
    const Joint& joint = joints[to_size(j)];
    check_name(joint.name, j);
    if (!names.insert(joint.name).second) throw Error::asset("joint " + joint.name, "this name occurs twice");
    if (joint.parent != kNoParent && (joint.parent < 0 || joint.parent >= j)) {
      throw Error::asset("joint " + joint.name, fmt::format("parent {}: expected a joint before {}", joint.parent, j));
    }
    if (joint.end_site && joint.parent == kNoParent) {
      throw Error::asset("joint " + joint.name, "an end site needs a parent");
    }
    if (joint.parent != kNoParent && joints[to_size(joint.parent)].end_site) {
      throw Error::asset("joint " + joint.name, "hangs on an end site, which may have no children");
    }
    check_rest(joint);
  }
}

bool same_structure(const Skeleton& a, const Skeleton& b) {
  return std::ranges::equal(a.joints, b.joints, [](const Joint& x, const Joint& y) {
    return x.name == y.name && x.parent == y.parent && x.end_site == y.end_site;
  });
}

}  // namespace sinew
