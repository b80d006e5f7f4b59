#include "exporters/gltf/capsule.h"

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int kSegments = 7;
constexpr double kPole = std::numbers::pi / 2;

/// Builds rings of vertices from the start's pole to the end's, and joins each to the one before.
class Surface {
 public:
  Surface(Primitive& primitive, const Vec3& axis, int joint)
      : primitive_(primitive), axis_(axis), side_(axis.unitOrthogonal()), joint_(static_cast<std::uint16_t>(joint)) {}

  /// The circle of a sphere where the normals make the angle `latitude` with the plane across the axis.
  void add_ring(const Vec3& centre, double radius, double latitude) {
    const bool pole = std::abs(latitude) == kPole;
    const std::size_t first = primitive_.positions.size();
    for (int i = 0; i < (pole ? 1 : kSegments); ++i) {
      const double turn = 2 * std::numbers::pi * i / kSegments;
      const Vec3 around = side_ * std::cos(turn) + axis_.cross(side_) * std::sin(turn);
      const Vec3 normal =
          pole ? Vec3(latitude < 0 ? -axis_ : axis_) : Vec3(around * std::cos(latitude) + axis_ * std::sin(latitude));
      add_vertex(centre + radius * normal, normal);
    }
    if (rings_++ > 0) join(previous_, first);
    previous_ = first;
  }

 private:
  void add_vertex(const Vec3& position, const Vec3& normal) {
    primitive_.positions.push_back(floats(position));
    primitive_.normals.push_back(floats(normal));
    primitive_.influences[0].joints.push_back({joint_, 0, 0, 0});
    primitive_.influences[0].weights.push_back({1, 0, 0, 0});
  }

  void join(std::size_t lower, std::size_t upper) {
    const bool lower_pole = upper - lower == 1;
    const bool upper_pole = primitive_.positions.size() - upper == 1;
    for (std::size_t i = 0; i < kSegments; ++i) {
      const std::size_t next = (i + 1) % kSegments;
      if (!lower_pole) add_triangle(lower + i, lower + next, upper + (upper_pole ? 0 : i));
      if (!upper_pole) add_triangle(lower + (lower_pole ? 0 : next), upper + next, upper + i);
    }
  }

  void add_triangle(std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t index : {a, b, c}) primitive_.indices.push_back(static_cast<std::uint32_t>(index));
  }

  static Float3 floats(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
  }

  Primitive& primitive_;
  Vec3 axis_;
  Vec3 side_;
  std::uint16_t joint_;
  std::size_t previous_ = 0;
  int rings_ = 0;
};

}  // namespace

void append_capsule(Primitive& primitive, const Capsule& capsule, int joint) {
  const Vec3 span = capsule.end - capsule.start;
  const double length = span.norm();
  const bool sphere = length < 1e-9;
  Surface surface(primitive, sphere ? Vec3::UnitY() : Vec3(span / length), joint);
  // The cone touches both spheres where their normals lean by this angle towards the thinner end.
  const double lean = sphere ? 0.0 : std::asin((capsule.start_radius - capsule.end_radius) / length);
  surface.add_ring(capsule.start, capsule.start_radius, -kPole);
  surface.add_ring(capsule.start, capsule.start_radius, (lean - kPole) / 2);
  surface.add_ring(capsule.start, capsule.start_radius, lean);
  if (!sphere) surface.add_ring(capsule.end, capsule.end_radius, lean);
  surface.add_ring(capsule.end, capsule.end_radius, (lean + kPole) / 2);
  surface.add_ring(capsule.end, capsule.end_radius, kPole);
}

}  // namespace sinew
