#include "tests/importers/gltf/gltf_builder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "libanim/support/error.h"

namespace sinew::test {

namespace {

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::string joined(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

std::size_t width_of(std::string_view type) {
  return type == "SCALAR" ? 1 : type == "MAT4" ? 16 : static_cast<std::size_t>(type.back() - '0');
}

template <typename T>
std::vector<std::uint8_t> raw(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

int GltfBuilder::view(const std::vector<std::uint8_t>& bytes, std::string_view more) {
  data_.resize((data_.size() + 3) / 4 * 4);
  views_.push_back(
      fmt::format(R"({{"buffer": 0, "byteOffset": {}, "byteLength": {}{}}})", data_.size(), bytes.size(), more));
  data_.insert(data_.end(), bytes.begin(), bytes.end());
  return static_cast<int>(views_.size()) - 1;
}

int GltfBuilder::accessor(std::string json) {
  accessors_.push_back(std::move(json));
  return static_cast<int>(accessors_.size()) - 1;
}

int GltfBuilder::floats(std::string_view type, const std::vector<float>& values) {
  return accessor(fmt::format(R"({{"bufferView": {}, "componentType": 5126, "count": {}, "type": "{}"}})",
                              view(raw(values)), values.size() / width_of(type), type));
}

int GltfBuilder::bytes(std::string_view type, const std::vector<std::uint8_t>& values, bool normalized) {
  return accessor(
      fmt::format(R"({{"bufferView": {}, "componentType": 5121, "count": {}, "type": "{}", "normalized": {}}})",
                  view(values), values.size() / width_of(type), type, normalized));
}

int GltfBuilder::shorts(std::string_view type, const std::vector<std::uint16_t>& values, bool normalized) {
  return accessor(
      fmt::format(R"({{"bufferView": {}, "componentType": 5123, "count": {}, "type": "{}", "normalized": {}}})",
                  view(raw(values)), values.size() / width_of(type), type, normalized));
}

std::string GltfBuilder::document(std::string_view body, std::string_view buffer_uri) const {
  std::string text = R"({"asset": {"version": "2.0"})";
  if (!accessors_.empty()) text += fmt::format(R"(, "accessors": [{}])", joined(accessors_));
  if (!views_.empty()) {
    text += fmt::format(R"(, "bufferViews": [{}], "buffers": [{{"byteLength": {}{}}}])", joined(views_), data_.size(),
                        buffer_uri);
  }
  return text + fmt::format(", {}}}", body);
}

std::string GltfBuilder::json(std::string_view body) const {
  return document(body, fmt::format(R"(, "uri": "data:application/octet-stream;base64,{}")", base64(data_)));
}

Bytes GltfBuilder::glb(std::string_view body) const { return make_glb(document(body, ""), data_); }

Bytes make_glb(std::string json, std::vector<std::uint8_t> bin) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  bin.resize((bin.size() + 3) / 4 * 4);
  std::string file = "glTF";
  const auto word = [&](std::size_t value) {
    const auto bits = static_cast<std::uint32_t>(value);
    file.append(reinterpret_cast<const char*>(&bits), 4);
  };
  word(2);
  word(12 + 8 + json.size() + (bin.empty() ? 0 : 8 + bin.size()));
  word(json.size());
  word(0x4E4F534A);
  file += json;
  if (!bin.empty()) {
    word(bin.size());
    word(0x004E4942);
    file.append(reinterpret_cast<const char*>(bin.data()), bin.size());
  }
  const ByteSpan bytes = as_bytes(file);
  return {bytes.begin(), bytes.end()};
}

SourceScene read_text(const std::string& json, const ImportOptions& options) {
  return read_gltf(as_bytes(json), nullptr, options);
}

std::string refusal(const std::string& json, const ImportOptions& options) {
  try {
    (void)read_text(json, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  ADD_FAILURE() << "not refused: " << json.substr(0, 2000);
  return "";
}

}  // namespace sinew::test
