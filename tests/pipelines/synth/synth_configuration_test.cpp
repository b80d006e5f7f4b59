#include "pipelines/synth_configuration.h"

#include <gtest/gtest.h>

#include <functional>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"
#include "pipelines/smc_configuration.h"
#include "pipelines/track_configuration.h"

namespace sinew {
namespace {

/// A key, a value that is not its default, and the field that it should reach.
struct Row {
  std::string name;
  std::string value;
  std::function<double(const Config&)> field;
};

template <typename T>
Row search(const std::string& name, const std::string& value, T SynthOptions::*field) {
  return {"synth." + name, value, [=](const Config& c) { return static_cast<double>(synth_options(c).*field); }};
}

template <typename T>
Row character(const std::string& name, const std::string& value, T SynthCharacterOptions::*field) {
  return {"synth.character." + name, value,
          [=](const Config& c) { return static_cast<double>(synth_character_options(c).*field); }};
}

Row weight(const std::string& name, double SynthWeights::*field) {
  return {"synth.weight." + name, "3.25", [=](const Config& c) { return synth_options(c).weights.*field; }};
}

Row stiffness(const std::string& name, double SynthStiffness::*field) {
  return {"synth.stiff." + name, "3.25", [=](const Config& c) { return synth_options(c).stiff.*field; }};
}

Row clip(const std::string& name, const std::string& value, double SynthClipOptions::*field) {
  return {"synth.clip." + name, value, [=](const Config& c) { return synth_clip_options(c).*field; }};
}

std::vector<Row> rows() {
  using W = SynthWeights;
  return {
      search("seed", "8999999999999998", &SynthOptions::seed),
      search("starts", "7", &SynthOptions::starts),
      search("round", "5", &SynthOptions::round),
      search("wanted", "2", &SynthOptions::wanted),
      search("noise", "0.25", &SynthOptions::noise),
      search("samples", "6", &SynthOptions::samples),
      search("fine_samples", "9", &SynthOptions::fine_samples),
      search("task_iterations", "11", &SynthOptions::task_iterations),
      search("gradual_iterations", "12", &SynthOptions::gradual_iterations),
      search("rises", "7", &SynthOptions::rises),
      search("rise_iterations", "17", &SynthOptions::rise_iterations),
      search("refine_iterations", "13", &SynthOptions::refine_iterations),
      search("newton_iterations", "14", &SynthOptions::newton_iterations),
      search("polish_iterations", "15", &SynthOptions::polish_iterations),
      search("polish_rounds", "9", &SynthOptions::polish_rounds),
      weight("contact", &W::contact),
      weight("gap", &W::gap),
      weight("normal", &W::normal),
      weight("slip", &W::slip),
      weight("spin", &W::spin),
      weight("clearance", &W::clearance),
      weight("physics", &W::physics),
      weight("k0", &W::k0),
      weight("k1", &W::k1),
      weight("force", &W::force),
      weight("torque", &W::torque),
      weight("length", &W::length),
      weight("limits", &W::limits),
      weight("penetration", &W::penetration),
      weight("task", &W::task),
      weight("still", &W::still),
      weight("torso_acceleration", &W::torso_acceleration),
      weight("torso_turning", &W::torso_turning),
      weight("limb_acceleration", &W::limb_acceleration),
      weight("limb_turning", &W::limb_turning),
      weight("rest", &W::rest),
      weight("leg_rest", &W::leg_rest),
      weight("posture", &W::posture),
      weight("duration", &W::duration),
      weight("hint", &W::hint),
      weight("hint_slack", &W::hint_slack),
      stiffness("gap", &SynthStiffness::gap),
      stiffness("normal", &SynthStiffness::normal),
      stiffness("slip", &SynthStiffness::slip),
      stiffness("body", &SynthStiffness::body),
      stiffness("k0", &SynthStiffness::k0),
      stiffness("task", &SynthStiffness::task),
      stiffness("physics", &SynthStiffness::physics),
      character("foot_friction", "1.75", &SynthCharacterOptions::foot_friction),
      character("hand_friction", "1.75", &SynthCharacterOptions::hand_friction),
      character("hand_strength", "0.75", &SynthCharacterOptions::hand_strength),
      character("foot_load", "1.75", &SynthCharacterOptions::foot_load),
      character("hand_load", "0.375", &SynthCharacterOptions::hand_load),
      clip("frame_rate", "48", &SynthClipOptions::frame_rate),
      clip("smoothing", "5.5", &SynthClipOptions::smoothing),
      clip("active", "2.5", &SynthClipOptions::active),
      clip("head_level", "0.25", &SynthClipOptions::head_level),
      clip("soft_reach", "0.875", &SynthClipOptions::soft_reach),
      clip("balance", "0.5", &SynthClipOptions::balance),
  };
}

Config with(const std::string& assignment) {
  Config config = default_config();
  config.set(assignment);
  return config;
}

TEST(SynthConfiguration, EveryKeyReachesItsFieldAndChangesTheHash) {
  const Config plain = default_config();
  EXPECT_EQ(synth_keys().size(), rows().size() + 3);  // and a word and two flags
  for (const Row& row : rows()) {
    const Config changed = with(row.name + "=" + row.value);
    EXPECT_NE(row.field(plain), std::stod(row.value)) << row.name;
    EXPECT_EQ(row.field(changed), std::stod(row.value)) << row.name;
    EXPECT_NE(changed.hash(), plain.hash()) << row.name;
  }
  EXPECT_EQ(synth_options(plain).solver, SynthSolver::kHybrid);
  EXPECT_EQ(synth_options(with("synth.solver=lbfgs")).solver, SynthSolver::kLbfgs);
  EXPECT_FALSE(synth_options(plain).durations);
  EXPECT_TRUE(synth_options(with("synth.durations=true")).durations);
  EXPECT_TRUE(synth_character_options(plain).hands_grab);
  EXPECT_FALSE(synth_character_options(with("synth.character.hands_grab=false")).hands_grab);
}

TEST(SynthConfiguration, DefaultsAreThoseOfTheOptions) {
  const Config plain = default_config();
  EXPECT_EQ(synth_options(plain).seed, SynthOptions().seed);
  EXPECT_EQ(synth_options(plain).starts, SynthOptions().starts);
  EXPECT_EQ(synth_character_options(plain).hand_strength, SynthCharacterOptions().hand_strength);
  EXPECT_EQ(synth_clip_options(plain).soft_reach, SynthClipOptions().soft_reach);
}

TEST(SynthConfiguration, LegsNeedNotAgreeWhileAMotionIsFollowedButMay) {
  Config config = default_config();
  EXPECT_EQ(track_options(config).agree, 1);
  EXPECT_EQ(refine_options(config).search.agree, 1);
  apply_following(config);
  EXPECT_EQ(track_options(config).agree, 0);
  EXPECT_EQ(refine_options(config).search.agree, 0);
  EXPECT_EQ(synth_options(config).wanted, 3);
  config.set("track.agree=1");
  EXPECT_EQ(track_options(config).agree, 1);
}

TEST(SynthConfiguration, KeysHaveHelpAndRanges) {
  for (const ConfigKey& key : synth_keys()) EXPECT_FALSE(key.help.empty()) << key.name;
  EXPECT_THROW(with("synth.starts=0"), Error);
  EXPECT_THROW(with("synth.round=0"), Error);
  EXPECT_THROW(with("synth.wanted=0"), Error);
  EXPECT_THROW(with("synth.clip.frame_rate=0"), Error);
  EXPECT_THROW(with("synth.start=4"), Error);
}

}  // namespace
}  // namespace sinew
