#include "samples/generator/hero.h"

#include <array>

#include "samples/generator/skeleton_builder.h"

namespace sinew::samples {
namespace {

struct Segment {
  int from, to;
  double center;  ///< share of the way from `from` to `to`
  double mass;    ///< share of the body's mass
};

constexpr std::array<Segment, 3> kLimbSegmentsArm{{{kLeftUpperArm, kLeftLowerArm, 0.5772, 0.0271},
                                                   {kLeftLowerArm, kLeftHand, 0.4574, 0.0162},
                                                   {kLeftHand, kLeftFingertips, 0.3624, 0.0061}}};
constexpr std::array<Segment, 3> kLimbSegmentsLeg{{{kLeftUpperLeg, kLeftLowerLeg, 0.4095, 0.1416},
                                                   {kLeftLowerLeg, kLeftFoot, 0.4459, 0.0433},
                                                   {kLeftFoot, kLeftToes, 0.5, 0.0137}}};
// The trunk's three parts, each centred between the joints that bound it, and the head with the neck.
constexpr std::array<Segment, 4> kTrunkSegments{{{kHips, kSpine, 0.2, 0.1117},
                                                 {kSpine, kUpperChest, 0.5, 0.1633},
                                                 {kUpperChest, kNeck, 0.5, 0.1596},
                                                 {kHead, kHeadTop, 0.4, 0.0694}}};

}  // namespace

Skeleton hero_skeleton() {
  SkeletonBuilder builder;
  const std::array<Place, 7> trunk{{{"Hips", kNoParent, {0, 0.960, -0.005}},
                                    {"Spine", kHips, {0, 1.050, -0.015}},
                                    {"Chest", kSpine, {0, 1.170, -0.020}},
                                    {"UpperChest", kChest, {0, 1.300, -0.025}},
                                    {"Neck", kUpperChest, {0, 1.485, -0.025}},
                                    {"Head", kNeck, {0, 1.570, -0.010}},
                                    {"HeadTop", kHead, {0, 1.750, -0.010}, true}}};
  for (const Place& place : trunk) builder.add(place);
  const std::array<Place, kLimbJoints> arm{{{"Shoulder", kUpperChest, {0.030, 1.420, -0.010}},
                                            {"UpperArm", kLeftShoulder, {0.175, 1.4315, -0.020}},
                                            {"LowerArm", kLeftUpperArm, {0.458, 1.4315, -0.027}},
                                            {"Hand", kLeftLowerArm, {0.7135, 1.4315, -0.020}},
                                            {"Fingertips", kLeftHand, {0.8950, 1.4315, -0.020}, true}}};
  builder.add_pair(arm);
  const std::array<Place, kLimbJoints> leg{{{"UpperLeg", kHips, {0.090, 0.9275, 0.000}},
                                            {"LowerLeg", kLeftUpperLeg, {0.090, 0.4990, 0.010}},
                                            {"Foot", kLeftLowerLeg, {0.090, 0.0800, 0.000}},
                                            {"Toes", kLeftFoot, {0.090, 0.0250, 0.135}},
                                            {"ToeTips", kLeftToes, {0.090, 0.0150, 0.200}, true}}};
  builder.add_pair(leg);
  return builder.skeleton();
}

Vec3 hero_center_of_mass(std::span<const Transform> world) {
  Vec3 sum = Vec3::Zero();
  const auto add_segment = [&](const Segment& s, int shift) {
    const Vec3& from = world[static_cast<std::size_t>(s.from + shift)].translation;
    const Vec3& to = world[static_cast<std::size_t>(s.to + shift)].translation;
    sum += s.mass * (from + s.center * (to - from));
  };
  for (const Segment& s : kTrunkSegments) add_segment(s, 0);
  for (const int shift : {0, kLimbJoints}) {
    for (const Segment& s : kLimbSegmentsArm) add_segment(s, shift);
    for (const Segment& s : kLimbSegmentsLeg) add_segment(s, shift);
  }
  return sum;  // the shares sum to 1
}

}  // namespace sinew::samples
