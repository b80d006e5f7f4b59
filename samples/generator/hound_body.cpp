#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "samples/generator/hound.h"

namespace sinew::samples {
namespace {

void add_both(std::vector<Shape>& shapes, Shape shape) {
  shapes.push_back(shape);
  shape.a.x() *= -1;
  shape.b.x() *= -1;
  shapes.push_back(shape);
}

void add_trunk(std::vector<Shape>& s) {
  s.push_back({{0, 0.490, 0.200}, {0, 0.500, 0.060}, 0.112, 0.112, {0.82, 1.15, 1}});       // ribs
  s.push_back({{0, 0.505, 0.050}, {0, 0.545, -0.180}, 0.108, 0.080, {0.85, 1, 1}, 0.08});   // belly
  s.push_back({{0, 0.540, -0.200}, {0, 0.530, -0.285}, 0.086, 0.076, {0.98, 1, 1}, 0.06});  // rump
  s.push_back({{0, 0.552, 0.180}, {0, 0.566, -0.220}, 0.064, 0.056, {0.9, 1, 1}, 0.06});    // back
  s.push_back({{0, 0.440, 0.235}, {0, 0.510, 0.265}, 0.075, 0.085, {0.85, 1, 1}, 0.06});    // brisket
  s.push_back({{0, 0.545, 0.235}, {0, 0.725, 0.395}, 0.098, 0.066, {0.82, 1, 1}, 0.07});    // neck
  s.push_back({{0, 0.575, -0.320}, {0, 0.545, -0.440}, 0.034, 0.032, {1, 1, 1}, 0.04});     // tail
  s.push_back({{0, 0.545, -0.440}, {0, 0.510, -0.540}, 0.032, 0.029, {1, 1, 1}, 0.03});
  s.push_back({{0, 0.510, -0.540}, {0, 0.499, -0.615}, 0.029, 0.019, {1, 1, 1}, 0.03});
}

void add_head(std::vector<Shape>& s) {
  s.push_back({{0, 0.775, 0.425}, {0, 0.772, 0.470}, 0.070, 0.066, {1, 0.95, 1}, 0.04});          // skull
  s.push_back({{0, 0.752, 0.500}, {0, 0.736, 0.598}, 0.047, 0.033, {0.95, 1, 1}, 0.04});          // muzzle
  s.push_back({{0, 0.748, 0.624}, {0, 0.748, 0.624}, 0.017, 0.016, {1, 0.9, 1}, 0.01});           // nose
  add_both(s, {{0.042, 0.815, 0.415}, {0.062, 0.885, 0.395}, 0.032, 0.017, {1, 1, 0.90}, 0.02});  // ears
}

void add_foreleg(std::vector<Shape>& s) {
  add_both(s, {{0.055, 0.555, 0.190}, {0.072, 0.450, 0.245}, 0.050, 0.048, {0.75, 1, 1}, 0.07});  // shoulder
  add_both(s, {{0.074, 0.440, 0.245}, {0.082, 0.340, 0.167}, 0.046, 0.041, {0.85, 1, 1}, 0.06});  // upper leg
  add_both(s, {{0.082, 0.330, 0.162}, {0.080, 0.125, 0.170}, 0.037, 0.024, {0.95, 1, 1}, 0.04});  // lower leg
  add_both(s, {{0.080, 0.115, 0.170}, {0.080, 0.040, 0.190}, 0.025, 0.024, {1, 1, 1}, 0.02});     // pastern
  add_both(s, {{0.080, 0.020, 0.195}, {0.080, 0.014, 0.228}, 0.028, 0.024, {1.1, 1, 1}, 0.02});   // paw
}

void add_hindleg(std::vector<Shape>& s) {
  add_both(s, {{0.068, 0.500, -0.255}, {0.084, 0.345, -0.205}, 0.082, 0.052, {0.68, 1, 1}, 0.06});  // thigh
  add_both(s, {{0.084, 0.335, -0.200}, {0.080, 0.185, -0.330}, 0.046, 0.024, {0.85, 1, 1}, 0.04});  // lower leg
  add_both(s, {{0.080, 0.170, -0.344}, {0.080, 0.045, -0.310}, 0.024, 0.022, {0.95, 1, 1}, 0.03});  // pastern
  add_both(s, {{0.080, 0.020, -0.305}, {0.080, 0.014, -0.272}, 0.027, 0.023, {1.1, 1, 1}, 0.02});   // paw
}

std::vector<Flesh> make_flesh(const Skeleton& skeleton) {
  const auto rest = rest_world(skeleton);
  const auto at = [&](int joint) -> const Vec3& { return rest[static_cast<std::size_t>(joint)].translation; };
  const auto bone = [&](int joint, double radius) { return Flesh{joint, at(joint), at(joint + 1), radius}; };
  std::vector<Flesh> flesh = {{kPelvis, at(kPelvis), {0, 0.55, -0.31}, 0.08},
                              {kHoundSpine1, at(kHoundSpine1), {0, 0.55, -0.03}, 0.08},
                              {kHoundSpine2, {0, 0.53, 0.02}, {0, 0.51, 0.10}, 0.10},
                              {kHoundChest, {0, 0.53, 0.16}, {0, 0.52, 0.24}, 0.10},
                              bone(kHoundNeck1, 0.07),
                              bone(kHoundNeck2, 0.055),
                              bone(kHoundHead, 0.05),
                              bone(kTail1, 0.03),
                              bone(kTail2, 0.025),
                              bone(kTail3, 0.02)};
  for (int side = 0; side < 2; ++side) {
    const int fore = kLeftScapula + side * kForeJoints, hind = kLeftHindUpperLeg + side * kHindJoints;
    const double x = side == 0 ? 1 : -1;
    flesh.push_back({fore, {x * 0.085, 0.53, 0.20}, {x * 0.085, 0.47, 0.25}, 0.035});
    flesh.push_back(bone(fore + 1, 0.045));
    flesh.push_back(bone(fore + 2, 0.030));
    flesh.push_back(bone(fore + 3, 0.024));
    flesh.push_back(bone(fore + 4, 0.024));
    flesh.push_back({hind, {x * 0.085, 0.47, -0.26}, at(hind + 1), 0.050});
    flesh.push_back(bone(hind + 1, 0.033));
    flesh.push_back(bone(hind + 2, 0.023));
    flesh.push_back(bone(hind + 3, 0.024));
  }
  return flesh;
}

// Tan, with a dark saddle, muzzle and ears, and pale paws and chest.
Float4 hound_color(const Vec3& p) {
  const auto soft = [](double value) { return std::clamp(value / 0.03 + 0.5, 0.0, 1.0); };
  const double saddle = soft(p.y() - 0.575 - 0.25 * std::max(p.z(), 0.0)) * soft(0.36 - p.z());
  const double face = std::max(soft(p.z() - 0.57), soft(p.y() - 0.845));
  const double dark = std::max(saddle, face), pale = soft(0.07 - p.y());
  const auto mix = [&](double tan, double deep, double light) {
    const double base = tan + dark * (deep - tan);
    return static_cast<float>(base + pale * (1 - dark) * (light - base));
  };
  return {mix(0.46, 0.06, 0.75), mix(0.27, 0.05, 0.68), mix(0.12, 0.045, 0.58), 1.0F};
}

BodyPlan body_plan() {
  BodyPlan plan;
  plan.name = "Hound";
  plan.skeleton = hound_skeleton();
  add_trunk(plan.shapes);
  add_head(plan.shapes);
  add_foreleg(plan.shapes);
  add_hindleg(plan.shapes);
  plan.flesh = make_flesh(plan.skeleton);
  plan.color = hound_color;
  plan.weight_passes = 5;
  const std::array<GridZone, 1> x{{{0, 0.0185}}};
  const std::array<GridZone, 2> y{{{-0.03, 0.0185}, {0.25, 0.0224}}};
  const std::array<GridZone, 3> z{{{-0.68, 0.025}, {-0.40, 0.0208}, {0.36, 0.0205}}};
  plan.grid = {mirrored_axis(grid_axis(x, 0.2035)), grid_axis(y, 0.91), grid_axis(z, 0.67)};
  return plan;
}

}  // namespace

Character hound_character() {
  static const Character made = make_character(body_plan());
  return made;
}

}  // namespace sinew::samples
