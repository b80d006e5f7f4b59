#include "libanim/simulation/rollouts.h"

#include <gtest/gtest.h>

#include <atomic>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew {
namespace {

/// Controls that shake every joint, one sequence per rollout.
std::vector<std::vector<Control>> shaking(const Figure& figure, int count, int steps) {
  std::vector<std::vector<Control>> sequences;
  for (int i = 0; i < count; ++i) {
    Rng rng(5, {static_cast<std::uint64_t>(i)});
    std::vector<Control>& sequence = sequences.emplace_back();
    for (int step = 0; step < steps; ++step) {
      Control control = holding_control(figure);
      for (AxisControl& axis : control.axes) axis.target = 2 * rng.normal();
      sequence.push_back(std::move(control));
    }
  }
  return sequences;
}

std::vector<std::vector<StateRecord>> shaken(const Figure& figure, int threads) {
  WorldPool pool(figure, {}, {}, threads);
  EXPECT_EQ(pool.threads(), threads);
  const StateRecord start = record_from_bodies(stance(figure));
  const auto controls = shaking(figure, 40, 12);
  std::vector<Rollout> jobs;
  for (const std::vector<Control>& sequence : controls) jobs.push_back({&start, sequence});
  return rollouts(pool, jobs);
}

TEST(Rollouts, AreTheSameOnAnyNumberOfThreads) {
  const Figure figure = test::small_humanoid();
  const auto expected = shaken(figure, 1);
  ASSERT_EQ(expected.size(), 40U);
  ASSERT_EQ(expected[7].size(), 12U);
  EXPECT_NE(expected[7].back(), expected[8].back());
  EXPECT_EQ(shaken(figure, 2), expected);
  EXPECT_EQ(shaken(figure, 7), expected);
}

TEST(Rollouts, GoOnFromEachRecord) {
  const Figure figure = test::small_humanoid();
  const StateRecord start = record_from_bodies(stance(figure));
  const auto controls = shaking(figure, 1, 5);
  WorldPool pool(figure, {}, {}, 2);
  const std::vector<Rollout> jobs = {{&start, controls[0]}};
  const auto records = rollouts(pool, jobs);
  StateRecord record = start;
  for (std::size_t i = 0; i < controls[0].size(); ++i) {
    record = pool.front().step(record, controls[0][i]);
    EXPECT_EQ(records[0][i], record);
  }
}

TEST(Rollouts, NoTwoBodiesShareAWorldAtOnce) {
  const Figure figure = test::single_box();
  WorldPool pool(figure, {}, {}, 7);
  std::vector<std::atomic<int>> users(200);
  std::atomic<bool> shared = false;
  pool.run(200, [&](std::size_t, World& world) {
    const auto slot = static_cast<std::size_t>(&world - &pool.front());
    if (users.at(slot).fetch_add(1) != 0) shared = true;
    static_cast<void>(world.step(world.initial_record(), Control{}));
    users.at(slot).fetch_sub(1);
  });
  EXPECT_FALSE(shared);
}

TEST(Rollouts, AnErrorComesOut) {
  const Figure figure = test::small_humanoid();
  WorldPool pool(figure, {}, {}, 2);
  const StateRecord start = record_from_bodies(stance(figure));
  const std::vector<Control> wrong(1);
  const std::vector<Rollout> jobs = {{&start, wrong}};
  EXPECT_THROW(static_cast<void>(rollouts(pool, jobs)), Error);
}

}  // namespace
}  // namespace sinew
