#include "libanim/validity/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sinew {
namespace {

TEST(Spread, OfKnownNumbers) {
  std::vector<double> values;
  for (int i = 1; i <= 100; ++i) values.push_back(i);
  const Spread spread = spread_of(values, 5);
  EXPECT_EQ(spread.count, 100);
  EXPECT_NEAR(spread.mean, 50.5, 1e-12);
  EXPECT_NEAR(spread.rms, std::sqrt(101.0 * 201 / 6), 1e-10);
  EXPECT_EQ(spread.p95, 95);
  EXPECT_EQ(spread.p99, 99);
  EXPECT_EQ(spread.max, 100);
  EXPECT_EQ(spread.worst, 104);
}

TEST(Spread, OfNothingAndOfOne) {
  EXPECT_EQ(spread_of({}).worst, -1);
  const std::vector<double> one = {2};
  const std::vector<int> frame = {9};
  const Spread spread = spread_of(one, frame);
  EXPECT_EQ(spread.p95, 2);
  EXPECT_EQ(spread.worst, 9);
}

}  // namespace
}  // namespace sinew
