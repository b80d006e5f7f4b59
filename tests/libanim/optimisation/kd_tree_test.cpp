#include "libanim/optimisation/kd_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

KdTree unit_tree(int dimensions) { return {VectorXd::Zero(dimensions), VectorXd::Ones(dimensions)}; }

KdSample point(std::initializer_list<double> values, double log_fitness = 0, bool stale = false) {
  VectorXd x(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), x.begin());
  return {.x = x, .log_fitness = log_fitness, .stale = stale};
}

KdSample random_point(int dimensions, Rng& rng) {
  VectorXd x(dimensions);
  for (double& value : x) value = rng.uniform();
  return {.x = x};
}

double volume(const KdTree& tree, int sample) { return std::exp(tree.sample(sample).log_volume); }

double total_volume(const KdTree& tree) {
  double sum = 0;
  for (const KdSample& sample : tree.samples()) sum += std::exp(sample.log_volume);
  return sum;
}

/// The stored volume is that of the box, and the sample lies in its own cell.
void expect_consistent(const KdTree& tree) {
  for (int i = 0; i < static_cast<int>(tree.samples().size()); ++i) {
    if (tree.sample(i).leaf < 0) continue;
    const KdBox cell = tree.cell(i);
    const VectorXd shares = cell.widths().cwiseQuotient(tree.bounds().widths());
    EXPECT_NEAR(tree.sample(i).log_volume, shares.array().log().sum(), 1e-9);
    EXPECT_EQ(tree.sample_at(tree.sample(i).x), i);
    EXPECT_TRUE((tree.sample(i).x.array() >= cell.lower.array()).all());
    EXPECT_TRUE((tree.sample(i).x.array() <= cell.upper.array()).all());
  }
}

TEST(KdTree, ClosedFormInOneDimension) {
  KdTree tree = unit_tree(1);
  EXPECT_EQ(tree.sample_at(VectorXd::Zero(1)), -1);
  EXPECT_EQ(tree.insert(point({0.25})).neighbour, -1);
  EXPECT_EQ(volume(tree, 0), 1);
  EXPECT_EQ(tree.insert(point({0.75})).neighbour, 0);  // plane 0.5
  EXPECT_EQ(tree.insert(point({0.5})).neighbour, 1);   // plane 0.625; 0.5 itself is on the right
  EXPECT_DOUBLE_EQ(volume(tree, 0), 0.5);
  EXPECT_DOUBLE_EQ(volume(tree, 2), 0.125);
  EXPECT_DOUBLE_EQ(volume(tree, 1), 0.375);
  EXPECT_EQ(tree.cell(2).lower[0], 0.5);
  EXPECT_EQ(tree.cell(2).upper[0], 0.625);
  EXPECT_EQ(tree.depth(0), 1);
  EXPECT_EQ(tree.depth(1), 2);
}

TEST(KdTree, SplitsWhereTheSamplesDifferMostOfTheBounds) {
  // Bounds 10 x 1: the difference in y is the larger share, though it is the smaller length.
  KdTree tree(VectorXd::Zero(2), Eigen::Vector2d(10, 1));
  tree.insert(point({4, 0.2}));
  tree.insert(point({6, 0.6}));
  EXPECT_DOUBLE_EQ(tree.cell(0).upper[1], 0.4);
  EXPECT_EQ(tree.cell(0).upper[0], 10);
  EXPECT_NEAR(volume(tree, 0), 0.4, 1e-15);
  EXPECT_NEAR(volume(tree, 1), 0.6, 1e-15);
}

TEST(KdTree, RemovalGivesTheVolumeToTheSibling) {
  KdTree tree = unit_tree(1);
  tree.insert(point({0.25}));
  tree.insert(point({0.75}));
  tree.insert(point({0.5}));
  EXPECT_EQ(tree.remove(1), std::vector<int>{2});
  EXPECT_DOUBLE_EQ(volume(tree, 2), 0.5);
  EXPECT_EQ(volume(tree, 1), 0);
  EXPECT_EQ(tree.size(), 2);
}

TEST(KdTree, RemovalGivesTheVolumeToThoseOnThePlane) {
  // The left half goes; on the right are three cells of which two touch the plane x = 0.5.
  KdTree tree = unit_tree(2);
  tree.insert(point({0.2, 0.5}));
  tree.insert(point({0.8, 0.5}));   // plane x = 0.5
  tree.insert(point({0.9, 0.1}));   // plane y = 0.3
  tree.insert(point({0.6, 0.45}));  // plane x = 0.7, above
  EXPECT_EQ(tree.remove(0).size(), 2U);
  EXPECT_NEAR(volume(tree, 2), 0.3, 1e-15);
  EXPECT_NEAR(volume(tree, 3), 0.7 * 0.7, 1e-15);
  EXPECT_NEAR(volume(tree, 1), 0.3 * 0.7, 1e-15);
  EXPECT_EQ(tree.sample_at(Eigen::Vector2d(0, 1)), 3);
  expect_consistent(tree);
}

TEST(KdTree, VolumesSumToOneThroughInsertsAndRemovals) {
  for (const int dimensions : {1, 2, 7, 300}) {
    KdTree tree = unit_tree(dimensions);
    Rng rng(static_cast<std::uint64_t>(dimensions));
    for (int i = 0; i < 500; ++i) tree.insert(random_point(dimensions, rng));
    EXPECT_NEAR(total_volume(tree), 1, 1e-12) << dimensions;
    expect_consistent(tree);
    while (tree.size() > 20) {
      const int victim = static_cast<int>(rng.below(static_cast<std::uint32_t>(tree.samples().size())));
      if (tree.sample(victim).leaf >= 0) tree.remove(victim);
    }
    EXPECT_NEAR(total_volume(tree), 1, 1e-12) << dimensions;
    expect_consistent(tree);
    for (int i = 0; i < 100; ++i) tree.insert(random_point(dimensions, rng));
    EXPECT_NEAR(total_volume(tree), 1, 1e-12) << dimensions;
    expect_consistent(tree);
  }
}

