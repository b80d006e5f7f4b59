#include "exporters/report/page_character.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::size_t kInfluences = 4;

/// The strongest influences of a vertex; weights are whole shares of 255.
struct VertexBinding {
  std::array<std::uint16_t, kInfluences> joints{};
  std::array<std::uint8_t, kInfluences> weights{};
};

VertexBinding binding_of(const Primitive& primitive, std::size_t vertex) {
  std::vector<std::pair<float, std::uint16_t>> all;
  for (const InfluenceSet& set : primitive.influences) {
    for (std::size_t k = 0; k < 4; ++k) all.emplace_back(set.weights[vertex][k], set.joints[vertex][k]);
  }
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
  all.resize(kInfluences);
  double sum = 0;
  for (const auto& [weight, joint] : all) sum += weight;
  VertexBinding binding;
  int left = 255;
  for (std::size_t k = kInfluences; k-- > 0;) {
    binding.joints[k] = all[k].second;
    const double share = sum > 0 ? all[k].first / sum : 0;
    // The strongest comes last and takes what rounding left.
    binding.weights[k] = static_cast<std::uint8_t>(k == 0 ? left : std::lround(255 * share));
    left -= binding.weights[k];
  }
  return binding;
}

std::vector<std::int8_t> normals_of(const Primitive& primitive) {
  std::vector<std::int8_t> normals;
  for (const Float3& normal : primitive.normals) {
    for (const float c : normal)
      normals.push_back(static_cast<std::int8_t>(std::lround(127 * std::clamp(c, -1.0F, 1.0F))));
    normals.push_back(0);
  }
  return normals;
}

void add_indices(PageArrays& arrays, const std::string& name, const Primitive& primitive) {
  if (primitive.positions.size() > 0xFFFF) {
    arrays.add(name, std::span<const std::uint32_t>(primitive.indices));
    return;
  }
  std::vector<std::uint16_t> narrow;
  narrow.reserve(primitive.indices.size());
  for (const std::uint32_t index : primitive.indices) narrow.push_back(static_cast<std::uint16_t>(index));
  arrays.add(name, std::span<const std::uint16_t>(narrow));
}

PageJson page_primitive(PageArrays& arrays, const std::string& name, const Character& character,
                        const Primitive& primitive) {
  PageFloats positions;
  std::vector<std::uint16_t> joints;
  std::vector<std::uint8_t> weights;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    for (const float c : primitive.positions[v]) positions << c;
    const VertexBinding binding = binding_of(primitive, v);
    joints.insert(joints.end(), binding.joints.begin(), binding.joints.end());
    weights.insert(weights.end(), binding.weights.begin(), binding.weights.end());
  }
  arrays.add(name + ".positions", positions.values());
  arrays.add(name + ".normals", std::span<const std::int8_t>(normals_of(primitive)));
  arrays.add(name + ".joints", std::span<const std::uint16_t>(joints));
  arrays.add(name + ".weights", std::span<const std::uint8_t>(weights));
  add_indices(arrays, name + ".indices", primitive);
  PageJson json = {{"array", name}};
  if (primitive.material >= 0) {
    const std::array<double, 4>& colour = character.materials[to_size(primitive.material)].base_color;
    json["colour"] = {colour[0], colour[1], colour[2]};
  }
  return json;
}

PageJson page_skin(PageArrays& arrays, const std::string& name, const Skin& skin) {
  PageFloats matrices;
  for (const Mat4& matrix : skin.inverse_bind) {
    for (Eigen::Index i = 0; i < 16; ++i) matrices << matrix.data()[i];  // column by column, as WebGL has them
  }
  arrays.add(name, matrices.values());
  return {{"joints", skin.joints}, {"inverse_bind", name}};
}

PageJson page_shape(const FigureShape& shape) {
  static constexpr std::array<const char*, 3> kNames{"sphere", "capsule", "box"};
  return {{"kind", kNames[static_cast<std::size_t>(shape.kind)]},
          {"position", page_json(shape.body_from_shape.translation)},
          {"rotation", page_json(shape.body_from_shape.rotation)},
          {"radius", shape.radius},
          {"half_length", shape.half_length},
          {"half", page_json(shape.half)}};
}

}  // namespace

PageJson page_character(PageArrays& arrays, const std::string& name, const Character& character) {
  PageJson json = {{"joints", PageJson::array()}, {"skins", PageJson::array()}, {"meshes", PageJson::array()}};
  for (const Joint& joint : character.skeleton.joints) {
    json["joints"].push_back({{"name", joint.name},
                              {"parent", joint.parent},
                              {"position", page_json(joint.rest.translation)},
                              {"rotation", page_json(joint.rest.rotation)}});
  }
  for (std::size_t s = 0; s < character.skins.size(); ++s) {
    json["skins"].push_back(page_skin(arrays, fmt::format("{}.skin{}", name, s), character.skins[s]));
  }
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      const std::string part = fmt::format("{}.mesh{}", name, json["meshes"].size());
      PageJson entry = page_primitive(arrays, part, character, primitive);
      entry["skin"] = mesh.skin;
      json["meshes"].push_back(std::move(entry));
    }
  }
  return json;
}

PageJson page_clip(PageArrays& arrays, const std::string& name, const Clip& clip, int frames) {
  PageFloats rotations;
  PageFloats translations;
  for (int frame = 0; frame < frames; ++frame) {
    const int shown = std::min(frame, clip.frames() - 1);
    for (const Quat& q : clip.frame_rotations(shown)) rotations << q;
    for (const Vec3& t : clip.frame_translations(shown)) translations << t;
  }
  arrays.add(name + ".rotations", rotations.values());
  arrays.add(name + ".translations", translations.values());
  return {{"array", name}, {"frames", clip.frames()}, {"translated", clip.translated}};
}

PageJson page_figure(const Figure& figure) {
  PageJson json = {{"height", figure.height}, {"mass", figure.mass()}, {"bodies", PageJson::array()}};
  for (const FigureBody& body : figure.bodies) {
    PageJson shapes = PageJson::array();
    for (const FigureShape& shape : body.shapes) shapes.push_back(page_shape(shape));
    json["bodies"].push_back({{"name", body.name}, {"side", std::string(side_name(body.side))}, {"shapes", shapes}});
  }
  return json;
}

std::string page_bodies(PageArrays& arrays, const std::string& name, const BodyMotion& motion, int frames) {
  PageFloats poses;
  for (int frame = 0; frame < frames; ++frame) {
    for (const Transform& body : motion[std::min(to_size(frame), motion.size() - 1)]) {
      poses << body.translation << body.rotation;
    }
  }
  arrays.add(name + ".bodies", poses.values());
  return name + ".bodies";
}

}  // namespace sinew
