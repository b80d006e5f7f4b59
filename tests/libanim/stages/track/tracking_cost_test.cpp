#include "libanim/stages/track/tracking_cost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/support/index.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

enum Term {
  kRootPosition,
  kRootRotation,
  kPose,
  kBalance,
  kOrientation,
  kStableHead,
  kEndEffectors,
  kSlip,
  kCentreVelocity,
  kRootSpin,
  kSpin
};

constexpr double kRounding = 1e-9;

/// A reference that walks off stiffly, and its first frame as a record.
class TrackingCost : public ::testing::Test {
 protected:
  TrackingCost() {
    test::carry(take_.reference, {0.4, 0, 1.1});
    reference_ = reference_motion(take_.figure, take_.scene, take_.character.skeleton, take_.reference, 6);
    record_ = reference_.start;
  }

  [[nodiscard]] CostTerms terms() const {
    return cost_terms(take_.figure, take_.scene, cost_parts(take_.figure), reference_.frames[0], record_);
  }

  /// All terms but those listed are zero.
  void expect_only(const CostTerms& found, const std::vector<std::pair<Term, double>>& expected) const {
    CostTerms all{};
    for (const auto& [term, value] : expected) all[term] = value;
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(found[i], all[i], kRounding) << kCostNames[i];
  }

  [[nodiscard]] double bodies() const { return take_.figure.body_count(); }

  Take take_ = test::standing_take(8);
  ReferenceMotion reference_;
  StateRecord record_;
};

TEST_F(TrackingCost, TheReferenceItselfCostsNothing) {
  expect_only(terms(), {});
  EXPECT_NEAR(mean_body_distance(reference_.frames[0], record_), 0, kRounding);
}

TEST_F(TrackingCost, AShiftIsRootPositionAndHeight) {
  const Vec3 d(0.3, 0.2, -0.6);
  for (BodyState& body : record_.bodies) {
    for (std::size_t i = 0; i < 3; ++i) body.position[i] += d[static_cast<Eigen::Index>(i)];
  }
  const auto ends = static_cast<double>(cost_parts(take_.figure).end_effectors.size());
  ASSERT_GE(ends, 4);
  expect_only(terms(), {{kRootPosition, 0.7}, {kEndEffectors, 0.2 * ends}});
  EXPECT_NEAR(mean_body_distance(reference_.frames[0], record_), 0.7, kRounding);
}

TEST_F(TrackingCost, ATurnAboutTheVerticalKeepsThePose) {
  const double angle = 0.5;
  const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  const Vec3 root = record_.bodies[0].pose().translation;
  double arms = 0;
  for (const Vec3& arm : reference_.frames[0].from_centre) arms += arm.norm();
  ASSERT_GT(arms, 1);
  for (BodyState& body : record_.bodies) {
    const Transform pose = body.pose();
    body.set_pose({root + turn * (pose.translation - root), turn * pose.rotation});
  }
  // Every body's place on the ground turns about the centre of mass: a chord of its arm.
  expect_only(terms(), {{kRootRotation, angle},
                        {kBalance, 2 * std::sin(angle / 2) * arms},
                        {kOrientation, angle * bodies()},
                        {kStableHead, 2 * angle}});
}

TEST_F(TrackingCost, SpeedIsThatOfTheCentreOfMass) {
  const Vec3 faster(0.2, -0.1, 0.2);
  for (BodyState& body : record_.bodies) body.set_velocity(body.linear() + faster, body.angular());
  expect_only(terms(), {{kCentreVelocity, 0.3}});
}

TEST_F(TrackingCost, SpinIsSummedOverBodies) {
  for (BodyState& body : record_.bodies) body.set_velocity(body.linear(), body.angular() + Vec3(0, 3, 4));
  expect_only(terms(), {{kRootSpin, 5}, {kSpin, 5 * bodies()}});
}

TEST_F(TrackingCost, OneLimbAstrayLeavesTheRootAlone) {
  const std::size_t head = to_size(*take_.figure.find_body(Part::kHead, Side::kCentre));
  record_.bodies[head].position[0] += 0.25;
  const double share = take_.figure.bodies[head].mass / take_.figure.mass();
  // The centre of mass goes along by the head's share of the mass, and all others are off by that.
  expect_only(terms(), {{kPose, 0.25}, {kBalance, 0.25 * (1 - share) + 0.25 * share * (bodies() - 1)}});
}

TEST(WeightedCost, EachWeightPicksItsTerm) {
  using Weight = double TrackWeights::*;
  constexpr std::array<Weight, 11> kWeights{
      &TrackWeights::root_position, &TrackWeights::root_rotation, &TrackWeights::pose,
      &TrackWeights::balance,       &TrackWeights::orientation,   &TrackWeights::stable_head,
      &TrackWeights::end_effectors, &TrackWeights::slip,          &TrackWeights::centre_velocity,
      &TrackWeights::root_spin,     &TrackWeights::spin};
  CostTerms terms{};
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = 1.5 + static_cast<double>(i);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    TrackWeights weights{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    weights.*kWeights[i] = 2;
    EXPECT_DOUBLE_EQ(weighted_cost(terms, weights), 2 * terms[i]) << kCostNames[i];
  }
}

}  // namespace
}  // namespace sinew
