#include "exporters/gltf/gltf_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>

#include "libanim/support/error.h"

namespace sinew {

namespace {

using nlohmann::json;

constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;

[[noreturn]] void fail(std::string_view message) {
  throw Error::internal(fmt::format("the written glTF file is broken: {}", message));
}

std::uint32_t word(ByteSpan bytes, std::size_t at) {
  if (bytes.size() < 4 || at > bytes.size() - 4) fail("it ends early");
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

ByteSpan part(ByteSpan bytes, std::size_t at, std::size_t size) {
  if (at > bytes.size() || size > bytes.size() - at) fail("a part reaches beyond the end");
  return bytes.subspan(at, size);
}

Bytes decode_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> value{};
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    value[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = (bits << 6) | value[static_cast<unsigned char>(c)];
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>((bits >> count) & 0xFF));
  }
  return bytes;
}

class Reader {
 public:
  explicit Reader(ByteSpan file) {
    if (word(file, 0) == kGlbMagic) {
      const std::size_t json_size = word(file, kGlbHeader);
      root_ = json::parse(as_text(part(file, kGlbHeader + kChunkHeader, json_size)));
      const std::size_t binary = kGlbHeader + kChunkHeader + json_size;
      buffer_ = part(file, binary + kChunkHeader, word(file, binary));
    } else {
      root_ = json::parse(as_text(file));
      const auto& uri = root_.at("buffers").at(0).at("uri").get_ref<const std::string&>();
      decoded_ = decode_base64(std::string_view(uri).substr(uri.find(',') + 1));
      buffer_ = decoded_;
    }
  }

  [[nodiscard]] WrittenFile read() const {
    WrittenFile file;
    for (const json& node : root_.at("nodes")) file.nodes.push_back(read_node(node));
    file.scene_nodes = root_.at("scenes").at(0).at("nodes").get<std::vector<int>>();
    for (const json& skin : list("skins")) file.skins.push_back(read_skin(skin));
    for (const json& animation : list("animations")) file.animations.push_back(read_animation(animation));
    return file;
  }

 private:
  [[nodiscard]] json list(const char* key) const { return root_.value(key, json::array()); }

  [[nodiscard]] std::vector<float> floats(int accessor_index) const {
    const json& accessor = root_.at("accessors").at(static_cast<std::size_t>(accessor_index));
    const auto& type = accessor.at("type").get_ref<const std::string&>();
    const std::size_t width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : type == "MAT4" ? 16 : 0;
    if (width == 0 || accessor.at("componentType") != 5126)
      fail(fmt::format("accessor {}: not of floats", accessor_index));
    const json& view = root_.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
    const ByteSpan bytes =
        part(buffer_, view.value("byteOffset", std::size_t{0}), view.at("byteLength").get<std::size_t>());
    std::vector<float> values(accessor.at("count").get<std::size_t>() * width);
    if (values.size() * sizeof(float) != bytes.size())
      fail(fmt::format("accessor {}: size of its view", accessor_index));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  static WrittenNode read_node(const json& node) {
    WrittenNode result;
    result.name = node.value("name", "");
    result.translation = node.value("translation", result.translation);
    result.rotation = node.value("rotation", result.rotation);
    result.other_transform = node.contains("scale") || node.contains("matrix");
    result.mesh = node.value("mesh", -1);
    result.skin = node.value("skin", -1);
    return result;
  }

  [[nodiscard]] WrittenSkin read_skin(const json& skin) const {
    return {skin.value("skeleton", -1), skin.at("joints").get<std::vector<int>>(),
            floats(skin.at("inverseBindMatrices").get<int>())};
  }

  [[nodiscard]] WrittenAnimation read_animation(const json& animation) const {
    WrittenAnimation result;
    result.name = animation.value("name", "");
    for (const json& channel : animation.at("channels")) {
      const json& sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
      WrittenTrack track;
      track.node = channel.at("target").at("node").get<int>();
      track.path = channel.at("target").at("path").get<std::string>();
      track.interpolation = sampler.value("interpolation", "LINEAR");
      track.input = sampler.at("input").get<int>();
      track.values = floats(sampler.at("output").get<int>());
      result.tracks.push_back(std::move(track));
    }
    if (!result.tracks.empty()) result.times = floats(result.tracks[0].input);
    return result;
  }

  json root_;
  Bytes decoded_;
  ByteSpan buffer_;
};

}  // namespace

WrittenFile read_written_gltf(ByteSpan file) {
  try {
    return Reader(file).read();
  } catch (const json::exception& error) {
    fail(error.what());
  }
}

}  // namespace sinew
