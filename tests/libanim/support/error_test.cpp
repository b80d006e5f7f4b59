#include "libanim/support/error.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(Error, SaysFilePlaceAndMessage) {
  const Error error = Error::asset("line 3, column 1", "expected OFFSET").in_file("walk.bvh");
  EXPECT_STREQ(error.what(), "walk.bvh: line 3, column 1: expected OFFSET");
  EXPECT_EQ(error.kind(), ErrorKind::kAsset);
}

TEST(Error, KeepsTheFirstFile) {
  EXPECT_STREQ(Error::io("a.bin", "cannot open").in_file("b.gltf").what(), "a.bin: cannot open");
}

TEST(Error, LeavesEmptyPartsOut) { EXPECT_STREQ(Error::usage("no such clip").what(), "no such clip"); }

}  // namespace
}  // namespace sinew
