#include "libanim/stages/terrain/ground_legs.h"

#include <algorithm>
#include <optional>

#include "libanim/kinematics/pose.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

bool hangs_below(const Skeleton& skeleton, int joint, int ancestor) {
  while (joint != kNoParent && joint != ancestor) joint = skeleton.joints[to_size(joint)].parent;
  return joint == ancestor;
}

bool is_limb(Part part) { return part == Part::kThigh || part == Part::kShin || part == Part::kLimb; }

int parent_of(const Figure& figure, int body) { return body == 0 ? -1 : figure.joints[to_size(body) - 1].parent; }

/// Bodies from the hip down to the foot.
std::vector<int> limb_bodies(const Figure& figure, int foot) {
  std::vector<int> chain = {foot};
  for (int b = parent_of(figure, foot); b >= 0 && is_limb(figure.bodies[to_size(b)].part); b = parent_of(figure, b)) {
    chain.push_back(b);
  }
  std::ranges::reverse(chain);
  return chain;
}

/// Points of the foot and of what hangs on it.
std::vector<int> sole_points(const Figure& figure, int foot) {
  std::vector<int> points;
  for (std::size_t p = 0; p < figure.points.size(); ++p) {
    int body = figure.points[p].body;
    while (body > foot) body = parent_of(figure, body);
    if (body == foot) points.push_back(static_cast<int>(p));
  }
  return points;
}

/// Body at whose joint the limb bends.
int find_knee(const Figure& figure, const std::vector<int>& chain, const std::vector<Transform>& rest) {
  const auto place = [&](int body) { return rest[to_size(figure.bodies[to_size(body)].joint)].translation; };
  int knee = chain[1];
  double best = -1;
  for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
    const Vec3 middle = place(chain[i]);
    const double shorter = std::min((middle - place(chain.front())).norm(), (place(chain.back()) - middle).norm());
    if (shorter <= best) continue;
    best = shorter;
    knee = chain[i];
  }
  return knee;
}

std::optional<GroundLeg> make_leg(const Figure& figure, const Skeleton& skeleton, const std::vector<Transform>& rest,
                                  const std::vector<int>& translated, int foot) {
  const std::vector<int> chain = limb_bodies(figure, foot);
  if (chain.size() < 3) return std::nullopt;
  const auto joint = [&](int body) { return figure.bodies[to_size(body)].joint; };
  const int knee = find_knee(figure, chain, rest);
  GroundLeg leg;
  leg.name = figure.bodies[to_size(foot)].name;
  leg.foot = foot;
  leg.upper = joint(chain.front());
  leg.lower = joint(knee);
  leg.end = joint(foot);
  leg.hangs = hangs_below(skeleton, leg.end, leg.lower);
  leg.points = sole_points(figure, foot);
  const FigureJoint& hinge = figure.joints[to_size(knee) - 1];
  leg.holder = hinge.parent;
  leg.bend = hinge.axes * Vec3::UnitY() * (hinge.upper[1] + hinge.lower[1] >= 0 ? 1 : -1);
  const bool placed = leg.hangs || std::ranges::binary_search(translated, leg.end);
  if (leg.points.empty() || !placed || !hangs_below(skeleton, leg.lower, leg.upper)) return std::nullopt;
  return leg;
}

}  // namespace

std::vector<GroundLeg> find_ground_legs(const Figure& figure, const Skeleton& skeleton,
                                        const std::vector<int>& translated) {
  const std::vector<Transform> rest = rest_world(skeleton);
  std::vector<GroundLeg> legs;
  for (int b = 0; b < figure.body_count(); ++b) {
    const Part part = figure.bodies[to_size(b)].part;
    if (part != Part::kFoot && part != Part::kPaw) continue;
    if (auto leg = make_leg(figure, skeleton, rest, translated, b)) legs.push_back(*std::move(leg));
  }
  return legs;
}

}  // namespace sinew
