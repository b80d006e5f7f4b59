#include "exporters/gltf/vertex_frames.h"

#include <cmath>
#include <unordered_map>

namespace sinew {

namespace {

constexpr double kLengthTolerance = 1e-3;  ///< far inside what validators accept (7e-3): such vectors stay as they are
constexpr double kNoDirection = 1e-20;

Vec3 vec(const Float3& v) { return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])}; }

Float3 floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Vec3 across(const Vec3& normal) { return normal.unitOrthogonal(); }

/// Duplicates one vertex in every attribute.
void append_copy(Primitive& primitive, std::size_t vertex) {
  const auto copy = [vertex](auto& values) {
    if (values.empty()) return;
    const auto value = values[vertex];  // push_back may move the old one away
    values.push_back(value);
  };
  copy(primitive.positions);
  copy(primitive.normals);
  copy(primitive.tangents);
  copy(primitive.colors);
  for (auto& set : primitive.texcoords) copy(set);
  for (InfluenceSet& set : primitive.influences) {
    copy(set.joints);
    copy(set.weights);
  }
  for (MorphTarget& target : primitive.targets) {
    copy(target.positions);
    copy(target.normals);
  }
}

/// The derivatives of position by u and v over a triangle, times its area in the texture.
struct TextureAxes {
  Vec3 u = Vec3::Zero();
  Vec3 v = Vec3::Zero();
  double area = 0;  ///< twice the signed area in the texture
};

TextureAxes texture_axes(const Primitive& primitive, const std::vector<Float2>& uv, std::size_t triangle) {
  const std::uint32_t* corner = &primitive.indices[3 * triangle];
  const Vec3 origin = vec(primitive.positions[corner[0]]);
  const Vec3 e1 = vec(primitive.positions[corner[1]]) - origin;
  const Vec3 e2 = vec(primitive.positions[corner[2]]) - origin;
  const auto difference = [&](std::size_t k, std::size_t axis) {
    return static_cast<double>(uv[corner[k]][axis]) - static_cast<double>(uv[corner[0]][axis]);
  };
  const double du1 = difference(1, 0);
  const double dv1 = difference(1, 1);
  const double du2 = difference(2, 0);
  const double dv2 = difference(2, 1);
  TextureAxes axes;
  axes.area = du1 * dv2 - du2 * dv1;
  const double sign = axes.area < 0 ? -1.0 : 1.0;
  axes.u = sign * (dv2 * e1 - dv1 * e2);
  axes.v = sign * (du1 * e2 - du2 * e1);
  return axes;
}

/// Gives vertices that triangles of both handednesses use a copy for the mirrored ones.
std::size_t split_mirrored(Primitive& primitive, std::size_t texcoord_set) {
  const std::vector<Float2> uv = primitive.texcoords[texcoord_set];
  std::vector<bool> upright(uv.size(), false);
  std::vector<bool> mirrored_triangle(primitive.indices.size() / 3, false);
  for (std::size_t t = 0; t < mirrored_triangle.size(); ++t) {
    const double area = texture_axes(primitive, uv, t).area;
    mirrored_triangle[t] = area < 0;
    for (std::size_t k = 0; k < 3 && area > 0; ++k) upright[primitive.indices[3 * t + k]] = true;
  }
  std::unordered_map<std::uint32_t, std::uint32_t> copies;
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
    std::uint32_t& index = primitive.indices[i];
    if (!mirrored_triangle[i / 3] || !upright[index]) continue;
    const auto [copy, is_new] = copies.try_emplace(index, static_cast<std::uint32_t>(primitive.positions.size()));
    if (is_new) append_copy(primitive, index);
    index = copy->second;
  }
  return copies.size();
}

Float4 tangent_from(const Vec3& normal, const Vec3& u, const Vec3& v) {
  Vec3 tangent = u - normal * normal.dot(u);
  if (tangent.squaredNorm() <= kNoDirection) tangent = across(normal);
  tangent.normalize();
  const Float3 t = floats(tangent);
  return {t[0], t[1], t[2], normal.cross(tangent).dot(v) < 0 ? 1.0F : -1.0F};
}

}  // namespace

std::vector<Float3> smooth_normals(const Primitive& primitive) {
  std::vector<Vec3> sums(primitive.positions.size(), Vec3::Zero());
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    const Vec3 a = vec(primitive.positions[primitive.indices[i]]);
    const Vec3 b = vec(primitive.positions[primitive.indices[i + 1]]);
    const Vec3 c = vec(primitive.positions[primitive.indices[i + 2]]);
    const Vec3 twice_area = (b - a).cross(c - a);
    for (std::size_t k = 0; k < 3; ++k) sums[primitive.indices[i + k]] += twice_area;
  }
  std::vector<Float3> normals;
  normals.reserve(sums.size());
  for (const Vec3& sum : sums) {
    const double length = sum.norm();
    normals.push_back(length > kNoDirection ? floats(sum / length) : Float3{0, 1, 0});
  }
  return normals;
}

std::size_t repair_normals(Primitive& primitive) {
  std::size_t repaired = 0;
  std::vector<Float3> smooth;
  for (std::size_t v = 0; v < primitive.normals.size(); ++v) {
    const Vec3 normal = vec(primitive.normals[v]);
    const double length = normal.norm();
    if (std::abs(length - 1) <= kLengthTolerance) continue;
    if (length <= kNoDirection && smooth.empty()) smooth = smooth_normals(primitive);
    primitive.normals[v] = length > kNoDirection ? floats(normal / length) : smooth[v];
    ++repaired;
  }
  return repaired;
}

std::size_t repair_tangents(Primitive& primitive) {
  std::size_t repaired = 0;
  for (std::size_t v = 0; v < primitive.tangents.size(); ++v) {
    Float4& tangent = primitive.tangents[v];
    const Vec3 direction = vec({tangent[0], tangent[1], tangent[2]});
    const double length = direction.norm();
    const bool signed_well = tangent[3] == 1.0F || tangent[3] == -1.0F;
    if (std::abs(length - 1) <= kLengthTolerance && signed_well) continue;
    const Float3 unit = floats(length > kNoDirection ? Vec3(direction / length) : across(vec(primitive.normals[v])));
    tangent = {unit[0], unit[1], unit[2], tangent[3] < 0 ? -1.0F : 1.0F};
    ++repaired;
  }
  return repaired;
}

std::size_t add_tangents(Primitive& primitive, std::size_t texcoord_set) {
  const std::size_t copies = split_mirrored(primitive, texcoord_set);
  const std::vector<Float2>& uv = primitive.texcoords[texcoord_set];
  std::vector<TextureAxes> sums(primitive.positions.size());
  for (std::size_t t = 0; t < primitive.indices.size() / 3; ++t) {
    const TextureAxes axes = texture_axes(primitive, uv, t);
    // Unit vectors, so that neither a triangle's size nor its share of the texture weighs.
    const double length = axes.u.norm();
    const double scale = axes.area != 0 && length > 0 ? 1.0 / length : 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      TextureAxes& sum = sums[primitive.indices[3 * t + k]];
      sum.u += axes.u * scale;
      sum.v += axes.v * scale;
    }
  }
  primitive.tangents.clear();
  primitive.tangents.reserve(sums.size());
  for (std::size_t v = 0; v < sums.size(); ++v) {
    primitive.tangents.push_back(tangent_from(vec(primitive.normals[v]), sums[v].u, sums[v].v));
  }
  return copies;
}

}  // namespace sinew
