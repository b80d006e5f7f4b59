#include "importers/gltf/gltf_document.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <exception>

#include "importers/gltf/data_uri.h"
#include "importers/gltf/glb_container.h"
#include "importers/gltf/gltf_extensions.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

// tinygltf gets a document without URIs and images. Should it ever want a file all the same, there is none.
bool no_file_exists(const std::string&, void*) { return false; }
std::string no_path(const std::string&, void*) { return {}; }
bool read_no_file(std::vector<unsigned char>*, std::string*, const std::string&, void*) { return false; }
bool write_no_file(std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; }
bool decode_no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
  return false;
}

std::shared_ptr<const tinygltf::Model> parse_structure(const std::string& json) {
  tinygltf::TinyGLTF parser;
  parser.SetFsCallbacks({no_file_exists, no_path, read_no_file, write_no_file, nullptr});
  parser.SetImageLoader(decode_no_image, nullptr);
  auto model = std::make_shared<tinygltf::Model>();
  std::string errors;
  std::string warnings;
  if (json.size() > 0xFFFFFFFFU) throw Error::asset("JSON", "larger than 4 GiB");
  bool parsed = false;
  try {
    parsed = parser.LoadASCIIFromString(model.get(), &errors, &warnings, json.data(),
                                        static_cast<unsigned>(json.size()), "", tinygltf::REQUIRE_VERSION);
  } catch (const std::exception& error) {
    errors += error.what();
  }
  if (!parsed) throw Error::asset("glTF", printable(errors, 200));
  return model;
}

void check_version(const tinygltf::Asset& asset) {
  const std::string& wanted = asset.minVersion.empty() ? asset.version : asset.minVersion;
  if (wanted != "2.0" && !wanted.starts_with("2.")) {
    throw Error::asset("glTF/asset", fmt::format("glTF version \"{}\"; expected 2.x. Convert it with a current "
                                                 "exporter",
                                                 printable(wanted, 20)));
  }
}

void take_bytes(GltfBuffer& buffer, ByteSpan bytes, std::uint64_t declared, const std::string& place) {
  if (bytes.size() < declared) {
    throw Error::asset(place, fmt::format("declares {} bytes but there are {}", declared, bytes.size()));
  }
  buffer.present = true;
  buffer.bytes = bytes.first(static_cast<std::size_t>(declared));
}

/// The GLB's own chunk is buffer 0 when that has no URI.
void load_buffers(GltfContext& context, const GltfParts& parts) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < context.json.buffers.size(); ++i) {
    const std::string place = fmt::format("buffers/{}", i);
    const GltfBufferEntry& entry = context.json.buffers[i];
    GltfBuffer& buffer = context.buffers.emplace_back();
    if (entry.uri) {
      buffer.owned = load_uri(context, *entry.uri);
      total += buffer.owned.size();
      if (total > context.options.limits.max_file_bytes) {
        throw Error::asset(
            place, fmt::format("the buffers together have more than {} bytes", context.options.limits.max_file_bytes));
      }
      take_bytes(buffer, buffer.owned, entry.byte_length, place);
    } else if (i == 0 && parts.has_bin) {
      take_bytes(buffer, parts.bin, entry.byte_length, place);
    }
  }
  context.budget = DecodeBudget(total + parts.bin.size());
}

}  // namespace

DecodeBudget::DecodeBudget(std::size_t file_bytes)
    : left_((std::uint64_t{512} << 20) + 48 * static_cast<std::uint64_t>(file_bytes)) {}

void DecodeBudget::spend(std::uint64_t items, std::uint64_t bytes_per_item, const std::string& place) {
  if (items > left_ / bytes_per_item) {
    throw Error::asset(place, fmt::format("{} elements are more than a file of this size may ask for", items));
  }
  left_ -= items * bytes_per_item;
}

Bytes load_uri(const GltfContext& context, std::string_view uri, std::string* mime_type) {
  if (std::optional<DataUri> data = decode_data_uri(uri)) {
    if (mime_type != nullptr) *mime_type = data->mime_type;
    return std::move(data->bytes);
  }
  if (!context.loader) {
    throw Error::asset("URI \"" + printable(uri) + "\"",
                       "the file refers to another file, which is not available here");
  }
  return context.loader(uri);
}

GltfContext open_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options, Ledger& ledger) {
  if (bytes.size() > options.limits.max_file_bytes) {
    throw Error::asset("", fmt::format("{} bytes; at most {} are read", bytes.size(), options.limits.max_file_bytes));
  }
  const GltfParts parts = split_gltf(bytes, ledger);
  GltfContext context{
      parse_gltf_json(parts.json, options.limits),  nullptr, {}, loader, options, ledger, DecodeBudget(0),
      parts.binary ? "glTF 2.0 binary" : "glTF 2.0"};
  check_extensions(context.json, ledger);
  context.model = parse_structure(context.json.structure);
  std::string().swap(context.json.structure);
  check_version(context.model->asset);
  load_buffers(context, parts);
  return context;
}

}  // namespace sinew
