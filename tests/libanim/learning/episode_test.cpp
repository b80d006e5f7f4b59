#include "libanim/learning/episode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "libanim/support/error.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

Episode small_episode() { return episode_from_take(test::small_take(), "wave"); }

TEST(Episode, OfATakeHasItsStepsBitForBit) {
  const Take take = test::small_take();
  const Episode episode = episode_from_take(take, "wave");
  episode.validate();
  ASSERT_EQ(episode.pairs.size(), take.steps.size());
  for (std::size_t i = 0; i < take.steps.size(); ++i) {
    EXPECT_EQ(episode.pairs[i].state, take.record(static_cast<int>(i)));
    EXPECT_EQ(episode.pairs[i].next, take.steps[i].record);
    EXPECT_EQ(episode.pairs[i].control, take.steps[i].control);
    EXPECT_EQ(episode.pairs[i].reward, -take.steps[i].cost);
  }
  EXPECT_EQ(episode.end, EpisodeEnd::kTruncated);
  EXPECT_EQ(episode.setting.frames(), 0);
}

TEST(Episode, OfATakeThatEndsEarlyIsTerminated) {
  Take take = test::small_take();
  take.steps.resize(10);
  EXPECT_EQ(episode_from_take(take, "lost").end, EpisodeEnd::kTerminated);
  take.steps.clear();
  EXPECT_THROW(static_cast<void>(episode_from_take(take, "empty")), Error);
}

TEST(Episode, ValidationNamesPairAndRule) {
  using Change = std::function<void(Episode&)>;
  const std::vector<std::pair<std::string, Change>> cases = {
      {"pair 4: expected to begin with the record", [](Episode& e) { e.pairs[4].state.bodies[2].spin[1] += 1e-9; }},
      {"pair 5: expected the frame after", [](Episode& e) { e.pairs[5].frame = 9; }},
      {"pair 0: expected a frame", [](Episode& e) { e.pairs[0].frame = -1; }},
      {"pair 3: expected the same mode", [](Episode& e) { e.pairs[3].control.mode = ControlMode::kPd; }},
      {"pair 3: expected a control of", [](Episode& e) { e.pairs[3].control.axes.pop_back(); }},
      {"pair 2: expected a finite control", [](Episode& e) { e.pairs[2].reward = std::nan(""); }},
      {"pair 2: expected records of", [](Episode& e) { e.pairs[2].next.bodies.pop_back(); }},
      {"pair 7: expected the next record", [](Episode& e) { e.pairs[7].next.step += 1; }},
      {"pair 0: expected a spline of", [](Episode& e) { e.pairs[0].spline.resize(3); }},
      {"splines: expected bounds", [](Episode& e) { e.splines.points = 2; }},
      {"at least one pair", [](Episode& e) { e.pairs.clear(); }},
  };
  for (const auto& [message, change] : cases) {
    Episode episode = small_episode();
    change(episode);
    try {
      episode.validate();
      ADD_FAILURE() << "not refused: " << message;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
  }
}

}  // namespace
}  // namespace sinew
