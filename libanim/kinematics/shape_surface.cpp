#include "libanim/kinematics/shape_surface.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace sinew {

namespace {

constexpr int kSegments = 24;
constexpr int kRingsPerCap = 6;

class SurfaceBuilder {
 public:
  SurfaceBuilder(ShapeSurface& surface, const Transform& world_from_shape)
      : surface_(surface), world_from_shape_(world_from_shape) {}

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
  [[nodiscard]] int size() const { return static_cast<int>(surface_.positions.size()); }

  void add_ring(double radius, double latitude, double offset) {
    const int first = size();
    for (int i = 0; i < kSegments; ++i) {
      const double turn = 2 * std::numbers::pi * i / kSegments;
      const Vec3 normal(std::cos(latitude) * std::sin(turn), std::sin(latitude), std::cos(latitude) * std::cos(turn));
      add_vertex(radius * normal + Vec3(0, offset, 0), normal);
    }
    if (rings_++ > 0) join(first - kSegments, first);
  }

  void join(int lower, int upper) {
    for (int i = 0; i < kSegments; ++i) {
      const int next = (i + 1) % kSegments;
      add_quad(lower + i, lower + next, upper + next, upper + i);
    }
  }

  void add_face(const Vec3& half, int axis, double sign) {
    const int first = size();
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
    surface_.positions.push_back(world_from_shape_ * position);
    surface_.normals.push_back(world_from_shape_.rotation * normal);
  }

  void add_quad(int a, int b, int c, int d) {
    surface_.triangles.push_back({a, b, c});
    surface_.triangles.push_back({a, c, d});
  }

  ShapeSurface& surface_;
  Transform world_from_shape_;
  int rings_ = 0;
};

}  // namespace

void append_surface(ShapeSurface& surface, const FigureShape& shape, const Transform& world_from_shape) {
  SurfaceBuilder builder(surface, world_from_shape);
  switch (shape.kind) {
    case ShapeKind::kSphere: builder.add_capsule(shape.radius, 0); break;
    case ShapeKind::kCapsule: builder.add_capsule(shape.radius, shape.half_length); break;
    case ShapeKind::kBox: builder.add_box(shape.half); break;
  }
}

}  // namespace sinew
