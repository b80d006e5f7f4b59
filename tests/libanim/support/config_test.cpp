#include "libanim/support/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

Config example() {
  ConfigKey rate{"track.rate", 30.0, "Hz", "control rate", 1, 240, {}};
  ConfigKey samples{"track.samples", std::int64_t{128}, "", "rollouts per layer", 1, 1e6, {}};
  ConfigKey smooth{"track.smooth", false, "", "smoothing pass", 0, 0, {}};
  ConfigKey mode{"export.mode", std::string("glb"), "", "container", 0, 0, {"glb", "gltf"}};
  return Config({rate, samples, smooth, mode});
}

std::string error_of(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Config, LoadsNestedTablesAndDottedKeys) {
  Config config = example();
  config.load("export.mode = \"gltf\"\n[track]\nrate = 60\nsmooth = true\n", "a.toml");
  EXPECT_EQ(config.number("track.rate"), 60.0);
  EXPECT_TRUE(config.flag("track.smooth"));
  EXPECT_EQ(config.integer("track.samples"), 128);
  EXPECT_EQ(config.text("export.mode"), "gltf");
}

TEST(Config, UnknownKeyNamesPlaceAndNearest) {
  Config config = example();
  const std::string message = error_of([&] { config.load("[track]\nsample = 3\n", "a.toml"); });
  EXPECT_THAT(message, HasSubstr("a.toml: line 2"));
  EXPECT_THAT(message, HasSubstr("did you mean track.samples?"));
}

TEST(Config, WrongTypeRangeAndChoiceAreErrors) {
  Config config = example();
  EXPECT_THAT(error_of([&] { config.set("track.samples=1.5"); }), HasSubstr("expected a whole number"));
  EXPECT_THAT(error_of([&] { config.set("track.rate=500"); }), HasSubstr("expected 1 to 240"));
  EXPECT_THAT(error_of([&] { config.set("export.mode=obj"); }), HasSubstr("one of glb, gltf"));
  EXPECT_THAT(error_of([&] { config.set("track.rate"); }), HasSubstr("expected key=value"));
  EXPECT_THAT(error_of([&] { config.set("track.rate=nan"); }), HasSubstr("out of range"));
  EXPECT_THAT(error_of([&] { config.load("x = [", "a.toml"); }), HasSubstr("line 1"));
}

TEST(Config, DumpLoadsBackToTheSameHash) {
  Config config = example();
  config.set("track.rate=59.94");
  config.set("export.mode=gltf");
  Config again = example();
  again.load(config.dump(), "dump");
  EXPECT_EQ(again.hash(), config.hash());
  EXPECT_NE(example().hash(), config.hash());
}

TEST(Config, DumpShowsHelpUnitDefaultAndRange) {
  const std::string dump = example().dump();
  EXPECT_THAT(dump, HasSubstr("# control rate (unit: Hz)\n# default 30.0; 1 to 240\nrate = 30.0\n"));
}

}  // namespace
}  // namespace sinew
