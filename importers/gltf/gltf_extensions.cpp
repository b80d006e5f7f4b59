#include "importers/gltf/gltf_extensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 3> kHonoured = {"KHR_mesh_quantization", "KHR_texture_transform",
                                                       "KHR_materials_unlit"};
constexpr std::array<std::string_view, 3> kCompression = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                                          "KHR_meshopt_compression"};
constexpr std::array<std::string_view, 4> kTextureFormats = {"KHR_texture_basisu", "EXT_texture_webp",
                                                             "EXT_texture_avif", "MSFT_texture_dds"};
constexpr std::array<std::string_view, 9> kHarmlessPrefixes = {
    "KHR_lights_", "EXT_lights_", "KHR_xmp", "KHR_animation_pointer", "KHR_node_visibility", "EXT_mesh_gpu_instancing",
    "VRM",         "VRMC_",       "MSFT_lod"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_material_extension(std::string_view name) {
  return name.starts_with("KHR_materials_") || is_one_of(name, kTextureFormats);
}

bool is_harmless(std::string_view name) {
  return is_one_of(name, kHonoured) || is_material_extension(name) ||
         std::ranges::any_of(kHarmlessPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

[[noreturn]] void refuse_compressed(std::string_view extension) {
  throw Error::asset("extensions", fmt::format("geometry or animation is compressed with {}, which is not read; export "
                                               "the asset again without compression",
                                               extension));
}

void check_required(const GltfJson& json) {
  for (const std::string& name : json.extensions_required) {
    if (is_one_of(name, kCompression)) refuse_compressed(name);
    if (!is_harmless(name)) {
      throw Error::asset("extensionsRequired",
                         fmt::format("the file requires the extension \"{}\", which is not known here; export the "
                                     "asset without it",
                                     printable(name)));
    }
  }
}

void note_ignored(const GltfJson& json, Ledger& ledger) {
  for (const std::string& name : json.extensions_used) {
    if (is_one_of(name, kHonoured)) continue;
    const NoteCode code = is_material_extension(name) ? NoteCode::kDroppedMaterialPart : NoteCode::kIgnoredData;
    ledger.add(code, "extensionsUsed", fmt::format("extension {} is left out", printable(name)));
  }
  if (json.cameras > 0) {
    ledger.add(NoteCode::kIgnoredData, "cameras", fmt::format("{} left out", json.cameras));
  }
}

}  // namespace

void check_extensions(const GltfJson& json, Ledger& ledger) {
  check_required(json);
  if (json.draco_only) refuse_compressed("KHR_draco_mesh_compression");
  note_ignored(json, ledger);
}

}  // namespace sinew
