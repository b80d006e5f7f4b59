#include "libanim/optimisation/log_sum_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sinew {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

TEST(LogSumTree, TotalIsTheSum) {
  LogSumTree tree;
  EXPECT_EQ(tree.total(), kNone);
  double sum = 0;
  for (int i = 0; i < 100; ++i) {
    tree.set(i, std::log(1.0 + i));
    sum += 1.0 + i;
  }
  EXPECT_NEAR(tree.total(), std::log(sum), 1e-13);
  for (int i = 0; i < 99; ++i) tree.set(i, kNone);
  EXPECT_DOUBLE_EQ(tree.total(), std::log(100.0));
}

TEST(LogSumTree, NothingToChooseFrom) {
  LogSumTree tree;
  Rng rng(1);
  EXPECT_EQ(tree.select(rng), -1);
  tree.set(5, kNone);
  EXPECT_EQ(tree.select(rng), -1);
  tree.set(5, -1e300);
  EXPECT_EQ(tree.select(rng), 5);
}

TEST(LogSumTree, ChoosesInProportion) {
  // Weights 1 to 10 around exp(-100,000), where a plain exp() is zero.
  LogSumTree tree;
  for (int i = 0; i < 10; ++i) tree.set(i, -1e5 + std::log(1.0 + i));
  Rng rng(2);
  std::vector<int> counts(10);
  constexpr int kDraws = 55'000;
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(tree.select(rng))];
  double chi_squared = 0;
  for (int i = 0; i < 10; ++i) {
    const double expected = kDraws * (1.0 + i) / 55;
    chi_squared += std::pow(counts[static_cast<std::size_t>(i)] - expected, 2) / expected;
  }
  EXPECT_LT(chi_squared, 21.7);  // 1 % of the chi-squared distribution with 9 degrees; measured 9.5
}

TEST(LogSumTree, WeightsFarBelowComeBackWhenTheLargestGoes) {
  LogSumTree tree;
  tree.set(0, 0);
  tree.set(1, -5e4);
  tree.set(2, -5e4);
  Rng rng(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(tree.select(rng), 0);
  tree.set(0, -1e5);
  EXPECT_NEAR(tree.total(), -5e4 + std::log(2.0), 1e-9);
  int ones = 0;
  for (int i = 0; i < 1000; ++i) ones += tree.select(rng) == 1 ? 1 : 0;
  EXPECT_NEAR(ones, 500, 50);
}

}  // namespace
}  // namespace sinew
