#include "pipelines/track_configuration.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"

namespace sinew {
namespace {

TEST(TrackConfiguration, DefaultsAreThoseOfTheOptions) {
  const TrackOptions read = track_options(default_config());
  const TrackOptions defaults;
  EXPECT_EQ(read.samples, defaults.samples);
  EXPECT_EQ(read.seed, defaults.seed);
  EXPECT_EQ(read.search_start, defaults.search_start);
  EXPECT_EQ(read.covariance, defaults.covariance);
  EXPECT_EQ(read.weights.spin, defaults.weights.spin);
}

TEST(TrackConfiguration, EveryKeyReachesItsField) {
  Config config = default_config();
  for (const char* assignment :
       {"track.samples=33", "track.seed=8999999999999999", "track.action=velocity", "track.covariance=full",
        "track.lost=paper", "track.smoothing=true", "track.sigma_arms=0.07", "track.weight.end_effectors=3.5"}) {
    config.set(assignment);
  }
  const TrackOptions options = track_options(config);
  EXPECT_EQ(options.samples, 33);
  EXPECT_EQ(options.seed, 8999999999999999U);
  EXPECT_EQ(options.action, ActionKind::kVelocity);
  EXPECT_EQ(options.covariance, CovarianceModel::kFull);
  EXPECT_EQ(options.lost, LostControl::kPaper);
  EXPECT_TRUE(options.smoothing);
  EXPECT_EQ(options.sigma_arms, 0.07);
  EXPECT_EQ(options.weights.end_effectors, 3.5);
}

TEST(TrackConfiguration, EveryKeyChangesTheHashAndHasHelp) {
  const std::string plain = default_config().hash();
  for (const ConfigKey& key : track_keys()) {
    EXPECT_FALSE(key.help.empty()) << key.name;
    Config config = default_config();
    if (const auto* flag = std::get_if<bool>(&key.initial)) {
      config.set(key.name + (*flag ? "=false" : "=true"));
    } else if (!key.choices.empty()) {
      config.set(key.name + "=" + key.choices.back());
    } else {
      const double other = std::max(key.lowest, 0.125);
      config.set(key.name + (std::holds_alternative<double>(key.initial) ? "=" + std::to_string(other) : "=77"));
    }
    EXPECT_NE(config.hash(), plain) << key.name;
  }
}

TEST(TrackConfiguration, QualitiesAreOverridden) {
  Config config = default_config();
  apply_quality(config, Quality::kNormal);
  EXPECT_EQ(config.hash(), default_config().hash());
  apply_quality(config, Quality::kDraft);
  EXPECT_LT(track_options(config).samples, TrackOptions().samples);
  apply_quality(config, Quality::kBest);
  EXPECT_GT(track_options(config).samples, TrackOptions().samples);
  config.set("track.samples=50");
  EXPECT_EQ(track_options(config).samples, 50);
  EXPECT_EQ(quality_from_name("draft"), Quality::kDraft);
  EXPECT_EQ(quality_from_name("normal"), Quality::kNormal);
  EXPECT_EQ(quality_from_name("best"), Quality::kBest);
  EXPECT_EQ(quality_from_name("good"), std::nullopt);
}

TEST(TrackConfiguration, WhatDoesNotFitTogetherIsRefused) {
  Config config = default_config();
  config.set("track.patience=3");
  EXPECT_THROW((void)track_options(config), Error);
}

}  // namespace
}  // namespace sinew
