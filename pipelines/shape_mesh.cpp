#include "pipelines/shape_mesh.h"

#include "libanim/kinematics/shape_surface.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

Float3 floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

}  // namespace

void append_shape(Primitive& primitive, const FigureShape& shape, const Transform& world_from_body, int skin_joint) {
  ShapeSurface surface;
  append_surface(surface, shape, world_from_body * shape.body_from_shape);
  const std::size_t first = primitive.positions.size();
  const auto joint = static_cast<std::uint16_t>(skin_joint);
  for (std::size_t i = 0; i < surface.positions.size(); ++i) {
    primitive.positions.push_back(floats(surface.positions[i]));
    primitive.normals.push_back(floats(surface.normals[i]));
    primitive.influences[0].joints.push_back({joint, 0, 0, 0});
    primitive.influences[0].weights.push_back({1, 0, 0, 0});
  }
  for (const std::array<int, 3>& triangle : surface.triangles) {
    for (const int index : triangle) {
      primitive.indices.push_back(static_cast<std::uint32_t>(first + to_size(index)));
    }
  }
}

}  // namespace sinew
