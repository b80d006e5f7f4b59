#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/support/index.h"
#include "tests/libanim/simulation/kernels/lcp_problems.h"

namespace sinew {
namespace {

using test::Coupling;
using test::LcpCase;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return a.size() == b.size() ? largest : std::numeric_limits<double>::infinity();
}

/// How far x is from solving the problem with bounds of friction that follow the pressure, in units of x: a row that is
/// neither at a bound nor has A x = b is off by the lesser of the two distances.
double coupled_error(const LcpCase& c, const std::vector<double>& x) {
  double worst = 0;
  for (int i = 0; i < c.size; ++i) {
    const std::size_t k = to_size(i);
    double w = -c.right_and_x[2 * k];
    for (int j = 0; j < c.size; ++j) w += c.at(i, j) * x[to_size(j)];
    const double most = c.friction[k] >= 0 ? c.bounds[2 * k + 1] * x[to_size(c.friction[k])] : c.bounds[2 * k + 1];
    const double least = c.friction[k] >= 0 ? -most : c.bounds[2 * k];
    const double newton = x[k] - w / c.at(i, i);
    worst = std::max(worst, std::abs(x[k] - std::clamp(newton, least, most)));
  }
  return worst;
}

class LcpSolver : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!lcp::cpu_has_avx2()) GTEST_SKIP() << "needs AVX2 and FMA";
  }
  lcp::Solver solver_;
};

TEST_F(LcpSolver, FindsWhatAPlainIterationFinds) {
  double worst = 0;
  int adopted = 0;
  int pivots = 0;
  for (const Coupling coupling : {Coupling::kAll, Coupling::kTree, Coupling::kRing}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const int blocks = 1 + static_cast<int>(seed) % 12;
      const LcpCase c = test::random_case(seed, coupling, blocks, static_cast<double>(seed % 5) / 4);
      const std::vector<double> x = test::solve_with(solver_, c);
      ASSERT_FALSE(x.empty()) << "gave up on seed " << seed << ", coupling " << static_cast<int>(coupling);
      worst = std::max(worst, largest_difference(x, test::reference_solution(c)));
      adopted += solver_.adopted();
      pivots += solver_.pivots();
    }
  }
  EXPECT_LE(worst, 1e-12);  // measured: 2e-14, of values up to 20
  EXPECT_GE(adopted, 50);   // measured: 63 motors that were found at their bounds a few at a time
  EXPECT_GE(pivots, 400);   // measured: 455
}

TEST_F(LcpSolver, FrictionFollowsThePressure) {
  double worst = 0;
  double worst_without = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    LcpCase c = test::random_case(seed, Coupling::kTree, 2 + static_cast<int>(seed) % 12, 0.5);
    const std::vector<double> without = test::solve_with(solver_, c);
    c.friction_rounds = 30;
    const std::vector<double> x = test::solve_with(solver_, c);
    ASSERT_FALSE(x.empty());
    worst = std::max(worst, coupled_error(c, x));
    worst_without = std::max(worst_without, coupled_error(c, without));
  }
  EXPECT_LE(worst, 0.16);       // measured: 0.104, where friction reaches 16 and agrees to 1 %
  EXPECT_GE(worst_without, 1);  // as ODE has it
}

TEST_F(LcpSolver, UnboundedRowsComeFirstWhateverTheirBounds) {
  LcpCase c = test::random_case(3, Coupling::kTree, 7, 1);
  c.unbounded = 5;
  for (int i = 0; i < c.unbounded; ++i) c.bounds[2 * to_size(i)] = c.bounds[2 * to_size(i) + 1] = 0;
  const std::vector<double> x = test::solve_with(solver_, c);
  EXPECT_LE(largest_difference(x, test::reference_solution(c)), 1e-10);  // measured: below 1e-13
  EXPECT_NE(x[0], 0);
}

TEST_F(LcpSolver, RowsWithBothBoundsZeroStayZero) {
  LcpCase c = test::random_case(4, Coupling::kTree, 8, 0.5);
  c.bounds[2 * 8] = c.bounds[2 * 8 + 1] = 0;  // a motor without torque
  const std::vector<double> x = test::solve_with(solver_, c);
  ASSERT_FALSE(x.empty());
  const std::size_t normal = 5;
  EXPECT_GE(x[normal], 0);
  EXPECT_EQ(x[8], 0);
  EXPECT_LE(largest_difference(x, test::reference_solution(c)), 1e-10);
}

