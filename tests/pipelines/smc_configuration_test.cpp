#include "pipelines/smc_configuration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"

namespace sinew {
namespace {

/// A key below "smc." or "refine.", a value that is not the default of either, and the field that it should reach.
struct Row {
  std::string name;
  std::string value;
  double expected;
  std::function<double(const SmcOptions&)> field;
};

Row tolerance(const std::string& name, double SmcTolerances::*field) {
  return {"tolerance." + name, "3.25", 3.25, [=](const SmcOptions& o) { return o.tolerances.*field; }};
}

template <typename T>
Row option(const std::string& name, const std::string& value, T SmcOptions::*field) {
  return {name, value, std::stod(value), [=](const SmcOptions& o) { return static_cast<double>(o.*field); }};
}

template <typename T>
Row sampler(const std::string& name, const std::string& value, T KdSamplerOptions::*field) {
  return {name, value, std::stod(value), [=](const SmcOptions& o) { return static_cast<double>(o.sampler.*field); }};
}

std::vector<Row> rows() {
  using T = SmcTolerances;
  return {
      option("seed", "8999999999999998", &SmcOptions::seed),
      sampler("samples", "33", &KdSamplerOptions::samples),
      sampler("kept", "0.375", &KdSamplerOptions::kept),
      sampler("greedy", "0.125", &KdSamplerOptions::greedy),
      sampler("sigma", "0.75", &KdSamplerOptions::sigma),
      sampler("greedy_sigma", "0.25", &KdSamplerOptions::greedy_sigma),
      sampler("greedy_least", "0.25", &KdSamplerOptions::greedy_least),
      sampler("greedy_changes", "0.625", &KdSamplerOptions::greedy_changes),
      sampler("batch", "9", &KdSamplerOptions::batch),
      option("reference_share", "0.125", &SmcOptions::reference_share),
      option("extension_share", "0.0625", &SmcOptions::extension_share),
      option("elites", "0.375", &SmcOptions::elites),
      option("points", "9", &SmcOptions::points),
      option("horizon", "2.5", &SmcOptions::horizon),
      option("shortest", "0.0625", &SmcOptions::shortest),
      option("slack", "3", &SmcOptions::slack),
      option("advance", "2", &SmcOptions::advance),
      option("range", "0.375", &SmcOptions::range),
      option("smoothing", "0.375", &SmcOptions::smoothing),
      option("leg_smoothing", "0.375", &SmcOptions::leg_smoothing),
      option("least_torque", "0.75", &SmcOptions::least_torque),
      option("abandon", "1.75", &SmcOptions::abandon),
      option("agree", "0.375", &SmcOptions::agree),
      option("lost_distance", "0.75", &SmcOptions::lost_distance),
      option("velocity_cutoff", "7.5", &SmcOptions::velocity_cutoff),
      {"guide", "take", 1, [](const SmcOptions& o) { return static_cast<double>(o.guide); }},
      tolerance("angle", &T::angle),
      tolerance("spin", &T::spin),
      tolerance("head", &T::head),
      tolerance("place", &T::place),
      tolerance("bodies", &T::bodies),
      tolerance("slip", &T::slip),
      tolerance("end_angle", &T::end_angle),
      tolerance("end_spin", &T::end_spin),
      tolerance("root", &T::root),
      tolerance("root_spin", &T::root_spin),
      tolerance("end_effectors", &T::end_effectors),
      tolerance("balance", &T::balance),
      tolerance("velocity", &T::velocity),
      tolerance("end_place", &T::end_place),
      tolerance("acceleration", &T::acceleration),
      tolerance("jerk", &T::jerk),
  };
}

/// Of the rows, the base and the flag: their defaults differ between the two.
constexpr std::size_t kKeys = 44;

Config with(const std::string& assignment) {
  Config config = default_config();
  config.set(assignment);
  return config;
}

TEST(SmcConfiguration, DefaultsAreThoseOfTheOptions) {
  const SmcOptions smc = smc_options(default_config());
  const RefineOptions refine = refine_options(default_config());
  for (const Row& row : rows()) {
    EXPECT_EQ(row.field(smc), row.field(SmcOptions())) << row.name;
    EXPECT_EQ(row.field(refine.search), row.field(RefineOptions().search)) << row.name;
  }
  EXPECT_EQ(smc.base, SmcOptions().base);
  EXPECT_EQ(refine.search.base, RefineOptions().search.base);
  EXPECT_NE(smc.base, refine.search.base);
  EXPECT_EQ(smc.sampler.greedy_of_bounds, SmcOptions().sampler.greedy_of_bounds);
  EXPECT_EQ(refine.search.sampler.greedy_of_bounds, RefineOptions().search.sampler.greedy_of_bounds);
  EXPECT_EQ(refine.attempts, RefineOptions().attempts);
  EXPECT_EQ(refine.tighten, RefineOptions().tighten);
  EXPECT_EQ(refine.far, RefineOptions().far);
}

TEST(SmcConfiguration, EveryKeyReachesItsField) {
  EXPECT_EQ(rows().size() + 2, kKeys);
  EXPECT_EQ(smc_keys().size(), kKeys);
  EXPECT_EQ(refine_keys().size(), kKeys + 3);
  for (const Row& row : rows()) {
    EXPECT_NE(row.field(SmcOptions()), row.expected) << row.name;
    EXPECT_NE(row.field(RefineOptions().search), row.expected) << row.name;
    EXPECT_EQ(row.field(smc_options(with("smc." + row.name + "=" + row.value))), row.expected) << row.name;
    EXPECT_EQ(row.field(refine_options(with("refine." + row.name + "=" + row.value)).search), row.expected) << row.name;
    // Neither reaches the other.
    EXPECT_EQ(row.field(smc_options(with("refine." + row.name + "=" + row.value))), row.field(SmcOptions()))
        << row.name;
  }
  EXPECT_EQ(refine_options(with("refine.attempts=7")).attempts, 7);
  EXPECT_EQ(refine_options(with("refine.tighten=0.25")).tighten, 0.25);
  EXPECT_EQ(refine_options(with("refine.far=0.25")).far, 0.25);
  for (const bool flag : {false, true}) {
    const std::string assignment = flag ? "greedy_of_bounds=true" : "greedy_of_bounds=false";
    EXPECT_EQ(smc_options(with("smc." + assignment)).sampler.greedy_of_bounds, flag);
    EXPECT_EQ(refine_options(with("refine." + assignment)).search.sampler.greedy_of_bounds, flag);
  }
}

TEST(SmcConfiguration, AnotherSearchHasKeysAndDefaultsOfItsOwn) {
  SmcOptions defaults;
  defaults.points = 11;
  const Config config(smc_keys("other.", defaults));
  EXPECT_EQ(smc_options(config, "other.").points, 11);
  for (const Row& row : rows()) {
    Config changed = config;
    changed.set("other." + row.name + "=" + row.value);
    EXPECT_EQ(row.field(smc_options(changed, "other.")), row.expected) << row.name;
  }
}

TEST(SmcConfiguration, WordsNameTheirValues) {
  EXPECT_EQ(smc_options(with("smc.base=none")).base, SplineBase::kNone);
  EXPECT_EQ(smc_options(with("smc.base=reference")).base, SplineBase::kReference);
  EXPECT_EQ(smc_options(with("smc.base=take")).base, SplineBase::kTake);
  EXPECT_EQ(smc_options(with("smc.guide=reference")).guide, SplineGuide::kReference);
  EXPECT_EQ(smc_options(with("smc.guide=take")).guide, SplineGuide::kTake);
  EXPECT_THROW(with("smc.base=pose"), Error);
}

TEST(SmcConfiguration, EveryKeyChangesTheHashAndHasHelp) {
  const std::string plain = default_config().hash();
  for (const Row& row : rows()) {
    EXPECT_NE(with("smc." + row.name + "=" + row.value).hash(), plain) << row.name;
    EXPECT_NE(with("refine." + row.name + "=" + row.value).hash(), plain) << row.name;
  }
  for (const std::vector<ConfigKey>& keys : {smc_keys(), refine_keys()}) {
    for (const ConfigKey& key : keys) EXPECT_FALSE(key.help.empty()) << key.name;
  }
}

TEST(SmcConfiguration, WhatDoesNotFitTogetherIsRefused) {
  EXPECT_THROW(static_cast<void>(smc_options(with("smc.greedy=0.9"))), Error);
  EXPECT_THROW(static_cast<void>(smc_options(with("smc.horizon=0.05"))), Error);
  EXPECT_THROW(static_cast<void>(refine_options(with("refine.reference_share=0.5"))), Error);
  EXPECT_THROW(with("smc.samples=0"), Error);
  EXPECT_THROW(with("smc.tolerance.jerk=-1"), Error);
}

}  // namespace
}  // namespace sinew
