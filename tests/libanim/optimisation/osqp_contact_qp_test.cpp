// OSQP as the reference of the contact QP's interior point method.

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/optimisation/contact_qp.h"
#include "tests/libanim/optimisation/contact_qp_problems.h"

namespace sinew {
namespace {

constexpr ContactQpOptions kOsqp{.backend = ContactQpBackend::kOsqp};

ContactQpResult solve(const ContactQpExample& example, const ContactQpOptions& options) {
  ContactQpSolver solver(example.cones, static_cast<int>(example.wrench.size()), options);
  return solver.solve(example.map, example.wrench, example.weights);
}

TEST(OsqpContactQp, AgreesWithTheInteriorPointMethod) {
  for (const int rows : {6, 12, 18}) {
    for (const int contacts : {1, 4, 7, 10}) {
      double worst = 0;
      for (std::uint64_t k = 0; k < 20; ++k) {
        const ContactQpExample example = contact_qp_example(contacts, rows, Rng(1, {k}));
        const ContactQpResult reference = solve(example, kOsqp);
        const ContactQpResult result = solve(example, {.barrier = 1e-14});
        ASSERT_TRUE(reference.converged) << contacts << " contacts, example " << k;
        EXPECT_LT(reference.violation, 1e-6);  // Measured: 3.0e-7; the tolerance of OSQP is 1e-7.
        worst = std::max(worst, std::abs(reference.value - (result.value - result.barrier)));
      }
      EXPECT_LT(worst, 5e-7) << rows << " rows, " << contacts << " contacts";  // Measured: 1.3e-7.
    }
  }
}

TEST(OsqpContactQp, ForcesAgreeWhereTheWeightsHoldThem) {
  for (std::uint64_t k = 0; k < 50; ++k) {
    ContactQpExample example = contact_qp_example(5, 6, Rng(2, {k}));
    example.weights = example.weights.cwiseMax(1e-2);
    const Eigen::VectorXd difference = solve(example, kOsqp).force - solve(example, {.barrier = 1e-14}).force;
    EXPECT_LT(difference.norm(), 1e-5) << "example " << k;
  }
}

TEST(OsqpContactQp, ResultDoesNotDependOnThePast) {
  const ContactQpExample a = contact_qp_example(6, 6, Rng(3));
  ContactQpExample b = contact_qp_example(6, 6, Rng(4));
  b.cones[0].grabs = true;  // Another structure.
  ContactQpSolver solver(b.cones, 6, kOsqp);
  (void)solver.solve(b.map, b.wrench, b.weights);
  solver.set_cones(a.cones);
  (void)solver.solve(b.map, b.wrench, b.weights);
  const ContactQpResult& again = solver.solve(a.map, a.wrench, a.weights);
  const ContactQpResult fresh = solve(a, kOsqp);
  EXPECT_EQ(again.value, fresh.value);
  EXPECT_EQ(again.force, fresh.force);
}

TEST(OsqpContactQp, StartSavesIterations) {
  int cold = 0;
  int warm = 0;
  for (std::uint64_t k = 0; k < 30; ++k) {
    ContactQpExample example = contact_qp_example(6, 6, Rng(5, {k}));
    ContactQpSolver solver(example.cones, 6, kOsqp);
    ContactQpStart start;
    cold += solver.solve(example.map, example.wrench, example.weights, &start).iterations;
    example.wrench *= 1.001;
    const ContactQpResult& result = solver.solve(example.map, example.wrench, example.weights, &start);
    warm += result.iterations;
    EXPECT_NEAR(result.value, solve(example, {.barrier = 1e-14}).value, 5e-7);
  }
  EXPECT_LT(2 * warm, cold);
}

}  // namespace
}  // namespace sinew
