#include "importers/gltf/accessor_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "libanim/support/error.h"

namespace sinew {

namespace {

std::size_t component_size(int component) {
  switch (component) {
    case kByteComponent:
    case kUnsignedByteComponent: return 1;
    case kShortComponent:
    case kUnsignedShortComponent: return 2;
    case kUnsignedIntComponent:
    case kFloatComponent: return 4;
    default: return 0;
  }
}

/// Columns of small matrices begin on multiples of four bytes.
std::size_t element_size(const tinygltf::Accessor& accessor) {
  const std::size_t size = component_size(accessor.componentType);
  const auto padded = [&](std::size_t rows) { return (rows * size + 3) / 4 * 4; };
  switch (accessor.type) {
    case TINYGLTF_TYPE_MAT2: return 2 * padded(2);
    case TINYGLTF_TYPE_MAT3: return 3 * padded(3);
    case TINYGLTF_TYPE_MAT4: return 4 * padded(4);
    case TINYGLTF_TYPE_SCALAR: return size;
    default: return size * static_cast<std::size_t>(accessor.type);
  }
}

std::size_t component_count(int type) {
  switch (type) {
    case TINYGLTF_TYPE_MAT2: return 4;
    case TINYGLTF_TYPE_MAT3: return 9;
    case TINYGLTF_TYPE_MAT4: return 16;
    case TINYGLTF_TYPE_SCALAR: return 1;
    default: return static_cast<std::size_t>(type);
  }
}

const tinygltf::BufferView& view_at(const GltfContext& context, int view, const std::string& place) {
  const auto& views = context.model->bufferViews;
  if (view < 0 || static_cast<std::size_t>(view) >= views.size()) {
    throw Error::asset(place, fmt::format("buffer view {} does not exist; the file has {}", view, views.size()));
  }
  return views[static_cast<std::size_t>(view)];
}

// ---- Checks
// ----------------------------------------------------------------------------------------------------------

void check_view(const GltfContext& context, std::size_t index) {
  const std::string place = fmt::format("bufferViews/{}", index);
  const tinygltf::BufferView& view = context.model->bufferViews[index];
  const auto buffer = static_cast<std::size_t>(view.buffer);
  if (view.buffer < 0 || buffer >= context.json.buffers.size()) {
    throw Error::asset(
        place, fmt::format("buffer {} does not exist; the file has {}", view.buffer, context.json.buffers.size()));
  }
  // Both are at most 2^53 (gltf_schema.h): no overflow here, nor below with strides up to 252.
  const std::uint64_t end = std::uint64_t{view.byteOffset} + view.byteLength;
  if (end > context.json.buffers[buffer].byte_length) {
    throw Error::asset(place, fmt::format("ends at byte {} of buffer {}, which has {}", end, buffer,
                                          context.json.buffers[buffer].byte_length));
  }
}

/// `count` elements of `size` bytes, `stride` apart, from `offset` on lie within the view.
void check_extent(const GltfContext& context, int view, std::uint64_t offset, std::uint64_t count, std::uint64_t stride,
                  std::uint64_t size, const std::string& place) {
  const std::uint64_t end = offset + (count - 1) * stride + size;
  const std::uint64_t length = view_at(context, view, place).byteLength;
  if (end > length) {
    throw Error::asset(
        place, fmt::format("{} elements end at byte {} of buffer view {}, which has {}", count, end, view, length));
  }
}

void check_sparse(const GltfContext& context, const tinygltf::Accessor& accessor, const std::string& place) {
  const auto& sparse = accessor.sparse;
  if (sparse.count < 1 || static_cast<std::uint64_t>(sparse.count) > accessor.count) {
    throw Error::asset(place, fmt::format("{} sparse elements in an accessor of {}", sparse.count, accessor.count));
  }
  const int type = sparse.indices.componentType;
  if (type != kUnsignedByteComponent && type != kUnsignedShortComponent && type != kUnsignedIntComponent) {
    throw Error::asset(place + "/sparse/indices", fmt::format("component type {}; expected 5121, 5123 or 5125", type));
  }
  const auto count = static_cast<std::uint64_t>(sparse.count);
  check_extent(context, sparse.indices.bufferView, static_cast<std::uint64_t>(sparse.indices.byteOffset), count,
               component_size(type), component_size(type), place + "/sparse/indices");
  check_extent(context, sparse.values.bufferView, static_cast<std::uint64_t>(sparse.values.byteOffset), count,
               element_size(accessor), element_size(accessor), place + "/sparse/values");
}

void check_accessor(const GltfContext& context, std::size_t index) {
  const std::string place = fmt::format("accessors/{}", index);
  const tinygltf::Accessor& accessor = context.model->accessors[index];
  if (component_size(accessor.componentType) == 0) {
    throw Error::asset(place, fmt::format("component type {} is not one of glTF's", accessor.componentType));
  }
  if (accessor.count < 1) throw Error::asset(place, "count is 0; expected at least 1");
  if (accessor.bufferView >= 0) {
    const std::size_t size = element_size(accessor);
    const std::size_t stated = view_at(context, accessor.bufferView, place).byteStride;
    if (stated != 0 && stated < size) {
      throw Error::asset(place, fmt::format("elements of {} bytes in a view with a stride of {}", size, stated));
    }
    check_extent(context, accessor.bufferView, accessor.byteOffset, accessor.count, stated != 0 ? stated : size, size,
                 place);
  }
  if (accessor.sparse.isSparse) check_sparse(context, accessor, place);
}

/// Against the rules, and no obstacle to reading.
bool is_misaligned(const GltfContext& context, const tinygltf::Accessor& accessor) {
  if (accessor.bufferView < 0) return false;
  const std::size_t start = context.model->bufferViews[static_cast<std::size_t>(accessor.bufferView)].byteOffset;
  return (start + accessor.byteOffset) % component_size(accessor.componentType) != 0;
}

// ---- Reading
// ---------------------------------------------------------------------------------------------------------

template <typename Source, typename Target>
Target convert(Source value, bool normalized) {
  if constexpr (std::is_same_v<Source, float> || std::is_same_v<Target, std::uint32_t>) {
    return static_cast<Target>(value);
  } else {
    if (!normalized) return static_cast<Target>(value);
    const double scaled = static_cast<double>(value) / static_cast<double>(std::numeric_limits<Source>::max());
    return static_cast<Target>(std::max(scaled, -1.0));
  }
}

/// Copies elements out of `source`; column padding occurs only in matrices that nobody reads.
template <typename Source, typename Target>
void copy_elements(ByteSpan source, std::size_t stride, std::size_t components, bool normalized, Target* target,
                   std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* element = source.data() + i * stride;
    for (std::size_t c = 0; c < components; ++c) {
      Source value;
      std::memcpy(&value, element + c * sizeof(Source), sizeof(Source));
      target[i * components + c] = convert<Source, Target>(value, normalized);
    }
  }
}

template <typename Target>
void copy_typed(ByteSpan source, std::size_t stride, int component, std::size_t components, bool normalized,
                Target* target, std::size_t count) {
  switch (component) {
    case kByteComponent: return copy_elements<std::int8_t>(source, stride, components, normalized, target, count);
    case kUnsignedByteComponent:
      return copy_elements<std::uint8_t>(source, stride, components, normalized, target, count);
    case kShortComponent: return copy_elements<std::int16_t>(source, stride, components, normalized, target, count);
    case kUnsignedShortComponent:
      return copy_elements<std::uint16_t>(source, stride, components, normalized, target, count);
    case kUnsignedIntComponent:
      return copy_elements<std::uint32_t>(source, stride, components, normalized, target, count);
    default: return copy_elements<float>(source, stride, components, normalized, target, count);
  }
}

/// Replaces the elements that the sparse part names.
template <typename Target>
void substitute_sparse(const GltfContext& context, const tinygltf::Accessor& accessor, std::vector<Target>& values,
                       const std::string& place) {
  const auto& sparse = accessor.sparse;
  const auto count = static_cast<std::size_t>(sparse.count);
  const std::size_t components = component_count(accessor.type);
  std::vector<std::uint32_t> indices(count);
  copy_typed(view_bytes(context, sparse.indices.bufferView, place)
                 .subspan(static_cast<std::size_t>(sparse.indices.byteOffset)),
             component_size(sparse.indices.componentType), sparse.indices.componentType, 1, false, indices.data(),
             count);
  std::vector<Target> replacements(count * components);
  copy_typed(
      view_bytes(context, sparse.values.bufferView, place).subspan(static_cast<std::size_t>(sparse.values.byteOffset)),
      element_size(accessor), accessor.componentType, components, accessor.normalized, replacements.data(), count);
  for (std::size_t i = 0; i < count; ++i) {
    if (indices[i] >= accessor.count || (i > 0 && indices[i] <= indices[i - 1])) {
      throw Error::asset(place, fmt::format("sparse index {} at {} of an accessor with {} elements; indices must "
                                            "increase and stay within it",
                                            indices[i], i, accessor.count));
    }
    std::copy_n(replacements.begin() + static_cast<std::ptrdiff_t>(i * components), components,
                values.begin() + static_cast<std::ptrdiff_t>(indices[i] * components));
  }
}

template <typename Target>
std::vector<Target> read_accessor(GltfContext& context, int index, const std::string& place) {
  const AccessorFormat format = accessor_format(context, index, place);
  const tinygltf::Accessor& accessor = context.model->accessors[static_cast<std::size_t>(index)];
  context.budget.spend(format.count, format.components * sizeof(Target), place);
  std::vector<Target> values(format.count * format.components);
  if (accessor.bufferView >= 0) {
    const std::size_t stated = view_at(context, accessor.bufferView, place).byteStride;
    copy_typed(view_bytes(context, accessor.bufferView, place).subspan(accessor.byteOffset),
               stated != 0 ? stated : element_size(accessor), accessor.componentType, format.components,
               accessor.normalized, values.data(), format.count);
  }
  if (accessor.sparse.isSparse) substitute_sparse(context, accessor, values, place);
  return values;
}

}  // namespace

