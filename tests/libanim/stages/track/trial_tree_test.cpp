#include "libanim/stages/track/trial_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/stages/track/start_state.h"
#include "libanim/support/index.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

TrialNode node(int parent, double cost, bool lost = false) {
  TrialNode result;
  result.parent = parent;
  result.cost = cost;
  result.lost = lost;
  result.survives = !lost;
  return result;
}

/// Segments of 3, 3 and 1 frames.
TrackProblem three_segments() { return {test::standing_take(8), {}}; }

TrialTree small_tree() {
  TrialTree tree;
  tree.layers = {{node(0, 0), node(1, 0.5)},
                 {node(0, 6), node(1, 3), node(0, 9), node(1, 1, true)},
                 {node(1, 12), node(0, 6), node(1, 9)},
                 {node(0, 14), node(1, 1, true)}};
  return tree;
}

std::vector<std::vector<int>> paths(const std::vector<Trajectory>& trajectories) {
  std::vector<std::vector<int>> all;
  for (const Trajectory& t : trajectories) all.push_back(t.nodes);
  return all;
}

TEST(LatestTrajectories, LongestFirstThenCheapestAndNothingTwice) {
  const TrackProblem problem = three_segments();
  ASSERT_EQ(problem.segments(), 3);
  const std::vector<Trajectory> all = latest_trajectories(problem, small_tree(), 10);
  // Layer 2: node 0 is covered by the longest, 1 is cheaper than 2. Layer 1: only node 2 is not covered yet.
  const std::vector<std::vector<int>> expected{{1, 1, 0, 0}, {0, 0, 1}, {1, 1, 2}, {0, 2}};
  EXPECT_EQ(paths(all), expected);
  EXPECT_DOUBLE_EQ(all[0].mean_cost, 14.0 / 7);
  EXPECT_DOUBLE_EQ(all[1].mean_cost, 6.0 / 6);
  EXPECT_DOUBLE_EQ(all[2].mean_cost, 9.0 / 6);
  EXPECT_DOUBLE_EQ(all[3].mean_cost, 9.0 / 3);
  EXPECT_EQ(all[0].length(), 3);
}

TEST(LatestTrajectories, NoMoreThanAskedFor) {
  const TrackProblem problem = three_segments();
  EXPECT_EQ(paths(latest_trajectories(problem, small_tree(), 2)),
            (std::vector<std::vector<int>>{{1, 1, 0, 0}, {0, 0, 1}}));
  TrialTree empty;
  empty.layers = {{node(0, 0)}};
  EXPECT_TRUE(latest_trajectories(problem, empty, 5).empty());
}

class SampleTree : public ::testing::Test {
 protected:
  SampleTree() { tree_ = {{start_node(problem_, pool_.front(), Eigen::VectorXd::Zero(6))}, {0}}; }

  [[nodiscard]] TrialTree sample(std::uint64_t seed, const Memory& memory = {}) {
    return sample_tree(problem_, pool_, tree_, distribution_, memory, {0, problem_.segments(), kSamples, Rng(seed)});
  }

  static TrackOptions quarter_survives() {
    TrackOptions options;
    options.survival = 0.25;
    return options;
  }

  static constexpr int kSamples = 16;
  Take take_ = test::standing_take(10);
  TrackProblem problem_{take_, quarter_survives()};
  WorldPool pool_{take_.figure, take_.scene, take_.simulation, 1};
  MotionDistribution distribution_ = first_distribution(problem_);
  ControlTree tree_;
};

void expect_equal(const TrialNode& a, const TrialNode& b) {
  EXPECT_EQ(a.action, b.action);
  EXPECT_EQ(a.record, b.record);
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.distance, b.distance);
}

TEST_F(SampleTree, TheFirstSampleFollowsTheMeans) {
  for (std::size_t s = 0; s < 3; ++s) {
    distribution_.segments[s][0].state.mean.setConstant(0.003 * static_cast<double>(s + 1));
  }
  const TrialTree trial = sample(1);
  ASSERT_EQ(trial.layers.size(), 4U);
  for (std::size_t layer = 1; layer < 4; ++layer) {
    EXPECT_EQ(trial.layers[layer][0].parent, 0);
    EXPECT_EQ(trial.layers[layer][0].action, distribution_.segments[layer - 1][0].state.mean);
    EXPECT_NE(trial.layers[layer][2].action, distribution_.segments[layer - 1][0].state.mean);
  }
}

