#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "tests/importers/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::read_text;
using test::refusal;
using ::testing::HasSubstr;

/// One node, one channel.
struct OneChannel {
  std::vector<float> times;
  std::string path = "translation";
  std::string type = "VEC3";
  std::vector<float> values;
  std::string interpolation = "LINEAR";
  std::string node = R"("name": "a")";
  std::string animation = "";  ///< further properties

  [[nodiscard]] std::string json() const {
    GltfBuilder builder;
    const int input = builder.floats("SCALAR", times);
    const int output = builder.floats(type, values);
    return builder.json(fmt::format(
        R"("nodes": [{{{}}}], "animations": [{{"samplers": [{{"input": {}, "output": {}, "interpolation": "{}"}}],
           "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "{}"}}}}]{}}}])",
        node, input, output, interpolation, path, animation));
  }
  [[nodiscard]] SourceAnimation read(double rate = 24) const {
    ImportOptions options;
    options.frame_rate = rate;
    return read_text(json(), options).animations.at(0);
  }
};

Vec3 translation(const SourceAnimation& animation, std::size_t frame) {
  return animation.tracks.at(0).samples.at(frame).translation;
}

TEST(GltfAnimation, LinearTranslationLiesOnTheLine) {
  const SourceAnimation animation = OneChannel{.times = {0, 1}, .values = {0, 0, 0, 4, -8, 2}}.read(4);
  ASSERT_EQ(animation.frames, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const double u = static_cast<double>(i) / 4;
    EXPECT_LT((translation(animation, i) - Vec3(4 * u, -8 * u, 2 * u)).norm(), 1e-15);  // measured: 0
  }
}

TEST(GltfAnimation, StepChangesOnItsKey) {
  // 1/30 as float lies above 1/30: the frame on the key must already show the new value.
  const SourceAnimation animation =
      OneChannel{.times = {0, 1.0F / 30, 2.0F / 30}, .values = {1, 0, 0, 2, 0, 0, 3, 0, 0}, .interpolation = "STEP"}
          .read(60);
  ASSERT_EQ(animation.frames, 5);
  const std::vector<double> expected = {1, 1, 2, 2, 3};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(translation(animation, i).x(), expected[i]) << i;
}

TEST(GltfAnimation, CubicSplineIsHermite) {
  // Value x^3 with the derivative 3 x^2 as tangents, over a key distance of 2 s: the spline is the cubic itself.
  const SourceAnimation animation =
      OneChannel{.times = {0, 2},
                 .values = {9, 9, 9, /**/ 0, 0, 0, /**/ 0, 0, 0, /**/ 12, 12, 12, /**/ 8, 8, 8, /**/ 9, 9, 9},
                 .interpolation = "CUBICSPLINE"}
          .read(4);
  ASSERT_EQ(animation.frames, 9);
  for (std::size_t i = 0; i < 9; ++i) {
    const double t = static_cast<double>(i) / 4;
    EXPECT_NEAR(translation(animation, i).y(), t * t * t, 1e-14);  // measured: 0
  }
}

TEST(GltfAnimation, LinearRotationTakesTheShorterArcAtConstantSpeed) {
  // The second key is the negative of a quarter turn about z: the same rotation.
  const float h = std::sqrt(0.5F);
  const SourceAnimation animation =
      OneChannel{.times = {0, 1}, .path = "rotation", .type = "VEC4", .values = {0, 0, 0, 1, 0, 0, -h, -h}}.read(6);
  ASSERT_EQ(animation.frames, 7);
  for (std::size_t i = 0; i < 7; ++i) {
    const Quat expected(Eigen::AngleAxisd(std::numbers::pi / 2 * static_cast<double>(i) / 6, Vec3::UnitZ()));
    EXPECT_LT(angle_between(animation.tracks[0].samples[i].rotation, expected), 1e-14);  // measured: 2.2e-16
  }
}

