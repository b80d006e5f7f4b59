#include "libanim/stages/track/track_problem.h"

#include <gtest/gtest.h>

#include "libanim/math/rotation.h"
#include "libanim/stages/track/motion_distribution.h"
#include "libanim/stages/track/start_state.h"
#include "libanim/support/index.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

TEST(TrackProblem, SegmentsCoverTheClip) {
  for (const int frames : {1, 2, 4, 5, 10, 11}) {
    const TrackProblem problem(test::standing_take(frames), {});
    int covered = 0;
    for (int s = 0; s < problem.segments(); ++s) {
      EXPECT_EQ(problem.first_frame(s), covered);
      EXPECT_GE(problem.segment_frames(s), 1);
      covered += problem.segment_frames(s);
    }
    EXPECT_EQ(covered, frames - 1);
  }
}

TEST(TrackProblem, TheFirstGuessOfVelocitiesIsTheReferencesOwn) {
  Take take = test::standing_take(7);
  const int elbow = *take.figure.find_body(Part::kForearm, Side::kLeft) - 1;
  const FigureJoint& joint = take.figure.joints[to_size(elbow)];
  const auto bone = to_size(take.figure.bodies[to_size(joint.child)].joint);
  const Vec3 axis = joint.axes * Vec3::UnitY();
  for (int f = 0; f < 7; ++f) take.reference.frame_rotations(f)[bone] = exp_rotation(axis * (1.5 * f / 30));
  const TrackProblem problem(take, paper_options(1, 8, 0.5));
  VectorXd expected = VectorXd::Zero(take.figure.axis_count());
  expected[take.figure.first_axis(elbow)] = 1.5;
  for (int s = 0; s < problem.segments(); ++s) EXPECT_LT((problem.first_guess(s) - expected).norm(), 1e-9);
  EXPECT_TRUE(TrackProblem(take, {}).first_guess(0).isZero());
}

