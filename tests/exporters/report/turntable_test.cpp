#include "exporters/report/turntable.h"

#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

TurntableOptions small_film() {
  TurntableOptions options;
  options.width = options.height = 240;
  return options;
}

/// Where the figure's pixels, which are clearly blue, are: how many, and from which column to which.
struct BlueSpan {
  int count = 0;
  int first = 1 << 20;
  int last = -1;
};

BlueSpan blue_span(const Picture& picture) {
  BlueSpan span;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Rgb c = picture.at(x, y);
      if (c.b < c.r + 0.2F) continue;
      ++span.count;
      span.first = std::min(span.first, x);
      span.last = std::max(span.last, x);
    }
  }
  return span;
}

TEST(Turntable, TheFigureStaysInThePictureWhileTheCameraGoesRound) {
  const Take take = test::small_take();
  const Turntable film(take, small_film());
  ASSERT_EQ(film.frames(), take.frames());
  for (int frame = 0; frame < film.frames(); frame += 6) {
    const BlueSpan span = blue_span(film.picture(frame));
    EXPECT_GT(span.count, 2000) << frame;  // measured: 2929 to 4922
    EXPECT_GT(span.first, 70) << frame;    // measured: 91 to 105
    EXPECT_LT(span.last, 170) << frame;    // measured: 131 to 147
  }
}

TEST(Turntable, OneTurnShowsTheFigureFromBehindAndNoneDoesNot) {
  const Take take = test::small_take();
  TurntableOptions still = small_film();
  still.turns = 0;
  const int half = take.frames() / 2;
  EXPECT_EQ(Turntable(take, small_film()).picture(0).rgb, Turntable(take, still).picture(0).rgb);
  EXPECT_NE(Turntable(take, small_film()).picture(half).rgb, Turntable(take, still).picture(half).rgb);
}

TEST(Turntable, OptionsAndTakesWithoutFramesAreRefused) {
  TurntableOptions odd = small_film();
  odd.width = 241;
  EXPECT_THROW(odd.validate(), Error);
  Take take = test::small_take();
  take.start = {};
  take.steps.clear();
  EXPECT_THROW(Turntable(take, small_film()), Error);
}

}  // namespace
}  // namespace sinew