TEST_F(SampleTree, NodesAreWhatTheirActionsLeadTo) {
  const TrialTree trial = sample(3);
  for (std::size_t layer = 1; layer < trial.layers.size(); ++layer) {
    const TrialNode& last = trial.layers[layer].back();
    const TrialNode& parent = trial.layers[layer - 1][to_size(last.parent)];
    const TrackProblem::Outcome outcome =
        problem_.simulate(pool_.front(), static_cast<int>(layer) - 1, parent.record, parent.action, last.action);
    EXPECT_EQ(outcome.record, last.record);
    EXPECT_EQ(parent.cost + outcome.cost, last.cost);
  }
}

TEST_F(SampleTree, MemoryIsReplayedBitForBit) {
  const TrialTree before = sample(1);
  // One that ends in a random sample.
  Trajectory best;
  for (const Trajectory& t : latest_trajectories(problem_, before, kSamples)) {
    if (t.length() == 3 && t.nodes[3] > 1) best = t;
  }
  ASSERT_EQ(best.length(), 3);
  Memory memory{0, {}};
  for (std::size_t layer = 1; layer < 4; ++layer) {
    memory.actions.push_back(before.layers[layer][to_size(best.nodes[layer])].action);
  }
  const TrialTree after = sample(2, memory);
  for (std::size_t layer = 1; layer < 4; ++layer) {
    expect_equal(after.layers[layer][1], before.layers[layer][to_size(best.nodes[layer])]);
    EXPECT_NE(after.layers[layer][2].action, before.layers[layer][2].action);
  }
}

TEST_F(SampleTree, TheCheapestQuarterGoesOn) {
  const TrialTree trial = sample(5);
  for (std::size_t layer = 1; layer < trial.layers.size(); ++layer) {
    std::vector<double> costs;
    int survive = 0;
    for (const TrialNode& n : trial.layers[layer]) {
      EXPECT_TRUE(trial.layers[layer - 1][to_size(n.parent)].survives);
      costs.push_back(n.cost);
      survive += n.survives ? 1 : 0;
    }
    std::ranges::sort(costs);
    EXPECT_GE(survive, kSamples / 4);
    EXPECT_LE(survive, kSamples / 4 + 1);  // the mean goes on whatever it costs
    for (std::size_t i = 0; i < trial.layers[layer].size(); ++i) {
      const TrialNode& n = trial.layers[layer][i];
      EXPECT_EQ(n.special, i == 0);  // there is no memory
      EXPECT_EQ(n.survives, i == 0 || n.cost <= costs[kSamples / 4 - 1]);
    }
  }
}

TEST_F(SampleTree, ThreadsMakeNoDifference) {
  const TrialTree one = sample(7);
  WorldPool two(take_.figure, take_.scene, take_.simulation, 2);
  const TrialTree other = sample_tree(problem_, two, tree_, distribution_, {}, {0, 3, kSamples, Rng(7)});
  ASSERT_EQ(one.layers.size(), other.layers.size());
  for (std::size_t layer = 1; layer < one.layers.size(); ++layer) {
    for (std::size_t i = 0; i < one.layers[layer].size(); ++i) {
      expect_equal(one.layers[layer][i], other.layers[layer][i]);
      EXPECT_EQ(one.layers[layer][i].parent, other.layers[layer][i].parent);
      EXPECT_EQ(one.layers[layer][i].survives, other.layers[layer][i].survives);
    }
  }
}

TEST_F(SampleTree, TransitionsAreFollowed) {
  for (auto& clusters : distribution_.segments) {
    clusters.push_back(clusters[0]);
    clusters[1].state.mean.setConstant(0.002);
    clusters[0].next = {0};
    clusters[1].next = {1};
  }
  distribution_.segments[1][0].next = {0, 1};
  const TrialTree trial = sample(9);
  std::array<int, 2> first{};
  for (const TrialNode& n : trial.layers[1]) ++first[to_size(n.cluster)];
  // Nothing comes before the first segment: all of its clusters may be drawn.
  EXPECT_GT(first[0], 0);
  EXPECT_GT(first[1], 0);
  for (const TrialNode& n : trial.layers[2]) EXPECT_EQ(n.cluster, trial.layers[1][to_size(n.parent)].cluster);
  for (const TrialNode& n : trial.layers[3]) {
    if (trial.layers[2][to_size(n.parent)].cluster == 1) {
      EXPECT_EQ(n.cluster, 1);
    }
  }
}

