#include "exporters/report/picture.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(value, 0.0F, 1.0F)));
}

std::size_t offset(const Picture& picture, int x, int y) {
  return 3 * (to_size(y) * to_size(picture.width) + to_size(x));
}

}  // namespace

Picture::Picture(int picture_width, int picture_height, const Rgb& colour)
    : width(picture_width), height(picture_height), rgb(3 * to_size(picture_width) * to_size(picture_height)) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) set(x, y, colour);
  }
}

Rgb Picture::at(int x, int y) const {
  const std::size_t i = offset(*this, x, y);
  return {static_cast<float>(rgb[i]) / 255, static_cast<float>(rgb[i + 1]) / 255, static_cast<float>(rgb[i + 2]) / 255};
}

void Picture::set(int x, int y, const Rgb& colour) {
  const std::size_t i = offset(*this, x, y);
  rgb[i] = to_byte(colour.r);
  rgb[i + 1] = to_byte(colour.g);
  rgb[i + 2] = to_byte(colour.b);
}

void Picture::paste(const Picture& part, int x, int y) {
  const int from = std::max(0, -x);
  const int to = std::min(part.width, width - x);
  if (from >= to) return;
  for (int row = std::max(0, -y); row < std::min(part.height, height - y); ++row) {
    const auto begin = part.rgb.begin() + static_cast<std::ptrdiff_t>(offset(part, from, row));
    std::copy(begin, begin + 3 * static_cast<std::ptrdiff_t>(to - from),
              rgb.begin() + static_cast<std::ptrdiff_t>(offset(*this, x + from, y + row)));
  }
}

Bytes encode_png(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  const auto write = [&](void* memory, png_alloc_size_t* size) {
    if (png_image_write_to_memory(&image, memory, size, 0, picture.rgb.data(), 0, nullptr) == 0) {
      throw Error::internal(std::string("PNG: ") + image.message);
    }
  };
  // Asked for the size alone, libpng compresses as well: room for the worst case saves that.
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  Bytes bytes(size);
  write(bytes.data(), &size);
  bytes.resize(size);
  return bytes;
}

}  // namespace sinew
