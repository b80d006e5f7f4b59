#include "exporters/report/stroke_text.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "exporters/report/plot.h"

namespace sinew {
namespace {

std::string drawn(std::string_view text) {
  Canvas canvas(24, 24, 2, {1, 1, 1});
  write_text(canvas, 3, 18, text, {14, {}});
  const Picture picture = canvas.picture();
  return {picture.rgb.begin(), picture.rgb.end()};
}

TEST(StrokeText, LettersDifferAndAreNotTheBoxOfUnknownOnes) {
  std::map<std::string, char> seen;
  const std::string unknown = drawn("\x01");
  for (const char letter :
       std::string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;-+_/()[]%=<>#!?*")) {
    const std::string pixels = drawn(std::string(1, letter));
    EXPECT_NE(pixels, unknown) << letter;
    const auto [place, added] = seen.emplace(pixels, letter);
    EXPECT_TRUE(added) << letter << " looks like " << place->second;
  }
}

TEST(StrokeText, WidthsAddUp) {
  EXPECT_EQ(text_width("", 12), 0);
  const double gap = text_width("HH", 12) - 2 * text_width("H", 12);
  EXPECT_GT(gap, 0);
  EXPECT_NEAR(text_width("HHHH", 12), 4 * text_width("H", 12) + 3 * gap, 1e-9);
  EXPECT_NEAR(text_width("walk", 24), 2 * text_width("walk", 12), 1e-9);
  // One box for a letter of several bytes.
  EXPECT_NEAR(text_width("\xC3\xA4", 12), text_width("\x01", 12), 1e-9);
}

TEST(StrokeText, StaysWithinItsWidth) {
  const std::string_view text = "frame 12";
  const double width = text_width(text, 12);
  for (const TextAnchor anchor : {TextAnchor::kLeft, TextAnchor::kMiddle, TextAnchor::kRight}) {
    Canvas canvas(300, 40, 2, {1, 1, 1});
    write_text(canvas, 150, 25, text, {12, {}, anchor});
    const Picture picture = canvas.picture();
    int first = 300;
    int last = -1;
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 300; ++x) {
        if (picture.at(x, y).g > 0.9F) continue;
        first = std::min(first, x);
        last = std::max(last, x);
      }
    }
    const double left = anchor == TextAnchor::kLeft     ? 150
                        : anchor == TextAnchor::kMiddle ? 150 - 0.5 * width
                                                        : 150 - width;
    EXPECT_NEAR(first, left, 2);
    EXPECT_NEAR(last, left + width, 2);
  }
}

TEST(Plot, TicksAreRoundNumbers) {
  EXPECT_NEAR(tick_step(10, 5), 2, 1e-12);
  EXPECT_NEAR(tick_step(11, 5), 5, 1e-12);
  EXPECT_NEAR(tick_step(0.07, 5), 0.02, 1e-12);
  EXPECT_NEAR(tick_step(400, 5), 100, 1e-9);
}

}  // namespace
}  // namespace sinew