TEST_F(SampleTree, AMemoryThatLosesControlIsNotResumed) {
  Memory memory{0, {}};
  for (int s = 0; s < 3; ++s) memory.actions.push_back(Eigen::VectorXd::Zero(problem_.axes()));
  memory.actions[0].setConstant(2);  // bends everything
  TrackOptions strict = quarter_survives();
  strict.lost_distance = 0.05;
  const TrackProblem problem(take_, strict);
  const TrialTree trial = sample_tree(problem, pool_, tree_, distribution_, memory, {0, 3, kSamples, Rng(4)});
  ASSERT_EQ(trial.layers.size(), 4U);
  EXPECT_TRUE(trial.layers[1][1].lost);
  for (std::size_t layer = 2; layer < 4; ++layer) {
    EXPECT_FALSE(trial.layers[layer][1].special);
    EXPECT_NE(trial.layers[layer][1].action, memory.actions[layer - 1]);
  }
}

// Equation 2: of two Gaussians with variances a and b the product has the variance v = a b / (a + b) and the mean
// v (m_a / a + m_b / b); samples of a segment are drawn from it, v widened by smoothing_scale.
TEST_F(SampleTree, SmoothingDrawsFromTheProductWithTheSegmentBefore) {
  TrackOptions options = quarter_survives();
  options.smoothing = true;
  options.smoothing_scale = 1.5;
  const TrackProblem problem(take_, options);
  const auto set = [&](std::size_t segment, double mean, double deviation) {
    CmaState& state = distribution_.segments[segment][0].state;
    state.mean.setConstant(mean);
    state.step_size = 2;
    state.covariance = (deviation * deviation / 4) * Eigen::MatrixXd::Identity(state.mean.size(), state.mean.size());
  };
  set(0, 0.001, 0.004);
  set(1, 0.003, 0.002);
  constexpr double kVariance = 16e-6 * 4e-6 / 20e-6;
  constexpr double kMean = kVariance * (0.001 / 16e-6 + 0.003 / 4e-6);
  constexpr int kMany = 200;
  const TrialTree trial = sample_tree(problem, pool_, tree_, distribution_, {}, {0, 2, kMany, Rng(8)});
  ASSERT_EQ(trial.layers.size(), 3U);
  const auto moments = [&](std::size_t layer) {
    double sum = 0;
    double squares = 0;
    double count = 0;
    for (const TrialNode& n : trial.layers[layer]) {
      if (n.special) continue;
      sum += n.action.sum();
      squares += n.action.squaredNorm();
      count += static_cast<double>(n.action.size());
    }
    const double mean = sum / count;
    return std::pair(mean, std::sqrt(squares / count - mean * mean));
  };
  // Some 6,000 numbers: the mean is known to 1/77 of the deviation, the deviation to 1 %; three times that is allowed.
  const auto [first_mean, first_deviation] = moments(1);
  EXPECT_NEAR(first_mean, 0.001, 0.04 * 0.004);  // nothing comes before the first segment
  EXPECT_NEAR(first_deviation, 0.004, 0.03 * 0.004);
  const auto [mean, deviation] = moments(2);
  const double expected = std::sqrt(1.5 * kVariance);
  EXPECT_NEAR(mean, kMean, 0.04 * expected);
  EXPECT_NEAR(deviation, expected, 0.03 * expected);
}

TEST_F(SampleTree, EndsWhereEverySampleIsLost) {
  // The reference is elsewhere from frame 5 on: within the second segment.
  for (int f = 5; f < 10; ++f) take_.reference.frame_translations(f)[0].x() += 5;
  const TrackProblem problem(take_, quarter_survives());
  const TrialTree trial = sample_tree(problem, pool_, tree_, distribution_, {}, {0, 3, kSamples, Rng(1)});
  EXPECT_EQ(trial.layers.size(), 2U);
}

}  // namespace
}  // namespace sinew
