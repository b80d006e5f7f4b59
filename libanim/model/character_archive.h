#pragma once

#include "libanim/model/basic_archive.h"
#include "libanim/model/character.h"

namespace sinew {

template <typename Io, typename T>
void archive_texture_use(Io& io, T& use) {
  io.value(use.image);
  io.value(use.texcoord);
  io.value(use.mag_filter);
  io.value(use.min_filter);
  io.value(use.wrap_s);
  io.value(use.wrap_t);
  for (auto& x : use.offset) io.value(x);
  for (auto& x : use.scale) io.value(x);
  io.value(use.rotation);
}

template <typename Io, typename T>
void archive_material(Io& io, T& material) {
  const auto texture = [](Io& part, auto& use) { archive_texture_use(part, use); };
  io.text(material.name);
  for (auto& x : material.base_color) io.value(x);
  io.value(material.metallic);
  io.value(material.roughness);
  for (auto& x : material.emissive) io.value(x);
  io.value(material.normal_scale);
  io.value(material.occlusion_strength);
  io.choice(material.alpha_mode, AlphaMode::kBlend, "alpha mode");
  io.value(material.alpha_cutoff);
  io.value(material.double_sided);
  io.value(material.unlit);
  io.maybe(material.base_color_texture, texture);
  io.maybe(material.metallic_roughness_texture, texture);
  io.maybe(material.normal_texture, texture);
  io.maybe(material.occlusion_texture, texture);
  io.maybe(material.emissive_texture, texture);
}

template <typename Io, typename T>
void archive_primitive(Io& io, T& primitive) {
  io.value(primitive.material);
  io.array(primitive.indices);
  io.array(primitive.positions);
  io.array(primitive.normals);
  io.array(primitive.tangents);
  io.list(primitive.texcoords, kTextBytes, [](Io& part, auto& set) { part.array(set); });
  io.array(primitive.colors);
  io.list(primitive.influences, 2 * kTextBytes, [](Io& part, auto& set) {
    part.array(set.joints);
    part.array(set.weights);
  });
  io.list(primitive.targets, 3 * kTextBytes, [](Io& part, auto& target) {
    part.text(target.name);
    part.array(target.positions);
    part.array(target.normals);
  });
}

/// Skins, meshes, materials and images.
template <typename Io, typename T>
void archive_meshes(Io& io, T& character) {
  io.list(character.skins, 3 * kTextBytes, [](Io& part, auto& skin) {
    part.text(skin.name);
    part.array(skin.joints);
    part.list(skin.inverse_bind, 16 * sizeof(double), [](Io& p, auto& matrix) { archive_matrix(p, matrix); });
  });
  io.list(character.meshes, 2 * kTextBytes + 4, [](Io& part, auto& mesh) {
    part.text(mesh.name);
    part.value(mesh.skin);
    part.list(mesh.primitives, 8 * kTextBytes, [](Io& p, auto& primitive) { archive_primitive(p, primitive); });
  });
  io.list(character.materials, 16 * sizeof(double), [](Io& part, auto& m) { archive_material(part, m); });
  io.list(character.images, 3 * kTextBytes, [](Io& part, auto& image) {
    part.text(image.name);
    part.text(image.mime_type);
    part.array(image.bytes);
  });
}

}  // namespace sinew
