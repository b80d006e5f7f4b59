#include "exporters/gltf/image_file.h"

#include <gtest/gtest.h>

#include "tests/exporters/gltf/test_characters.h"

namespace sinew {

namespace {

/// The tiny PNG with a gAMA chunk (its checksum included) behind the header.
Bytes with_gamma(std::initializer_list<unsigned char> value_and_checksum) {
  Bytes chunk;
  for (const char c : {'\0', '\0', '\0', '\4', 'g', 'A', 'M', 'A'}) chunk.push_back(static_cast<std::byte>(c));
  for (const unsigned char c : value_and_checksum) chunk.push_back(static_cast<std::byte>(c));
  Bytes file = test::tiny_png();
  file.insert(file.begin() + 33, chunk.begin(), chunk.end());
  return file;
}

TEST(ImageFile, TypeComesFromTheBytes) {
  EXPECT_EQ(image_mime_type(test::tiny_png()), "image/png");
  EXPECT_EQ(image_mime_type(as_bytes("\xff\xd8\xff\xe0 and so on")), "image/jpeg");
  EXPECT_EQ(image_mime_type(as_bytes("RIFF....WEBP")), "");
  EXPECT_EQ(image_mime_type({}), "");
}

TEST(ImageFile, PngThatBreaksOffBeforeThePixelsIsNone) {
  const Bytes file = test::tiny_png();
  for (std::size_t size = 0; size < 45; ++size) EXPECT_EQ(image_mime_type(ByteSpan(file).first(size)), "") << size;
  Bytes huge = with_gamma({0, 0, 0xb1, 0x8f, 0x0b, 0xfc, 0x61, 0x05});
  huge[33] = std::byte{0xff};  // a chunk of 4 GB
  EXPECT_EQ(image_mime_type(huge), "");
  EXPECT_EQ(cut_png_profile(huge), 0U);
}

TEST(ImageFile, UnusualGammaIsCutAndTheRestStays) {
  Bytes file = with_gamma({0, 0, 0xc3, 0x50, 0x00, 0x99, 0xb5, 0x34});
  EXPECT_EQ(cut_png_profile(file), 1U);
  EXPECT_EQ(file, test::tiny_png());
}

TEST(ImageFile, StandardGammaStays) {
  Bytes file = with_gamma({0, 0, 0xb1, 0x8f, 0x0b, 0xfc, 0x61, 0x05});
  const Bytes before = file;
  EXPECT_EQ(cut_png_profile(file), 0U);
  EXPECT_EQ(file, before);
}

}  // namespace

}  // namespace sinew
