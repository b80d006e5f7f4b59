#include "libanim/model/skeleton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

std::string refusal(const Skeleton& skeleton) {
  try {
    skeleton.validate();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Skeleton, AcceptsAGoodOne) { EXPECT_EQ(refusal(test::small_skeleton()), "accepted"); }

TEST(Skeleton, EveryRuleIsChecked) {
  EXPECT_THAT(refusal({}), HasSubstr("at least one joint"));
  const auto broken = [](auto&& change) {
    Skeleton skeleton = test::small_skeleton();
    change(skeleton);
    return refusal(skeleton);
  };
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].parent = 1; }), HasSubstr("joint Spine: parent 1"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].parent = -2; }), HasSubstr("parent -2"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].name = ""; }), HasSubstr("joint 1: name"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].name = "a\nb"; }), HasSubstr("control characters"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].name = "Hips"; }), HasSubstr("occurs twice"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].rest.rotation = Quat(2, 0, 0, 0); }), HasSubstr("unit rotation"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].rest.translation.x() = NAN; }), HasSubstr("finite"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[1].end_site = true; }), HasSubstr("hangs on an end site"));
  EXPECT_THAT(broken([](Skeleton& s) { s.joints[0].end_site = true; }), HasSubstr("needs a parent"));
}

TEST(Skeleton, FindsRootsAndChildren) {
  const Skeleton skeleton = test::small_skeleton();
  EXPECT_EQ(skeleton.find("Head"), 2);
  EXPECT_EQ(skeleton.find("head"), std::nullopt);
  EXPECT_EQ(skeleton.roots(), std::vector<int>{0});
  EXPECT_EQ(skeleton.children()[1], (std::vector<int>{2, 4, 5}));
}

}  // namespace
}  // namespace sinew
