#include "libanim/stages/track/start_state.h"

#include <gtest/gtest.h>

#include "libanim/model/terrain.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/validity/surface_gap.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

ControlNode started(const Take& take, const Eigen::VectorXd& launch) {
  const TrackProblem problem(take, {});
  return start_node(problem, World(take.figure, take.scene, take.simulation), launch);
}

Eigen::VectorXd launch_of(const Vec3& velocity, const Vec3& spin) {
  Eigen::VectorXd launch(6);
  launch << velocity, spin;
  return launch;
}

/// Of the whole figure about its centre of mass, world axes.
Mat3 whole_inertia(const Figure& figure, const StateRecord& record) {
  const Vec3 centre = centre_of_mass(figure, record);
  Mat3 sum = Mat3::Zero();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    const Transform pose = record.bodies[i].pose();
    const Mat3 turn = pose.rotation.toRotationMatrix();
    const Vec3 arm = pose.translation - centre;
    sum += turn * figure.bodies[i].inertia * turn.transpose();
    sum += figure.bodies[i].mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  }
  return sum;
}

std::vector<Transform> poses(const Figure& figure, const StateRecord& record) {
  std::vector<Transform> all;
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) all.push_back(record.bodies[i].pose());
  return all;
}

TEST(StartState, ALaunchAddsToTheMomenta) {
  Take take = test::standing_take(6);
  test::carry(take.reference, {0, 0, 1.2});
  const Vec3 velocity(0.3, -0.1, 0.2);
  const Vec3 spin(0.5, 1, -0.25);
  const ControlNode plain = started(take, Eigen::VectorXd::Zero(6));
  const ControlNode launched = started(take, launch_of(velocity, spin));
  const Figure& figure = take.figure;
  const Vec3 linear = linear_momentum(figure, launched.record) - linear_momentum(figure, plain.record);
  EXPECT_LT((linear / figure.mass() - velocity).norm(), 1e-12);
  EXPECT_LT((linear_momentum(figure, plain.record) / figure.mass() - Vec3(0, 0, 1.2)).norm(), 1e-9);
  const Vec3 angular = angular_momentum(figure, launched.record) - angular_momentum(figure, plain.record);
  EXPECT_LT((angular - whole_inertia(figure, plain.record) * spin).norm(), 1e-10);
  EXPECT_EQ(launched.launch, launch_of(velocity, spin));
  EXPECT_EQ(launched.parent, -1);
  EXPECT_EQ(launched.knot, 0);
}

TEST(StartState, ALaunchIsARigidMotion) {
  const Take take = test::standing_take(6);
  const ControlNode launched = started(take, launch_of({0.3, 0, 0.2}, {0.5, 1, -0.25}));
  // The two sides of every anchor move alike, or the joints would be torn apart in the first step.
  for (const FigureJoint& joint : take.figure.joints) {
    const auto speed = [&](int body, const Vec3& anchor) {
      const BodyState& state = launched.record.bodies[static_cast<std::size_t>(body)];
      return Vec3(state.linear() + state.angular().cross(state.pose().rotation * anchor));
    };
    EXPECT_LT((speed(joint.parent, joint.parent_anchor) - speed(joint.child, joint.child_anchor)).norm(), 1e-9);
  }
}

TEST(StartState, AFigureInTheGroundIsLiftedOut) {
  Take take = test::standing_take(4);
  for (Vec3& translation : take.reference.translations) translation.y() -= 0.07;
  const ControlNode node = started(take, Eigen::VectorXd::Zero(6));
  EXPECT_NEAR(lowest_point(take.figure, poses(take.figure, node.record)), 0, 1e-9);
  EXPECT_LT(anchor_gap(take.figure, node.record), 1e-9);
  for (Vec3& translation : take.reference.translations) translation.y() += 0.17;
  const ControlNode above = started(take, Eigen::VectorXd::Zero(6));
  EXPECT_NEAR(lowest_point(take.figure, poses(take.figure, above.record)), 0.1, 1e-9);
}

TEST(StartState, OnASlopeTheFigureIsLiftedUntilItTouches) {
  Take take = test::standing_take(4);
  take.scene.ground = slope(0.3, 0.4, Vec3::Zero());
  const ControlNode node = started(take, Eigen::VectorXd::Zero(6));
  // Measured: 0.23 micrometres under it.
  EXPECT_NEAR(surface_gap(take.figure, take.scene, poses(take.figure, node.record), 1), 0, 1e-6);
}

TEST(StartState, ObjectsOfTheSceneStartWhereTheyAre) {
  Take take = test::standing_take(4);
  take.scene.objects.push_back({.name = "ball", .pose = {{3, 1, 0}, Quat::Identity()}});
  const ControlNode node = started(take, launch_of({1, 0, 0}, {0, 1, 0}));
  ASSERT_EQ(node.record.bodies.size(), take.figure.bodies.size() + 1);
  EXPECT_EQ(node.record.bodies.back().pose().translation, Vec3(3, 1, 0));
  EXPECT_EQ(node.record.bodies.back().linear(), Vec3::Zero());
}

TEST(StartState, LaunchesFollowTheElites) {
  TrackOptions options;
  options.sigma_launch = 0.2;
  options.sigma_launch_spin = 0.1;
  options.covariance_rate = 1;
  CmaState state = first_launch(options);
  EXPECT_TRUE(state.mean.isZero());
  EXPECT_NEAR(state.covariance(2, 2), 0.04, 1e-15);
  EXPECT_NEAR(state.covariance(3, 3), 0.01, 1e-15);
  const Eigen::VectorXd best = launch_of({1, 2, 3}, {4, 5, 6});
  adapt_launch(state, best.replicate(1, 5), options);
  EXPECT_LT((state.mean - best).norm(), 1e-12);
  // The elites are all the same: what is left is the floor, 0.3 of the first deviation.
  EXPECT_NEAR(state.covariance(0, 0), 0.09 * 0.04, 1e-15);
  EXPECT_NEAR(state.covariance(5, 5), 0.09 * 0.01, 1e-15);
}

}  // namespace
}  // namespace sinew
