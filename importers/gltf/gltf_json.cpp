#include "importers/gltf/gltf_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "importers/gltf/gltf_schema.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMaxIndex = 0x7FFFFFFE;
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 53;

/// A JSON path that costs nothing until somebody asks for its text.
struct Place {
  const Place* parent = nullptr;
  std::string_view name;
  std::size_t index = 0;

  [[nodiscard]] std::string text() const {
    const std::string own = name.empty() ? std::to_string(index) : printable(name, 40);
    return parent == nullptr ? own : parent->text() + "/" + own;
  }
  [[noreturn]] void refuse(const std::string& message) const { throw Error::asset(text(), message); }
};

/// Bounds what the recursive code of the parsers behind us can be made to do. Not a parser: it only has to
/// be right about strings and brackets in documents that are JSON.
void scan_limits(std::string_view text, const ImportLimits& limits) {
  int depth = 0;
  std::size_t values = 1;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
      continue;
    }
    in_text = c == '"';
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == ',' || c == ':' || c == '[') ++values;
    if (depth > limits.max_depth) {
      throw Error::asset(fmt::format("JSON byte {}", i),
                         fmt::format("nested more than {} deep; such a document is not read", limits.max_depth));
    }
    if (values > kMaxJsonValues) {
      throw Error::asset(fmt::format("JSON byte {}", i), fmt::format("more than {} values", kMaxJsonValues));
    }
  }
}

Json parse_text(std::string_view text) {
  if (text.empty()) throw Error::asset("", "the file is empty; expected glTF JSON or GLB");
  try {
    Json document = Json::parse(text.begin(), text.end());
    if (!document.is_object()) throw Error::asset("JSON", "the document is not an object");
    return document;
  } catch (const Json::exception& error) {
    throw Error::asset("JSON", "not readable as glTF: " + printable(error.what(), 200));
  }
}

// ---- One value
// -------------------------------------------------------------------------------------------------------

/// Integers may be written as 3.0, which tinygltf would ignore: they become integers.
void check_integer(Json& value, std::uint64_t limit, const Place& place) {
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number >= 0 && number <= static_cast<double>(limit) && number == std::floor(number)) {
      value = static_cast<std::uint64_t>(number);
    }
  }
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > limit) {
    place.refuse(fmt::format("expected an integer from 0 to {}, found {}", limit, printable(value.dump(), 40)));
  }
}

void expect(bool condition, const Json& value, std::string_view expected, const Place& place) {
  if (!condition) place.refuse(fmt::format("expected {}, found {}", expected, value.type_name()));
}

void check_object(Json& object, const JsonObject& schema, const Place& place);

void check_index_map(Json& value, const Place& place) {
  expect(value.is_object(), value, "an object", place);
  for (auto& [key, item] : value.items()) check_integer(item, kMaxIndex, {&place, key});
}

void check_items(Json& value, const JsonProperty& property, const Place& place) {
  expect(value.is_array(), value, "an array", place);
  if (property.length != 0 && value.size() != property.length) {
    place.refuse(fmt::format("expected {} numbers, found {}", property.length, value.size()));
  }
  const bool objects = property.kind == JsonKind::kObjects || property.kind == JsonKind::kIndexMaps;
  if (objects && value.size() > kMaxJsonItems) {
    place.refuse(fmt::format("{} elements; at most {} are read", value.size(), kMaxJsonItems));
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Place here{&place, {}, i};
    switch (property.kind) {
      case JsonKind::kNumbers: expect(value[i].is_number(), value[i], "a number", here); break;
      case JsonKind::kIndices: check_integer(value[i], kMaxIndex, here); break;
      case JsonKind::kTexts: expect(value[i].is_string(), value[i], "a string", here); break;
      case JsonKind::kIndexMaps: check_index_map(value[i], here); break;
      default: check_object(value[i], *property.object, here); break;
    }
  }
}

void check_value(Json& value, const JsonProperty& property, const Place& place) {
  switch (property.kind) {
    case JsonKind::kIndex: return check_integer(value, kMaxIndex, place);
    case JsonKind::kCount: return check_integer(value, kMaxCount, place);
    case JsonKind::kNumber: return expect(value.is_number(), value, "a number", place);
    case JsonKind::kBool: return expect(value.is_boolean(), value, "true or false", place);
    case JsonKind::kText: return expect(value.is_string(), value, "a string", place);
    case JsonKind::kObject: return check_object(value, *property.object, place);
    case JsonKind::kIndexMap: return check_index_map(value, place);
    default: return check_items(value, property, place);
  }
}

void check_property(Json& object, const JsonProperty& property, const Place& place) {
  const auto found = object.find(property.name);
  if (found == object.end()) {
    if (property.need == JsonNeed::kRequired) place.refuse(fmt::format("\"{}\" is missing", property.name));
    return;
  }
  const Place here{&place, property.name};
  if (property.need != JsonNeed::kFree) return check_value(*found, property, here);
  try {
    check_value(*found, property, here);
  } catch (const Error&) {
    object.erase(found);
  }
}

