#include "libanim/stages/track/mixture_adaption.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/support/index.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

constexpr int kElites = 24;

TrackOptions up_to(int clusters) {
  TrackOptions options;
  options.clusters = clusters;
  return options;
}

/// Elites of two segments, alternately around two actions far apart; node i of either layer belongs to trajectory i.
class MixtureAdaption : public ::testing::Test {
 protected:
  MixtureAdaption() {
    centres_[0] = VectorXd::Constant(problem_.axes(), 0.2);
    centres_[1] = VectorXd::Constant(problem_.axes(), -0.3);
    Rng rng(11);
    tree_.layers.resize(3);
    tree_.layers[0].resize(1);
    for (int i = 0; i < kElites; ++i) {
      elites_.push_back({{0, i, i}, 0.1 * i});
      for (const std::size_t layer : {1U, 2U}) {
        TrialNode node;
        node.parent = layer == 1 ? 0 : i;
        node.cost = 0.1 * i;
        node.action = centres_[group(i)];
        for (double& value : node.action) value += 0.01 * rng.normal();
        tree_.layers[layer].push_back(node);
      }
    }
  }

  static std::size_t group(int elite) { return to_size(elite % 2); }

  void adapt(MotionDistribution& distribution, const TrackProblem& problem) const {
    adapt_distribution(distribution, problem, tree_, elites_, Rng(3));
  }

  static void expect_valid(const MotionDistribution& distribution) {
    for (std::size_t s = 0; s + 1 < distribution.segments.size(); ++s) {
      for (const MixtureCluster& cluster : distribution.segments[s]) {
        EXPECT_FALSE(cluster.next.empty());
        for (const int next : cluster.next) {
          EXPECT_GE(next, 0);
          EXPECT_LT(to_size(next), distribution.segments[s + 1].size());
        }
      }
    }
  }

  /// Each cluster is near its own group: the first group's elites are the better ones, so they weigh more.
  void expect_apart(const std::vector<MixtureCluster>& clusters) const {
    ASSERT_EQ(clusters.size(), 2U);
    EXPECT_NE(clusters[0].weight > 0.5, clusters[1].weight > 0.5);
    for (const MixtureCluster& c : clusters) {
      const bool first = c.weight > 0.5;
      EXPECT_EQ(first, (c.state.mean - centres_[0]).norm() < (c.state.mean - centres_[1]).norm());
    }
  }

  Take take_ = test::standing_take(10);
  TrackProblem problem_{take_, up_to(4)};
  std::array<VectorXd, 2> centres_;
  TrialTree tree_;
  std::vector<Trajectory> elites_;
};

TEST_F(MixtureAdaption, TwoGroupsBecomeTwoClusters) {
  MotionDistribution distribution = first_distribution(problem_);
  adapt(distribution, problem_);
  expect_apart(distribution.segments[0]);
  expect_apart(distribution.segments[1]);
  expect_valid(distribution);
  EXPECT_EQ(distribution.segments[0][0].next, (std::vector<int>{0, 1}));
  EXPECT_EQ(distribution.segments[0][1].next, (std::vector<int>{0, 1}));
  EXPECT_EQ(distribution.segments[2].size(), 1U);  // not reached
  // Elites alternate, the first group's are the better ones.
  const VectorXd weights = log_rank_weights(kElites);
  double first = 0;
  for (int i = 0; i < kElites; i += 2) first += weights[i];
  const auto& clusters = distribution.segments[0];
  EXPECT_NEAR(std::max(clusters[0].weight, clusters[1].weight), first, 1e-12);
  EXPECT_NEAR(clusters[0].weight + clusters[1].weight, 1, 1e-12);
}

TEST_F(MixtureAdaption, OwnElitesWeighAsIfTheyWereTheBest) {
  MotionDistribution distribution = first_distribution(problem_);
  adapt(distribution, problem_);
  const VectorXd weights = log_rank_weights(kElites);
  const double own = weights.head(kElites / 2).sum();
  for (const MixtureCluster& cluster : distribution.segments[0]) {
    const bool first = cluster.weight > 0.5;  // every second elite from the best on
    const VectorXd& mine = centres_[first ? 0 : 1];
    const VectorXd& others = centres_[first ? 1 : 0];
    // Noise of 0.01 in 24 elites: measured 0.0035 and 0.0030 root mean square.
    const double off = (cluster.state.mean - own * mine - (1 - own) * others).norm();
    EXPECT_LT(off / std::sqrt(static_cast<double>(mine.size())), 0.006);
  }
}

