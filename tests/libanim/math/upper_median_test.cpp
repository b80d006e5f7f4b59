#include "libanim/math/upper_median.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(UpperMedian, IsTheMiddleOneOrTheUpperOfTwo) {
  EXPECT_EQ(upper_median({3}), 3);
  EXPECT_EQ(upper_median({5, 1, 3}), 3);
  EXPECT_EQ(upper_median({4, 1, 3, 2}), 3);
}

}  // namespace
}  // namespace sinew
