#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/joint_angles.h"
#include "samples/generator/hero.h"
#include "samples/generator/hero_pose.h"
#include "samples/generator/hound.h"
#include "samples/generator/motions.h"
#include "tests/samples/motion_measures.h"

namespace sinew::samples {
namespace {

using test::CarriedPoint;

constexpr double kRate = 60;
constexpr double kTouch = 5e-5;  // a sole's point this near to the ground is in contact (m)

struct Feet {
  std::vector<std::vector<Vec3>> heels, toes;  ///< traces of the points on which each foot stands, left then right
};

Feet trace_feet(const Skeleton& hero, const Clip& clip) {
  const FootShape shape = hero_foot_shape();
  const Vec3 tip_in_toes = shape.toe_tip - shape.toe_joint;
  Feet feet;
  for (const int shift : {0, kLimbJoints}) {
    feet.heels.push_back(test::trace(hero, clip, {kLeftFoot + shift, *shape.heel}));
    feet.toes.push_back(test::trace(hero, clip, {kLeftToes + shift, tip_in_toes}));
  }
  return feet;
}

double lowest_vertex(const Character& character, const Clip& clip) {
  double lowest = 1;
  for (int frame = 0; frame < clip.frames(); frame += 2) {
    for (const Vec3& v : posed_vertices(character, world_at(character.skeleton, clip, frame))) {
      lowest = std::min(lowest, v.y());
    }
  }
  return lowest;
}

void expect_sound(const Skeleton& skeleton, const Clip& clip, const std::vector<int>& hinged, double acceleration) {
  EXPECT_NO_THROW(clip.validate(skeleton));
  for (const int upper : hinged) {
    EXPECT_GE(test::smallest_bend(skeleton, clip, upper), 2.0)
        << clip.name << " " << skeleton.joints[static_cast<std::size_t>(upper)].name;
  }
  EXPECT_LT(test::largest_acceleration(skeleton, clip), acceleration) << clip.name;
}

const std::vector<int> kHeroHinges = {kLeftUpperLeg, kRightUpperLeg, kLeftUpperArm, kRightUpperArm};

class HeroMotion : public testing::Test {
 protected:
  const Character character = hero_character();
  const Skeleton& hero = character.skeleton;
};

TEST_F(HeroMotion, WalkKeepsItsFeetWhereTheyStand) {
  const Clip clip = walk_clip(kRate);
  expect_sound(hero, clip, kHeroHinges, 85);  // measured: 68 m/s^2, a knee at heel strike
  const Feet feet = trace_feet(hero, clip);
  for (const auto& points : {feet.heels, feet.toes}) {
    for (const auto& trace : points) {
      const auto contacts = test::contacts(trace, kTouch);
      EXPECT_GE(contacts.size(), 4U);
      EXPECT_LT(test::largest_slide(trace, contacts), 0.001);  // measured: 0.19 mm
    }
  }
  EXPECT_GT(lowest_vertex(character, clip), -0.005);  // measured: -1.9 mm
}

TEST_F(HeroMotion, WalkIsAlwaysOnOneFootOrTwoAndGoesAtItsSpeed) {
  const Clip clip = walk_clip(kRate);
  const Feet feet = trace_feet(hero, clip);
  for (std::size_t frame = 0; frame < feet.heels[0].size(); ++frame) {
    double lowest = 1;
    for (std::size_t side = 0; side < 2; ++side) {
      lowest = std::min({lowest, feet.heels[side][frame].y(), feet.toes[side][frame].y()});
    }
    EXPECT_NEAR(lowest, 0, 0.005) << "frame " << frame;  // measured: 0.0 mm
  }
  double way = 0;
  for (int frame = 1; frame < clip.frames(); ++frame) {
    const Vec3 step = clip.frame_translations(frame)[0] - clip.frame_translations(frame - 1)[0];
    way += std::hypot(step.x(), step.z());
  }
  EXPECT_NEAR(way / clip.duration(), 1.3, 0.03);
}

TEST_F(HeroMotion, JumpFliesByGravityAlone) {
  const Clip clip = jump_clip(kRate);
  expect_sound(hero, clip, kHeroHinges, 190);  // measured: 162 m/s^2, the fingertips in the arm swing
  const Feet feet = trace_feet(hero, clip);
  std::vector<Vec3> centers;
  std::vector<bool> flying;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto f = static_cast<std::size_t>(frame);
    centers.push_back(hero_center_of_mass(world_at(hero, clip, frame)));
    flying.push_back(std::min(feet.toes[0][f].y(), feet.toes[1][f].y()) > 0.001);
  }
  int checked = 0;
  for (std::size_t f = 1; f + 1 < centers.size(); ++f) {
    if (!flying[f - 1] || !flying[f + 1]) continue;
    const Vec3 acceleration = (centers[f - 1] - 2 * centers[f] + centers[f + 1]) * kRate * kRate;
    EXPECT_LT((acceleration - Vec3(0, -9.81, 0)).norm(), 0.01) << "frame " << f;  // measured: below 0.00005
    ++checked;
  }
  EXPECT_GE(checked, 24);  // measured: 28
  double highest = 0;
  for (const Vec3& c : centers) highest = std::max(highest, c.y());
  // 8 cm on the toes with the arms up, then 28 cm in the air.
  EXPECT_NEAR(highest - centers[0].y(), 0.36, 0.002);  // measured: 0.35999
}

TEST_F(HeroMotion, JumpStandsStillBeforeAndAfter) {
  const Clip clip = jump_clip(kRate);
  const Feet feet = trace_feet(hero, clip);
  for (const auto& trace : feet.toes) {
    const auto contacts = test::contacts(trace, kTouch);
    ASSERT_EQ(contacts.size(), 2U);
    EXPECT_LT(test::largest_slide(trace, contacts), 0.001);  // measured: below 1e-15 m
    EXPECT_NEAR((trace.back() - trace.front()).z(), 0.30, 1e-6);
  }
  EXPECT_GT(lowest_vertex(character, clip), -0.005);  // measured: -2.2 mm
}

TEST_F(HeroMotion, WaveWavesTheRightHandOverTheShoulder) {
  const Clip clip = wave_clip(kRate);
  expect_sound(hero, clip, kHeroHinges, 40);  // measured: 28 m/s^2
  const auto hand = test::trace(hero, clip, {kRightFingertips, Vec3::Zero()});
  int turns = 0;
  for (std::size_t f = 2; f < hand.size(); ++f) {
    if (hand[f].y() < 1.6) continue;
    const double before = hand[f - 1].x() - hand[f - 2].x(), after = hand[f].x() - hand[f - 1].x();
    turns += before * after < 0 ? 1 : 0;
  }
  EXPECT_GE(turns, 6);  // to and fro at least three times; measured: 9
  const Feet feet = trace_feet(hero, clip);
  for (const auto& trace : feet.heels) {
    EXPECT_LT(test::largest_slide(trace, {{0, clip.frames() - 1}}), 1e-6);
  }
}

TEST_F(HeroMotion, GetUpGoesFromTheFrontToTheFeet) {
  const Clip clip = getup_clip(kRate);
  expect_sound(hero, clip, kHeroHinges, 35);  // measured: 28 m/s^2, a hand that leaves the floor
  const auto head = test::trace(hero, clip, {kHead, Vec3::Zero()});
  EXPECT_LT(head.front().y(), 0.25);
  EXPECT_GT(head.back().y(), 1.5);
  EXPECT_GT(lowest_vertex(character, clip), -0.010);  // measured: -1.7 mm
  const auto frame = [](double seconds) { return static_cast<int>(seconds * kRate); };
  // Hands stay where they are until 2.4 s, the tucked toes until a foot steps at 3.55 s and 4.6 s; from 5.9 s on both
  // feet stand.
  for (const int hand : {kLeftHand, kRightHand}) {
    const auto wrist = test::trace(hero, clip, {hand, Vec3::Zero()});
    EXPECT_LT(test::largest_slide(wrist, {{0, frame(2.4)}}), 0.001);
  }
  const Feet feet = trace_feet(hero, clip);
  EXPECT_LT(test::largest_slide(feet.toes[0], {{0, frame(4.6)}}), 0.001);
  EXPECT_LT(test::largest_slide(feet.toes[1], {{0, frame(3.5)}}), 0.001);
  for (const auto& trace : feet.heels) {
    EXPECT_LT(test::largest_slide(trace, {{frame(5.9), clip.frames() - 1}}), 0.001);
  }
}

TEST_F(HeroMotion, GetUpIsOverWhatCarriesIt) {
  const Clip clip = getup_clip(kRate);
  const auto knee = test::trace(hero, clip, {kLeftLowerLeg, Vec3::Zero()});
  const auto wrist = test::trace(hero, clip, {kLeftHand, Vec3::Zero()});
  const Feet feet = trace_feet(hero, clip);
  for (int f = 0; f < clip.frames(); ++f) {
    const auto i = static_cast<std::size_t>(f);
    const double t = f / kRate;
    const double center = hero_center_of_mass(world_at(hero, clip, f)).z();
    // Hands and knees, knees and toes from the hands' leaving to the step, then a knee and a foot, at last the right
    // foot alone; knees are 4 cm thick.
    if (t < 2.4) {
      EXPECT_LT(center, wrist[i].z()) << t;
    }
    if (t > 2.5 && t < 3.6) {
      EXPECT_LT(center, knee[i].z() + 0.04) << t;
    }
    if (t > 4.5) {
      EXPECT_LT(center, feet.toes[1][i].z()) << t;
    }
    if (t < 5.0) {
      EXPECT_GT(center, feet.toes[0][i].z()) << t;
    }
    if (t > 5.4) {
      EXPECT_GT(center, feet.heels[1][i].z()) << t;
    }
  }
}

/// The largest angle by which a clip goes beyond the limits of the hero's figure (unit: degrees).
double largest_excess(const Character& character, const Clip& clip) {
  const Figure figure = build_figure(character).figure;
  const auto rest = rest_world(character.skeleton);
  double largest = 0;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto world = world_at(character.skeleton, clip, frame);
    const auto turn = [&](int body) {
      const auto j = static_cast<std::size_t>(figure.bodies[static_cast<std::size_t>(body)].orientation_joint);
      return Quat(world[j].rotation * rest[j].rotation.conjugate());
    };
    for (const FigureJoint& joint : figure.joints) {
      const Vec3 angles = joint_angles(joint, turn(joint.parent).conjugate() * turn(joint.child));
      for (int axis = 0; axis < joint.axis_count(); ++axis) {
        const int a = joint.axis_count() == 1 ? 1 : axis;
        const auto k = static_cast<std::size_t>(a);
        largest = std::max({largest, angles[a] - joint.upper[k], joint.lower[k] - angles[a]});
      }
    }
  }
  return largest * 180 / std::numbers::pi;
}

