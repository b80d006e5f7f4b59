#include "importers/gltf/material_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "importers/gltf/image_reader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

const tinygltf::Texture& texture_at(const GltfContext& context, int index, const std::string& place) {
  const auto& textures = context.model->textures;
  if (static_cast<std::size_t>(index) >= textures.size()) {
    throw Error::asset(place, fmt::format("texture {} does not exist; the file has {}", index, textures.size()));
  }
  return textures[static_cast<std::size_t>(index)];
}

/// The plain image, or the one that a texture-format extension names instead of it.
int source_of(const tinygltf::Texture& texture) {
  if (texture.source >= 0) return texture.source;
  for (const auto& [name, extension] : texture.extensions) {
    if (extension.Has("source")) return extension.Get("source").GetNumberAsInt();
  }
  return -1;
}

void apply_sampler(const GltfContext& context, int index, TextureUse& use, const std::string& place) {
  if (index < 0) return;
  const auto& samplers = context.model->samplers;
  if (static_cast<std::size_t>(index) >= samplers.size()) {
    throw Error::asset(place, fmt::format("sampler {} does not exist; the file has {}", index, samplers.size()));
  }
  const tinygltf::Sampler& sampler = samplers[static_cast<std::size_t>(index)];
  use.mag_filter = std::max(sampler.magFilter, 0);
  use.min_filter = std::max(sampler.minFilter, 0);
  use.wrap_s = sampler.wrapS;
  use.wrap_t = sampler.wrapT;
}

void apply_transform(const tinygltf::ExtensionMap& extensions, TextureUse& use) {
  const auto found = extensions.find("KHR_texture_transform");
  if (found == extensions.end()) return;
  const tinygltf::Value& transform = found->second;
  const auto read_pair = [&](const char* name, std::array<double, 2>& pair) {
    if (!transform.Has(name)) return;
    for (std::size_t i = 0; i < 2; ++i) pair[i] = transform.Get(name).Get(static_cast<int>(i)).GetNumberAsDouble();
  };
  read_pair("offset", use.offset);
  read_pair("scale", use.scale);
  if (transform.Has("rotation")) use.rotation = transform.Get("rotation").GetNumberAsDouble();
  if (transform.Has("texCoord")) use.texcoord = transform.Get("texCoord").GetNumberAsInt();
}

/// `info` is one of tinygltf's three kinds of texture reference.
template <typename Info>
std::optional<TextureUse> read_texture(GltfContext& context, ImageReader& images, const Info& info,
                                       const std::string& place) {
  if (info.index < 0) return std::nullopt;
  const tinygltf::Texture& texture = texture_at(context, info.index, place);
  TextureUse use;
  use.texcoord = info.texCoord;
  apply_sampler(context, texture.sampler, use, fmt::format("textures/{}", info.index));
  apply_transform(info.extensions, use);
  const int source = source_of(texture);
  if (source < 0) {
    context.ledger.add(NoteCode::kDroppedMaterialPart, place, fmt::format("texture {} has no image", info.index));
    return std::nullopt;
  }
  use.image = images.image(source, fmt::format("textures/{}", info.index));
  if (use.image < 0) return std::nullopt;
  return use;
}

AlphaMode read_alpha_mode(const GltfContext& context, const std::string& name, const std::string& place) {
  if (name == "MASK") return AlphaMode::kMask;
  if (name == "BLEND") return AlphaMode::kBlend;
  if (name != "OPAQUE") {
    context.ledger.add(NoteCode::kDroppedMaterialPart, place,
                       fmt::format("alpha mode \"{}\" read as OPAQUE", printable(name, 30)));
  }
  return AlphaMode::kOpaque;
}

Material read_material(GltfContext& context, ImageReader& images, const tinygltf::Material& source,
                       const std::string& place) {
  const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
  Material material;
  material.name = source.name;
  std::copy_n(pbr.baseColorFactor.begin(), 4, material.base_color.begin());
  std::copy_n(source.emissiveFactor.begin(), 3, material.emissive.begin());
  material.metallic = pbr.metallicFactor;
  material.roughness = pbr.roughnessFactor;
  material.normal_scale = source.normalTexture.scale;
  material.occlusion_strength = source.occlusionTexture.strength;
  material.alpha_mode = read_alpha_mode(context, source.alphaMode, place);
  material.alpha_cutoff = source.alphaCutoff;
  material.double_sided = source.doubleSided;
  material.unlit = source.extensions.contains("KHR_materials_unlit");
  material.base_color_texture = read_texture(context, images, pbr.baseColorTexture, place + "/baseColorTexture");
  material.metallic_roughness_texture =
      read_texture(context, images, pbr.metallicRoughnessTexture, place + "/metallicRoughnessTexture");
  material.normal_texture = read_texture(context, images, source.normalTexture, place + "/normalTexture");
  material.occlusion_texture = read_texture(context, images, source.occlusionTexture, place + "/occlusionTexture");
  material.emissive_texture = read_texture(context, images, source.emissiveTexture, place + "/emissiveTexture");
  return material;
}

}  // namespace

void read_materials(GltfContext& context, SourceScene& scene) {
  ImageReader images(context, scene.images);
  for (std::size_t i = 0; i < context.model->materials.size(); ++i) {
    scene.materials.push_back(
        read_material(context, images, context.model->materials[i], fmt::format("materials/{}", i)));
  }
  images.note_unused();
}

}  // namespace sinew
