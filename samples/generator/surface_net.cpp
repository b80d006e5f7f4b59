#include "samples/generator/surface_net.h"

#include <algorithm>
#include <cmath>

namespace sinew::samples {
namespace {

using Cell = std::array<int, 3>;

class Net {
 public:
  Net(std::span<const Shape> shapes, const std::array<std::vector<double>, 3>& axes)
      : shapes_(shapes), axes_(axes), field_(count(0) * count(1) * count(2)), vertex_(field_.size(), kNone) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto& lines = axes_[static_cast<std::size_t>(axis)];
      for (std::size_t i = 1; i < lines.size(); ++i) widest_ = std::max(widest_, lines[i] - lines[i - 1]);
    }
    for (int z = 0; z < size(2); ++z) {
      for (int y = 0; y < size(1); ++y) fill_row(y, z);
    }
  }

  Surface build() {
    for_each_corner([&](const Cell& c) {
      if (c[0] + 1 < size(0) && c[1] + 1 < size(1) && c[2] + 1 < size(2)) add_vertex(c);
    });
    for_each_corner([&](const Cell& c) {
      for (int axis = 0; axis < 3; ++axis) add_quad(c, axis);
    });
    return std::move(surface_);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  [[nodiscard]] std::size_t count(int axis) const { return axes_[static_cast<std::size_t>(axis)].size(); }
  [[nodiscard]] int size(int axis) const { return static_cast<int>(count(axis)); }
  [[nodiscard]] std::size_t index(const Cell& c) const {
    return (static_cast<std::size_t>(c[2]) * count(1) + static_cast<std::size_t>(c[1])) * count(0) +
           static_cast<std::size_t>(c[0]);
  }
  [[nodiscard]] Vec3 corner(const Cell& c) const {
    return {axes_[0][static_cast<std::size_t>(c[0])], axes_[1][static_cast<std::size_t>(c[1])],
            axes_[2][static_cast<std::size_t>(c[2])]};
  }
  [[nodiscard]] bool inside(const Cell& c) const { return field_[index(c)] < 0; }

  template <typename Visit>
  void for_each_corner(const Visit& visit) const {
    for (int z = 0; z < size(2); ++z)
      for (int y = 0; y < size(1); ++y)
        for (int x = 0; x < size(0); ++x) visit({x, y, z});
  }

  // Corners so far from the surface that none of their edges can cross it get no value of their own.
  void fill_row(int y, int z) {
    constexpr double kSteepest = 1.5;  // bound on the field's slope: 1, and what the tapering of the shapes adds
    double known = 0, at = 0;
    for (int x = 0; x < size(0); ++x) {
      const Cell c{x, y, z};
      const double way = axes_[0][static_cast<std::size_t>(x)] - at;
      if (x == 0 || std::abs(known) < kSteepest * (way + widest_)) {
        known = body_field(shapes_, corner(c));
        at = axes_[0][static_cast<std::size_t>(x)];
      }
      field_[index(c)] = known;
    }
  }

  // The mean of the points in which the surface crosses the cell's edges, moved onto the surface.
  void add_vertex(const Cell& c) {
    Vec3 sum = Vec3::Zero();
    int crossings = 0;
    for (int axis = 0; axis < 3; ++axis) {
      for (int k = 0; k < 4; ++k) {
        Cell a = c;
        a[static_cast<std::size_t>((axis + 1) % 3)] += k & 1;
        a[static_cast<std::size_t>((axis + 2) % 3)] += k >> 1;
        Cell b = a;
        ++b[static_cast<std::size_t>(axis)];
        const double fa = field_[index(a)], fb = field_[index(b)];
        if ((fa < 0) == (fb < 0)) continue;
        sum += corner(a) + fa / (fa - fb) * (corner(b) - corner(a));
        ++crossings;
      }
    }
    if (crossings == 0) return;
    vertex_[index(c)] = static_cast<std::uint32_t>(surface_.positions.size());
    Vec3 p = sum / crossings;
    for (int i = 0; i < 4; ++i) p -= body_field(shapes_, p) * body_normal(shapes_, p);
    surface_.positions.push_back(p);
    surface_.normals.push_back(body_normal(shapes_, p));
  }

  void add_quad(const Cell& c, int axis) {
    const auto u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
    Cell end = c;
    ++end[static_cast<std::size_t>(axis)];
    if (end[static_cast<std::size_t>(axis)] >= size(axis) || c[u] == 0 || c[v] == 0) return;
    if (inside(c) == inside(end)) return;
    std::array<std::uint32_t, 4> quad;
    for (std::size_t k = 0; k < 4; ++k) {
      Cell cell = c;
      cell[u] -= k == 0 || k == 3 ? 1 : 0;
      cell[v] -= k < 2 ? 1 : 0;
      quad[k] = vertex_[index(cell)];
    }
    if (inside(end)) std::swap(quad[1], quad[3]);
    split(quad);
  }

  // Along the shorter diagonal: the rounder of the two ways.
  void split(const std::array<std::uint32_t, 4>& q) {
    const auto length = [&](int a, int b) {
      return (surface_.positions[q[static_cast<std::size_t>(a)]] - surface_.positions[q[static_cast<std::size_t>(b)]])
          .norm();
    };
    if (length(0, 2) <= length(1, 3)) {
      surface_.triangles.push_back({q[0], q[1], q[2]});
      surface_.triangles.push_back({q[0], q[2], q[3]});
    } else {
      surface_.triangles.push_back({q[1], q[2], q[3]});
      surface_.triangles.push_back({q[1], q[3], q[0]});
    }
  }

  std::span<const Shape> shapes_;
  const std::array<std::vector<double>, 3>& axes_;
  double widest_ = 0;  ///< distance of two grid lines
  std::vector<double> field_;
  std::vector<std::uint32_t> vertex_;
  Surface surface_;
};

}  // namespace

std::vector<double> grid_axis(std::span<const GridZone> zones, double end) {
  std::vector<double> lines;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const double from = zones[i].start, to = i + 1 < zones.size() ? zones[i + 1].start : end;
    const int steps = std::max(1, static_cast<int>(std::lround((to - from) / zones[i].spacing)));
    for (int k = 0; k < steps; ++k) lines.push_back(from + (to - from) * k / steps);
  }
  lines.push_back(end);
  return lines;
}

std::vector<double> mirrored_axis(std::span<const double> half) {
  std::vector<double> lines;
  for (auto line = half.rbegin(); line != half.rend() && *line > 0; ++line) lines.push_back(-*line);
  lines.insert(lines.end(), half.begin(), half.end());
  return lines;
}

Surface surface_net(std::span<const Shape> shapes, const std::array<std::vector<double>, 3>& axes) {
  return Net(shapes, axes).build();
}

}  // namespace sinew::samples
