#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "tests/regression/figures/all_figures.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

/// Largest distance between a skeleton joint that drives a body and the place on the body that it stands for, as a
/// share of the figure's height.
double misfit(const test::NamedFigure& item, const StateRecord& record) {
  const Figure& figure = item.built.figure;
  const Skeleton& skeleton = item.character.skeleton;
  const std::vector<Transform> rest = rest_world(skeleton);
  const std::vector<Transform> world =
      world_from_local(skeleton, pose_from_record(figure, skeleton, record, rest_pose(skeleton)));
  double largest = 0;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const FigureBody& body = figure.bodies[b];
    const Vec3 place = record.bodies[b].pose() * (rest[to_size(body.joint)].translation - body.rest_position);
    largest = std::max(largest, (world[to_size(body.joint)].translation - place).norm());
  }
  return largest / std::max(figure.height, 0.01);  // A rig may lie flat.
}

/// Every joint bent half way to its upper limits.
StateRecord bent(const Figure& figure) {
  std::vector<Quat> relative;
  for (const FigureJoint& joint : figure.joints) {
    relative.push_back(joint_rotation(joint, {0.5 * joint.upper[0], 0.5 * joint.upper[1], 0.5 * joint.upper[2]}));
  }
  return record_from_bodies(bodies_from_joints(figure, {{1, 2, 3}, figure.root_neutral}, relative));
}

TEST(SkeletonFit, JointsAreWhereTheirBodiesHang) {
  SINEW_NEEDS_DATA();
  int figures = 0;
  double worst = 0;
  for (const test::NamedFigure& item : test::all_figures()) {
    const double off = misfit(item, bent(item.built.figure));
    EXPECT_LT(off, 1e-6) << item.file;
    worst = std::max(worst, off);
    ++figures;
  }
  fmt::print("{} figures, largest misfit {:.1e} of the height\n", figures, worst);
  EXPECT_GE(figures, 130);
}

TEST(SkeletonFit, OnlyRigsWithoutAnyExtentGiveNoFigure) {
  SINEW_NEEDS_DATA();
  for (const std::string& refused : test::figures_refused()) {
    EXPECT_NE(refused.find("at one point of the rest pose"), std::string::npos) << refused;
  }
}

}  // namespace
}  // namespace sinew
