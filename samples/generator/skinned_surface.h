#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>

#include "libanim/model/character.h"
#include "samples/generator/surface_net.h"

namespace sinew::samples {

/// The flesh that one joint moves: a thick line in the rest pose.
struct Flesh {
  int joint;
  Vec3 a, b;
  double radius;
};

/// What a sample character is made of, in the rest pose.
struct BodyPlan {
  std::string name;
  Skeleton skeleton;
  std::vector<Shape> shapes;
  std::vector<Flesh> flesh;
  std::array<std::vector<double>, 3> grid;            ///< grid lines of the surface net
  std::function<Float4(const Vec3& position)> color;  ///< linear RGBA
  int weight_passes = 6;                              ///< rounds of smoothing over neighbours
};

/// The character: surface net of the shapes; each vertex belongs to the nearest flesh, the belongings are smoothed over
/// the surface's edges (so that they do not jump from leg to leg through the air), and the four largest are kept.
[[nodiscard]] Character make_character(const BodyPlan& plan);

/// The mesh's vertices with the skeleton in that pose (linear blend skinning).
[[nodiscard]] std::vector<Vec3> posed_vertices(const Character& character, std::span<const Transform> world);

/// The same for some of the vertices.
[[nodiscard]] std::vector<Vec3> posed_vertices(const Character& character, std::span<const Transform> world,
                                               std::span<const std::size_t> vertices);

}  // namespace sinew::samples
