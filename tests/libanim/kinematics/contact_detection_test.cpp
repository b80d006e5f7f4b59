#include "libanim/kinematics/contact_detection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/support/error.h"

namespace sinew {
namespace {

constexpr double kHeight = 1.7;

/// A point that stands at the origin until `leave`, is carried 0.8 m ahead over an arc of 0.2 m until `land`, and
/// stands again (unit: s).
std::vector<Vec3> step_track(double frame_rate, double seconds, double leave, double land) {
  std::vector<Vec3> track;
  for (int i = 0; i <= static_cast<int>(std::lround(seconds * frame_rate)); ++i) {
    const double t = i / frame_rate;
    const double u = std::clamp((t - leave) / (land - leave), 0.0, 1.0);
    track.push_back({0, 0.2 * std::sin(M_PI * u), 0.8 * u});
  }
  return track;
}

std::vector<double> flat(const std::vector<Vec3>& track, double height = 0) {
  return std::vector<double>(track.size(), height);
}

int changes(const std::vector<bool>& flags) {
  int count = 0;
  for (std::size_t i = 1; i < flags.size(); ++i) count += flags[i] != flags[i - 1] ? 1 : 0;
  return count;
}

TEST(PlantedFrames, OneStepLeavesAndLandsWithinAFrameOfTheTruth) {
  for (const double rate : {30.0, 60.0, 120.0}) {
    const auto track = step_track(rate, 2, 0.7, 1.1);
    const auto planted = planted_frames(track, flat(track), rate, kHeight);
    EXPECT_EQ(changes(planted), 2) << rate;
    for (std::size_t i = 0; i < planted.size(); ++i) {
      const double t = static_cast<double>(i) / rate;
      const bool stands = t < 0.66 || t > 1.14;
      const bool flies = t > 0.74 && t < 1.06;
      if (stands || flies) {
        EXPECT_EQ(planted[i], stands) << rate << " Hz, " << t;
      }
    }
  }
}

TEST(PlantedFrames, GoesWithTheGroundAndTheFigure) {
  const auto track = step_track(60, 2, 0.7, 1.1);
  auto high = track;
  for (Vec3& p : high) p.y() += 3;
  EXPECT_EQ(planted_frames(high, flat(high, 3), 60, kHeight), planted_frames(track, flat(track), 60, kHeight));
  auto giant = track;
  for (Vec3& p : giant) p *= 10;
  EXPECT_EQ(planted_frames(giant, flat(giant), 60, 10 * kHeight), planted_frames(track, flat(track), 60, kHeight));
}

TEST(PlantedFrames, SlowInTheAirAndFastOnTheGroundAreNotPlanted) {
  std::vector<Vec3> hover(60, Vec3(0, 0.2, 0));
  const auto in_air = planted_frames(hover, flat(hover), 30, kHeight);
  EXPECT_EQ(std::ranges::count(in_air, true), 0);
  std::vector<Vec3> slide;
  for (int i = 0; i < 60; ++i) slide.push_back({0, 0, 1.5 * i / 30.0});
  const auto sliding = planted_frames(slide, flat(slide), 30, kHeight);
  EXPECT_EQ(std::ranges::count(sliding, true), 0);
  std::vector<Vec3> sunk(60, Vec3(0, -0.1, 0));
  const auto below = planted_frames(sunk, flat(sunk), 30, kHeight);
  EXPECT_EQ(std::ranges::count(below, true), 60);
}

TEST(PlantedFrames, NoiseAtTheThresholdDoesNotFlicker) {
  const ContactDetection detection;
  std::vector<Vec3> track;
  for (int i = 0; i < 240; ++i) {
    // It rises over two seconds through the threshold, with a tremble of a fifth of it.
    const double share = 0.5 + i / 240.0 + (i % 5 == 0 ? 0.1 : -0.1);
    track.push_back({0, share * detection.height * kHeight, 0});
  }
  const auto planted = planted_frames(track, flat(track), 120, kHeight, detection);
  EXPECT_TRUE(planted.front());
  EXPECT_FALSE(planted.back());
  EXPECT_EQ(changes(planted), 1);
}

TEST(PlantedFrames, ShortTouchesAndGapsAreRemoved) {
  auto track = step_track(120, 2, 0.5, 1.5);
  // One spike in the stance, and one touch in the middle of the flight.
  track[20].y() = 0.3;
  track[120] = Vec3(0, 0, 0.4);
  const auto planted = planted_frames(track, flat(track), 120, kHeight);
  EXPECT_TRUE(planted[20]);
  EXPECT_FALSE(planted[120]);
  EXPECT_EQ(changes(planted), 2);
}

TEST(PlantedFrames, TinyTracks) {
  EXPECT_TRUE(planted_frames({}, {}, 30, kHeight).empty());
  const std::vector<Vec3> one = {{0, 0.01, 0}};
  EXPECT_EQ(planted_frames(one, flat(one), 30, kHeight), std::vector<bool>{true});
}

TEST(PlantedFrames, OptionsAreChecked) {
  EXPECT_THROW((ContactDetection{.release = 0.5}.validate()), Error);
  EXPECT_THROW((ContactDetection{.height = std::nan("")}.validate()), Error);
  EXPECT_NO_THROW(ContactDetection{}.validate());
}

}  // namespace
}  // namespace sinew