TEST_F(LcpSolver, DependsOnNothingButTheProblem) {
  const LcpCase c = test::random_case(11, Coupling::kTree, 12, 0.6);
  const std::vector<double> first = test::solve_with(solver_, c);
  ASSERT_FALSE(first.empty());
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    static_cast<void>(test::solve_with(solver_, test::random_case(seed, Coupling::kRing, 2 + seed % 9, 0.8)));
  EXPECT_EQ(test::solve_with(solver_, c), first);
  lcp::Solver another;
  EXPECT_EQ(test::solve_with(another, c), first);
}

TEST_F(LcpSolver, DoesNotMindWhereTheNumbersLie) {
  const LcpCase c = test::random_case(12, Coupling::kTree, 11, 0.6);
  const std::vector<double> first = test::solve_with(solver_, c);
  ASSERT_FALSE(first.empty());
  for (std::size_t shift = 1; shift < 8; ++shift) {
    std::vector<double> matrix(shift, 0);
    matrix.insert(matrix.end(), c.matrix.begin(), c.matrix.end());
    std::vector<double> pairs(shift, 0);
    pairs.insert(pairs.end(), c.right_and_x.begin(), c.right_and_x.end());
    lcp::Problem problem = c.problem();
    problem.matrix.data = matrix.data() + shift;
    problem.right = pairs.data() + shift;
    ASSERT_TRUE(solver_.solve(problem, pairs.data() + shift + 1));
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(pairs[shift + 2 * i + 1], first[i]);
  }
}

TEST_F(LcpSolver, GivesUpWithoutTouchingX) {
  LcpCase singular = test::random_case(5, Coupling::kTree, 4, 0.5);
  for (int j = 0; j <= 1; ++j) singular.matrix[to_size(singular.stride) + to_size(j)] = singular.matrix[0];
  LcpCase broken = test::random_case(5, Coupling::kTree, 4, 0.5);
  broken.matrix[to_size(broken.stride)] = std::numeric_limits<double>::quiet_NaN();
  for (const LcpCase& c : {singular, broken}) {
    std::vector<double> pairs = c.right_and_x;
    EXPECT_FALSE(solver_.solve(c.problem(), pairs.data() + 1));
    for (std::size_t i = 0; i < to_size(c.size); ++i) {
      EXPECT_EQ(pairs[2 * i], c.right_and_x[2 * i]);
      EXPECT_TRUE(std::isnan(pairs[2 * i + 1]));
    }
  }
}

TEST_F(LcpSolver, GivesUpOnMoreNodesThanItCanOrder) {
  // Rows that have nothing to do with each other: a node each.
  LcpCase c;
  c.size = lcp::kMostNodes + 1;
  c.stride = (c.size + 3) / 4 * 4;
  c.matrix.assign(to_size(c.size) * to_size(c.stride), 0);
  for (int i = 0; i < c.size; ++i) c.matrix[to_size(i) * to_size(c.stride) + to_size(i)] = 1;
  c.right_and_x.assign(2 * to_size(c.size), 0);
  c.bounds.assign(2 * to_size(c.size), 0);
  c.friction.assign(to_size(c.size), -1);
  EXPECT_TRUE(test::solve_with(solver_, c).empty());
}

TEST_F(LcpSolver, ATreeFillsInNothing) {
  // The entries that the fronts hold grow as the number of blocks does, those of a dense matrix as its square: 16
  // times.
  const LcpCase small = test::random_case(1, Coupling::kTree, 10, 0);
  const LcpCase large = test::random_case(1, Coupling::kTree, 40, 0);
  const auto storage = [](const LcpCase& c) {
    lcp::Pattern pattern;
    pattern.scan(c.problem().matrix, std::vector<char>(to_size(c.size), 0));
    lcp::Structure structure;
    EXPECT_TRUE(structure.analyse(pattern));
    return static_cast<double>(structure.storage_size());
  };
  EXPECT_LE(storage(large) / storage(small), 6);                                     // measured: 5.4
  EXPECT_LE(storage(large), 0.25 * large.size * static_cast<double>(large.stride));  // measured: 0.23
}

}  // namespace
}  // namespace sinew
