#include "libanim/kinematics/figure_masses.h"

#include <gtest/gtest.h>

#include <numeric>

#include "libanim/kinematics/figure_inertia.h"
#include "libanim/support/index.h"
#include "tests/libanim/kinematics/figure/hand_made.h"

namespace sinew::test {
namespace {

double body_mass(const Figure& figure, std::string_view name) {
  return figure.bodies[to_size(*figure.find_body(name))].mass;
}

TEST(FigureMasses, HeightGivesMass) {
  EXPECT_NEAR(human_mass(1.75), 22.5 * 1.75 * 1.75, 1e-9);  // 68.9 kg
  EXPECT_NEAR(human_mass(0.7), human_mass(1.4) / 8, 1e-9);
  EXPECT_NEAR(human_mass(4.2), human_mass(2.1) * 8, 1e-9);
  EXPECT_NEAR(human_mass(0.5), 2.0, 0.05);
  EXPECT_NEAR(human_mass(3.0), 289, 1);
}

TEST(FigureMasses, SharesFollowTheTableAndMergedPartsAddUp) {
  FigureOptions options;
  options.mass = 100;
  const Figure figure = build_figure(t_pose_character(), t_pose_anatomy(), options).figure;
  EXPECT_NEAR(figure.mass(), 100, 1e-9);
  // Percent of the whole, de Leva 1996, mean of women and men.
  EXPECT_NEAR(body_mass(figure, "head"), 6.81, 0.02);
  EXPECT_NEAR(body_mass(figure, "chest"), 15.71 + 15.49, 0.02);
  EXPECT_NEAR(body_mass(figure, "pelvis"), 11.82, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_upper_arm"), 2.63, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_forearm"), 1.50 + 0.585, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_thigh"), 14.47, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_shin"), 4.57, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_foot"), 1.33, 0.02);
}

TEST(FigureMasses, AMissingPartCountsForItsNeighbour) {
  Anatomy anatomy = t_pose_anatomy();
  anatomy.bodies.pop_back();  // the right foot
  anatomy.bodies[7].mirror = -1;
  FigureOptions options;
  options.mass = 100;
  const Figure figure = build_figure(t_pose_character(), anatomy, options).figure;
  EXPECT_NEAR(figure.mass(), 100, 1e-9);
  EXPECT_NEAR(body_mass(figure, "right_shin"), 4.57 + 1.33, 0.02);
  EXPECT_NEAR(body_mass(figure, "left_shin"), 4.57, 0.02);
}

TEST(FigureMasses, CentresOfMassLieWhereTheTableSays) {
  const Figure figure = build_figure(t_pose_character(), t_pose_anatomy(), {}).figure;
  const FigureBody& thigh = figure.bodies[to_size(*figure.find_body("left_thigh"))];
  EXPECT_NEAR(thigh.rest_position.y(), 0.92 - 0.385 * 0.42, 1e-6);
  const FigureBody& arm = figure.bodies[to_size(*figure.find_body("right_upper_arm"))];
  EXPECT_NEAR(arm.rest_position.x(), -0.19 - 0.576 * 0.28, 1e-6);
}

TEST(FigureMasses, CreaturesGoByVolume) {
  Anatomy anatomy = t_pose_anatomy();
  anatomy.humanoid = false;
  for (AnatomyBody& body : anatomy.bodies) body.part = Part::kLimb;
  const std::vector<BoneShape> shapes(anatomy.bodies.size(), capsule_along_x(0, 0.2, 0.05));
  FigureOptions options;
  options.density = 500;
  const std::vector<double> masses = body_masses(anatomy, shapes, options);
  for (const double mass : masses) EXPECT_NEAR(mass, 500 * volume(shapes[0]), 1e-9);
  options.mass = 26;
  for (const double mass : body_masses(anatomy, shapes, options)) EXPECT_NEAR(mass, 2, 1e-9);
}

TEST(FigureMasses, NoBodyIsNegligible) {
  Anatomy anatomy = t_pose_anatomy();
  anatomy.humanoid = false;
  std::vector<BoneShape> shapes(anatomy.bodies.size(), capsule_along_x(0, 0.2, 0.05));
  shapes[4] = capsule_along_x(0, 0.002, 0.0005);
  const std::vector<double> masses = body_masses(anatomy, shapes, {});
  const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
  EXPECT_NEAR(masses[4] / total, kLeastMassShare, 1e-5);
}

}  // namespace
}  // namespace sinew::test
