#include "exporters/report/picture.h"

#include <gtest/gtest.h>
#include <png.h>

namespace sinew {
namespace {

Picture gradient(int width, int height) {
  Picture picture(width, height, {});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      picture.set(x, y, {static_cast<float>(x % 256) / 255, static_cast<float>(y % 256) / 255, 0.5F});
    }
  }
  return picture;
}

Picture read_png(const Bytes& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  Picture picture(static_cast<int>(image.width), static_cast<int>(image.height), {});
  EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr), 0) << image.message;
  return picture;
}

TEST(Png, ReadsBackAsTheSamePixels) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{7, 3}, std::pair{640, 361}}) {
    const Picture picture = gradient(width, height);
    const Picture back = read_png(encode_png(picture));
    EXPECT_EQ(back.width, width);
    EXPECT_EQ(back.height, height);
    EXPECT_EQ(back.rgb, picture.rgb);
  }
}

TEST(Png, EqualPicturesGiveEqualBytes) { EXPECT_EQ(encode_png(gradient(33, 20)), encode_png(gradient(33, 20))); }

TEST(Picture, PasteCutsOffWhatLiesOutside) {
  const Rgb red{1, 0, 0};
  const Rgb white{1, 1, 1};
  Picture picture(4, 4, white);
  picture.paste(Picture(3, 3, red), 2, -1);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(picture.at(x, y), x >= 2 && y < 2 ? red : white) << x << ", " << y;
  }
  picture.paste(Picture(3, 3, red), 9, 9);
  picture.paste(Picture(3, 3, red), -9, 0);
  EXPECT_EQ(picture.at(0, 0), white);
}

}  // namespace
}  // namespace sinew
