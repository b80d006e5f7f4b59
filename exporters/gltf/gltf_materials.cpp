#include <tiny_gltf.h>

#include <map>
#include <tuple>

#include "exporters/gltf/gltf_parts.h"

namespace sinew {

namespace {

using tinygltf::Value;

constexpr const char* kTransformExtension = "KHR_texture_transform";
constexpr const char* kUnlitExtension = "KHR_materials_unlit";

template <std::size_t N>
std::vector<double> numbers(const std::array<double, N>& values) {
  return {values.begin(), values.end()};
}

Value pair(const std::array<double, 2>& values) { return Value(Value::Array{Value(values[0]), Value(values[1])}); }

class MaterialWriter {
 public:
  explicit MaterialWriter(tinygltf::Model& model) : model_(model) {}

  void write(const Material& material) {
    tinygltf::Material written;
    written.name = json_text(material.name);
    write_factors(material, written);
    write_textures(material, written);
    if (material.unlit) {
      written.extensions[kUnlitExtension] = Value(Value::Object());
      unlit_used_ = true;
    }
    model_.materials.push_back(std::move(written));
  }

  void declare_extensions() {
    if (unlit_used_) model_.extensionsUsed.emplace_back(kUnlitExtension);
    if (transform_used_) model_.extensionsUsed.emplace_back(kTransformExtension);
  }

 private:
  static void write_factors(const Material& material, tinygltf::Material& written) {
    written.pbrMetallicRoughness.baseColorFactor = numbers(material.base_color);
    written.pbrMetallicRoughness.metallicFactor = material.metallic;
    written.pbrMetallicRoughness.roughnessFactor = material.roughness;
    written.emissiveFactor = numbers(material.emissive);
    written.doubleSided = material.double_sided;
    if (material.alpha_mode == AlphaMode::kBlend) written.alphaMode = "BLEND";
    if (material.alpha_mode == AlphaMode::kMask) {
      written.alphaMode = "MASK";
      written.alphaCutoff = material.alpha_cutoff;  // means nothing in the other modes, and the validator warns
    }
  }

  void write_textures(const Material& material, tinygltf::Material& written) {
    fill(material.base_color_texture, written.pbrMetallicRoughness.baseColorTexture);
    fill(material.metallic_roughness_texture, written.pbrMetallicRoughness.metallicRoughnessTexture);
    fill(material.normal_texture, written.normalTexture);
    fill(material.occlusion_texture, written.occlusionTexture);
    fill(material.emissive_texture, written.emissiveTexture);
    written.normalTexture.scale = material.normal_scale;
    written.occlusionTexture.strength = material.occlusion_strength;
  }

  template <typename TextureInfo>
  void fill(const std::optional<TextureUse>& use, TextureInfo& info) {
    if (!use) return;
    info.index = texture(*use);
    info.texCoord = use->texcoord;
    Value::Object transform;
    if (use->offset != TextureUse().offset) transform["offset"] = pair(use->offset);
    if (use->scale != TextureUse().scale) transform["scale"] = pair(use->scale);
    if (use->rotation != 0) transform["rotation"] = Value(use->rotation);
    if (transform.empty()) return;
    info.extensions[kTransformExtension] = Value(std::move(transform));
    transform_used_ = true;
  }

  /// The texture for a use: one for each pair of image and sampler, in the order of first use.
  int texture(const TextureUse& use) {
    const int sampler_index = sampler(use);
    const auto [place, is_new] = textures_.try_emplace({use.image, sampler_index}, static_cast<int>(textures_.size()));
    if (is_new) {
      tinygltf::Texture written;
      written.source = use.image;
      written.sampler = sampler_index;
      model_.textures.push_back(std::move(written));
    }
    return place->second;
  }

  int sampler(const TextureUse& use) {
    const TextureUse plain;
    const auto values = std::tuple(use.mag_filter, use.min_filter, use.wrap_s, use.wrap_t);
    if (values == std::tuple(plain.mag_filter, plain.min_filter, plain.wrap_s, plain.wrap_t)) return -1;
    const auto [place, is_new] = samplers_.try_emplace(values, static_cast<int>(samplers_.size()));
    if (is_new) {
      tinygltf::Sampler written;
      written.magFilter = use.mag_filter == 0 ? -1 : use.mag_filter;
      written.minFilter = use.min_filter == 0 ? -1 : use.min_filter;
      written.wrapS = use.wrap_s;
      written.wrapT = use.wrap_t;
      model_.samplers.push_back(std::move(written));
    }
    return place->second;
  }

  tinygltf::Model& model_;
  std::map<std::pair<int, int>, int> textures_;
  std::map<std::tuple<int, int, int, int>, int> samplers_;
  bool unlit_used_ = false;
  bool transform_used_ = false;
};

}  // namespace

void write_materials(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model) {
  for (const Image& image : character.images) {
    tinygltf::Image written;
    written.name = json_text(image.name);
    written.mimeType = image.mime_type;
    written.bufferView = buffer.add_view(image.bytes, BufferUse::kOther);
    model.images.push_back(std::move(written));
  }
  MaterialWriter writer(model);
  for (const Material& material : character.materials) writer.write(material);
  writer.declare_extensions();
}

}  // namespace sinew
