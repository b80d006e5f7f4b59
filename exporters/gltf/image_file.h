#pragma once

#include <string_view>

#include "libanim/support/bytes.h"

namespace sinew {

/// "image/png" or "image/jpeg" by the file's first bytes (for PNG the chunks up to the pixels must be whole), else "".
[[nodiscard]] std::string_view image_mime_type(ByteSpan file);

/// Cuts the chunks out of a PNG file that describe a colour space or pixel shape other than sRGB and square (iCCP,
/// gAMA, cHRM, pHYs); returns how many. A reader of glTF must ignore them, and validators warn of them. The pixel data
/// is not touched. Does nothing to other files.
std::size_t cut_png_profile(Bytes& file);

}  // namespace sinew
