#include "samples/generator/skinned_surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libanim/kinematics/pose.h"

namespace sinew::samples {
namespace {

using Weights = std::vector<std::vector<double>>;  // [vertex][joint]

double distance_to(const Flesh& flesh, const Vec3& p) {
  const Vec3 line = flesh.b - flesh.a;
  const double h = std::clamp((p - flesh.a).dot(line) / std::max(line.squaredNorm(), 1e-12), 0.0, 1.0);
  return (p - flesh.a - h * line).norm() - flesh.radius;
}

int nearest_joint(std::span<const Flesh> flesh, const Vec3& p) {
  const auto nearest = std::ranges::min_element(flesh, {}, [&](const Flesh& f) { return distance_to(f, p); });
  return nearest->joint;
}

Weights smoothed_weights(const BodyPlan& plan, const Surface& surface) {
  const auto joints = static_cast<std::size_t>(plan.skeleton.size());
  Weights weights(surface.positions.size(), std::vector<double>(joints, 0.0));
  for (std::size_t v = 0; v < weights.size(); ++v) {
    weights[v][static_cast<std::size_t>(nearest_joint(plan.flesh, surface.positions[v]))] = 1;
  }
  for (int pass = 0; pass < plan.weight_passes; ++pass) {
    Weights sums = weights;
    std::vector<double> counts(weights.size(), 1.0);
    for (const auto& triangle : surface.triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t a = triangle[k], b = triangle[(k + 1) % 3];
        for (std::size_t j = 0; j < joints; ++j) sums[a][j] += weights[b][j];
        counts[a] += 1;
      }
    }
    for (std::size_t v = 0; v < weights.size(); ++v) {
      for (std::size_t j = 0; j < joints; ++j) weights[v][j] = sums[v][j] / counts[v];
    }
  }
  return weights;
}

void add_influence(InfluenceSet& set, const std::vector<double>& weights) {
  std::vector<std::uint16_t> order(weights.size());
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<std::uint16_t>(j);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint16_t j) { return weights[j]; });
  std::array<std::uint16_t, 4> joints{};
  Float4 kept{};
  double sum = 0;
  constexpr double kNegligible = 0.01;
  for (std::size_t k = 0; k < 4; ++k) sum += weights[order[k]] >= kNegligible ? weights[order[k]] : 0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (weights[order[k]] < kNegligible) continue;
    joints[k] = order[k];
    kept[k] = static_cast<float>(weights[order[k]] / sum);
  }
  set.joints.push_back(joints);
  set.weights.push_back(kept);
}

Float3 to_float(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Primitive make_primitive(const BodyPlan& plan, const Surface& surface) {
  Primitive primitive;
  primitive.material = 0;
  for (const auto& t : surface.triangles) primitive.indices.insert(primitive.indices.end(), t.begin(), t.end());
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    primitive.positions.push_back(to_float(surface.positions[v]));
    primitive.normals.push_back(to_float(surface.normals[v]));
    primitive.colors.push_back(plan.color(surface.positions[v]));
  }
  primitive.influences.resize(1);
  for (const auto& weights : smoothed_weights(plan, surface)) add_influence(primitive.influences[0], weights);
  return primitive;
}

Skin make_skin(const Skeleton& skeleton) {
  Skin skin{.name = "Skin", .joints = {}, .inverse_bind = {}};
  const auto world = rest_world(skeleton);
  for (int j = 0; j < skeleton.size(); ++j) {
    skin.joints.push_back(j);
    skin.inverse_bind.push_back(world[static_cast<std::size_t>(j)].inverse().matrix());
  }
  return skin;
}

}  // namespace

Character make_character(const BodyPlan& plan) {
  Character character;
  character.name = plan.name;
  character.skeleton = plan.skeleton;
  character.skins = {make_skin(plan.skeleton)};
  Material clay;
  clay.name = "Clay";
  clay.metallic = 0;
  clay.roughness = 0.7;
  character.materials = {clay};
  const Surface surface = surface_net(plan.shapes, plan.grid);
  character.meshes.push_back({.name = plan.name + "Body", .skin = 0, .primitives = {make_primitive(plan, surface)}});
  return character;
}

std::vector<Vec3> posed_vertices(const Character& character, std::span<const Transform> world) {
  std::vector<std::size_t> all(character.meshes.front().primitives.front().positions.size());
  std::iota(all.begin(), all.end(), 0U);
  return posed_vertices(character, world, all);
}

std::vector<Vec3> posed_vertices(const Character& character, std::span<const Transform> world,
                                 std::span<const std::size_t> vertices) {
  const Primitive& primitive = character.meshes.front().primitives.front();
  const Skin& skin = character.skins.front();
  std::vector<Mat4> world_from_bind;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    world_from_bind.push_back(world[static_cast<std::size_t>(skin.joints[j])].matrix() * skin.inverse_bind[j]);
  }
  std::vector<Vec3> posed;
  for (const std::size_t v : vertices) {
    const auto& p = primitive.positions[v];
    const Eigen::Vector4d bind(p[0], p[1], p[2], 1);
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
      const double weight = primitive.influences[0].weights[v][k];
      if (weight > 0) sum += weight * (world_from_bind[primitive.influences[0].joints[v][k]] * bind);
    }
    posed.push_back(sum.head<3>());
  }
  return posed;
}

}  // namespace sinew::samples
