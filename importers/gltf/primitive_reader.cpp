#include "importers/gltf/primitive_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "importers/gltf/accessor_reader.h"
#include "importers/gltf/influence_reader.h"
#include "importers/gltf/triangles.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::size_t kMaxTexcoords = 8;

/// One primitive being read.
struct PrimitiveReading {
  GltfContext& context;
  const tinygltf::Primitive& source;
  const std::string& place;
  std::size_t vertices = 0;
};

std::string attribute_place(const PrimitiveReading& reading, const std::string& name) {
  return fmt::format("{}/attributes/{}", reading.place, printable(name, 30));
}

void check_count(const PrimitiveReading& reading, const AccessorFormat& format, const std::string& place) {
  if (format.count == reading.vertices) return;
  throw Error::asset(place,
                     fmt::format("{} elements; the primitive's positions are {}", format.count, reading.vertices));
}

bool all_finite(const std::vector<float>& values) {
  return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
}

template <std::size_t N>
std::vector<std::array<float, N>> group(const std::vector<float>& values) {
  std::vector<std::array<float, N>> result(values.size() / N);
  for (std::size_t i = 0; i < values.size(); ++i) result[i / N][i % N] = values[i];
  return result;
}

/// Integers are allowed for all of these with KHR_mesh_quantization, and harmless without it.
template <std::size_t N>
std::vector<std::array<float, N>> read_vectors(PrimitiveReading& reading, int accessor, const std::string& place) {
  const AccessorFormat format = accessor_format(reading.context, accessor, place);
  require_format(format, N,
                 {kFloatComponent, kByteComponent, kUnsignedByteComponent, kShortComponent, kUnsignedShortComponent},
                 place);
  check_count(reading, format, place);
  const std::vector<float> values = read_floats(reading.context, accessor, place);
  if (all_finite(values)) return group<N>(values);
  reading.context.ledger.add(NoteCode::kDroppedAttribute, place, "has values that are not finite numbers; left out");
  return {};
}

std::vector<Float3> read_positions(PrimitiveReading& reading, int accessor) {
  const std::string place = attribute_place(reading, "POSITION");
  reading.vertices = accessor_format(reading.context, accessor, place).count;
  std::vector<Float3> positions = read_vectors<3>(reading, accessor, place);
  if (positions.empty()) throw Error::asset(place, "has values that are not finite numbers");
  return positions;
}

/// RGB gets an alpha of 1; integers are meant as fractions of their largest value.
std::vector<Float4> read_colors(PrimitiveReading& reading, int accessor) {
  const std::string place = attribute_place(reading, "COLOR_0");
  const AccessorFormat format = accessor_format(reading.context, accessor, place);
  const std::size_t width = format.components == 3 ? 3 : 4;
  require_format(format, width, {kFloatComponent, kUnsignedByteComponent, kUnsignedShortComponent}, place);
  check_count(reading, format, place);
  std::vector<float> values = read_floats(reading.context, accessor, place);
  if (!all_finite(values)) {
    reading.context.ledger.add(NoteCode::kDroppedAttribute, place, "has values that are not finite numbers; left out");
    return {};
  }
  if (format.component != kFloatComponent && !format.normalized) {
    const float largest = format.component == kUnsignedByteComponent ? 255.0F : 65535.0F;
    for (float& value : values) value /= largest;
    reading.context.ledger.add(NoteCode::kSuspect, place,
                               "integers that are not marked as normalised; read as if they were");
  }
  std::vector<Float4> colors(reading.vertices, Float4{0, 0, 0, 1});
  for (std::size_t i = 0; i < values.size(); ++i) colors[i / width][i % width] = values[i];
  return colors;
}

/// TEXCOORD_0, TEXCOORD_1 ... as far as they go without a gap.
void read_texcoords(PrimitiveReading& reading, Primitive& primitive) {
  for (std::size_t set = 0; set < kMaxTexcoords; ++set) {
    const std::string name = fmt::format("TEXCOORD_{}", set);
    const auto found = reading.source.attributes.find(name);
    if (found == reading.source.attributes.end()) return;
    std::vector<Float2> texcoords = read_vectors<2>(reading, found->second, attribute_place(reading, name));
    // A set that is left out must not move the sets after it.
    if (texcoords.empty()) texcoords.assign(reading.vertices, Float2{0, 0});
    primitive.texcoords.push_back(std::move(texcoords));
  }
}

void read_targets(PrimitiveReading& reading, Primitive& primitive) {
  bool tangents = false;
  for (std::size_t i = 0; i < reading.source.targets.size(); ++i) {
    MorphTarget target;
    for (const auto& [name, accessor] : reading.source.targets[i]) {
      const std::string place = fmt::format("{}/targets/{}/{}", reading.place, i, printable(name, 30));
      if (name == "POSITION") target.positions = read_vectors<3>(reading, accessor, place);
      if (name == "NORMAL") target.normals = read_vectors<3>(reading, accessor, place);
      tangents = tangents || (name != "POSITION" && name != "NORMAL");
    }
    primitive.targets.push_back(std::move(target));
  }
  if (tangents) {
    reading.context.ledger.add(NoteCode::kDroppedAttribute, reading.place,
                               "morph targets keep positions and normals only");
  }
}

