#include "libanim/support/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace sinew {
namespace {

// Philox 4x32-10 with key 0 and counter 0: known answers published with Random123.
TEST(Rng, KnownAnswers) {
  Rng rng(0);
  EXPECT_EQ(rng.bits(), 0x6627e8d5U);
  EXPECT_EQ(rng.bits(), 0xe169c58dU);
  EXPECT_EQ(rng.bits(), 0xbc57ac4cU);
  EXPECT_EQ(rng.bits(), 0x9b00dbd8U);
}

TEST(Rng, DerivationDoesNotDependOnDraws) {
  Rng used(5, {1, 2});
  for (int i = 0; i < 1000; ++i) (void)used.bits();
  Rng fresh = Rng(5, {1, 2, 3});
  Rng derived = used.derive(3);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(derived.bits(), fresh.bits());
}

TEST(Rng, StreamsDiffer) {
  std::set<std::uint32_t> firsts;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    firsts.insert(Rng(i).bits());
    firsts.insert(Rng(7, {i}).bits());
    firsts.insert(Rng(7, {3, i}).bits());
  }
  EXPECT_GT(firsts.size(), 2990U);  // of 3000, one of which (seed 7) may coincide with none; 3000 seen
}

TEST(Rng, UniformMoments) {
  Rng rng(11);
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 200'000;
  for (int i = 0; i < kCount; ++i) {
    const double u = rng.uniform();
    ASSERT_TRUE(u >= 0 && u < 1);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.003);  // four standard errors: 0.0026
  EXPECT_NEAR(squares / kCount, 1.0 / 3.0, 0.003);
}

TEST(Rng, NormalMoments) {
  Rng rng(12);
  std::array<double, 5> moments{};
  constexpr int kCount = 200'000;
  for (int i = 0; i < kCount; ++i) {
    const double x = rng.normal();
    for (std::size_t p = 1; p < moments.size(); ++p) moments[p] += std::pow(x, static_cast<double>(p)) / kCount;
  }
  EXPECT_NEAR(moments[1], 0, 0.01);
  EXPECT_NEAR(moments[2], 1, 0.015);
  EXPECT_NEAR(moments[3], 0, 0.04);
  EXPECT_NEAR(moments[4], 3, 0.1);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(13);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts[rng.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);  // four standard deviations: 370
}

}  // namespace
}  // namespace sinew
