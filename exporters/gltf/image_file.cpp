#include "exporters/gltf/image_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace sinew {

namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kJpegSignature = "\xff\xd8\xff";

struct PngChunk {
  std::string_view type;
  std::size_t begin = 0;  ///< of the whole chunk: length, type, data, checksum
  std::size_t size = 0;
  ByteSpan data;
};

std::uint32_t big_endian(ByteSpan bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = (value << 8) | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

/// The chunks before the first IDAT, or none when the file breaks off before it.
std::vector<PngChunk> header_chunks(ByteSpan file) {
  std::vector<PngChunk> chunks;
  if (!as_text(file).starts_with(kPngSignature)) return {};
  for (std::size_t at = kPngSignature.size(); file.size() - at >= 12;) {
    const std::size_t length = big_endian(file, at);
    const std::string_view type = as_text(file.subspan(at + 4, 4));
    if (type == "IDAT") return chunks;
    if (length > file.size() - at - 12) return {};
    chunks.push_back({type, at, length + 12, file.subspan(at + 8, length)});
    at += length + 12;
  }
  return {};
}

bool is_unusual(const PngChunk& chunk) {
  constexpr std::array<std::uint32_t, 8> kSrgbPrimaries = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  if (chunk.type == "iCCP") return true;
  if (chunk.type == "gAMA") return chunk.data.size() != 4 || big_endian(chunk.data, 0) != 45455;
  if (chunk.type == "pHYs") return chunk.data.size() != 9 || big_endian(chunk.data, 0) != big_endian(chunk.data, 4);
  if (chunk.type != "cHRM") return false;
  if (chunk.data.size() != 32) return true;
  for (std::size_t i = 0; i < 8; ++i) {
    if (big_endian(chunk.data, 4 * i) != kSrgbPrimaries[i]) return true;
  }
  return false;
}

}  // namespace

std::string_view image_mime_type(ByteSpan file) {
  if (as_text(file).starts_with(kJpegSignature)) return "image/jpeg";
  const std::vector<PngChunk> chunks = header_chunks(file);
  const bool whole = !chunks.empty() && chunks[0].type == "IHDR" && chunks[0].data.size() == 13;
  return whole ? "image/png" : "";
}

std::size_t cut_png_profile(Bytes& file) {
  std::vector<PngChunk> unusual = header_chunks(file);
  std::erase_if(unusual, [](const PngChunk& chunk) { return !is_unusual(chunk); });
  std::ranges::reverse(unusual);  // from the back, so that earlier chunks stay where they are
  for (const PngChunk& chunk : unusual) {
    const auto first = file.begin() + static_cast<std::ptrdiff_t>(chunk.begin);
    file.erase(first, first + static_cast<std::ptrdiff_t>(chunk.size));
  }
  return unusual.size();
}

}  // namespace sinew
