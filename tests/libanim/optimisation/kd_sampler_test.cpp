#include "libanim/optimisation/kd_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "libanim/support/error.h"
#include "libanim/support/parallel.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

constexpr double kNone = -std::numeric_limits<double>::infinity();

KdSampler unit_sampler(int dimensions, const KdSamplerOptions& options) {
  return {VectorXd::Zero(dimensions), VectorXd::Ones(dimensions), options};
}

/// Counts what it evaluates.
struct Counter {
  std::function<double(const VectorXd&)> log_fitness;
  int evaluations = 0;
  int calls = 0;
  std::vector<VectorXd> points = {};

  KdSampler::Evaluate function() {
    return [this](std::span<const VectorXd> batch) {
      ++calls;
      std::vector<double> values;
      for (const VectorXd& x : batch) {
        ++evaluations;
        points.push_back(x);
        values.push_back(log_fitness(x));
      }
      return values;
    };
  }
};

double bump(const VectorXd& x) { return -50 * (x - VectorXd::Constant(x.size(), 0.3)).squaredNorm(); }

TEST(KdSampler, MakesExactlyNEvaluationsPerStep) {
  for (const int batch : {1, 7, 16, 1000}) {
    KdSampler sampler = unit_sampler(2, {.samples = 100, .batch = batch});
    Counter counter{bump};
    Rng rng(1);
    for (int step = 1; step <= 4; ++step) {
      const std::vector<VectorXd> guesses{sampler.uniform(rng), sampler.uniform(rng)};
      sampler.step(guesses, counter.function(), Rng(1, {static_cast<std::uint64_t>(step)}));
      EXPECT_EQ(counter.evaluations, 100 * step) << batch;
      EXPECT_LE(sampler.tree().size(), 110);
    }
  }
}

TEST(KdSampler, BestIsTheBestOfTheStep) {
  KdSampler sampler = unit_sampler(2, {});
  Counter counter{bump};
  sampler.step({}, counter.function(), Rng(5));
  double largest = kNone;
  for (const VectorXd& x : counter.points) largest = std::max(largest, bump(x));
  EXPECT_EQ(sampler.best().log_fitness, largest);
  EXPECT_EQ(bump(sampler.best().x), largest);
  EXPECT_FALSE(sampler.best().stale);
}

TEST(KdSampler, BestIsNeverAStaleFitness) {
  // Everything becomes worse by 10 in the second step: no fitness of the first may be left as the best.
  KdSampler sampler = unit_sampler(2, {});
  Counter good{bump};
  Counter bad{[](const VectorXd& x) { return bump(x) - 10; }};
  sampler.step({}, good.function(), Rng(1));
  sampler.step({}, bad.function(), Rng(2));
  EXPECT_LT(sampler.best().log_fitness, -10 + 1e-12);
  EXPECT_EQ(sampler.best().log_fitness, bump(sampler.best().x) - 10);
}

TEST(KdSampler, StaleSamplesAreEvaluatedOnlyWhenChosen) {
  // Two peaks; the higher one carries nearly all the weight, so that a kept sample of the lower one is not chosen.
  const auto high = [](const VectorXd& x) { return x[0] > 0.5 ? 0.0 : -1e4; };
  KdSampler sampler = unit_sampler(1, {.samples = 40, .kept = 1, .greedy = 0, .batch = 1});
  Counter first{high};
  sampler.step({}, first.function(), Rng(1));
  Counter second{high};
  const std::vector<VectorXd> guesses{VectorXd::Constant(1, 0.9)};
  sampler.step(guesses, second.function(), Rng(2));
  int stale = 0;
  for (const KdSample& sample : sampler.samples()) {
    EXPECT_EQ(sample.log_fitness, high(sample.x));
    if (sample.x[0] <= 0.5) stale += sample.stale ? 1 : 0;
  }
  EXPECT_GT(stale, 0);
  // Nothing is evaluated twice.
  for (std::size_t i = 0; i < second.points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(second.points[i], second.points[j]);
  }
}