bool is_kept(const std::string& name, const Primitive& primitive) {
  if (name == "POSITION" || name == "NORMAL" || name == "TANGENT" || name == "COLOR_0") return true;
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    if (name == fmt::format("TEXCOORD_{}", set)) return true;
  }
  for (std::size_t set = 0; set < primitive.influences.size(); ++set) {
    if (name == fmt::format("JOINTS_{}", set) || name == fmt::format("WEIGHTS_{}", set)) return true;
  }
  return false;
}

void note_other_attributes(const PrimitiveReading& reading, const Primitive& primitive) {
  for (const auto& [name, accessor] : reading.source.attributes) {
    if (is_kept(name, primitive)) continue;
    (void)accessor_format(reading.context, accessor, attribute_place(reading, name));
    reading.context.ledger.add(NoteCode::kDroppedAttribute, reading.place,
                               fmt::format("attribute {} left out", printable(name, 30)));
  }
}

void read_indices(PrimitiveReading& reading, Primitive& primitive) {
  const std::string place = reading.place + "/indices";
  std::vector<std::uint32_t> indices;
  if (reading.source.indices >= 0) {
    require_format(accessor_format(reading.context, reading.source.indices, place), 1,
                   {kUnsignedByteComponent, kUnsignedShortComponent, kUnsignedIntComponent}, place);
    indices = read_unsigned(reading.context, reading.source.indices, place);
    const auto largest = std::ranges::max_element(indices);
    if (*largest >= reading.vertices) {
      throw Error::asset(place, fmt::format("index {} at {} of a primitive with {} vertices", *largest,
                                            largest - indices.begin(), reading.vertices));
    }
  }
  reading.context.budget.spend(3 * std::max(indices.size(), reading.vertices), sizeof(std::uint32_t), place);
  primitive.indices = to_triangles(reading.source.mode, std::move(indices), reading.vertices);
}

void read_attributes(PrimitiveReading& reading, Primitive& primitive) {
  const auto& attributes = reading.source.attributes;
  if (const auto found = attributes.find("NORMAL"); found != attributes.end()) {
    primitive.normals = read_vectors<3>(reading, found->second, attribute_place(reading, "NORMAL"));
  }
  if (const auto found = attributes.find("TANGENT"); found != attributes.end()) {
    primitive.tangents = read_vectors<4>(reading, found->second, attribute_place(reading, "TANGENT"));
  }
  if (const auto found = attributes.find("COLOR_0"); found != attributes.end()) {
    primitive.colors = read_colors(reading, found->second);
  }
  read_texcoords(reading, primitive);
  primitive.influences = read_influences(reading.context, reading.source, reading.vertices, reading.place);
  read_targets(reading, primitive);
  note_other_attributes(reading, primitive);
}

}  // namespace

std::optional<Primitive> read_primitive(GltfContext& context, const tinygltf::Primitive& source,
                                        std::size_t material_count, const std::string& place) {
  if (source.material >= 0 && static_cast<std::size_t>(source.material) >= material_count) {
    throw Error::asset(place,
                       fmt::format("material {} does not exist; the file has {}", source.material, material_count));
  }
  const auto position = source.attributes.find("POSITION");
  if (!is_triangle_mode(source.mode, place) || position == source.attributes.end()) {
    context.ledger.add(NoteCode::kDroppedMesh, place,
                       position == source.attributes.end() ? "a primitive without positions" : "points or lines");
    return std::nullopt;
  }
  PrimitiveReading reading{context, source, place};
  Primitive primitive;
  primitive.material = source.material;
  primitive.positions = read_positions(reading, position->second);
  read_indices(reading, primitive);
  if (primitive.indices.empty()) {
    context.ledger.add(NoteCode::kDroppedMesh, place, "a primitive without triangles");
    return std::nullopt;
  }
  read_attributes(reading, primitive);
  return primitive;
}

void name_targets(const tinygltf::Mesh& mesh, Primitive& primitive) {
  static const tinygltf::Value kNone;
  const tinygltf::Value& names = mesh.extras.Has("targetNames") ? mesh.extras.Get("targetNames") : kNone;
  for (std::size_t i = 0; i < primitive.targets.size(); ++i) {
    const bool named = i < names.ArrayLen() && names.Get(static_cast<int>(i)).IsString();
    primitive.targets[i].name = named ? names.Get(static_cast<int>(i)).Get<std::string>() : fmt::format("target_{}", i);
  }
}

}  // namespace sinew
