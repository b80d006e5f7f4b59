#include "exporters/gltf/gltf_buffer.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

template <typename T>
ByteSpan raw(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

int accessor_type(std::size_t width) {
  switch (width) {
    case 1: return TINYGLTF_TYPE_SCALAR;
    case 2: return TINYGLTF_TYPE_VEC2;
    case 3: return TINYGLTF_TYPE_VEC3;
    case 4: return TINYGLTF_TYPE_VEC4;
    case 16: return TINYGLTF_TYPE_MAT4;
    default: throw Error::internal(fmt::format("no accessor type of {} floats", width));
  }
}

void state_extent(tinygltf::Accessor& accessor, std::span<const float> values, std::size_t width) {
  for (std::size_t component = 0; component < width; ++component) {
    float low = values[component];
    float high = low;
    for (std::size_t i = component; i < values.size(); i += width) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    accessor.minValues.push_back(static_cast<double>(low));
    accessor.maxValues.push_back(static_cast<double>(high));
  }
}

}  // namespace

GltfBufferWriter::GltfBufferWriter(tinygltf::Model& model) : model_(model) { model_.buffers.emplace_back(); }

int GltfBufferWriter::add_view(ByteSpan bytes, BufferUse use) {
  // A GLB states its length in 32 bits; the JSON chunk's share is checked when the file is complete.
  constexpr std::size_t kMaxBytes = std::numeric_limits<std::uint32_t>::max();
  std::vector<unsigned char>& data = model_.buffers[0].data;
  if (bytes.size() > kMaxBytes - 8 || data.size() > kMaxBytes - 8 - bytes.size()) {
    throw Error::asset("buffer", "the data does not fit into the 4 GiB that a glTF binary can hold");
  }
  tinygltf::BufferView view;
  view.buffer = 0;
  view.byteOffset = data.size();
  view.byteLength = bytes.size();
  if (use == BufferUse::kVertex) view.target = TINYGLTF_TARGET_ARRAY_BUFFER;
  if (use == BufferUse::kIndex) view.target = TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER;
  const auto* first = reinterpret_cast<const unsigned char*>(bytes.data());
  data.insert(data.end(), first, first + bytes.size());
  data.resize((data.size() + 3) / 4 * 4);
  model_.bufferViews.push_back(view);
  return static_cast<int>(model_.bufferViews.size()) - 1;
}

int GltfBufferWriter::add_accessor(ByteSpan bytes, BufferUse use, int component_type, int type, std::size_t count) {
  tinygltf::Accessor accessor;
  accessor.bufferView = add_view(bytes, use);
  accessor.componentType = component_type;
  accessor.type = type;
  accessor.count = count;
  model_.accessors.push_back(std::move(accessor));
  return static_cast<int>(model_.accessors.size()) - 1;
}

int GltfBufferWriter::add_floats(std::span<const float> values, std::size_t width, BufferUse use, Extent extent) {
  const int type = accessor_type(width);
  if (values.empty() || values.size() % width != 0) throw Error::internal("an accessor needs whole elements");
  const int index =
      add_accessor(std::as_bytes(values), use, TINYGLTF_COMPONENT_TYPE_FLOAT, type, values.size() / width);
  if (extent == Extent::kStated) state_extent(model_.accessors.back(), values, width);
  return index;
}

int GltfBufferWriter::add_indices(std::span<const std::uint32_t> indices, std::size_t vertex_count) {
  // 65535 itself would mean "restart the primitive".
  if (vertex_count <= 65535) {
    const std::vector<std::uint16_t> narrow(indices.begin(), indices.end());
    return add_accessor(raw(narrow), BufferUse::kIndex, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_SCALAR,
                        indices.size());
  }
  return add_accessor(std::as_bytes(indices), BufferUse::kIndex, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT,
                      TINYGLTF_TYPE_SCALAR, indices.size());
}

int GltfBufferWriter::add_joints(std::span<const std::array<std::uint16_t, 4>> joints, std::size_t joint_count) {
  if (joint_count > 256) {
    return add_accessor(std::as_bytes(joints), BufferUse::kVertex, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT,
                        TINYGLTF_TYPE_VEC4, joints.size());
  }
  std::vector<std::uint8_t> narrow;
  narrow.reserve(joints.size() * 4);
  for (const auto& four : joints) {
    for (const std::uint16_t joint : four) narrow.push_back(static_cast<std::uint8_t>(joint));
  }
  return add_accessor(raw(narrow), BufferUse::kVertex, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_VEC4,
                      joints.size());
}

float to_float(double value, std::string_view place) {
  if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
    throw Error::asset(std::string(place),
                       fmt::format("{} does not fit into the single precision that glTF has", value));
  }
  return static_cast<float>(value);
}

std::string json_text(std::string_view text) {
  if (is_valid_utf8(text) && text.find('\0') == std::string_view::npos) return std::string(text);
  return printable(text, std::string_view::npos);
}

std::string part_name(std::string_view kind, std::size_t index, std::string_view name) {
  return name.empty() ? fmt::format("{} {}", kind, index) : fmt::format("{} {}", kind, printable(name));
}

}  // namespace sinew