TEST_F(MixtureAdaption, OneClusterStaysOne) {
  const TrackProblem problem(take_, up_to(1));
  MotionDistribution distribution = first_distribution(problem);
  adapt(distribution, problem);
  VectorXd mean = VectorXd::Zero(problem.axes());
  const VectorXd weights = log_rank_weights(kElites);
  for (int i = 0; i < kElites; ++i) mean += weights[i] * tree_.layers[1][to_size(i)].action;
  ASSERT_EQ(distribution.segments[0].size(), 1U);
  EXPECT_LT((distribution.segments[0][0].state.mean - mean).norm(), 1e-12);
  EXPECT_EQ(distribution.segments[0][0].next, (std::vector<int>{0}));
  expect_valid(distribution);
}

TEST_F(MixtureAdaption, ClustersWithoutElitesVanish) {
  MotionDistribution distribution = first_distribution(problem_);
  auto& clusters = distribution.segments[1];
  clusters.resize(3, clusters[0]);
  distribution.segments[0].resize(3, distribution.segments[0][0]);
  distribution.segments[0][0].next = {1};
  distribution.segments[0][1].next = {0, 1};
  distribution.segments[0][2].next = {1, 2};
  // Elites come from clusters 0 and 2 of the second segment, and from all of the first.
  for (int i = 0; i < kElites; ++i) {
    tree_.layers[1][to_size(i)].cluster = i % 3;
    tree_.layers[1][to_size(i)].action = centres_[0] * (1 + i % 3);
    tree_.layers[2][to_size(i)].cluster = 2 * (i % 2);
  }
  adapt(distribution, problem_);
  expect_apart(distribution.segments[1]);
  ASSERT_EQ(distribution.segments[0].size(), 3U);
  EXPECT_EQ(distribution.segments[0][0].next, (std::vector<int>{0, 1}));  // its only successor is gone: all follow
  EXPECT_EQ(distribution.segments[0][1].next, (std::vector<int>{0}));
  EXPECT_EQ(distribution.segments[0][2].next, (std::vector<int>{1}));
  expect_valid(distribution);
}

TEST_F(MixtureAdaption, NeverMoreClustersThanAllowed) {
  for (int i = 0; i < kElites; ++i) {
    tree_.layers[1][to_size(i)].action[i % 6] += 3;
    tree_.layers[2][to_size(i)].action[i % 8] -= 3;
  }
  for (const int most : {2, 3}) {
    const TrackProblem problem(take_, up_to(most));
    MotionDistribution distribution = first_distribution(problem);
    for (int round = 0; round < 3; ++round) adapt(distribution, problem);
    EXPECT_LE(distribution.segments[0].size(), to_size(most));
    EXPECT_LE(distribution.segments[1].size(), to_size(most));
    EXPECT_GE(distribution.segments[0].size(), 2U);
    expect_valid(distribution);
  }
}

TEST_F(MixtureAdaption, RanksAreThoseOfTheTrajectoryOrOfTheStep) {
  // Up to the first step the last elite is the cheapest.
  for (int i = 0; i < kElites; ++i) tree_.layers[1][to_size(i)].cost = -i;
  TrackOptions options = up_to(1);
  const auto first_mean = [&](bool each_step) {
    options.rank_each_step = each_step;
    const TrackProblem problem(take_, options);
    MotionDistribution distribution = first_distribution(problem);
    adapt(distribution, problem);
    return distribution.segments[0][0].state.mean;
  };
  const VectorXd weights = log_rank_weights(kElites);
  VectorXd whole = VectorXd::Zero(problem_.axes());
  VectorXd step = whole;
  for (int i = 0; i < kElites; ++i) {
    whole += weights[i] * tree_.layers[1][to_size(i)].action;
    step += weights[i] * tree_.layers[1][to_size(kElites - 1 - i)].action;
  }
  EXPECT_LT((first_mean(false) - whole).norm(), 1e-12);
  EXPECT_LT((first_mean(true) - step).norm(), 1e-12);
}

TEST_F(MixtureAdaption, TheFullUpdateSplitsToo) {
  TrackOptions options = paper_options(4, 32, 0.5);
  options.knot_frames = 3;
  const TrackProblem problem(take_, options);
  MotionDistribution distribution = first_distribution(problem);
  adapt(distribution, problem);
  expect_apart(distribution.segments[0]);
  expect_valid(distribution);
  for (const MixtureCluster& cluster : distribution.segments[0]) EXPECT_EQ(cluster.state.generation, 1);
}

}  // namespace
}  // namespace sinew
