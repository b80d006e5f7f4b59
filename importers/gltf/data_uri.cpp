#include "importers/gltf/data_uri.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "importers/scene/resource_loader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> base64_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}

Bytes decode_base64(std::string_view text) {
  static constexpr auto kDigits = base64_digits();
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) throw Error::asset("data URI", "base64 text is cut off");
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = kDigits[static_cast<unsigned char>(text[i])];
    if (digit == kNoDigit) {
      throw Error::asset("data URI",
                         fmt::format("\"{}\" at position {} is no base64 digit", printable(text.substr(i, 1)), i));
    }
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xFF));
  }
  return bytes;
}

}  // namespace

std::optional<DataUri> decode_data_uri(std::string_view uri) {
  if (lower(uri.substr(0, 5)) != "data:") return std::nullopt;
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) throw Error::asset("data URI", "has no comma before its data");
  const std::string_view header = uri.substr(5, comma - 5);
  const std::string_view data = uri.substr(comma + 1);
  DataUri result;
  result.mime_type = lower(header.substr(0, header.find(';')));
  if (lower(header).ends_with(";base64")) {
    result.bytes = decode_base64(data);
  } else {
    const std::string text = percent_decode(data);
    const ByteSpan bytes = as_bytes(text);
    result.bytes.assign(bytes.begin(), bytes.end());
  }
  return result;
}

}  // namespace sinew