TEST(KdTree, RemovesEverySample) {
  KdTree tree = unit_tree(2);
  Rng rng(4);
  for (int i = 0; i < 50; ++i) tree.insert(random_point(2, rng));
  for (int i = 0; i < 50; ++i) tree.remove(i);
  EXPECT_EQ(tree.size(), 0);
  EXPECT_EQ(tree.sample_at(VectorXd::Zero(2)), -1);
  EXPECT_EQ(tree.insert(point({0.5, 0.5})).neighbour, -1);
  EXPECT_EQ(total_volume(tree), 1);
  EXPECT_THROW(tree.remove(3), Error);
}

TEST(KdTree, DuplicatesShareOneCell) {
  KdTree tree = unit_tree(2);
  tree.insert(point({0.5, 0.5}, -3, true));
  const KdTree::Insertion fresh = tree.insert(point({0.5, 0.5}, -5));
  EXPECT_FALSE(fresh.added);
  EXPECT_EQ(fresh.sample, 0);
  EXPECT_EQ(tree.size(), 1);
  EXPECT_EQ(tree.sample(0).log_fitness, -5);  // the fresh one counts, though it is worse
  EXPECT_FALSE(tree.sample(0).stale);
  tree.insert(point({0.5, 0.5}, -2, true));
  EXPECT_EQ(tree.sample(0).log_fitness, -5);
}

TEST(KdTree, NeighbouringNumbersAreSplitOrMerged) {
  KdTree tree = unit_tree(1);
  const double below = std::nextafter(0.5, 0.0);
  EXPECT_TRUE(tree.insert(point({below})).added);
  EXPECT_TRUE(tree.insert(point({0.5})).added);
  EXPECT_EQ(tree.sample_at(VectorXd::Constant(1, below)), 0);
  EXPECT_EQ(tree.sample_at(VectorXd::Constant(1, 0.5)), 1);
  // Nothing is left of [1, 1] for a cell of its own.
  KdTree border = unit_tree(1);
  border.insert(point({std::nextafter(1.0, 0.0)}, -2));
  EXPECT_FALSE(border.insert(point({1.0}, -1)).added);
  EXPECT_EQ(border.sample(0).x[0], 1);
  EXPECT_EQ(border.sample(0).log_fitness, -1);
}

TEST(KdTree, ADimensionWithoutWidthIsNotDivided) {
  KdTree tree(Eigen::Vector2d(0, 3), Eigen::Vector2d(1, 3));
  tree.insert(point({0.25, 3}));
  tree.insert(point({0.75, 3}));
  EXPECT_NEAR(volume(tree, 0), 0.5, 1e-15);
  EXPECT_FALSE(tree.insert(point({0.25, 3})).added);
}

TEST(KdTree, ManyDimensionsDoNotUnderflow) {
  // The cell in the middle ends up at about 2^-2000 of the bounds: far below the smallest double. No order of these
  // samples makes a shallow tree.
  constexpr int kDimensions = 100;
  KdTree tree = unit_tree(kDimensions);
  tree.insert({.x = VectorXd::Constant(kDimensions, 0.5)});
  for (int round = 1; round <= 10; ++round) {
    for (int j = 0; j < kDimensions; ++j) {
      for (const double side : {-1, 1}) {
        VectorXd x = VectorXd::Constant(kDimensions, 0.5);
        x[j] += side * std::pow(0.25, round);
        tree.insert({.x = x});
      }
    }
  }
  EXPECT_NEAR(tree.sample(0).log_volume, -2000 * std::log(2.0), 10);
  expect_consistent(tree);
}

TEST(KdTree, SamplesAlongALineDoNotMakeAList) {
  for (const int dimensions : {1, 3}) {
    constexpr int kCount = 10'000;
    KdTree tree = unit_tree(dimensions);
    std::size_t rebuilt = 0;
    for (int i = 0; i < kCount; ++i) {
      rebuilt += tree.insert({.x = VectorXd::Constant(dimensions, (i + 0.5) / kCount)}).rebuilt.size();
    }
    int deepest = 0;
    for (int i = 0; i < kCount; ++i) deepest = std::max(deepest, tree.depth(i));
    EXPECT_LE(deepest, 16 + 4 * 14);  // 10,000 < 2^14; measured 35
    EXPECT_GT(rebuilt, 0U);
    EXPECT_NEAR(total_volume(tree), 1, 1e-9);
    expect_consistent(tree);
    while (tree.size() > 100) tree.remove(static_cast<int>(tree.samples().size()) - tree.size());
    EXPECT_NEAR(total_volume(tree), 1, 1e-9);
    expect_consistent(tree);
  }
}

TEST(KdTree, RefusesBadBounds) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(KdTree(VectorXd{}, VectorXd{}), Error);
  EXPECT_THROW(KdTree(VectorXd::Zero(2), VectorXd::Ones(3)), Error);
  EXPECT_THROW(KdTree(VectorXd::Ones(2), VectorXd::Zero(2)), Error);
  EXPECT_THROW(KdTree(VectorXd::Zero(1), VectorXd::Constant(1, nan)), Error);
  EXPECT_THROW(KdTree(VectorXd::Constant(1, -1e308), VectorXd::Constant(1, 1e308)), Error);
}

}  // namespace
}  // namespace sinew
