#include "libanim/optimisation/contact_qp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/support/error.h"
#include "tests/libanim/optimisation/contact_qp_problems.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector6 = Eigen::Vector<double, 6>;

constexpr ContactCone kFoot{.friction = 0.5, .half_width = 0.05, .half_length = 0.1, .torsion = 0.02};
constexpr ContactCone kHand{.grabs = true, .grab_force = 0.5, .grab_moment = 0.05};

/// One contact in the frame of the body.
ContactQpResult solve_one(const ContactCone& cone, const Vector6& wrench, double weight) {
  ContactQpSolver solver({cone}, 6);
  return solver.solve(MatrixXd::Identity(6, 6), wrench, VectorXd::Constant(6, weight));
}

ContactQpResult solve_example(const ContactQpExample& example) {
  ContactQpSolver solver(example.cones, static_cast<int>(example.wrench.size()));
  return solver.solve(example.map, example.wrench, example.weights);
}

/// What the cone allows of every component, per unit of normal force or, for a contact that grabs, at all.
Vector6 limits(const ContactCone& cone) {
  if (cone.grabs) {
    return (Vector6() << Eigen::Vector3d::Constant(cone.grab_force), Eigen::Vector3d::Constant(cone.grab_moment))
        .finished();
  }
  return {cone.friction, 1, cone.friction, cone.half_length, cone.torsion, cone.half_width};
}

/// How far a feasible f is from optimal. For every feasible x the value falls by at most g'(f - x), g the gradient at
/// f. Over a cone g'x is at least 0 when g'd >= 0 for every edge d of the cone, and where the cone is cut off least at
/// the end of an edge; over a box it is least in a corner.
struct Optimality {
  double gap = 0;    ///< sum of g'f - min g'x
  double slope = 0;  ///< the most negative g'd
};
Optimality optimality(const ContactQpExample& example, const ContactQpResult& result) {
  const VectorXd gradient =
      2 * (example.map.transpose() * result.residual + example.weights.cwiseProduct(result.force));
  Optimality worst;
  for (std::size_t i = 0; i < example.cones.size(); ++i) {
    const Vector6 g = gradient.segment<6>(6 * static_cast<Eigen::Index>(i));
    const Vector6 f = result.force.segment<6>(6 * static_cast<Eigen::Index>(i));
    const double corner = limits(example.cones[i]).dot(g.cwiseAbs());
    if (example.cones[i].grabs) {
      worst.gap += g.dot(f) + corner;
    } else {
      const double slope = g[1] - (corner - std::abs(g[1]));
      if (std::isfinite(example.cones[i].most)) {
        worst.gap += std::abs(g.dot(f) - std::min(0., slope) * example.cones[i].most);
      } else {
        worst.gap += std::abs(g.dot(f));
        worst.slope = std::min(worst.slope, slope);
      }
    }
  }
  return worst;
}

TEST(ContactQp, PushInsideTheConeIsTheRegularisedForce) {
  const Vector6 wrench{0.1, 1, -0.2, 0.03, 0.01, -0.02};
  const ContactQpResult result = solve_one(kFoot, wrench, 0.25);
  ASSERT_TRUE(result.converged);
  EXPECT_LT((result.force - wrench / 1.25).norm(), 1e-10);
  EXPECT_NEAR(result.value, wrench.squaredNorm() * 0.25 / 1.25, 1e-9);
}

TEST(ContactQp, SlidingForceIsTheNearestOnTheConesEdge) {
  // The nearest point to (2, 1) on the ray (0.5, 1): t = (2 x 0.5 + 1) / 1.25.
  const ContactQpResult result = solve_one(kFoot, Vector6{2, 1, 0, 0, 0, 0}, 0);
  EXPECT_NEAR(result.force[0], 0.8, 1e-9);
  EXPECT_NEAR(result.force[1], 1.6, 1e-9);
  EXPECT_NEAR(result.value, 1.2 * 1.2 + 0.6 * 0.6, 1e-9);
}