TEST(GltfAnimation, CubicRotationIsNormalised) {
  const float h = std::sqrt(0.5F);
  const SourceAnimation animation =
      OneChannel{.times = {0, 1},
                 .path = "rotation",
                 .type = "VEC4",
                 .values = {0, 0, 0, 0, /**/ 0, 0, 0, 1, /**/ 0, 0, 0, 0, 0, 0, 0, 0, /**/ 0, 0, h, h, /**/ 0, 0, 0, 0},
                 .interpolation = "CUBICSPLINE"}
          .read(4);
  // Half-way with zero tangents the spline is the mean of the keys: an eighth of a turn once normalised.
  const Quat& middle = animation.tracks[0].samples[2].rotation;
  EXPECT_NEAR(middle.norm(), 1, 1e-15);  // measured: at most 2.2e-16
  EXPECT_LT(angle_between(middle, Quat(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()))),
            1e-14);  // measured: 1.1e-16
}

TEST(GltfAnimation, ChannelsAreClampedOutsideTheirKeysAndKeepTheRestOfTheNode) {
  GltfBuilder builder;
  const int early = builder.floats("SCALAR", {0, 1});
  const int late = builder.floats("SCALAR", {1, 2});
  const int moves = builder.floats("VEC3", {0, 0, 0, 1, 0, 0});
  const SourceScene scene = read_text(builder.json(fmt::format(
      R"("nodes": [{{"scale": [2, 3, 4]}}, {{}}], "animations": [{{
           "samplers": [{{"input": {}, "output": {}}}, {{"input": {}, "output": {}}}],
           "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "translation"}}}},
                        {{"sampler": 1, "target": {{"node": 1, "path": "translation"}}}}]}}])",
      early, moves, late, moves)));
  const SourceAnimation& animation = scene.animations.at(0);
  ASSERT_EQ(animation.frames, 49);
  EXPECT_EQ(animation.frame_rate, 24);
  EXPECT_EQ(animation.tracks[0].samples[48].translation.x(), 1);
  EXPECT_EQ(animation.tracks[1].samples[12].translation.x(), 0);
  EXPECT_EQ(animation.tracks[0].samples[7].scale, Vec3(2, 3, 4));
}

TEST(GltfAnimation, IntegerRotationsAreScaled) {
  GltfBuilder builder;
  const int input = builder.floats("SCALAR", {0});
  const int view = builder.view({0, 0, 0, 0x81, 0, 0, 0, 0});  // bytes 0 0 0 -127
  const int output = builder.accessor(fmt::format(
      R"({{"bufferView": {}, "componentType": 5120, "normalized": true, "count": 1, "type": "VEC4"}})", view));
  const SourceScene scene = read_text(builder.json(fmt::format(
      R"("nodes": [{{}}], "animations": [{{"samplers": [{{"input": {}, "output": {}}}],
         "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "rotation"}}}}]}}])",
      input, output)));
  EXPECT_EQ(scene.animations.at(0).frames, 1);
  EXPECT_EQ(scene.animations[0].tracks[0].samples[0].rotation.w(), -1);
}

TEST(GltfAnimation, StartsAtItsFirstKeyAndSaysSo) {
  const SourceScene scene =
      read_text(OneChannel{.times = {1.0F / 24, 2.0F / 24, 1}, .values = {1, 0, 0, 2, 0, 0, 3, 0, 0}}.json());
  const SourceAnimation& animation = scene.animations.at(0);
  EXPECT_EQ(animation.frame_rate, 24);
  EXPECT_EQ(animation.frames, 24);
  EXPECT_EQ(animation.start_time, static_cast<double>(1.0F / 24));
  EXPECT_EQ(translation(animation, 0).x(), 1);
  EXPECT_EQ(translation(animation, 23).x(), 3);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kCrop));
  EXPECT_TRUE(scene.ledger.has(NoteCode::kFrameRate));
}

