#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "samples/generator/hero.h"

namespace sinew::samples {
namespace {

void add_both(std::vector<Shape>& shapes, Shape shape) {
  shapes.push_back(shape);
  shape.a.x() *= -1;
  shape.b.x() *= -1;
  shapes.push_back(shape);
}

void add_trunk(std::vector<Shape>& s) {
  s.push_back({{-0.055, 0.945, -0.010}, {0.055, 0.945, -0.010}, 0.100, 0.100, {1.0, 1.0, 0.94}});  // pelvis
  s.push_back({{0, 0.97, -0.010}, {0, 1.18, -0.008}, 0.098, 0.100, {1.22, 1.0, 0.92}, 0.08});      // waist
  s.push_back({{0, 1.19, -0.010}, {0, 1.35, -0.020}, 0.108, 0.122, {1.34, 1.0, 0.92}, 0.08});      // ribs
  add_both(s, {{0.02, 1.400, -0.025}, {0.160, 1.415, -0.025}, 0.072, 0.058, {1, 1, 1}, 0.05});     // shoulders
  add_both(s, {{0.060, 1.335, 0.050}, {0.085, 1.340, 0.040}, 0.055, 0.052, {1, 0.9, 0.8}, 0.07});  // breast
  add_both(s, {{0.066, 0.915, -0.055}, {0.066, 0.915, -0.055}, 0.076, 0.076, {1, 1, 1}, 0.05});    // buttocks
  s.push_back({{0, 1.43, -0.028}, {0, 1.56, -0.008}, 0.056, 0.050, {1, 1, 1}, 0.05});              // neck
  add_both(s, {{0.0, 1.50, -0.032}, {0.12, 1.435, -0.028}, 0.034, 0.036, {1, 1, 1}, 0.06});        // trapezius
}

void add_head(std::vector<Shape>& s) {
  s.push_back({{0, 1.655, -0.010}, {0, 1.655, -0.010}, 0.10, 0.10, {0.76, 0.95, 1.0}, 0.03});  // skull
  s.push_back({{0, 1.588, 0.038}, {0, 1.650, 0.036}, 0.042, 0.056, {0.95, 1, 1}, 0.05});       // jaw and face
  s.push_back({{0, 1.622, 0.092}, {0, 1.650, 0.082}, 0.012, 0.009, {0.9, 1, 1}, 0.02});        // nose
}

void add_arm(std::vector<Shape>& s) {
  add_both(s, {{0.165, 1.428, -0.022}, {0.215, 1.428, -0.022}, 0.060, 0.052, {1, 1, 1}, 0.05});  // deltoid
  add_both(s, {{0.20, 1.430, -0.022}, {0.45, 1.4315, -0.026}, 0.050, 0.038, {1, 1, 1}, 0.04});   // upper arm
  add_both(s, {{0.45, 1.4315, -0.026}, {0.54, 1.4315, -0.024}, 0.038, 0.041, {1, 1, 1}, 0.05});  // forearm
  add_both(s, {{0.52, 1.4315, -0.024}, {0.71, 1.4315, -0.020}, 0.041, 0.027, {1, 0.95, 1.05}, 0.05});
  add_both(s, {{0.735, 1.4315, -0.020}, {0.790, 1.4300, -0.020}, 0.029, 0.031, {1, 0.70, 1.30}, 0.03});  // palm
  add_both(s, {{0.79, 1.429, -0.020}, {0.874, 1.422, -0.020}, 0.026, 0.021, {1, 0.70, 1.50}, 0.02});     // fingers
  add_both(s, {{0.740, 1.424, 0.010}, {0.805, 1.412, 0.040}, 0.016, 0.014, {1, 1, 1}, 0.02});            // thumb
}

void add_leg(std::vector<Shape>& s) {
  add_both(s, {{0.098, 0.87, -0.006}, {0.090, 0.52, 0.008}, 0.075, 0.052, {1, 1, 1.10}, 0.06});    // thigh
  add_both(s, {{0.090, 0.50, 0.012}, {0.090, 0.505, 0.014}, 0.051, 0.051, {1, 1, 1}, 0.03});       // knee
  add_both(s, {{0.090, 0.48, 0.004}, {0.090, 0.12, -0.004}, 0.047, 0.034, {1, 1, 1}, 0.03});       // shank
  add_both(s, {{0.090, 0.41, -0.018}, {0.090, 0.32, -0.016}, 0.045, 0.040, {1, 1, 1}, 0.06});      // calf
  add_both(s, {{0.090, 0.10, -0.004}, {0.090, 0.030, -0.022}, 0.036, 0.034, {0.95, 1, 1}, 0.03});  // heel
  add_both(s, {{0.090, 0.060, 0.010}, {0.090, 0.022, 0.125}, 0.042, 0.032, {0.95, 1, 1}, 0.04});   // instep
  add_both(s, {{0.086, 0.016, 0.060}, {0.094, 0.010, 0.170}, 0.032, 0.026, {1.35, 1, 1}, 0.03});   // toes
}

// Bones of the left side and the trunk; make_flesh mirrors them.
std::vector<Flesh> left_flesh(std::span<const Transform> rest) {
  const auto at = [&](int joint) { return rest[static_cast<std::size_t>(joint)].translation; };
  return {{kHips, {0.075, 0.965, -0.01}, {0.0, 0.985, -0.01}, 0.090},
          {kSpine, at(kSpine), {0, 1.11, -0.01}, 0.10},
          {kChest, at(kChest), {0, 1.23, -0.01}, 0.105},
          {kUpperChest, {0.05, 1.33, -0.015}, {0, 1.43, -0.02}, 0.10},
          {kNeck, at(kNeck), at(kHead), 0.045},
          {kHead, {0, 1.64, 0.01}, {0, 1.68, 0}, 0.085},
          {kLeftShoulder, {0.10, 1.42, -0.02}, {0.13, 1.43, -0.02}, 0.055},
          {kLeftUpperArm, at(kLeftUpperArm) + Vec3(0.035, 0, 0), at(kLeftLowerArm), 0.045},
          {kLeftLowerArm, at(kLeftLowerArm), at(kLeftHand), 0.035},
          {kLeftHand, at(kLeftHand) + Vec3(0.01, 0, 0), at(kLeftFingertips), 0.03},
          {kLeftUpperLeg, at(kLeftUpperLeg) - Vec3(0, 0.075, 0), at(kLeftLowerLeg), 0.070},
          {kLeftLowerLeg, at(kLeftLowerLeg), at(kLeftFoot) + Vec3(0, 0.03, 0), 0.045},
          {kLeftFoot, {0.09, 0.04, -0.03}, {0.09, 0.03, 0.125}, 0.035},
          {kLeftToes, {0.09, 0.02, 0.150}, at(kLeftToeTips), 0.030}};
}

std::vector<Flesh> make_flesh(std::span<const Transform> rest) {
  std::vector<Flesh> flesh = left_flesh(rest);
  const std::size_t count = flesh.size();
  for (std::size_t i = 0; i < count; ++i) {
    Flesh mirrored = flesh[i];
    mirrored.a.x() *= -1;
    mirrored.b.x() *= -1;
    if (mirrored.joint >= kLeftShoulder) mirrored.joint += kLimbJoints;
    flesh.push_back(mirrored);
  }
  return flesh;
}

// Pale clay, darker at the hinges, with a visor that shows where the face is.
Float4 hero_color(const Vec3& p) {
  const auto near = [&](double x, double y, double z, double radius) {
    const double d = (Vec3(std::abs(p.x()), p.y(), p.z()) - Vec3(x, y, z)).norm();
    return std::clamp((radius - d) / 0.015 + 0.5, 0.0, 1.0);
  };
  double dark = std::max({near(0.458, 1.4315, -0.027, 0.045), near(0.09, 0.503, 0.01, 0.062)});
  if (p.z() > 0.03 && p.y() > 1.64 && p.y() < 1.70) dark = 1;
  if (p.y() < 0.055) dark = std::max(dark, 0.6);
  const auto mix = [&](double pale, double deep) { return static_cast<float>(pale + dark * (deep - pale)); };
  return {mix(0.62, 0.10), mix(0.60, 0.16), mix(0.55, 0.24), 1.0F};
}

BodyPlan body_plan() {
  BodyPlan plan;
  plan.name = "Hero";
  plan.skeleton = hero_skeleton();
  add_trunk(plan.shapes);
  add_head(plan.shapes);
  add_leg(plan.shapes);
  add_arm(plan.shapes);
  plan.flesh = make_flesh(rest_world(plan.skeleton));
  plan.color = hero_color;
  const std::array<GridZone, 3> x{{{0, 0.0275}, {0.44, 0.037}, {0.70, 0.0195}}};
  const std::array<GridZone, 5> y{{{-0.03, 0.0186}, {0.12, 0.036}, {1.255, 0.028}, {1.385, 0.0165}, {1.485, 0.0225}}};
  const std::array<GridZone, 3> z{{{-0.16, 0.024}, {-0.065, 0.021}, {0.08, 0.0235}}};
  plan.grid = {mirrored_axis(grid_axis(x, 0.93)), grid_axis(y, 1.79), grid_axis(z, 0.23)};
  return plan;
}

}  // namespace

Character hero_character() {
  static const Character made = make_character(body_plan());
  return made;
}

}  // namespace sinew::samples