TEST(KdSampler, AStaleLeafIsEvaluatedOncePerBatch) {
  // One kept sample holds all the weight: a batch of 16 must not evaluate it 16 times.
  KdSampler sampler = unit_sampler(2, {.samples = 64, .kept = 0.5, .greedy = 0, .batch = 64});
  Counter counter{bump};
  sampler.step({}, counter.function(), Rng(1));
  counter.points.clear();
  sampler.step({}, counter.function(), Rng(2));
  for (std::size_t i = 0; i < counter.points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(counter.points[i], counter.points[j]);
  }
}

/// Lines 2-5 of Algorithm 2 as they are written: look through all leaves for the lightest, remove it, again.
std::vector<VectorXd> pruned_slowly(KdTree tree, int count) {
  while (tree.size() > count) {
    int lightest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < static_cast<int>(tree.samples().size()); ++i) {
      const KdSample& sample = tree.sample(i);
      if (sample.leaf < 0 || sample.log_fitness + sample.log_volume >= least) continue;
      lightest = i;
      least = sample.log_fitness + sample.log_volume;
    }
    tree.remove(lightest);
  }
  std::vector<VectorXd> kept;
  for (const KdSample& sample : tree.samples()) {
    if (sample.leaf >= 0) kept.push_back(sample.x);
  }
  return kept;
}

TEST(KdSampler, KeepsThoseThatWeighMost) {
  for (const double greedy : {0.0, 0.25}) {
    KdSampler sampler = unit_sampler(2, {.samples = 300, .kept = 0.1, .greedy = greedy});
    Counter counter{bump};
    sampler.step({}, counter.function(), Rng(1));
    const std::vector<VectorXd> expected = pruned_slowly(sampler.tree(), 30);
    std::vector<VectorXd> moved;
    sampler.step({}, counter.function(), Rng(2), [&](VectorXd& x) { moved.push_back(x); });
    EXPECT_EQ(moved, expected);
  }
}

TEST(KdSampler, SameSeedSameSamplesWhateverTheThreads) {
  std::vector<std::vector<KdSample>> results;
  for (const int threads : {1, 2, 7}) {
    KdSampler sampler = unit_sampler(3, {.samples = 300});
    const auto evaluate = [&](std::span<const VectorXd> batch) {
      std::vector<double> values(batch.size());
      parallel_for(batch.size(), threads, [&](std::size_t i) { values[i] = bump(batch[i]); });
      return values;
    };
    for (std::uint64_t step = 0; step < 3; ++step) sampler.step({}, evaluate, Rng(9, {step}));
    results.emplace_back(sampler.samples().begin(), sampler.samples().end());
  }
  for (std::size_t r = 1; r < results.size(); ++r) {
    ASSERT_EQ(results[r].size(), results[0].size());
    for (std::size_t i = 0; i < results[0].size(); ++i) {
      EXPECT_EQ(results[r][i].x, results[0][i].x);
      EXPECT_EQ(results[r][i].log_fitness, results[0][i].log_fitness);
    }
  }
}

TEST(KdSampler, MovesKeptSamplesIntoTheBounds) {
  KdSampler sampler = unit_sampler(2, {.samples = 50, .kept = 1});
  Counter counter{bump};
  sampler.step({}, counter.function(), Rng(1));
  sampler.step({}, counter.function(), Rng(2), [](VectorXd& x) { x.array() += 0.5; });
  int stale = 0;
  for (const KdSample& sample : sampler.samples()) {
    EXPECT_GE(sample.x.minCoeff(), 0);
    EXPECT_LE(sample.x.maxCoeff(), 1);
    stale += sample.stale ? 1 : 0;
    EXPECT_TRUE(sample.stale || sample.log_fitness == bump(sample.x));
  }
  EXPECT_GT(stale, 0);
}