TEST(ContactQp, PressureStaysInsideThePatch) {
  const ContactQpResult result = solve_one(kFoot, Vector6{0, 1, 0, 0.5, 0.5, 0.5}, 0);
  // With (m_x, m_y, m_z) = (0.1, 0.02, 0.05) f_y: f_y = (1 + 0.5 x 0.17) / (1 + 0.1^2 + 0.02^2 + 0.05^2).
  const double f_y = 1.085 / 1.0129;
  EXPECT_LT((result.force - Vector6{0, f_y, 0, 0.1 * f_y, 0.02 * f_y, 0.05 * f_y}).norm(), 1e-9);
}

TEST(ContactQp, FeetDoNotPullAndHandsDoUpToTheirGrip) {
  const Vector6 pull{0, -1, 0, 0, 0, 0};
  EXPECT_LT(solve_one(kFoot, pull, 0).force.norm(), 1e-9);
  EXPECT_NEAR(solve_one(kFoot, pull, 0).value, 1, 1e-9);
  EXPECT_NEAR(solve_one(kHand, pull, 0).force[1], -0.5, 1e-9);
  EXPECT_NEAR(solve_one(kHand, pull, 0).value, 0.25, 1e-9);
  EXPECT_NEAR(solve_one(kHand, -0.4 * pull, 0.1).force[1], 0.4 / 1.1, 1e-9);
}

TEST(ContactQp, NobodyCarriesMoreThanHisBound) {
  ContactCone weak = kFoot;
  weak.most = 0.4;
  const ContactQpResult result = solve_one(weak, Vector6{0.5, 1, 0, 0, 0, 0}, 0.25);
  ASSERT_TRUE(result.converged);
  EXPECT_NEAR(result.force[0], 0.2, 1e-9);  // friction is that of the force which is there
  EXPECT_NEAR(result.force[1], 0.4, 1e-9);
  EXPECT_NEAR(result.value, 0.6 * 0.6 + 0.3 * 0.3 + 0.25 * (0.4 * 0.4 + 0.2 * 0.2), 1e-9);
  EXPECT_EQ(result.violation, 0);
  // A bound that nothing comes near does nothing, and one of 0 leaves nothing.
  const Vector6 inside{0.1, 1, -0.2, 0.03, 0.01, -0.02};
  weak.most = 2;
  EXPECT_LT((solve_one(weak, inside, 0.25).force - solve_one(kFoot, inside, 0.25).force).norm(), 1e-10);
  weak.most = 0;
  EXPECT_LT(solve_one(weak, inside, 0.25).force.norm(), 1e-9);
}

TEST(ContactQp, ExamplesHaveBoundsThatHoldAndBoundsThatDoNot) {
  int active = 0;
  int idle = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const ContactQpExample example = contact_qp_example(4, 6, Rng(1, {k}));
    const ContactQpResult result = solve_example(example);
    for (std::size_t i = 0; i < example.cones.size(); ++i) {
      if (!std::isfinite(example.cones[i].most)) continue;
      const bool holds = result.force[6 * static_cast<Eigen::Index>(i) + 1] > example.cones[i].most - 1e-6;
      (holds ? active : idle) += 1;
    }
  }
  EXPECT_GT(active, 15);
  EXPECT_GT(idle, 15);
}

TEST(ContactQp, IceAndPointsTransmitNormalForceOnly) {
  const ContactCone ice{.friction = 0};
  const ContactQpResult result = solve_one(ice, Vector6{0.3, 1, 0.1, 0.1, 0.1, 0.1}, 0);
  EXPECT_LT((result.force - Vector6{0, 1, 0, 0, 0, 0}).norm(), 1e-9);
}

