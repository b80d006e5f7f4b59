#include "samples/generator/floor_contact.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"

namespace sinew::samples {
namespace {

// The smallest height, smoothed: as the body rolls from vertex to vertex the result has no kinks. It lies below the
// true minimum by at most log(vertices in touch) / kSharpness, 1 to 2 mm.
double soft_minimum(const std::vector<double>& heights) {
  constexpr double kSharpness = 3000;  // (unit: 1/m)
  const double lowest = *std::ranges::min_element(heights);
  double sum = 0;
  for (const double h : heights) sum += std::exp(-kSharpness * (h - lowest));
  return lowest - std::log(sum) / kSharpness;
}

int main_joint(const InfluenceSet& set, std::size_t v) {
  const auto largest = std::ranges::max_element(set.weights[v]) - set.weights[v].begin();
  return set.joints[v][static_cast<std::size_t>(largest)];
}

}  // namespace

FloorContact::FloorContact() : character_(hero_character()) {
  const auto rest = rest_world(character_.skeleton);
  const Primitive& body = character_.meshes.front().primitives.front();
  constexpr float kUpperThigh = 0.78F;  // vertices above this height go with the hips
  for (std::size_t v = 0; v < body.positions.size(); ++v) {
    const int joint = main_joint(body.influences.front(), v);
    const Vec3 p(body.positions[v][0], body.positions[v][1], body.positions[v][2]);
    const bool thigh = joint == kLeftUpperLeg || joint == kRightUpperLeg;
    if (joint <= kHead || (thigh && body.positions[v][1] > kUpperThigh)) trunk_.push_back(v);
    for (int side = 0; side < 2; ++side) {
      const int foot = kLeftFoot + side * kLimbJoints;
      if (joint != foot && joint != foot + 1) continue;
      foot_from_ankle_[static_cast<std::size_t>(side)].push_back(p - rest[static_cast<std::size_t>(foot)].translation);
    }
  }
}

double FloorContact::resting_hips_height(const Skeleton& hero, HeroPose pose) const {
  // The thighs follow the feet, so that their height does not change one to one with the hips'.
  for (int i = 0; i < 12; ++i) {
    std::vector<double> heights;
    for (const Vec3& v : posed_vertices(character_, solve(hero, pose).world(), trunk_)) heights.push_back(v.y());
    const double gap = soft_minimum(heights);
    pose.hips.y() -= gap;
    if (std::abs(gap) < 1e-9) break;
  }
  return pose.hips.y();
}

double FloorContact::resting_ankle_height(int side, const Quat& rotation) const {
  std::vector<double> heights;
  for (const Vec3& p : foot_from_ankle_[static_cast<std::size_t>(side)]) heights.push_back((rotation * p).y());
  return -soft_minimum(heights);
}

}  // namespace sinew::samples