TEST(TrackProblem, OffsetsAreInterpolatedBetweenKnots) {
  const Take take = test::standing_take(7);
  const TrackProblem problem(take, {});
  World world(take.figure, take.scene, take.simulation);
  const ControlNode start = start_node(problem, world, VectorXd::Zero(6));
  const int axis = take.figure.first_axis(*take.figure.find_body(Part::kForearm, Side::kLeft) - 1);
  VectorXd before = VectorXd::Zero(problem.axes());
  VectorXd action = before;
  before[axis] = 0.3;
  action[axis] = 0.6;
  std::vector<double> angles;  // of the target, from where the elbow is
  StateRecord record = start.record;
  const TrackProblem::Observer observer = [&](const Control& control, const StateRecord& next, const StepReport&,
                                              double) {
    const std::vector<Quat> straight(take.figure.joints.size(), Quat::Identity());
    const double bent = -joint_difference(take.figure, record, straight)[to_size(axis)];
    angles.push_back(control.axes[to_size(axis)].target / 30 + bent);
    record = next;
  };
  const TrackProblem::Outcome outcome = problem.simulate(world, 0, start.record, before, action, false, &observer);
  ASSERT_EQ(angles.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(angles[i], 0.4 + 0.1 * static_cast<double>(i), 1e-6);
  EXPECT_EQ(outcome.record, record);
}

TEST(TrackProblem, LegsThatGoApartNeedNotAgree) {
  const Take take = test::standing_take(7);
  World world(take.figure, take.scene, take.simulation);
  VectorXd action = VectorXd::Zero(take.figure.axis_count());
  action[take.figure.first_axis(*take.figure.find_body(Part::kThigh, Side::kLeft) - 1)] = 0.1;
  const auto outcome = [&](double agree, bool apart) {
    TrackOptions options;
    options.agree = agree;
    const TrackProblem problem(take, options);
    const StateRecord start = start_node(problem, world, VectorXd::Zero(6)).record;
    return problem.simulate(world, 0, start, action, action, apart).record;
  };
  EXPECT_EQ(outcome(1, true), outcome(0, false));
  EXPECT_NE(outcome(1, true), outcome(1, false));
}

/// One step of a segment from the stance turned by `turn` about the figure's middle at the height `height`.
bool loses_control(const Take& take, LostControl rule, const Quat& turn, double height) {
  TrackOptions options;
  options.lost = rule;
  options.lost_distance = 100;
  options.search_start = false;
  const TrackProblem problem(take, options);
  World world(take.figure, take.scene, take.simulation);
  StateRecord record = start_node(problem, world, VectorXd::Zero(6)).record;
  const Vec3 centre(0, 1, 0);
  for (BodyState& body : record.bodies) {
    const Transform pose = body.pose();
    const Vec3 place = Vec3(0, height, 0) + turn * (pose.translation - centre);
    body.set_pose({place, (turn * pose.rotation).normalized()});
  }
  const VectorXd none = VectorXd::Zero(problem.axes());
  return problem.simulate(world, 0, record, none, none).lost;
}

Quat about_x(double angle) { return exp_rotation({angle, 0, 0}); }

TEST(TrackProblem, ThePapersTestsAreLeanAndContactsOfOtherBodies) {
  const Take take = test::standing_take(7);
  for (const LostControl rule : {LostControl::kPaper, LostControl::kDistance}) {
    const bool paper = rule == LostControl::kPaper;
    EXPECT_FALSE(loses_control(take, rule, Quat::Identity(), 1.0));
    EXPECT_FALSE(loses_control(take, rule, about_x(0.02), 3));  // in the air, within the slack
    EXPECT_EQ(loses_control(take, rule, about_x(0.2), 3), paper) << "leans more than the reference ever does";
    EXPECT_EQ(loses_control(take, rule, Quat::Identity(), 0.25), paper) << "thighs touch the ground";
  }
}

TEST(TrackProblem, WhoLiesInTheReferenceMayLie) {
  Take lying = test::standing_take(7);
  for (int f = 0; f < lying.reference.frames(); ++f) {
    lying.reference.frame_rotations(f)[0] = about_x(-1.55) * lying.reference.frame_rotations(f)[0];
    lying.reference.frame_translations(f)[0].y() = 0.15;
  }
  EXPECT_FALSE(loses_control(lying, LostControl::kPaper, Quat::Identity(), 1.0));
  // Upside down is more than lying.
  EXPECT_TRUE(loses_control(lying, LostControl::kPaper, about_x(-1.2), 3));
}

/// Stands until `frame`, then glides ahead.
Take gliding_take(int frames, int frame, double speed) {
  Take take = test::standing_take(frames);
  for (int f = frame; f < frames; ++f) {
    take.reference.frame_translations(f)[0].z() += speed * (f - frame) / take.reference.frame_rate;
  }
  return take;
}

TEST(TrackProblem, DeviationsGrowWithTheSpeedOfTheReference) {
  TrackOptions options;
  options.calm = 0.25;
  options.calm_speed = 0.5;
  const auto share = [&](const Take& take, int segment) {
    TrackOptions full = options;
    full.calm = 1;
    return TrackProblem(take, options).sigma(segment).norm() / TrackProblem(take, full).sigma(segment).norm();
  };
  const int frames = 61;
  EXPECT_NEAR(share(test::standing_take(frames), 5), 0.25, 1e-12);
  // Half of the speed, half of the deviations; the velocity passes a low pass, so the middle of the way is looked at.
  EXPECT_NEAR(share(gliding_take(frames, 0, 0.25), 10), 0.5, 1e-6);
  EXPECT_NEAR(share(gliding_take(frames, 0, 2), 10), 1, 1e-12);
  // Who is about to move is not calm, nor is who has just stopped; from half a second before he is.
  const Take starts = gliding_take(frames, 30, 2);
  EXPECT_NEAR(share(starts, 0), 0.25, 1e-12);
  EXPECT_NEAR(share(starts, 8), 1, 1e-12);  // frame 27, three frames before
}

TEST(TrackProblem, DeviationsGoByPart) {
  TrackOptions options;
  options.sigma_legs = 0.1;
  options.sigma_torso = 0.2;
  options.sigma_arms = 0.3;
  options.sigma_shoulders = 0.4;
  options.sigma_head = 0.5;
  options.calm = 1;
  const Take take = test::standing_take(3);
  const TrackProblem problem(take, options);
  const auto deviation = [&](Part part, Side side) {
    return problem.sigma(0)[take.figure.first_axis(*take.figure.find_body(part, side) - 1)];
  };
  EXPECT_EQ(deviation(Part::kThigh, Side::kLeft), 0.1);
  EXPECT_EQ(deviation(Part::kFoot, Side::kRight), 0.1);
  EXPECT_EQ(deviation(Part::kChest, Side::kCentre), 0.2);
  EXPECT_EQ(deviation(Part::kForearm, Side::kLeft), 0.3);
  EXPECT_EQ(deviation(Part::kUpperArm, Side::kRight), 0.4);
  EXPECT_EQ(deviation(Part::kHead, Side::kCentre), 0.5);
}

TEST(MotionDistribution, ANewSegmentInheritsFromTheHeaviestCluster) {
  TrackOptions options;
  options.inherited = 0.25;
  options.inherited_mean = 0.5;
  const TrackProblem problem(test::standing_take(10), options);
  MotionDistribution distribution = first_distribution(problem);
  ASSERT_EQ(distribution.segments.size(), 3U);
  auto& before = distribution.segments[0];
  before.resize(2, before[0]);
  before[0].weight = 0.3;
  before[1].weight = 0.7;
  before[1].state.mean.setConstant(0.2);
  before[1].state.step_size = 2;
  before[1].next = {0, 0};
  const Eigen::MatrixXd first = before[1].state.covariance;
  enter_segment(distribution, problem, 1, 1);
  const CmaState& state = distribution.segments[1][0].state;
  EXPECT_LT((state.mean - VectorXd::Constant(state.dimension(), 0.1)).norm(), 1e-14);
  EXPECT_LT((state.covariance - (0.75 + 0.25 * 4) * first).norm(), 1e-14);
  EXPECT_EQ(state.step_size, 1);
  for (const MixtureCluster& cluster : distribution.segments[0]) EXPECT_EQ(cluster.next, (std::vector<int>{0}));
}

}  // namespace
}  // namespace sinew