TEST(ContactQp, RandomProblemsAreOptimal) {
  for (const int rows : {6, 12, 18, 24}) {
    for (const int contacts : {1, 4, 9, 14}) {
      for (std::uint64_t k = 0; k < 40; ++k) {
        const ContactQpExample example = contact_qp_example(contacts, rows, Rng(1, {k}));
        const ContactQpResult result = solve_example(example);
        ASSERT_TRUE(result.converged) << rows << " rows, " << contacts << " contacts, example " << k;
        EXPECT_LE(result.iterations, 30);  // Measured: 19.
        EXPECT_EQ(result.violation, 0);
        const Optimality worst = optimality(example, result);
        EXPECT_LT(worst.gap, 1e-9);  // Measured: 2.5e-10; theory: 2 x 1e-12 per constraint.
        EXPECT_GT(worst.slope, -1e-9);
        EXPECT_LT(std::abs(result.barrier), 1e-8);  // Measured: 2.9e-9.
      }
    }
  }
}

/// The derivative of the value in the direction of another example, by the envelope theorem.
double envelope(const ContactQpExample& example, const ContactQpResult& result, const ContactQpExample& direction) {
  const VectorXd& f = result.force;
  const VectorXd& r = result.residual;
  return 2 * r.dot(direction.map * f) - 2 * r.dot(direction.wrench) +
         f.cwiseAbs2().dot(direction.weights.cwiseProduct(example.weights));
}

ContactQpExample moved(ContactQpExample example, const ContactQpExample& direction, double h) {
  example.map += h * direction.map;
  example.wrench += h * direction.wrench;
  example.weights += h * direction.weights.cwiseProduct(example.weights);
  return example;
}

/// A random direction; the weights' part is relative.
ContactQpExample random_direction(ContactQpExample like, Rng rng) {
  for (double& x : like.map.reshaped()) x = rng.normal();
  for (double& x : like.wrench) x = rng.normal();
  for (double& x : like.weights) x = rng.normal();
  return like;
}

TEST(ContactQp, EnvelopeTheoremGivesTheDerivatives) {
  double worst = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const ContactQpExample example = contact_qp_example(4 + static_cast<int>(k % 5), 6, Rng(2, {k}));
    const ContactQpExample direction = random_direction(example, Rng(3, {k}));
    const ContactQpResult result = solve_example(example);
    constexpr double kStep = 1e-7;
    const double difference = (solve_example(moved(example, direction, kStep)).value -
                               solve_example(moved(example, direction, -kStep)).value) /
                              (2 * kStep);
    const double expected = envelope(example, result, direction);
    worst = std::max(worst, std::abs(difference - expected) / (std::abs(expected) + result.value));
  }
  EXPECT_LT(worst, 1e-6);  // Measured: 1.0e-7.
}

TEST(ContactQp, ValueIsSmoothToTheLastDigits) {
  double worst = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const ContactQpExample example = contact_qp_example(6, 6, Rng(4, {k}));
    const ContactQpExample direction = random_direction(example, Rng(5, {k}));
    const double value = solve_example(example).value;
    const double ahead = solve_example(moved(example, direction, 1e-10)).value;
    const double behind = solve_example(moved(example, direction, -1e-10)).value;
    worst = std::max(worst, std::abs(ahead - 2 * value + behind) / value);
  }
  EXPECT_LT(worst, 1e-12);  // Measured: 1.2e-14.
}

TEST(ContactQp, NoContactsAndNoWrench) {
  ContactQpSolver none({}, 6);
  const ContactQpResult& result = none.solve(MatrixXd(6, 0), VectorXd::Ones(6), VectorXd(0));
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.value, 6);
  ContactQpExample example = contact_qp_example(6, 6, Rng(6));
  example.wrench.setZero();
  const ContactQpResult still = solve_example(example);
  EXPECT_TRUE(still.converged);
  EXPECT_LT(still.value, 1e-8);
  EXPECT_LT(still.force.norm(), 1e-3);  // sqrt(barrier / weight) per constraint.
}

TEST(ContactQp, HugeWeightsLeaveTheWrenchAlone) {
  for (const double weight : {10.0, 1e4, 1e8}) {
    ContactQpExample example = contact_qp_example(6, 6, Rng(7));
    example.weights.setConstant(weight);
    const ContactQpResult result = solve_example(example);
    EXPECT_TRUE(result.converged) << weight;
    EXPECT_LT(optimality(example, result).gap, 1e-9);
    EXPECT_LT(result.force.norm(), 3 / weight + 1e-6);
    EXPECT_LT(result.value, example.wrench.squaredNorm() + 1e-8);
  }
}

