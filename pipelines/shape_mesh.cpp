#include "pipelines/shape_mesh.h"

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int kSegments = 24;
constexpr int kRingsPerCap = 6;

class SurfaceBuilder {
 public:
  SurfaceBuilder(Primitive& primitive, const Transform& world_from_shape, int skin_joint)
      : primitive_(primitive), world_from_shape_(world_from_shape), joint_(static_cast<std::uint16_t>(skin_joint)) {}

  /// Two half spheres of `radius` and the cylinder between them, along y.
  void add_capsule(double radius, double half_length) {
    for (int ring = -kRingsPerCap; ring <= kRingsPerCap; ++ring) {
      const double latitude = 0.5 * std::numbers::pi * ring / kRingsPerCap;
      if (ring <= 0) add_ring(radius, latitude, -half_length);
      if (ring > 0 || (ring == 0 && half_length > 0)) add_ring(radius, latitude, half_length);
    }
  }

  void add_box(const Vec3& half) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0}) add_face(half, axis, sign);
    }
  }

 private:
  void add_ring(double radius, double latitude, double offset) {
    const std::size_t first = primitive_.positions.size();
    for (int i = 0; i < kSegments; ++i) {
      const double turn = 2 * std::numbers::pi * i / kSegments;
      const Vec3 normal(std::cos(latitude) * std::sin(turn), std::sin(latitude), std::cos(latitude) * std::cos(turn));
      add_vertex(radius * normal + Vec3(0, offset, 0), normal);
    }
    if (rings_++ > 0) join(first - kSegments, first);
  }

  void join(std::size_t lower, std::size_t upper) {
    for (std::size_t i = 0; i < kSegments; ++i) {
      const std::size_t next = (i + 1) % kSegments;
      add_quad(lower + i, lower + next, upper + next, upper + i);
    }
  }

  void add_face(const Vec3& half, int axis, double sign) {
    const std::size_t first = primitive_.positions.size();
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (const auto& [a, b] : {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}}) {
      Vec3 corner;
      corner[axis] = sign * half[axis];
      corner[u] = sign * a * half[u];
      corner[v] = b * half[v];
      add_vertex(corner, sign * Vec3::Unit(axis));
    }
    add_quad(first, first + 1, first + 2, first + 3);
  }

  void add_vertex(const Vec3& position, const Vec3& normal) {
    primitive_.positions.push_back(floats(world_from_shape_ * position));
    primitive_.normals.push_back(floats(world_from_shape_.rotation * normal));
    primitive_.influences[0].joints.push_back({joint_, 0, 0, 0});
    primitive_.influences[0].weights.push_back({1, 0, 0, 0});
  }

  void add_quad(std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    for (const std::size_t index : {a, b, c, a, c, d}) primitive_.indices.push_back(static_cast<std::uint32_t>(index));
  }

  static Float3 floats(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
  }

  Primitive& primitive_;
  Transform world_from_shape_;
  std::uint16_t joint_;
  int rings_ = 0;
};

}  // namespace

void append_shape(Primitive& primitive, const FigureShape& shape, const Transform& world_from_body, int skin_joint) {
  SurfaceBuilder builder(primitive, world_from_body * shape.body_from_shape, skin_joint);
  switch (shape.kind) {
    case ShapeKind::kSphere: builder.add_capsule(shape.radius, 0); break;
    case ShapeKind::kCapsule: builder.add_capsule(shape.radius, shape.half_length); break;
    case ShapeKind::kBox: builder.add_box(shape.half); break;
  }
}

}  // namespace sinew