TEST(GltfAnimation, KeysBetweenFramesAreNoted) {
  const SourceScene scene = read_text(
      OneChannel{.times = {0, 0.0137F, 0.3F, 0.5503F}, .values = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}}.json());
  EXPECT_EQ(scene.animations.at(0).frame_rate, 60);
  EXPECT_EQ(scene.animations[0].frames, 34);  // the last at 0.55 s
  EXPECT_TRUE(scene.ledger.has(NoteCode::kResample));
  EXPECT_TRUE(scene.ledger.has(NoteCode::kCrop));
}

TEST(GltfAnimation, OurOwnGridIsTakenWhenTheKeysAgree) {
  const std::string stated = R"(, "extras": {"sinew": {"frames": 3, "frame_rate": 10.0, "start_time": 2.5}})";
  const OneChannel agreeing{.times = {0, 0.1F, 0.2F}, .values = {0, 0, 0, 1, 0, 0, 2, 0, 0}, .animation = stated};
  const SourceScene scene = read_text(agreeing.json());
  EXPECT_EQ(scene.animations.at(0).frame_rate, 10);
  EXPECT_EQ(scene.animations[0].frames, 3);
  EXPECT_EQ(scene.animations[0].start_time, 2.5);
  EXPECT_FALSE(scene.ledger.has(NoteCode::kFrameRate));

  const OneChannel other{.times = {0, 0.1F, 0.25F}, .values = {0, 0, 0, 1, 0, 0, 2, 0, 0}, .animation = stated};
  const SourceScene doubted = read_text(other.json());
  EXPECT_EQ(doubted.animations.at(0).frame_rate, 60);
  EXPECT_TRUE(doubted.ledger.has(NoteCode::kSuspect));
}

TEST(GltfAnimation, APaddedOneFrameClipHasOneFrame) {
  const OneChannel padded{.times = {0, 1.0F / 120},
                          .values = {1, 2, 3, 1, 2, 3},
                          .animation = R"(, "extras": {"sinew": {"frames": 1, "frame_rate": 120}})"};
  const SourceScene scene = read_text(padded.json());
  EXPECT_EQ(scene.animations.at(0).frames, 1);
  EXPECT_EQ(scene.animations[0].frame_rate, 120);
}

TEST(GltfAnimation, ForeignExtrasAreIgnored) {
  for (const char* extras : {R"("sinew": 5)", R"("sinew": {"frames": -1, "frame_rate": "x"})", R"("sinew": [])"}) {
    const OneChannel channel{
        .times = {0}, .values = {1, 2, 3}, .animation = fmt::format(R"(, "extras": {{{}}})", extras)};
    EXPECT_EQ(read_text(channel.json()).animations.at(0).frames, 1) << extras;
  }
}

TEST(GltfAnimation, ChannelsThatMoveNoNodeAreDropped) {
  const SourceScene weights = read_text(OneChannel{.times = {0}, .path = "weights", .values = {1, 2, 3}}.json());
  EXPECT_TRUE(weights.animations.empty());
  EXPECT_TRUE(weights.ledger.has(NoteCode::kDroppedChannel));
  std::string without_node = OneChannel{.times = {0}, .values = {1, 2, 3}}.json();
  without_node.replace(without_node.find(R"("node": 0,)"), 10, "");
  EXPECT_TRUE(read_text(without_node).ledger.has(NoteCode::kDroppedChannel));
}

TEST(GltfAnimation, AnAnimatedMatrixIsTakenApart) {
  const OneChannel channel{
      .times = {0}, .values = {1, 2, 3}, .node = R"("matrix": [0,2,0,0, -2,0,0,0, 0,0,2,0, 5,6,7,1])"};
  const SourceScene scene = read_text(channel.json());
  const Trs& sample = scene.animations.at(0).tracks.at(0).samples.at(0);
  EXPECT_EQ(sample.translation, Vec3(1, 2, 3));
  EXPECT_LT((sample.scale - Vec3(2, 2, 2)).norm(), 1e-15);  // measured: 0, as is the next
  EXPECT_LT(angle_between(sample.rotation, Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()))), 1e-9);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kSuspect));
}

