#include "libanim/support/text.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace sinew {
namespace {

TEST(Text, Utf8) {
  EXPECT_TRUE(is_valid_utf8("Hüfte 腰 🦴"));
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(is_valid_utf8("a\xE8\x85"));         // cut
}

TEST(Text, PrintableReplacesAndCuts) {
  EXPECT_EQ(printable("a\x01\xFF腰"), "a??腰");
  EXPECT_EQ(printable("腰腰", 4), "腰...");
}

TEST(Text, NearestWord) {
  EXPECT_EQ(nearest_word("import.unt", {"import.unit", "import.up"}), "import.unit");
  EXPECT_EQ(nearest_word("banana", {"import.unit", "import.up"}), "");
}

TEST(Text, ShortestReadsBack) {
  for (const double value : {0.1, 1.0 / 3, 1e-300, 123456789.123})
    EXPECT_EQ(std::strtod(shortest(value).c_str(), nullptr), value);
  EXPECT_EQ(shortest(0.1), "0.1");
}

}  // namespace
}  // namespace sinew