TEST(KdSampler, GuessesOutsideOfTheBoundsArePutOnThem) {
  KdSampler sampler = unit_sampler(2, {.samples = 2, .greedy = 0});
  Counter counter{bump};
  const std::vector<VectorXd> guesses{Eigen::Vector2d(-3, 0.5), Eigen::Vector2d(0.2, 7)};
  sampler.step(guesses, counter.function(), Rng(1));
  EXPECT_EQ(counter.calls, 1);
  ASSERT_EQ(counter.points.size(), 2U);
  EXPECT_EQ(counter.points[0], VectorXd(Eigen::Vector2d(0, 0.5)));
  EXPECT_EQ(counter.points[1], VectorXd(Eigen::Vector2d(0.2, 1)));
}

TEST(KdSampler, AGoodGuessIsNeverLost) {
  KdSampler sampler = unit_sampler(10, {.samples = 50});
  Counter counter{bump};
  const std::vector<VectorXd> guesses{VectorXd::Constant(10, 0.3)};
  sampler.step(guesses, counter.function(), Rng(1));
  EXPECT_EQ(sampler.best().log_fitness, 0);
  EXPECT_EQ(sampler.best().x, guesses[0]);
}

TEST(KdSampler, DuplicateGuessesAreOneSample) {
  KdSampler sampler = unit_sampler(2, {.samples = 30, .greedy = 0});
  Counter counter{bump};
  const std::vector<VectorXd> guesses(20, VectorXd::Constant(2, 0.5));
  sampler.step(guesses, counter.function(), Rng(1));
  EXPECT_EQ(counter.evaluations, 30);
  EXPECT_EQ(sampler.tree().size(), 11);
}

TEST(KdSampler, AllImpossibleExploresByVolume) {
  KdSampler sampler = unit_sampler(1, {.samples = 400});
  Counter counter{[](const VectorXd&) { return kNone; }};
  for (std::uint64_t step = 0; step < 2; ++step) sampler.step({}, counter.function(), Rng(3, {step}));
  EXPECT_EQ(counter.evaluations, 800);
  EXPECT_EQ(sampler.best().log_fitness, kNone);
  std::vector<int> counts(4);
  for (const VectorXd& x : counter.points) ++counts[static_cast<std::size_t>(std::min(3.0, 4 * x[0]))];
  for (const int count : counts) EXPECT_NEAR(count, 200, 60);
}

TEST(KdSampler, FindsAnIslandOfThePossible) {
  const auto island = [](const VectorXd& x) { return (x.array() - 0.8).abs().maxCoeff() < 0.05 ? 0.0 : kNone; };
  KdSampler sampler = unit_sampler(2, {.samples = 1000});
  Counter counter{island};
  sampler.step({}, counter.function(), Rng(4));
  EXPECT_EQ(sampler.best().log_fitness, 0);
}

TEST(KdSampler, RefusesNanAndInfiniteFitness) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    KdSampler sampler = unit_sampler(1, {});
    Counter counter{[&](const VectorXd&) { return value; }};
    try {
      sampler.step({}, counter.function(), Rng(1));
      FAIL() << "expected an error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    }
  }
}

