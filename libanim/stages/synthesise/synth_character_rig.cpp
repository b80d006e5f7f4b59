#include "libanim/stages/synthesise/synth_character_rig.h"

#include <algorithm>
#include <array>
#include <limits>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// World_from_joint of all joints in the neutral stance.
std::vector<Transform> neutral_world(const Figure& figure, const Skeleton& skeleton) {
  std::vector<Quat> relative;
  relative.reserve(figure.joints.size());
  for (const FigureJoint& joint : figure.joints) relative.push_back(joint.neutral);
  const Transform root{figure.bodies.front().rest_position, figure.root_neutral};
  const StateRecord record = record_from_bodies(bodies_from_joints(figure, root, relative));
  return world_from_local(skeleton, pose_from_record(figure, skeleton, record, rest_pose(skeleton)));
}

/// World_from_figure in the neutral stance. A humanoid's rest pose that lies down has its own up; the neutral stance
/// then faces the world's z.
Quat neutral_facing(const Anatomy& anatomy) {
  const bool upright = (anatomy.facing * Vec3::UnitY()).y() > 0.999;
  return upright || !anatomy.humanoid ? anatomy.facing : Quat::Identity();
}

/// Mass, centre of mass and inertia of the figure that is simulated.
void weigh(const Figure& figure, std::span<const Transform> world_from_body, SynthRig& rig) {
  Vec3 centre = Vec3::Zero();
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    rig.mass += figure.bodies[b].mass;
    centre += figure.bodies[b].mass * world_from_body[b].translation;
  }
  rig.world_from_torso = {centre / rig.mass, neutral_facing(rig.anatomy)};
  const Transform back = rig.world_from_torso.inverse();
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const Transform pose = back * world_from_body[b];
    const Mat3 R = pose.rotation.toRotationMatrix();
    const Vec3& r = pose.translation;
    rig.inertia += R * figure.bodies[b].inertia * R.transpose() +
                   figure.bodies[b].mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  rig.inertia = 0.5 * (rig.inertia + Mat3(rig.inertia.transpose()));
}

/// Where both figures have a joint, its limits are those of the one that is simulated.
void take_limits(const Figure& from, Figure& figure) {
  for (FigureJoint& joint : figure.joints) {
    const std::string& name = figure.bodies[to_size(joint.child)].name;
    const auto body = std::ranges::find(from.bodies, name, &FigureBody::name);
    if (body == from.bodies.end() || body == from.bodies.begin()) continue;
    const FigureJoint& other = from.joints[to_size(static_cast<int>(body - from.bodies.begin()) - 1)];
    joint.lower = other.lower;
    joint.upper = other.upper;
  }
}

double reach_along(const FigureShape& shape, const Transform& pose, const Vec3& d) {
  const Transform placed = pose * shape.body_from_shape;
  const Vec3 local = placed.rotation.conjugate() * d;
  const double centre = d.dot(placed.translation);
  switch (shape.kind) {
    case ShapeKind::kSphere: return centre + shape.radius;
    case ShapeKind::kCapsule: return centre + shape.radius + shape.half_length * std::abs(local.y());
    case ShapeKind::kBox: return centre + shape.half.dot(local.cwiseAbs());
  }
  return centre;
}

}  // namespace

Vec3 SynthRig::start(int body) const { return joints[to_size(anatomy.bodies[to_size(body)].joint)].translation; }

double reach_along(const FigureBody& body, const Transform& pose, const Vec3& d) {
  double reach = -std::numeric_limits<double>::infinity();
  for (const FigureShape& shape : body.shapes) reach = std::max(reach, reach_along(shape, pose, d));
  return reach;
}

double radius_of(const SynthRig& rig, std::span<const int> bodies) {
  double sum = 0;
  for (const int b : bodies) {
    const FigureShape& shape = rig.figure.bodies[to_size(b)].shapes.front();
    std::array<double, 3> half{shape.half.x(), shape.half.y(), shape.half.z()};
    std::ranges::sort(half);
    sum += shape.kind == ShapeKind::kBox ? 0.5 * (half[0] + half[1]) : shape.radius;
  }
  return sum / static_cast<double>(bodies.size());
}

SynthRig make_synth_rig(const Character& character, const Figure& figure) {
  const Skeleton& skeleton = character.skeleton;
  FigureOptions parts;
  parts.anatomy.hands = true;
  parts.anatomy.neck = true;
  BuiltFigure built = build_figure(character, parts);
  SynthRig rig;
  rig.anatomy = std::move(built.anatomy);
  rig.figure = std::move(built.figure);
  take_limits(figure, rig.figure);
  const std::vector<Transform> world = neutral_world(rig.figure, skeleton);
  weigh(figure, bodies_from_pose(figure, skeleton, world), rig);
  const Transform back = rig.world_from_torso.inverse();
  for (const Transform& joint : world) rig.joints.push_back(back * joint);
  for (const Transform& body : bodies_from_pose(rig.figure, skeleton, world)) rig.bodies.push_back(back * body);
  rig.body_of.assign(skeleton.joints.size(), -1);
  for (int b = 0; b < rig.figure.body_count(); ++b) {
    for (const int joint : rig.figure.bodies[to_size(b)].joints) rig.body_of[to_size(joint)] = b;
  }
  rig.chains = find_chains(rig);
  if (rig.chains.empty()) {
    throw Error::asset("character " + character.name,
                       "expected legs of at least two bones that carry it: there is nothing to move it with");
  }
  rig.places = body_places(rig);
  return rig;
}

}  // namespace sinew