TEST(GltfAnimation, RefusesWhatCannotBeFollowed) {
  const OneChannel good{.times = {0, 1}, .values = {1, 2, 3, 4, 5, 6}};
  const auto with = [&](auto change) {
    OneChannel bad = good;
    change(bad);
    return refusal(bad.json());
  };
  const float nan = std::nanf("");
  EXPECT_THAT(with([](OneChannel& c) {
                c.times = {1, 1};
              }),
              HasSubstr("animations/0/samplers/0/input: key 1 is at 1 s, not after"));
  EXPECT_THAT(with([](OneChannel& c) { c.times = {-1, 1}; }), HasSubstr("key 0 is at -1 s"));
  EXPECT_THAT(with([&](OneChannel& c) { c.times = {0, nan}; }), HasSubstr("times must be finite"));
  EXPECT_THAT(with([](OneChannel& c) { c.times = {0, 1, 2}; }), HasSubstr("2 values for 3 keys; expected 3"));
  EXPECT_THAT(with([](OneChannel& c) { c.interpolation = "CUBICSPLINE"; }),
              HasSubstr("2 values for 2 keys; expected 6"));
  EXPECT_THAT(with([](OneChannel& c) { c.interpolation = "BEZIER"; }),
              HasSubstr("interpolation \"BEZIER\"; expected LINEAR, STEP"));
  EXPECT_THAT(with([](OneChannel& c) { c.path = "rotation"; }), HasSubstr("3 components per element; expected 4"));
  EXPECT_THAT(with([&](OneChannel& c) { c.values[1] = nan; }), HasSubstr("values that are not finite"));
  EXPECT_THAT(with([](OneChannel& c) {
                c.path = "rotation";
                c.type = "VEC4";
                c.values.assign(8, 0);
              }),
              HasSubstr("rotation key 0 is zero"));
  EXPECT_THAT(with([](OneChannel& c) { c.times = {0, 1e9F}; }), HasSubstr("frames at"));
}

TEST(GltfAnimation, RefusesTwoChannelsForOneTarget) {
  GltfBuilder builder;
  const int input = builder.floats("SCALAR", {0});
  const int output = builder.floats("VEC3", {1, 2, 3});
  const std::string channel = R"({"sampler": 0, "target": {"node": 0, "path": "scale"}})";
  EXPECT_THAT(
      refusal(builder.json(fmt::format(R"("nodes": [{{}}], "animations": [{{"samplers": [{{"input": {}, "output": {}}}],
                                                   "channels": [{}, {}]}}])",
                                       input, output, channel, channel))),
      HasSubstr("node 0 has two channels for \"scale\""));
}

TEST(GltfAnimation, SparseKeysCannotAskForAnyAmountOfMemory) {
  GltfBuilder builder;
  const int input = builder.floats("SCALAR", {0, 20000});
  const int output = builder.floats("VEC3", {0, 0, 0, 1, 1, 1});
  std::string nodes;
  std::string channels;
  for (int i = 0; i < 500; ++i) {
    nodes += fmt::format("{}{{}}", i > 0 ? "," : "");
    channels += fmt::format(R"({}{{"sampler": 0, "target": {{"node": {}, "path": "scale"}}}})", i > 0 ? "," : "", i);
  }
  EXPECT_THAT(
      refusal(builder.json(fmt::format(R"("nodes": [{}], "animations": [{{"samplers": [{{"input": {}, "output": {}}}],
                                                   "channels": [{}]}}])",
                                       nodes, input, output, channels))),
      HasSubstr("more than a file of this size may ask for"));
}

}  // namespace
}  // namespace sinew
