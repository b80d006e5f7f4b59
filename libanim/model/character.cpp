#include "libanim/model/character.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

void check_skin(const Skin& skin, std::size_t index, int joint_count) {
  const std::string place = fmt::format("skin {} {}", index, skin.name);
  if (skin.joints.empty()) throw Error::asset(place, "expected at least one joint");
  if (skin.joints.size() != skin.inverse_bind.size()) {
    throw Error::asset(
        place, fmt::format("{} joints but {} inverse bind matrices", skin.joints.size(), skin.inverse_bind.size()));
  }
  std::unordered_set<int> seen;
  for (const int joint : skin.joints) {
    if (joint < 0 || joint >= joint_count) throw Error::asset(place, fmt::format("joint index {} out of range", joint));
    if (!seen.insert(joint).second) throw Error::asset(place, fmt::format("joint index {} occurs twice", joint));
  }
  for (const Mat4& m : skin.inverse_bind) {
    if (!m.allFinite() || (m.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).norm() > 1e-9) {
      throw Error::asset(place, "inverse bind matrices: expected finite affine matrices");
    }
  }
}

/// Looks at one primitive; `place` names it in messages.
class PrimitiveCheck {
 public:
  PrimitiveCheck(const Primitive& primitive, const Skin& skin, std::string place)
      : primitive_(primitive), skin_(skin), place_(std::move(place)), vertices_(primitive.positions.size()) {}

  void run(std::size_t material_count) const {
    if (vertices_ == 0) fail("expected vertices");
    if (primitive_.material < -1 || primitive_.material >= static_cast<int>(material_count)) fail("no such material");
    check_indices();
    check_attributes();
    check_influences();
  }

 private:
  [[noreturn]] void fail(std::string message) const { throw Error::asset(place_, std::move(message)); }

  void check_indices() const {
    if (primitive_.indices.size() % 3 != 0) fail("indices: expected three per triangle");
    for (const std::uint32_t index : primitive_.indices) {
      if (index >= vertices_) fail(fmt::format("index {} of {} vertices", index, vertices_));
    }
  }

  template <std::size_t N>
  void check_attribute(const std::vector<std::array<float, N>>& values, std::string_view name) const {
    if (!values.empty() && values.size() != vertices_) {
      fail(fmt::format("{}: {} entries for {} vertices", name, values.size(), vertices_));
    }
    for (const auto& value : values) {
      if (!std::ranges::all_of(value, [](float f) { return std::isfinite(f); })) {
        fail(fmt::format("{}: expected finite numbers", name));
      }
    }
  }

  void check_attributes() const {
    check_attribute(primitive_.positions, "positions");
    check_attribute(primitive_.normals, "normals");
    check_attribute(primitive_.tangents, "tangents");
    check_attribute(primitive_.colors, "colors");
    for (const auto& set : primitive_.texcoords) check_attribute(set, "texcoords");
    for (const auto& target : primitive_.targets) {
      check_attribute(target.positions, "morph positions");
      check_attribute(target.normals, "morph normals");
    }
  }

  void check_influences() const {
    if (primitive_.influences.empty()) fail("expected skin weights");
    std::vector<double> sums(vertices_, 0.0);
    for (const InfluenceSet& set : primitive_.influences) {
      if (set.joints.size() != vertices_ || set.weights.size() != vertices_) fail("expected weights for every vertex");
      for (std::size_t v = 0; v < vertices_; ++v) sums[v] += checked_sum(set, v);
    }
    const auto off = std::ranges::find_if(sums, [](double sum) { return std::abs(sum - 1.0) > 1e-3; });
    if (off != sums.end()) fail(fmt::format("vertex {}: weights sum to {}, expected 1", off - sums.begin(), *off));
  }

  [[nodiscard]] double checked_sum(const InfluenceSet& set, std::size_t vertex) const {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const float weight = set.weights[vertex][i];
      if (!std::isfinite(weight) || weight < 0) fail(fmt::format("vertex {}: weight {}", vertex, weight));
      if (set.joints[vertex][i] >= skin_.joints.size()) fail(fmt::format("vertex {}: no such joint", vertex));
      sum += static_cast<double>(weight);
    }
    return sum;
  }

  const Primitive& primitive_;
  const Skin& skin_;
  std::string place_;
  std::size_t vertices_;
};

void check_mesh(const Mesh& mesh, std::size_t index, const Character& character) {
  const std::string place = fmt::format("mesh {} {}", index, mesh.name);
  if (mesh.skin < 0 || mesh.skin >= static_cast<int>(character.skins.size())) throw Error::asset(place, "no such skin");
  if (mesh.primitives.empty()) throw Error::asset(place, "expected at least one primitive");
  const Skin& skin = character.skins[to_size(mesh.skin)];
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    if (mesh.primitives[p].targets.size() != mesh.primitives[0].targets.size()) {
      throw Error::asset(place, "expected the same number of morph targets in every primitive");
    }
    PrimitiveCheck(mesh.primitives[p], skin, fmt::format("{}, primitive {}", place, p)).run(character.materials.size());
  }
}

void check_material(const Material& material, std::size_t index, std::size_t image_count) {
  for (const auto* use : {&material.base_color_texture, &material.metallic_roughness_texture, &material.normal_texture,
                          &material.occlusion_texture, &material.emissive_texture}) {
    if (*use && ((*use)->image < 0 || (*use)->image >= static_cast<int>(image_count))) {
      throw Error::asset(fmt::format("material {} {}", index, material.name), "names an image that is not there");
    }
  }
}

}  // namespace

void Character::validate() const {
  skeleton.validate();
  for (std::size_t i = 0; i < skins.size(); ++i) check_skin(skins[i], i, skeleton.size());
  for (std::size_t i = 0; i < meshes.size(); ++i) check_mesh(meshes[i], i, *this);
  for (std::size_t i = 0; i < materials.size(); ++i) check_material(materials[i], i, images.size());
}

}  // namespace sinew