TEST(ContactQp, UnitScalesTheProblem) {
  const ContactQpExample example = contact_qp_example(5, 6, Rng(8));
  std::vector<ContactCone> cones = example.cones;
  for (ContactCone& cone : cones) {
    cone.most *= 700;
    cone.grab_force *= 700;
    cone.grab_moment *= 700;
  }
  ContactQpSolver newton(cones, 6, {.unit = 700});
  const ContactQpResult& result = newton.solve(example.map, 700 * example.wrench, example.weights);
  const ContactQpResult expected = solve_example(example);
  EXPECT_NEAR(result.value / (700.0 * 700.0), expected.value, 1e-12 * expected.value);
  EXPECT_LT((result.force / 700 - expected.force).norm(), 1e-9);
}

TEST(ContactQp, ResultDoesNotDependOnWhatTheSolverDidBefore) {
  const ContactQpExample a = contact_qp_example(6, 12, Rng(9));
  const ContactQpExample b = contact_qp_example(6, 12, Rng(10));
  ContactQpSolver solver(b.cones, 12);
  (void)solver.solve(b.map, b.wrench, b.weights);
  solver.set_cones(a.cones);
  const ContactQpResult& again = solver.solve(a.map, a.wrench, a.weights);
  const ContactQpResult fresh = solve_example(a);
  EXPECT_EQ(again.value, fresh.value);
  EXPECT_EQ(again.force, fresh.force);
}

TEST(ContactQp, NothingSensibleInNothingClaimed) {
  ContactQpExample example = contact_qp_example(3, 6, Rng(13));
  const ContactQpResult expected = solve_example(example);
  ContactQpSolver solver(example.cones, 6);
  Eigen::MatrixXd broken = example.map;
  broken(2, 3) = std::nan("");
  EXPECT_FALSE(solver.solve(broken, example.wrench, example.weights).converged);
  // And the solver is none the worse for it.
  EXPECT_EQ(solver.solve(example.map, example.wrench, example.weights).force, expected.force);
}

TEST(ContactQp, StartSavesIterationsAndNoMore) {
  int cold = 0;
  int warm = 0;
  for (std::uint64_t k = 0; k < 50; ++k) {
    ContactQpExample example = contact_qp_example(4, 6, Rng(11, {k}));
    ContactQpSolver solver(example.cones, 6);
    ContactQpStart start;
    (void)solver.solve(example.map, example.wrench, example.weights, &start);
    example = moved(example, random_direction(example, Rng(12, {k})), 1e-3);
    const ContactQpResult fresh = solve_example(example);
    const ContactQpResult& result = solver.solve(example.map, example.wrench, example.weights, &start);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.value, fresh.value, 1e-10 * fresh.value);
    cold += fresh.iterations;
    warm += result.iterations;
  }
  EXPECT_LT(4 * warm, 3 * cold);  // Measured: 6.5 against 10.8 per problem.
}

TEST(ContactQp, RefusesImpossibleCones) {
  EXPECT_THROW(ContactQpSolver({ContactCone{.friction = -1}}, 6), Error);
  EXPECT_THROW(ContactQpSolver({ContactCone{.half_width = std::nan("")}}, 6), Error);
  EXPECT_THROW(ContactQpSolver({ContactCone{.most = -1}}, 6), Error);
  EXPECT_THROW(ContactQpSolver({ContactCone{.most = std::nan("")}}, 6), Error);
  EXPECT_THROW(ContactQpSolver({kFoot}, 0), Error);
  EXPECT_THROW(ContactQpSolver({kFoot}, 6, {.barrier = 0}), Error);
  EXPECT_THROW(ContactQpSolver({kFoot}, 6, {.unit = 0}), Error);
}

}  // namespace
}  // namespace sinew