TEST(KdSampler, RefusesWrongUse) {
  KdSampler sampler = unit_sampler(2, {.samples = 3});
  Counter counter{bump};
  EXPECT_THROW(static_cast<void>(sampler.best()), Error);
  const std::vector<VectorXd> many(4, VectorXd::Zero(2));
  EXPECT_THROW(sampler.step(many, counter.function(), Rng(1)), Error);
  const std::vector<VectorXd> other_size{VectorXd::Zero(3)};
  EXPECT_THROW(sampler.step(other_size, counter.function(), Rng(1)), Error);
  const std::vector<VectorXd> not_finite{VectorXd::Constant(2, std::nan(""))};
  EXPECT_THROW(sampler.step(not_finite, counter.function(), Rng(1)), Error);
  const auto too_few = [](std::span<const VectorXd>) { return std::vector<double>{}; };
  EXPECT_THROW(sampler.step({}, too_few, Rng(1)), Error);
  for (const KdSamplerOptions& bad :
       {KdSamplerOptions{.samples = 0}, KdSamplerOptions{.kept = 1.5}, KdSamplerOptions{.greedy = -0.1},
        KdSamplerOptions{.sigma = 0}, KdSamplerOptions{.greedy_least = 0}, KdSamplerOptions{.greedy_least = 2},
        KdSamplerOptions{.greedy_changes = 0}, KdSamplerOptions{.greedy_changes = std::nan("")},
        KdSamplerOptions{.greedy_sigma = std::nan("")}, KdSamplerOptions{.batch = 0}}) {
    EXPECT_THROW(sampler.set_options(bad), Error);
  }
}

/// Differences from the centre of a greedy phase that never finds anything better than its centre.
std::vector<VectorXd> greedy_steps(const KdSamplerOptions& options, int dimensions) {
  KdSampler sampler = unit_sampler(dimensions, options);
  const VectorXd centre = VectorXd::Constant(dimensions, 0.5);
  Counter counter{[&](const VectorXd& x) { return x == centre ? 0.0 : -1.0; }};
  const std::vector<VectorXd> guesses{centre};
  sampler.step(guesses, counter.function(), Rng(1));
  std::vector<VectorXd> steps;
  for (std::size_t i = 1; i < counter.points.size(); ++i) steps.emplace_back(counter.points[i] - centre);
  return steps;
}

TEST(KdSampler, GreedyStepsHaveTheirDeviation) {
  double squares = 0;
  const auto steps = greedy_steps({.samples = 1001, .greedy = 1, .greedy_of_bounds = true}, 3);
  for (const VectorXd& step : steps) squares += step.squaredNorm();
  EXPECT_NEAR(std::sqrt(squares / 3000), 0.005, 0.0002);  // measured 0.00508
}

TEST(KdSampler, GreedyStepsOfSeveralScales) {
  // Factors from 0.01 to 1, even in logs: the mean of the logarithms is that of 0.1.
  double logs = 0;
  double reference = 0;
  for (const double least : {0.01, 1.0}) {
    const auto steps = greedy_steps({.samples = 1001, .greedy = 1, .greedy_of_bounds = true, .greedy_least = least}, 3);
    for (const VectorXd& step : steps) (least < 1 ? logs : reference) += std::log(step.norm()) / 1000;
  }
  EXPECT_NEAR(logs - reference, std::log(0.1), 0.15);  // measured -2.25, true -2.30
}

TEST(KdSampler, GreedyStepsInSomeCoordinates) {
  for (const double changes : {0.01, 0.3}) {
    int changed = 0;
    for (const VectorXd& step :
         greedy_steps({.samples = 1001, .greedy = 1, .greedy_of_bounds = true, .greedy_changes = changes}, 10)) {
      const auto count = (step.array() != 0).count();
      EXPECT_GE(count, 1);
      changed += static_cast<int>(count);
    }
    // Of 10 coordinates k with the binomial probability, and one instead of none.
    const double expected = 1000 * (10 * changes + std::pow(1 - changes, 10));
    EXPECT_NEAR(changed, expected, 0.04 * expected);  // measured 1005 of 1004, 3074 of 3028
  }
}

TEST(KdSampler, ClearForgets) {
  KdSampler sampler = unit_sampler(2, {});
  Counter counter{bump};
  sampler.step({}, counter.function(), Rng(1));
  const VectorXd first = sampler.best().x;
  sampler.clear();
  EXPECT_EQ(sampler.tree().size(), 0);
  sampler.step({}, counter.function(), Rng(1));
  EXPECT_EQ(sampler.best().x, first);
}

}  // namespace
}  // namespace sinew