void check_accessors(const GltfContext& context) {
  for (std::size_t i = 0; i < context.model->bufferViews.size(); ++i) check_view(context, i);
  for (std::size_t i = 0; i < context.model->accessors.size(); ++i) check_accessor(context, i);
  const auto misaligned = std::ranges::count_if(
      context.model->accessors, [&](const tinygltf::Accessor& accessor) { return is_misaligned(context, accessor); });
  if (misaligned > 0) {
    context.ledger.add(NoteCode::kSuspect, "accessors",
                       fmt::format("{} of them not aligned to their component's size", misaligned));
  }
}

AccessorFormat accessor_format(const GltfContext& context, int index, const std::string& place) {
  const auto& accessors = context.model->accessors;
  if (index < 0 || static_cast<std::size_t>(index) >= accessors.size()) {
    throw Error::asset(place, fmt::format("accessor {} does not exist; the file has {}", index, accessors.size()));
  }
  const tinygltf::Accessor& accessor = accessors[static_cast<std::size_t>(index)];
  const bool matrix =
      accessor.type == TINYGLTF_TYPE_MAT2 || accessor.type == TINYGLTF_TYPE_MAT3 || accessor.type == TINYGLTF_TYPE_MAT4;
  return {accessor.count, component_count(accessor.type), matrix, accessor.componentType, accessor.normalized};
}

