#include "pipelines/dataset_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/learning/control_targets.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "tests/pipelines/dataset/small_datasets.h"

namespace sinew {
namespace {

TEST(DatasetArrays, RawPartsComeBackBitForBit) {
  const Episode episode = test::episode_with_splines(test::small_take(), "wave");
  const Episode back = episode_from_arrays(training_episode(episode, {}));
  ASSERT_EQ(back.pairs.size(), episode.pairs.size());
  for (std::size_t i = 0; i < back.pairs.size(); ++i) {
    EXPECT_EQ(back.pairs[i].state, episode.pairs[i].state);
    EXPECT_EQ(back.pairs[i].next, episode.pairs[i].next);
    EXPECT_EQ(back.pairs[i].control, episode.pairs[i].control);
    EXPECT_EQ(back.pairs[i].spline, episode.pairs[i].spline);
    EXPECT_EQ(back.pairs[i].reward, episode.pairs[i].reward);
    EXPECT_EQ(back.pairs[i].frame, episode.pairs[i].frame);
  }
  EXPECT_EQ(back.splines.points, 2);
  EXPECT_EQ(encode_take(back.setting, TakeMeshes::kLeftOut), encode_take(episode.setting, TakeMeshes::kLeftOut));
}

TEST(DatasetArrays, ShapesAndEnds) {
  const Take take = test::small_take();
  const Episode episode = test::episode_with_splines(take, "wave");
  const TrainingEpisode arrays = training_episode(episode, {});
  const auto axes = static_cast<std::uint64_t>(take.figure.axis_count());
  const std::uint64_t bodies = take.figure.bodies.size();
  using Shape = std::vector<std::uint64_t>;
  EXPECT_EQ(arrays.array("states").shape, (Shape{30, 1 + 13 * bodies}));
  EXPECT_EQ(arrays.array("controls").shape, (Shape{30, 2 * axes}));
  EXPECT_EQ(arrays.array("actions").shape, (Shape{30, 2 * axes}));
  EXPECT_EQ(arrays.array("contact_forces").shape, (Shape{30, bodies, 3}));
  EXPECT_EQ(arrays.array("reference").shape, (Shape{31, 7 + axes}));
  EXPECT_EQ(arrays.array("observations").rows(), 31U);
  EXPECT_EQ(arrays.array("splines").shape, (Shape{30, 2 * (axes + 4)}));
  EXPECT_EQ(arrays.array("truncations").bytes.back(), std::byte{1});
  EXPECT_EQ(arrays.array("terminations").bytes.back(), std::byte{0});
  EXPECT_EQ(arrays.array("dones").values<std::int32_t>()[28], 0);
  EXPECT_EQ(arrays.array("dones").values<std::int32_t>()[29], 1);
}

TEST(DatasetArrays, ActionsAreWithinOneAndMeanTheControl) {
  const Take take = test::small_take();
  const TrainingEpisode arrays = training_episode(episode_from_take(take, "wave"), {});
  const std::vector<float> actions = arrays.array("actions").values<float>();
  for (const float a : actions) EXPECT_LE(std::abs(a), 1.0F);
  const TargetBounds bounds = target_bounds(take.figure);
  const Eigen::VectorXd targets =
      control_targets(take.figure, take.record(4), take.steps[4].control, 1 / take.simulation.control_rate);
  const auto width = static_cast<std::size_t>(targets.size());
  for (std::size_t i = 0; i < width; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (bounds.lower[k] == bounds.upper[k]) continue;
    const double value = bounds.lower[k] + (actions[4 * width + i] + 1.0) / 2 * (bounds.upper[k] - bounds.lower[k]);
    // Rounding of a float. Measured: 1.2e-8.
    EXPECT_NEAR(value, targets[k], 1e-7 * (1 + std::abs(bounds.upper[k]))) << i;
  }
}

TEST(DatasetArrays, ContactForcesCarryTheWeight) {
  const Take take = test::small_take();
  const TrainingEpisode arrays = training_episode(episode_from_take(take, "wave"), {});
  const std::vector<float> forces = arrays.array("contact_forces").values<float>();
  const std::size_t bodies = take.figure.bodies.size();
  double up = 0;
  for (std::size_t row = 0; row < 30; ++row) {
    for (std::size_t b = 0; b < bodies; ++b) up += forces[(row * bodies + b) * 3 + 1] / 30.0;
  }
  // It stands and waves its arms: measured 0.9991 weights on average.
  EXPECT_NEAR(up / (take.figure.mass() * 9.81), 1, 0.01);
}

TEST(DatasetArrays, ReferenceIsThePoseOfTheClip) {
  const Take take = test::small_take();  // its reference is its own motion
  const TrainingEpisode arrays = training_episode(episode_from_take(take, "wave"), {});
  const std::vector<float> reference = arrays.array("reference").values<float>();
  const std::size_t width = arrays.array("reference").shape[1];
  const Eigen::VectorXd angles = axis_angles(take.figure, take.record(12));
  // Measured: 1.1e-10 rad and 7.6e-10 m.
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    EXPECT_NEAR(reference[12 * width + 7 + static_cast<std::size_t>(i)], angles[i], 1e-7) << i;
  }
  EXPECT_NEAR(reference[12 * width + 1], take.record(12).bodies[0].position[1], 1e-7);
}

TEST(DatasetArrays, WrongShapesAreRefusedByName) {
  const TrainingEpisode honest = training_episode(test::episode_with_splines(test::small_take(), "wave"), {});
  const auto refusal = [&](const std::function<void(TrainingEpisode&)>& change) -> std::string {
    TrainingEpisode arrays = honest;
    change(arrays);
    try {
      static_cast<void>(episode_from_arrays(arrays));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  using testing::HasSubstr;
  EXPECT_THAT(refusal([](TrainingEpisode& e) { e.arrays.erase("states"); }), HasSubstr("'states'"));
  EXPECT_THAT(refusal([](TrainingEpisode& e) { e.arrays["controls"] = e.arrays["states"]; }), HasSubstr("controls"));
  EXPECT_THAT(refusal([](TrainingEpisode& e) { e.arrays["frames"].type = ArrayType::kFloat32; }), HasSubstr("frames"));
  EXPECT_THAT(refusal([](TrainingEpisode& e) { e.arrays["setting"].bytes.resize(50); }), HasSubstr("setting"));
  EXPECT_THAT(refusal([](TrainingEpisode& e) {
                e.arrays["spline_bounds"].shape = {1, 2};
              }),
              HasSubstr("spline_bounds"));
  EXPECT_THAT(refusal([](TrainingEpisode& e) {
                const double half = 0.5;
                std::memcpy(e.arrays["states"].bytes.data(), &half, sizeof half);
              }),
              HasSubstr("whole number"));
}

}  // namespace
}  // namespace sinew
