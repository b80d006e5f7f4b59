#include "importers/bvh/bvh_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "importers/scene/unique_names.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

bool has_any(const std::string& name, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

std::vector<std::string> settle_bvh_names(const BvhHierarchy& hierarchy, Ledger& ledger) {
  std::vector<std::string> names(hierarchy.joints.size());
  UniqueNames unique;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const BvhJoint& joint = hierarchy.joints[j];
    if (joint.end_site) continue;
    names[j] = unique.take(std::string(joint.name), "joint");
    if (names[j] == joint.name) continue;
    ledger.add(NoteCode::kRename, names[j], fmt::format("the file calls it \"{}\"", printable(joint.name)));
  }
  // End sites last, so that they never take the name of a real joint.
  for (std::size_t j = 0; j < names.size(); ++j) {
    const BvhJoint& joint = hierarchy.joints[j];
    if (joint.end_site) names[j] = unique.take(names[static_cast<std::size_t>(joint.parent)] + "_end", "end");
  }
  return names;
}

BodyWords body_words(std::string_view joint_name) {
  const std::string name = lower(joint_name);
  BodyWords words;
  words.head = has_any(name, {"head", "skull"});
  words.arm = has_any(name, {"arm", "shoulder", "elbow", "wrist", "hand", "humerus", "radius", "clavicle"});
  words.foot = has_any(name, {"foot", "feet", "ankle", "toe", "heel"});
  words.leg = words.foot || has_any(name, {"leg", "thigh", "knee", "calf", "shin", "femur", "tibia"});
  return words;
}

}  // namespace sinew
