#include "importers/bvh/bvh_unit.h"

#include <algorithm>
#include <array>
#include <vector>

#include "importers/bvh/bvh_names.h"

namespace sinew {

namespace {

struct UnitRange {
  double below;
  double metres;
  const char* name;
};

constexpr double kInch = 0.0254;
constexpr std::array<UnitRange, 5> kHumanUnits = {{{8, 1.0, "metre"},
                                                   {31, 0.1, "decimetre"},
                                                   {53, kInch / 0.45, "CMU unit (1/0.45 inch)"},
                                                   {150, kInch, "inch"},
                                                   {1000, 0.01, "centimetre"}}};

/// Longest path between two joints along the bones.
double span_of(const Skeleton& skeleton) {
  std::vector<double> reach(skeleton.joints.size(), 0.0);
  double span = 0;
  for (std::size_t j = skeleton.joints.size(); j-- > 0;) {
    const Joint& joint = skeleton.joints[j];
    if (joint.parent == kNoParent) continue;
    double& parent_reach = reach[static_cast<std::size_t>(joint.parent)];
    const double through = reach[j] + joint.rest.translation.norm();
    span = std::max(span, parent_reach + through);
    parent_reach = std::max(parent_reach, through);
  }
  return span;
}

bool is_humanoid(const Skeleton& skeleton) {
  const auto has = [&](bool BodyWords::*part) {
    return std::ranges::any_of(skeleton.joints, [&](const Joint& joint) { return body_words(joint.name).*part; });
  };
  return has(&BodyWords::arm) && has(&BodyWords::leg);
}

}  // namespace

BvhUnitGuess guess_bvh_unit(const Skeleton& skeleton) {
  BvhUnitGuess guess;
  guess.span = span_of(skeleton);
  guess.humanoid = is_humanoid(skeleton);
  if (!guess.humanoid) {
    if (guess.span <= 10) guess.metres = 1.0, guess.name = "metre";
    return guess;
  }
  const auto range = std::ranges::find_if(kHumanUnits, [&](const UnitRange& r) { return guess.span < r.below; });
  guess.metres = range == kHumanUnits.end() ? 0.001 : range->metres;
  guess.name = range == kHumanUnits.end() ? "millimetre" : range->name;
  return guess;
}

}  // namespace sinew
