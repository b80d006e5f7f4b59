#include "importers/bvh/bvh_number.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

namespace sinew {
namespace {

/// The value when the whole text is one number: at the end of the memory, and with more behind it, where eight bytes
/// are read at once. Both must agree.
std::optional<double> whole(const std::string& text) {
  const auto read = [&](const std::string& memory) -> std::optional<double> {
    double value = 0;
    const char* const behind = read_decimal(memory.data(), memory.data() + memory.size(), value);
    if (behind != memory.data() + text.size()) return std::nullopt;
    return value;
  };
  const std::optional<double> alone = read(text);
  for (const char* more : {" 123456789", "\n.........", "\t-1e5 0 0 0", "\r\n\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"}) {
    EXPECT_EQ(read(text + more), alone) << text << more;
  }
  return alone;
}

TEST(BvhNumber, SpellingsOfRealFiles) {
  EXPECT_EQ(whole("0"), 0.0);
  EXPECT_EQ(whole("-0.000000"), 0.0);
  EXPECT_EQ(whole(".0083333"), 0.0083333);
  EXPECT_EQ(whole("5."), 5.0);
  EXPECT_EQ(whole("+1.5"), 1.5);
  EXPECT_EQ(whole("-.5"), -0.5);
  EXPECT_EQ(whole("6.348350995225672e-14"), 6.348350995225672e-14);
  EXPECT_EQ(whole("1E3"), 1000.0);
  EXPECT_EQ(whole("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(whole("0.1234567890123456789"), 0.1234567890123456789);
}

TEST(BvhNumber, WhatIsNoNumber) {
  for (const char* text :
       {"", "-", "+", ".", "e5", "1,5", "--1", "+-1", "-+1", "0x10", "1.2.3", "1e", "abc", "1e999"}) {
    EXPECT_EQ(whole(text), std::nullopt) << text;
  }
}

// The short way divides two exact doubles; strtod rounds correctly by definition.
TEST(BvhNumber, RoundsCorrectly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200'000; ++i) {
    const int digits = 1 + static_cast<int>(random() % 19);
    const int point = static_cast<int>(random() % static_cast<std::uint64_t>(digits + 1));
    std::string text(random() % 2, '-');
    for (int d = 0; d < digits; ++d) {
      if (d == point) text.push_back('.');
      text.push_back(static_cast<char>('0' + random() % 10));
    }
    EXPECT_EQ(whole(text), std::strtod(text.c_str(), nullptr)) << text;
  }
}

}  // namespace
}  // namespace sinew