void require_format(const AccessorFormat& format, std::size_t components, std::initializer_list<int> types,
                    const std::string& place) {
  const bool is_matrix = components == 16;
  if (format.components != components || format.matrix != is_matrix) {
    throw Error::asset(place, fmt::format("the accessor has {} components per element{}; expected {}",
                                          format.components, format.matrix ? " (a matrix)" : "", components));
  }
  if (std::ranges::find(types, format.component) == types.end()) {
    throw Error::asset(place, fmt::format("the accessor has component type {}; expected {}", format.component,
                                          fmt::join(types, " or ")));
  }
}

std::vector<float> read_floats(GltfContext& context, int index, const std::string& place) {
  return read_accessor<float>(context, index, place);
}

std::vector<double> read_doubles(GltfContext& context, int index, const std::string& place) {
  return read_accessor<double>(context, index, place);
}

std::vector<std::uint32_t> read_unsigned(GltfContext& context, int index, const std::string& place) {
  return read_accessor<std::uint32_t>(context, index, place);
}

ByteSpan view_bytes(const GltfContext& context, int index, const std::string& place) {
  const tinygltf::BufferView& view = view_at(context, index, place);
  const GltfBuffer& buffer = context.buffers[static_cast<std::size_t>(view.buffer)];
  if (!buffer.present) {
    throw Error::asset(
        place,
        view.extensions.empty()
            ? fmt::format("its data lies in buffer {}, which has neither a URI nor a place in a GLB", view.buffer)
            : fmt::format("its data is only there compressed with {}, which is not read; export "
                          "the asset again without compression",
                          view.extensions.begin()->first));
  }
  return buffer.bytes.subspan(view.byteOffset, view.byteLength);
}

}  // namespace sinew
