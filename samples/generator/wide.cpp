#include "samples/generator/wide.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/math/smooth_tracks.h"
#include "samples/generator/hero.h"

namespace sinew::samples {
namespace {

constexpr double kWider = 1.2;       // how much is added to the trunk's width, as a share of it
constexpr double kShoulder = 0.175;  // half width of the trunk (unit: m)
constexpr double kHip = 0.090;       // half distance of the legs (unit: m)
constexpr double kHead = 0.2;        // share of the widening that a head gets

/// Moves a point of the hero's rest pose outwards: the trunk is stretched, legs and arms move as they are.
Vec3 widened(const Vec3& p) {
  const double aside = std::abs(p.x());
  const double trunk = std::min(aside, kShoulder);
  const double leg = std::min(3 * aside, kHip);
  const double at_trunk = ramp(0.80, 0.98, p.y());
  const double below_head = 1 - (1 - kHead) * ramp(1.49, 1.58, p.y());
  const double by = kWider * below_head * (leg + at_trunk * (trunk - leg));
  return {p.x() + std::copysign(by, p.x()), p.y(), p.z()};
}

Vec3 to_vector(const Float3& v) { return {v[0], v[1], v[2]}; }
Float3 to_float(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

void widen_skeleton(Character& character) {
  const std::vector<Transform> old = rest_world(character.skeleton);
  std::vector<Vec3> places;
  for (std::size_t j = 0; j < old.size(); ++j) {
    Joint& joint = character.skeleton.joints[j];
    places.push_back(widened(old[j].translation));
    const bool root = joint.parent == kNoParent;
    joint.rest.translation =
        root ? places.back() : Vec3(places.back() - places[static_cast<std::size_t>(joint.parent)]);
  }
  const std::vector<Transform> world = rest_world(character.skeleton);
  for (std::size_t j = 0; j < world.size(); ++j) character.skins[0].inverse_bind[j] = world[j].inverse().matrix();
}

/// Normals of the new surface: mean of the triangles around, weighted by their areas.
void set_normals(Primitive& body) {
  std::vector<Vec3> sums(body.positions.size(), Vec3::Zero());
  for (std::size_t t = 0; t < body.indices.size(); t += 3) {
    const auto at = [&](std::size_t k) { return to_vector(body.positions[body.indices[t + k]]); };
    const Vec3 area = (at(1) - at(0)).cross(at(2) - at(0));
    for (std::size_t k = 0; k < 3; ++k) sums[body.indices[t + k]] += area;
  }
  for (std::size_t v = 0; v < sums.size(); ++v) body.normals[v] = to_float(sums[v].normalized());
}

}  // namespace

Character wide_character() {
  Character character = hero_character();
  character.name = "Wide";
  character.meshes[0].name = "WideBody";
  Primitive& body = character.meshes[0].primitives[0];
  for (Float3& position : body.positions) position = to_float(widened(to_vector(position)));
  set_normals(body);
  widen_skeleton(character);
  return character;
}

}  // namespace sinew::samples
