#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/world.h"
#include "tests/regression/figures/all_figures.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

/// Largest distance of the centre of mass from where it started while the motors hold the stance (unit: m).
double sway(const Figure& figure, double seconds) {
  World world(figure, {}, {});
  StateRecord record = record_from_bodies(stance(figure));
  const Vec3 start = centre_of_mass(figure, record);
  const Control control = holding_control(figure);
  double largest = 0;
  for (int i = 0; i < static_cast<int>(seconds / world.control_step()); ++i) {
    world.step(record, control, record);
    largest = std::max(largest, (centre_of_mass(figure, record) - start).norm());
  }
  return largest;
}

/// 1 cm; for what is taller than 2 m (the data has giants of 80 and 169 m, in files whose unit is wrong) in proportion.
double allowed(const Figure& figure) { return 0.01 * std::max(1.0, figure.height / 2); }

struct Standing {
  int count = 0;
  double worst = 0;
  std::string worst_file;

  void add(const test::NamedFigure& item) {
    const double moved = sway(item.built.figure, 5);
    EXPECT_LT(moved, allowed(item.built.figure)) << item.file;
    if (moved >= worst) {
      worst = moved;
      worst_file = item.file;
    }
    ++count;
  }
};

TEST(Stance, EveryHumanoidStandsForFiveSeconds) {
  SINEW_NEEDS_DATA();
  Standing standing;
  for (const test::NamedFigure& item : test::all_figures()) {
    if (item.built.figure.humanoid) standing.add(item);
  }
  fmt::print("{} humanoids, largest movement {:.2e} m ({})\n", standing.count, standing.worst, standing.worst_file);
  EXPECT_GE(standing.count, 81);  // measured: 2.6e-6 m
}

TEST(Stance, EveryQuadrupedStandsForFiveSeconds) {
  SINEW_NEEDS_DATA();
  constexpr std::array kQuadrupeds = {"hound.glb", "Dog_Beagle_01.fbx", "Horse.glb",
                                      "Wolf.glb",  "Fox.glb",           "rig-fox.glb"};
  Standing standing;
  for (const test::NamedFigure& item : test::all_figures()) {
    if (std::find(kQuadrupeds.begin(), kQuadrupeds.end(), item.file) != kQuadrupeds.end()) standing.add(item);
  }
  fmt::print("{} quadrupeds, largest movement {:.2e} m ({})\n", standing.count, standing.worst, standing.worst_file);
  EXPECT_EQ(standing.count, static_cast<int>(kQuadrupeds.size()));  // measured: 3.1 cm of the 80 m fox, others 4 mm
}

}  // namespace
}  // namespace sinew
