#include "libanim/support/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "libanim/support/rng.h"

namespace sinew {
namespace {

std::vector<double> draws(int threads) {
  std::vector<double> result(1000);
  parallel_for(result.size(), threads, [&](std::size_t i) {
    Rng rng(42, {i});
    for (int k = 0; k < 10; ++k) result[i] += rng.normal();
  });
  return result;
}

TEST(Parallel, ResultDoesNotDependOnThreads) {
  const auto one = draws(1);
  EXPECT_EQ(one, draws(2));
  EXPECT_EQ(one, draws(7));
}

TEST(Parallel, RethrowsOneOfTheFailures) {
  EXPECT_THROW(parallel_for(100, 2,
                            [](std::size_t i) {
                              if (i % 10 == 3) throw std::runtime_error("three");
                            }),
               std::runtime_error);
}

TEST(Parallel, NothingToDoIsFine) {
  parallel_for(0, 0, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace sinew
