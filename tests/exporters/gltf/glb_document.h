#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew::test {

/// A GLB taken apart, so that tests can look at it, change it and put it together again.
struct GlbDocument {
  nlohmann::json root;
  Bytes buffer;

  explicit GlbDocument(const Bytes& file) {
    const auto word = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, file.data() + at, 4);
      return value;
    };
    const std::size_t text_size = word(12);
    root = nlohmann::json::parse(as_text(ByteSpan(file).subspan(20, text_size)));
    buffer.assign(file.begin() + static_cast<std::ptrdiff_t>(28 + text_size), file.end());
  }

  [[nodiscard]] Bytes file() const {
    std::string text = root.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    Bytes bytes(28 + text.size() + buffer.size());
    std::size_t at = 0;
    const auto put = [&](const void* data, std::size_t size) {
      std::memcpy(bytes.data() + at, data, size);
      at += size;
    };
    const auto text_size = static_cast<std::uint32_t>(text.size());
    const auto buffer_size = static_cast<std::uint32_t>(buffer.size());
    const std::array<std::uint32_t, 5> head = {0x46546C67, 2, 28 + text_size + buffer_size, text_size, 0x4E4F534A};
    const std::array<std::uint32_t, 2> chunk = {buffer_size, 0x004E4942};
    put(head.data(), sizeof head);
    put(text.data(), text.size());
    put(chunk.data(), sizeof chunk);
    put(buffer.data(), buffer.size());
    return bytes;
  }

  [[nodiscard]] const nlohmann::json& view_of(int accessor) const {
    return root.at("bufferViews")
        .at(root.at("accessors").at(static_cast<std::size_t>(accessor)).at("bufferView").get<std::size_t>());
  }

  /// The numbers of an accessor of T, in place.
  template <typename T>
  [[nodiscard]] std::span<T> values(int accessor) {
    const nlohmann::json& view = view_of(accessor);
    std::byte* first = buffer.data() + view.value("byteOffset", std::size_t{0});
    return {reinterpret_cast<T*>(first), view.at("byteLength").get<std::size_t>() / sizeof(T)};
  }

  /// Accessor with the keys of a joint's track in an animation, -1 when it has none.
  [[nodiscard]] int track(std::size_t animation, int node, const std::string& path) const {
    const nlohmann::json& a = root.at("animations").at(animation);
    for (const auto& channel : a.at("channels")) {
      if (channel.at("target").at("node") == node && channel.at("target").at("path") == path) {
        return a.at("samplers").at(channel.at("sampler").get<std::size_t>()).at("output").get<int>();
      }
    }
    return -1;
  }
};

}  // namespace sinew::test
