#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "importers/import_file.h"
#include "libanim/kinematics/clip_edit.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/world.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

std::vector<std::vector<Transform>> bodies_of_clip(const Figure& figure, const Skeleton& skeleton, const Clip& clip) {
  std::vector<std::vector<Transform>> frames;
  for (int i = 0; i < clip.frames(); ++i) {
    frames.push_back(bodies_from_pose(figure, skeleton, world_at(skeleton, clip, i)));
  }
  return frames;
}

struct Flight {
  double gap = 0;         ///< largest at any joint (unit: m)
  double torque_use = 0;  ///< largest torque as a share of its limit
  int steps = 0;
};

/// Plays a clip's joint motion on its figure where there is nothing to touch, at the clip's own speed.
Flight play_in_the_air(const Asset& asset, const SimulationOptions& options) {
  const Skeleton& skeleton = asset.character.skeleton;
  const Figure figure = build_figure(asset.character).figure;
  // Frame 0 of these files is an added rest pose.
  const Clip clip =
      resample(skeleton, crop(asset.clips.front(), 1, asset.clips.front().frames() - 1), options.control_rate);
  const auto frames = bodies_of_clip(figure, skeleton, clip);
  Scene air;
  air.ground.kind = GroundKind::kNone;
  World world(figure, air, options);
  StateRecord record = record_from_bodies(frames[0], frames[1], world.control_step());
  Flight flight;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const std::vector<Quat> target = joint_rotations(figure, record_from_bodies(frames[i]));
    const Control control = control_towards(figure, record, target, world.control_step());
    StepReport report;
    world.step(record, control, record, &report);
    flight.gap = std::max(flight.gap, anchor_gap(figure, record));
    for (const SubstepReport& substep : report.substeps) {
      for (std::size_t axis = 0; axis < control.axes.size(); ++axis) {
        const double use = std::abs(substep.motor_torque[axis]) / control.axes[axis].torque_limit;
        flight.torque_use = std::max(flight.torque_use, use);
      }
    }
    ++flight.steps;
  }
  return flight;
}

TEST(Running, AnchorsStayTogetherInTheAir) {
  SINEW_NEEDS_DATA();
  for (const char* file : {"bvh/cmu/09_01.bvh", "bvh/cmu/16_35.bvh", "bvh/cmu/127_04.bvh", "bvh/cmu/02_01.bvh"}) {
    const Flight flight = play_in_the_air(import_file(*test::data_dir() / file, {}), {});
    fmt::print("{}: {} steps, gap {:.2f} mm, torque use {:.6f}\n", file, flight.steps, 1e3 * flight.gap,
               flight.torque_use);
    EXPECT_GE(flight.steps, 30) << file;
    EXPECT_LT(flight.gap, 0.003) << file;
    EXPECT_LE(flight.torque_use, 1 + 1e-9) << file;
  }
}

}  // namespace
}  // namespace sinew
