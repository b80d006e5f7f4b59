#include "exporters/bvh/bvh_decimal.h"

#include <gtest/gtest.h>

#include <limits>

#include "libanim/support/error.h"

namespace sinew {
namespace {

std::string spelled(std::int64_t count, int decimals) {
  std::string text;
  append_decimal(text, count, decimals);
  return text;
}

TEST(BvhDecimal, ShortestSpelling) {
  EXPECT_EQ(spelled(0, 6), "0");
  EXPECT_EQ(spelled(1, 6), "0.000001");
  EXPECT_EQ(spelled(-1, 6), "-0.000001");
  EXPECT_EQ(spelled(1'500'000, 6), "1.5");
  EXPECT_EQ(spelled(-12'000'000, 6), "-12");
  EXPECT_EQ(spelled(10'010, 4), "1.001");
  EXPECT_EQ(spelled(42, 0), "42");
  EXPECT_EQ(spelled(1'000'000'000'000'000'000, 9), "1000000000");
}

TEST(BvhDecimal, RoundsAndRefuses) {
  EXPECT_EQ(to_decimal(1.0000005, 6, "a"), 1'000'001);
  EXPECT_EQ(to_decimal(-1e-9, 6, "a"), 0);
  EXPECT_EQ(to_decimal(1e9, 9, "a"), 1'000'000'000'000'000'000);
  EXPECT_THROW((void)to_decimal(1.1e9, 6, "a"), Error);
  EXPECT_THROW((void)to_decimal(std::numeric_limits<double>::quiet_NaN(), 6, "a"), Error);
}

}  // namespace
}  // namespace sinew