TEST_F(HeroMotion, JointsStayWithinHumanLimits) {
  EXPECT_LT(largest_excess(character, walk_clip(kRate)), 1) << "walk";    // measured: 0.00
  EXPECT_LT(largest_excess(character, wave_clip(kRate)), 1) << "wave";    // measured: 0.00
  EXPECT_LT(largest_excess(character, jump_clip(kRate)), 1) << "jump";    // measured: 0.00
  EXPECT_LT(largest_excess(character, getup_clip(kRate)), 1) << "getup";  // measured: 0.32
}

TEST(HoundMotion, TrotPutsDiagonalPawsDownTogether) {
  const Character character = hound_character();
  const Skeleton& hound = character.skeleton;
  const Clip clip = trot_clip(kRate);
  expect_sound(hound, clip, {kLeftForeUpperLeg, kRightForeUpperLeg, kLeftHindUpperLeg, kRightHindUpperLeg},
               100);  // 82 m/s^2
  const auto rest = rest_world(hound);
  const auto paw = [&](int joint) {
    const Vec3 tip = rest[static_cast<std::size_t>(joint + 1)].translation,
               at = rest[static_cast<std::size_t>(joint)].translation;
    return test::trace(hound, clip, {joint, Vec3(0, -at.y(), tip.z() - at.z())});
  };
  const std::array<std::vector<Vec3>, 4> paws = {paw(kLeftForePaw), paw(kRightHindPaw), paw(kRightForePaw),
                                                 paw(kLeftHindPaw)};
  for (const auto& trace : paws) {
    const auto contacts = test::contacts(trace, kTouch);
    EXPECT_GE(contacts.size(), 7U);
    EXPECT_LT(test::largest_slide(trace, contacts), 0.001);  // measured: 0.09 mm
  }
  int together = 0, apart = 0;
  for (std::size_t f = 0; f < paws[0].size(); ++f) {
    const auto down = [&](std::size_t p) { return std::abs(paws[p][f].y()) < kTouch; };
    together += down(0) == down(1) && down(2) == down(3) ? 1 : 0;
    apart += down(0) && down(2) ? 1 : 0;
  }
  EXPECT_GE(together, clip.frames() - 4);  // measured: all 217
  EXPECT_EQ(apart, 0);
  EXPECT_GT(lowest_vertex(character, clip), -0.005);  // measured: -1.1 mm
  const Vec3 way = clip.frame_translations(clip.frames() - 1)[0] - clip.frame_translations(0)[0];
  EXPECT_NEAR(way.z() / clip.duration(), 1.6, 0.01);
}

}  // namespace
}  // namespace sinew::samples
