#include <gtest/gtest.h>

#include <cmath>

#include "importers/import_file.h"
#include "libanim/stages/clean/clean.h"
#include "tests/support/stick_person.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

constexpr double kGravity = 9.81;

/// Nothing but the frame rate: a stiff stick person that leaves the ground at once would be cut elsewhere.
CleanOptions only_retime() {
  CleanOptions options;
  options.cut_breaks = options.cut_frozen = options.repair_spikes = options.level_ground = false;
  return options;
}

/// Stands for a second, jumps up with 2.5 m/s (0.32 m, half a second), stands for a second; sampled at `rate`, under a
/// gravity of its own.
Clip jump(const Character& person, double rate, double gravity = kGravity) {
  constexpr double kTakeOff = 2.5;
  Clip clip = rest_clip(person.skeleton, static_cast<int>(2.6 * rate), rate);
  clip.name = "jump";
  for (int f = 0; f < clip.frames(); ++f) {
    const double t = f / rate - 1;
    const double height = kTakeOff * t - 0.5 * gravity * t * t;
    if (t > 0 && height > 0) clip.frame_translations(f)[0].y() += height;
  }
  return clip;
}

void expect_untouched(const CleanedClip& result, const Clip& clip) {
  EXPECT_EQ(result.clip.frame_rate, clip.frame_rate);
  EXPECT_EQ(result.report.frame_rate, 0);
  EXPECT_FALSE(result.ledger.has(NoteCode::kFrameRate));
}

TEST(Retime, AJumpThatFallsFourTimesTooFastHasHalfTheRate) {
  const Character person = test::stick_person();
  Clip clip = jump(person, 60);
  clip.frame_rate = 120;
  const CleanedClip result = clean(person, clip, only_retime());
  EXPECT_EQ(result.clip.frame_rate, 60);
  EXPECT_EQ(result.report.frame_rate, 60);
  EXPECT_TRUE(result.ledger.has(NoteCode::kFrameRate));
  EXPECT_EQ(result.clip.frames(), clip.frames());
  EXPECT_EQ(result.clip.translations, clip.translations);
}

TEST(Retime, OtherRatesAreFoundToo) {
  const Character person = test::stick_person();
  Clip clip = jump(person, 30);
  clip.frame_rate = 120;
  EXPECT_EQ(clean(person, clip, only_retime()).clip.frame_rate, 30);
  clip = jump(person, 50);
  clip.frame_rate = 100;
  EXPECT_EQ(clean(person, clip, only_retime()).clip.frame_rate, 50);
}

TEST(Retime, ATrueJumpStaysAsItIs) {
  const Character person = test::stick_person();
  for (const double rate : {30.0, 60.0, 120.0}) {
    const Clip clip = jump(person, rate);
    expect_untouched(clean(person, clip, only_retime()), clip);
  }
}

TEST(Retime, SlowMotionAndSlightlyFastStayAsTheyAre) {
  const Character person = test::stick_person();
  for (const double gravity : {0.5 * kGravity, 2 * kGravity}) {
    const Clip clip = jump(person, 60, gravity);
    expect_untouched(clean(person, clip, only_retime()), clip);
  }
}

TEST(Retime, WithoutFlightsNothingIsSaid) {
  const Character person = test::stick_person();
  const Clip clip = test::march(person, 3, 60);
  expect_untouched(clean(person, clip, only_retime()), clip);
}

TEST(Retime, WhatOnlyFallsOrOnlyRisesTellsNothing) {
  const Character person = test::stick_person();
  // Cut in mid-flight: the figure's own lowest height is no ground that it left or came to.
  Clip clip = jump(person, 60);
  clip.frame_rate = 120;
  const int apex = 60 + 15;
  clip.rotations.resize(static_cast<std::size_t>(apex * clip.joint_count));
  clip.translations.resize(static_cast<std::size_t>(apex) * clip.translated.size());
  expect_untouched(clean(person, clip, only_retime()), clip);
}

TEST(Retime, MayBeSwitchedOff) {
  const Character person = test::stick_person();
  Clip clip = jump(person, 60);
  clip.frame_rate = 120;
  CleanOptions options = only_retime();
  options.retime = false;
  expect_untouched(clean(person, clip, options), clip);
}

TEST(RetimeData, Subject75WasRecordedWith60Hz) {
  SINEW_NEEDS_DATA();
  const auto cleaned = [](const std::string& name) {
    const Asset asset = import_file(*test::data_dir() / ("bvh/cmu/" + name + ".bvh"), {});
    EXPECT_NEAR(asset.clips.front().frame_rate, 120, 0.1) << name;
    return clean(asset.character, asset.clips.front());
  };
  const CleanedClip slow = cleaned("75_01");
  EXPECT_EQ(slow.clip.frame_rate, 60);
  EXPECT_TRUE(slow.ledger.has(NoteCode::kFrameRate));
  for (const char* name : {"13_11", "02_01"}) {  // a jump and a walk
    const CleanedClip result = cleaned(name);
    EXPECT_NEAR(result.clip.frame_rate, 120, 0.1) << name;
    EXPECT_EQ(result.report.frame_rate, 0) << name;
    EXPECT_FALSE(result.ledger.has(NoteCode::kFrameRate)) << name;
  }
}

}  // namespace
}  // namespace sinew
