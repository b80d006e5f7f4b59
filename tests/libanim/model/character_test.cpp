#include "libanim/model/character.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

std::string broken(auto&& change) {
  Character character = test::small_character();
  change(character, character.meshes[0].primitives[0]);
  try {
    character.validate();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Character, AcceptsAGoodOne) {
  EXPECT_EQ(broken([](Character&, Primitive&) {}), "accepted");
}

TEST(Character, EveryRuleIsChecked) {
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.skins[0].joints[0] = 9; }), HasSubstr("joint index 9"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.skins[0].joints[0] = 2; }), HasSubstr("occurs twice"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.skins[0].inverse_bind.pop_back(); }),
              HasSubstr("2 joints but 1"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.skins[0].inverse_bind[0](3, 0) = 1; }), HasSubstr("affine"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.meshes[0].skin = 1; }), HasSubstr("no such skin"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.meshes[0].primitives.clear(); }),
              HasSubstr("at least one primitive"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.indices.pop_back(); }), HasSubstr("three per triangle"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.indices[1] = 3; }), HasSubstr("index 3 of 3"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.normals.pop_back(); }), HasSubstr("normals: 2 entries"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.positions[0][1] = NAN; }),
              HasSubstr("positions: expected finite"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.influences[0].weights[0][0] = 0; }), HasSubstr("sum to 0.75"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.influences[0].weights[0][0] = -1; }), HasSubstr("weight -1"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.influences[0].joints[2][0] = 2; }),
              HasSubstr("vertex 2: no such joint"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.influences.clear(); }), HasSubstr("expected skin weights"));
  EXPECT_THAT(broken([](Character&, Primitive& p) { p.material = 1; }), HasSubstr("no such material"));
  EXPECT_THAT(broken([](Character& c, Primitive&) { c.materials[0].normal_texture = TextureUse{}; }),
              HasSubstr("image that is not there"));
}

}  // namespace
}  // namespace sinew
