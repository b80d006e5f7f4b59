#include "exporters/training/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "libanim/support/hash.h"
#include "tests/exporters/training/small_episodes.h"

namespace sinew {
namespace {

// tests/cli/dataset_test.py reads such files with numpy.

TEST(Npz, SameArraysSameBytesInAnyTimeZone) {
  const auto arrays = test::small_episode("one", 0).arrays;
  const Bytes here = npz_bytes(arrays, "text");
  ::setenv("TZ", "Asia/Tokyo", 1);
  ::tzset();
  const Bytes there = npz_bytes(arrays, "text");
  ::unsetenv("TZ");
  ::tzset();
  EXPECT_EQ(here, there);
}

TEST(Npz, IsStoredAndAligned) {
  const TrainingArray states = test::small_episode("one", 0).array("states");
  const Bytes zip = npz_bytes({{"states", states}}, "a description");
  const std::string_view text = as_text(zip);
  EXPECT_TRUE(text.starts_with("PK\x03\x04"));
  EXPECT_THAT(text, testing::HasSubstr("states.npy"));
  EXPECT_THAT(text, testing::HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (3, 6, )"));
  EXPECT_THAT(text, testing::HasSubstr("a description"));
  const std::size_t npy = text.find("\x93NUMPY");
  const auto data = std::ranges::search(zip, states.bytes);
  ASSERT_FALSE(data.empty()) << "not compressed";
  EXPECT_EQ((static_cast<std::size_t>(data.begin() - zip.begin()) - npy) % 64, 0U);
}

}  // namespace
}  // namespace sinew