/// Checks the properties that the schema names and removes all others.
void check_object(Json& object, const JsonObject& schema, const Place& place) {
  expect(object.is_object(), object, "an object", place);
  for (auto member = object.begin(); member != object.end();) {
    const bool known =
        std::ranges::any_of(schema.properties, [&](const JsonProperty& p) { return p.name == member.key(); });
    member = known ? std::next(member) : object.erase(member);
  }
  for (const JsonProperty& property : schema.properties) check_property(object, property, place);
}

// ---- The parts that tinygltf does not get
// ----------------------------------------------------------------------------

std::optional<std::string> take_text(Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  return std::move(found->get_ref<std::string&>());
}

std::vector<GltfBufferEntry> take_buffers(Json& document) {
  std::vector<GltfBufferEntry> buffers;
  for (Json& entry : document["buffers"]) {
    buffers.push_back({entry["byteLength"].get<std::uint64_t>(), take_text(entry, "uri")});
  }
  document.erase("buffers");
  return buffers;
}

std::vector<GltfImageEntry> take_images(Json& document) {
  std::vector<GltfImageEntry> images;
  for (Json& entry : document["images"]) {
    GltfImageEntry image;
    image.name = take_text(entry, "name").value_or("");
    image.mime_type = take_text(entry, "mimeType").value_or("");
    image.uri = take_text(entry, "uri");
    if (entry.contains("bufferView")) image.buffer_view = entry["bufferView"].get<int>();
    images.push_back(std::move(image));
  }
  document.erase("images");
  return images;
}

/// tinygltf leaves out such channels without a word.
std::vector<int> take_channels_without_node(Json& document) {
  std::vector<int> removed;
  for (Json& animation : document["animations"]) {
    auto& channels = animation["channels"].get_ref<Json::array_t&>();
    removed.push_back(static_cast<int>(
        std::erase_if(channels, [](const Json& channel) { return !channel["target"].contains("node"); })));
  }
  return removed;
}

/// A .vrma file has no skin: its humanoid says which nodes are bones. What is not as expected is ignored.
std::vector<int> humanoid_nodes(const Json& document) {
  std::vector<int> nodes;
  for (const char* extension : {"VRMC_vrm", "VRMC_vrm_animation"}) {
    const Json::json_pointer path(fmt::format("/extensions/{}/humanoid/humanBones", extension));
    if (!document.contains(path) || !document.at(path).is_object()) continue;
    for (const auto& [name, bone] : document.at(path).items()) {
      if (!bone.is_object() || !bone.contains("node") || !bone["node"].is_number_unsigned()) continue;
      if (bone["node"].get<std::uint64_t>() <= kMaxIndex) nodes.push_back(bone["node"].get<int>());
    }
  }
  return nodes;
}

/// What our own exporter wrote, before the schema removes it.
std::string sinew_extras(const Json& document) {
  const Json::json_pointer path("/asset/extras/sinew");
  return document.contains(path) && document.at(path).is_object() ? document.at(path).dump() : std::string();
}

std::vector<std::string> copy_texts(const Json& document, const char* name) {
  const auto found = document.find(name);
  return found == document.end() ? std::vector<std::string>{} : found->get<std::vector<std::string>>();
}

/// tinygltf itself refuses an index accessor without data, but cannot say why it has none.
bool has_draco_only(const Json& document) {
  static const Json kNone = Json::array();
  const auto array = [&](const char* name) -> const Json& {
    const auto found = document.find(name);
    return found == document.end() ? kNone : *found;
  };
  const Json& accessors = array("accessors");
  const auto has_data = [&](const Json& attributes) {
    const auto position = attributes.find("POSITION");
    if (position == attributes.end()) return false;
    const auto index = position->get<std::size_t>();
    return index < accessors.size() && accessors[index].contains("bufferView");
  };
  for (const Json& mesh : array("meshes")) {
    for (const Json& primitive : mesh["primitives"]) {
      const bool draco = primitive.contains("extensions") && !primitive["extensions"].empty();
      if (draco && !has_data(primitive["attributes"])) return true;
    }
  }
  return false;
}

void check_node_transforms(Json& document) {
  Json& nodes = document["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool parts = nodes[i].contains("translation") || nodes[i].contains("rotation") || nodes[i].contains("scale");
    if (parts && nodes[i].contains("matrix")) {
      throw Error::asset(fmt::format("nodes/{}", i),
                         "has a matrix and translation, rotation or scale; only one is meant");
    }
  }
}

}  // namespace

GltfJson parse_gltf_json(std::string_view text, const ImportLimits& limits) {
  scan_limits(text, limits);
  Json document = parse_text(text);
  GltfJson result;
  if (const auto cameras = document.find("cameras"); cameras != document.end()) result.cameras = cameras->size();
  result.humanoid_nodes = humanoid_nodes(document);
  result.sinew = sinew_extras(document);
  check_object(document, gltf_schema(), Place{nullptr, "glTF"});
  result.extensions_used = copy_texts(document, "extensionsUsed");
  result.extensions_required = copy_texts(document, "extensionsRequired");
  result.draco_only = has_draco_only(document);
  // Looking up an absent array below adds a null, which tinygltf skips.
  check_node_transforms(document);
  result.buffers = take_buffers(document);
  result.images = take_images(document);
  result.channels_without_node = take_channels_without_node(document);
  result.structure = document.dump();
  return result;
}

}  // namespace sinew
