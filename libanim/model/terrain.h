#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "libanim/model/scene.h"

namespace sinew {

// Terrain from a few numbers. Heights are rounded to kHeightGrid, so that they do not depend on the last bits of a
// library's sine, and that their text stays short.
inline constexpr double kHeightGrid = 1e-5;  ///< (unit: m)

/// The part of the x-z plane that a height field covers, around the origin.
struct FieldExtent {
  std::array<double, 2> size{20, 20};  ///< along x and z (unit: m)
  double spacing = 0.1;                ///< (unit: m)
  double level = 0;  ///< radius of a level disc at the origin, where the figure starts: the terrain rises
                     ///< to its full height over another kLevelRamp (unit: m)
};
inline constexpr double kLevelRamp = 1.0;  ///< (unit: m)

/// Sinusoidal bumps: height / 4 * (sin(kx) + sin(kz)), k = 2 pi / wavelength. `height` is from the deepest point to the
/// highest; the origin has height 0. (unit: m)
[[nodiscard]] HeightField bumpy_field(const FieldExtent& extent, double height, double wavelength);

/// Smooth random terrain: a random height in [-amplitude, amplitude] for every point of a square lattice of width
/// `cell`, and between them the weights 6 t^5 - 15 t^4 + 10 t^3, which leave no edges (Perlin 2002, "Improving noise").
/// A lattice point's height depends on the seed and its place alone: a larger field continues a smaller one. (unit: m)
[[nodiscard]] HeightField random_field(const FieldExtent& extent, double amplitude, double cell, std::uint64_t seed);

/// A plane through `point` that rises by `angle` in the direction `heading` (from +z towards +x). (unit: rad, m)
[[nodiscard]] Ground slope(double angle, double heading, const Vec3& point);

/// Steps that go up in a direction. They are boxes and not a height field: a field has no vertical faces, its risers
/// would lean by the spacing of its points, and feet would catch on triangles inside the steps.
struct Stairs {
  std::string name = "stairs";
  Vec3 start = Vec3::Zero();  ///< middle of the first riser's foot (unit: m)
  double heading = 0;         ///< direction of going up, from +z towards +x (unit: rad)
  double rise = 0.17;         ///< (unit: m)
  double run = 0.29;          ///< (unit: m)
  int count = 8;
  double width = 2;    ///< (unit: m)
  double landing = 0;  ///< length of the last step beyond its run (unit: m)
  double friction = 0.8;
};

/// One box per step, from the height of `start` down to up: "stairs_1" is the lowest. A box reaches under all steps
/// above it only as far as its own run, so that no two overlap.
[[nodiscard]] std::vector<StaticBox> stair_boxes(const Stairs& stairs);

/// A wall that stands on `from` and `to`, on the lower of their heights. (unit: m)
[[nodiscard]] StaticBox wall_box(const Vec3& from, const Vec3& to, double height, double thickness);

/// The velocity with which a thing thrown at `from` passes `target` after `flight` seconds. It is that of the exact
/// parabola; a simulation in steps of h seconds arrives lower by |gravity| * flight * h / 2.
[[nodiscard]] Vec3 throw_velocity(const Vec3& from, const Vec3& target, double flight, const Vec3& gravity);

}  // namespace sinew
