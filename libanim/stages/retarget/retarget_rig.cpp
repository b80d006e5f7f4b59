#include "libanim/stages/retarget/retarget_rig.h"

#include <algorithm>
#include <limits>

#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

bool is_arm(Part part) { return part == Part::kUpperArm || part == Part::kForearm || part == Part::kHand; }

double lowest_of(const RetargetRig& rig, std::span<const Transform> world, const auto& is_wanted) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const FigureBody& body : rig.figure.bodies) {
    if (!is_wanted(body.part)) continue;
    const std::size_t hanging = to_size(body.joint);
    const std::size_t turning = to_size(body.orientation_joint);
    const Quat turn = world[turning].rotation * rig.rest[turning].rotation.conjugate();
    const Vec3 place = world[hanging].translation + turn * (body.rest_position - rig.rest[hanging].translation);
    lowest = std::min(lowest, lowest_point(body, {place, turn}));
  }
  return lowest;
}

}  // namespace

const AnatomyBody* RetargetRig::find(Part part, Side side) const {
  for (const AnatomyBody& body : anatomy.bodies) {
    if (body.part == part && body.side == side) return &body;
  }
  return nullptr;
}

int RetargetRig::find_point(const std::string& name) const {
  const auto found = std::ranges::find(figure.points, name, &FigureContactPoint::name);
  return found == figure.points.end() ? -1 : static_cast<int>(found - figure.points.begin());
}

Quat RetargetRig::neutral(int joint) const {
  const int body = body_of[to_size(joint)];
  return body < 0 ? Quat::Identity() : anatomy.bodies[to_size(body)].neutral;
}

std::vector<int> RetargetRig::chain(std::initializer_list<Part> parts) const {
  const auto wanted = [&](int joint) {
    const int body = joint == kNoParent ? -1 : body_of[to_size(joint)];
    return body >= 0 && std::ranges::find(parts, anatomy.bodies[to_size(body)].part) != parts.end();
  };
  std::vector<int> joints;
  for (const AnatomyBody& body : anatomy.bodies) {
    if (!wanted(body.orientation_joint)) continue;
    joints.clear();
    for (int j = body.orientation_joint; wanted(j); j = skeleton.joints[to_size(j)].parent) joints.push_back(j);
  }
  std::ranges::reverse(joints);
  return joints;
}

Vec3 RetargetRig::rest_point(int point) const {
  const FigureContactPoint& p = figure.points[to_size(point)];
  return figure.bodies[to_size(p.body)].rest_position + p.position;
}

double RetargetRig::leg_length() const {
  double sum = 0;
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const AnatomyBody& thigh = *find(Part::kThigh, side);
    const AnatomyBody& shin = *find(Part::kShin, side);
    const AnatomyBody& foot = *find(Part::kFoot, side);
    double sole = 0;
    for (const char* name : {"_heel", "_ball"}) {
      const int point = find_point(std::string(side_name(side)) + name);
      if (point >= 0) sole = std::max(sole, -(foot.neutral * (rest_point(point) - foot.start)).y());
    }
    sum += (thigh.end - thigh.start).norm() + (shin.end - shin.start).norm() + sole;
  }
  return 0.5 * sum;
}

Vec3 RetargetRig::hips(std::span<const Transform> world) const {
  const auto at = [&](int joint) { return world[to_size(joint)].translation; };
  if (!anatomy.humanoid) return at(anatomy.bodies.front().joint);
  return 0.5 * (at(find(Part::kThigh, Side::kLeft)->joint) + at(find(Part::kThigh, Side::kRight)->joint));
}

double RetargetRig::lowest_of_trunk(std::span<const Transform> world) const {
  return lowest_of(*this, world, [&](Part part) {
    return !anatomy.humanoid || (!is_arm(part) && part != Part::kShin && part != Part::kFoot && part != Part::kToes);
  });
}

double RetargetRig::lowest_of_arms(std::span<const Transform> world) const {
  return lowest_of(*this, world, [&](Part part) { return anatomy.humanoid && is_arm(part); });
}

RetargetRig make_retarget_rig(const Character& character) {
  BuiltFigure built = build_figure(character, detailed_figure());
  RetargetRig rig{character.skeleton,
                  std::move(built.anatomy),
                  std::move(built.figure),
                  rest_world(character.skeleton),
                  std::vector<int>(character.skeleton.joints.size(), -1),
                  Quat::Identity()};
  for (std::size_t b = 0; b < rig.anatomy.bodies.size(); ++b) {
    for (const int joint : rig.anatomy.bodies[b].joints) rig.body_of[to_size(joint)] = static_cast<int>(b);
  }
  // A rest pose that lies down has its own up; the neutral stance then faces the world's z.
  const bool upright = (rig.anatomy.facing * Vec3::UnitY()).y() > 0.999;
  if (upright || !rig.anatomy.humanoid) rig.facing = rig.anatomy.facing;
  return rig;
}

}  // namespace sinew
