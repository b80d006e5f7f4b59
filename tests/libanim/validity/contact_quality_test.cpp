#include "libanim/validity/contact_quality.h"

#include <gtest/gtest.h>

#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

/// Moves all records, velocities untouched.
void move_records(Take& take, const Vec3& per_frame, const Vec3& offset) {
  const auto move = [&](StateRecord& record, int frame) {
    for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) {
      for (int i = 0; i < 3; ++i) {
        record.bodies[b].position[static_cast<std::size_t>(i)] += offset[i] + per_frame[i] * frame;
      }
    }
  };
  move(take.start, 0);
  for (std::size_t i = 0; i < take.steps.size(); ++i) move(take.steps[i].record, static_cast<int>(i) + 1);
}

TEST(ContactQuality, AStandingFigureTouches) {
  const ContactQuality quality = contact_quality(test::small_take());
  EXPECT_LT(quality.penetration.max, 1e-5);  // 1.7e-7
  EXPECT_LT(quality.float_height.max, 1e-5);
  EXPECT_GT(quality.float_height.count, 20);
  EXPECT_LT(quality.result.speed.max, 1e-4);  // 3e-6
  EXPECT_EQ(quality.result.fast_share, 0);
  EXPECT_GT(quality.solver_skate.count, 20);
}

TEST(ContactQuality, DepthAndHeightAreExact) {
  Take take = test::small_take();
  const ContactQuality before = contact_quality(take);
  move_records(take, Vec3::Zero(), {0, -0.02, 0});
  const ContactQuality sunk = contact_quality(take);
  EXPECT_NEAR(sunk.penetration.mean, 0.02 + before.penetration.mean, 1e-3);
  EXPECT_EQ(sunk.float_height.max, 0);
  move_records(take, Vec3::Zero(), {0, 0.05, 0});
  const ContactQuality floating = contact_quality(take);
  EXPECT_EQ(floating.penetration.max, 0);
  EXPECT_NEAR(floating.float_height.mean, 0.03, 1e-3);
}

TEST(ContactQuality, DepthInABox) {
  Take take = test::small_take();
  take.scene.boxes.push_back({"step", {{0, 0.1, 1}, Quat::Identity()}, {2, 0.1, 0.83}, 0.8});
  // Feet reach to z = 0.18; the step begins at z = 0.17.
  EXPECT_NEAR(contact_quality(take).penetration.mean, 0.01, 1e-3);
}

TEST(ContactQuality, SlidingIsSkating) {
  Take take = test::small_take();
  move_records(take, {0.3 / take.simulation.control_rate, 0, 0}, Vec3::Zero());
  const ContactQuality quality = contact_quality(take);
  EXPECT_NEAR(quality.result.speed.mean, 0.3, 0.02);
  EXPECT_EQ(quality.result.fast_share, 1);
  EXPECT_LT(quality.source.speed.mean, 0.05);
}

TEST(ContactQuality, EventsAreTheEndsOfPlants) {
  Take take = test::small_take();
  const std::vector<ContactEvent> standing = contact_events(take);
  ASSERT_EQ(standing.size(), 4U);
  for (const ContactEvent& event : standing) {
    EXPECT_TRUE(event.down);
    EXPECT_EQ(event.frame, 0);
  }
  for (std::size_t i = 14; i < take.steps.size(); ++i) {
    for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) take.steps[i].record.bodies[b].position[1] += 0.5;
  }
  const std::vector<ContactEvent> hopping = contact_events(take);
  ASSERT_EQ(hopping.size(), 8U);
  EXPECT_FALSE(hopping.back().down);
  EXPECT_NEAR(hopping.back().frame, 15, 2);
}

}  // namespace
}  // namespace sinew
