#include "importers/fbx/fbx_material.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

struct MaterialReader {
  const ufbx_scene& scene;
  SourceScene& target;
  std::vector<int> image_of_file;  ///< by ufbx_texture::file_index
  std::set<std::string> missing;   ///< external files that were named
};

double clamped(double value, double low, double high, double otherwise) {
  return std::isfinite(value) ? std::clamp(value, low, high) : otherwise;
}

double value_or(const ufbx_material_map& map, double otherwise) {
  return map.has_value ? clamped(map.value_real, 0, 1, otherwise) : otherwise;
}

std::string mime_type(ByteSpan bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("\x89PNG")) return "image/png";
  if (text.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  return "application/octet-stream";
}

std::string base_name(std::string path) {
  const auto slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void read_images(MaterialReader& reader) {
  reader.image_of_file.assign(reader.scene.texture_files.count, -1);
  for (const ufbx_texture_file& file : reader.scene.texture_files) {
    if (file.content.size == 0) continue;
    const auto* data = static_cast<const std::byte*>(file.content.data);
    Image image;
    image.name = printable(base_name(to_string(file.filename)));
    image.bytes.assign(data, data + file.content.size);
    image.mime_type = mime_type(image.bytes);
    reader.image_of_file[file.index] = static_cast<int>(reader.target.images.size());
    reader.target.images.push_back(std::move(image));
  }
}

int wrap_mode(ufbx_wrap_mode mode) {
  constexpr int kRepeat = 10497;
  constexpr int kClampToEdge = 33071;
  return mode == UFBX_WRAP_CLAMP ? kClampToEdge : kRepeat;
}

std::optional<TextureUse> texture_use(MaterialReader& reader, const ufbx_texture* texture, const std::string& place) {
  if (texture == nullptr || texture->file_textures.count == 0) return std::nullopt;
  const ufbx_texture& file = *texture->file_textures[0];
  const int image = file.has_file ? reader.image_of_file[file.file_index] : -1;
  if (image < 0) {
    reader.missing.insert(printable(base_name(to_string(file.filename))));
    return std::nullopt;
  }
  if (file.has_uv_transform || texture->file_textures.count > 1) {
    reader.target.ledger.add(NoteCode::kDroppedMaterialPart, place,
                             file.has_uv_transform ? "a texture's transform" : "layers of a texture above the first");
  }
  TextureUse use;
  use.image = image;
  use.wrap_s = wrap_mode(file.wrap_u);
  use.wrap_t = wrap_mode(file.wrap_v);
  return use;
}

Material read_material(MaterialReader& reader, const ufbx_material& source) {
  Material material;
  material.name = to_string(source.name);
  const std::string place = fmt::format("material '{}'", printable(material.name));
  const ufbx_material_pbr_maps& pbr = source.pbr;
  const double strength = value_or(pbr.base_factor, 1);
  const ufbx_vec3 base = pbr.base_color.has_value ? pbr.base_color.value_vec3 : ufbx_vec3{1, 1, 1};
  // Classic materials carry the number that FBX writers compute from transparency and its factor.
  const double opacity = value_or(pbr.opacity, clamped(ufbx_find_real(&source.props, "Opacity", 1), 0, 1, 1));
  const bool see_through =
      opacity < 1 || pbr.opacity.texture != nullptr || source.fbx.transparency_color.texture != nullptr;
  material.base_color_texture = texture_use(reader, pbr.base_color.texture, place);
  // A texture replaces the colour in FBX (which is often black then); in glTF the two multiply. Where the texture is
  // not to be had, a light grey shows the shape.
  const double instead = material.base_color_texture ? 1.0 : 0.8;
  for (std::size_t i = 0; i < 3; ++i) {
    material.base_color[i] = pbr.base_color.texture != nullptr ? instead : clamped(base.v[i] * strength, 0, 1, 1);
    material.emissive[i] = clamped(pbr.emission_color.value_vec3.v[i] * value_or(pbr.emission_factor, 1), 0, 1, 0);
  }
  material.base_color[3] = opacity;
  material.alpha_mode = see_through ? AlphaMode::kBlend : AlphaMode::kOpaque;
  material.metallic = value_or(pbr.metalness, 0);
  material.roughness = value_or(pbr.roughness, 1);
  material.double_sided = source.features.double_sided.enabled;
  material.unlit = source.features.unlit.enabled;
  material.normal_texture = texture_use(reader, pbr.normal_map.texture, place);
  material.emissive_texture = texture_use(reader, pbr.emission_color.texture, place);
  if (pbr.metalness.texture != nullptr || pbr.roughness.texture != nullptr || pbr.specular_color.texture != nullptr) {
    reader.target.ledger.add(NoteCode::kDroppedMaterialPart, place, "metalness, roughness or specular textures");
  }
  return material;
}

}  // namespace

void read_materials(const ufbx_scene& scene, SourceScene& target) {
  MaterialReader reader{scene, target, {}, {}};
  read_images(reader);
  target.materials.reserve(scene.materials.count);
  for (const ufbx_material* material : scene.materials) target.materials.push_back(read_material(reader, *material));
  for (const std::string& name : reader.missing) {
    target.ledger.add(NoteCode::kDroppedMaterialPart, "materials",
                      fmt::format("texture '{}' is a file of its own; only embedded ones are read", name));
  }
}

}  // namespace sinew::fbx
