#include "libanim/stages/retarget/limb_plants.h"

namespace sinew {

namespace {

Limb make_limb(const RetargetRig& source, const RetargetRig& target, Side side, bool foot) {
  const std::string prefix(side_name(side));
  Limb limb;
  limb.name = prefix + (foot ? "_foot" : "_hand");
  const auto body = [&](Part part) {
    const AnatomyBody* found = target.find(part, side);
    return found ? static_cast<int>(found - target.anatomy.bodies.data()) : -1;
  };
  limb.upper = body(foot ? Part::kThigh : Part::kUpperArm);
  limb.lower = body(foot ? Part::kShin : Part::kForearm);
  limb.end = body(foot ? Part::kFoot : Part::kHand);
  limb.toes = foot ? body(Part::kToes) : -1;
  const std::array<std::string, 2> points = {prefix + (foot ? "_heel" : "_hand"), foot ? prefix + "_ball" : ""};
  for (std::size_t k = 0; k < 2; ++k) {
    if (points[k].empty()) continue;
    limb.source_points[k] = source.find_point(points[k]);
    limb.target_points[k] = target.find_point(points[k]);
  }
  return limb;
}

}  // namespace

std::vector<Limb> find_limbs(const RetargetRig& source, const RetargetRig& target) {
  std::vector<Limb> limbs;
  if (!target.anatomy.humanoid || !source.anatomy.humanoid) return limbs;
  for (const bool foot : {true, false}) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const Limb limb = make_limb(source, target, side, foot);
      const bool bodies = limb.upper >= 0 && limb.lower >= 0 && limb.end >= 0;
      const bool points = limb.source_points[0] >= 0 && limb.target_points[0] >= 0 &&
                          (!foot || (limb.source_points[1] >= 0 && limb.target_points[1] >= 0));
      if (bodies && points) limbs.push_back(limb);
    }
  }
  return limbs;
}

}  // namespace sinew
