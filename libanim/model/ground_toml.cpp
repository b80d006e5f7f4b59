#include "libanim/model/ground_toml.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "libanim/model/terrain.h"
#include "libanim/model/toml_values.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

enum GroundWord : std::size_t { kNoneWord, kPlaneWord, kSlopeWord, kBumpsWord, kRandomWord, kHeightsWord };
constexpr std::array<std::string_view, 6> kGroundWords = {"none", "plane", "slope", "bumps", "random", "heights"};

constexpr double kMaxHeights = 4e6;  ///< as Scene::validate demands
constexpr TomlRange kHeightRange{-1e5, 1e5};
constexpr double kSteepest = 80;  ///< (unit: degrees)

Vec3 read_normal(const TomlTable& table) {
  Vec3 normal = table.vector("normal", Vec3::UnitY());
  const double length = normal.norm();
  // A normal of our own dump is kept bit for bit.
  if (std::abs(length - 1) <= 1e-9) return normal;
  if (!(length > 1e-6)) throw table.error("normal", "expected a direction, not zero");
  return normal / length;
}

Ground read_slope(const TomlTable& table) {
  const double angle = table.number("angle_deg", {-kSteepest, kSteepest}) * std::numbers::pi / 180;
  return slope(angle, read_heading(table), table.vector("point", Vec3::Zero()));
}

FieldExtent read_extent(const TomlTable& table) {
  FieldExtent extent;
  if (table.has("size")) {
    const std::vector<double> size = table.numbers("size", 2, kLengthRange);
    extent.size = {size[0], size[1]};
  }
  extent.spacing = table.number("spacing", extent.spacing, {1e-3, kLengthRange.highest});
  extent.level = table.number("level", extent.level, {0, kLengthRange.highest});
  const double points = (extent.size[0] / extent.spacing + 2) * (extent.size[1] / extent.spacing + 2);
  if (points > kMaxHeights) {
    throw table.error("spacing", fmt::format("{:.3g} points in the field: expected at most 4 million", points));
  }
  return extent;
}

HeightField read_random(const TomlTable& table) {
  const double amplitude = table.number("amplitude", {0, kHeightRange.highest});
  const double cell = table.number("cell", {0.01, kLengthRange.highest});
  const auto seed = static_cast<std::uint64_t>(table.integer("seed", 0, {0, 9e15}));
  return random_field(read_extent(table), amplitude, cell, seed);
}

HeightField read_bumps(const TomlTable& table) {
  const double height = table.number("height", {0, kHeightRange.highest});
  return bumpy_field(read_extent(table), height, table.number("wavelength", {0.01, kLengthRange.highest}));
}

HeightField read_heights(const TomlTable& table) {
  const auto rows = table.rows("heights", kHeightRange);
  if (rows.size() < 2 || rows[0].size() < 2) throw table.error("heights", "expected 2 rows of 2 numbers or more");
  HeightField field;
  field.rows = static_cast<int>(rows.size());
  field.columns = static_cast<int>(rows[0].size());
  field.spacing = table.number("spacing", {1e-3, kLengthRange.highest});
  field.origin = table.vector(
      "origin", Vec3(-0.5 * field.spacing * (field.columns - 1), 0, -0.5 * field.spacing * (field.rows - 1)));
  for (const auto& row : rows) field.heights.insert(field.heights.end(), row.begin(), row.end());
  return field;
}

void write_field(const HeightField& field, TomlWriter& writer) {
  writer.value("spacing", field.spacing);
  writer.value("origin", field.origin);
  std::string rows = "[\n";
  for (int row = 0; row < field.rows; ++row) {
    const auto first = field.heights.begin() + static_cast<std::ptrdiff_t>(row) * field.columns;
    rows += toml_text(std::span<const double>(first, to_size(field.columns))) + ",\n";
  }
  writer.line("heights", rows + "]");
}

}  // namespace

Ground read_ground(const TomlTable& table) {
  Ground ground;
  const std::size_t word = table.choice("kind", kGroundWords);
  if (word == kNoneWord) ground.kind = GroundKind::kNone;
  if (word == kPlaneWord) {
    ground.point = table.vector("point", Vec3::Zero());
    ground.normal = read_normal(table);
  }
  if (word == kSlopeWord) ground = read_slope(table);
  if (word >= kBumpsWord) ground.kind = GroundKind::kField;
  if (word == kBumpsWord) ground.field = read_bumps(table);
  if (word == kRandomWord) ground.field = read_random(table);
  if (word == kHeightsWord) ground.field = read_heights(table);
  ground.friction = table.number("friction", ground.friction, kFrictionRange);
  return ground;
}

void write_ground(const Ground& ground, TomlWriter& writer) {
  writer.table("ground");
  constexpr std::array kWords = {kNoneWord, kPlaneWord, kHeightsWord};
  writer.value("kind", kGroundWords[kWords[static_cast<std::size_t>(ground.kind)]]);
  writer.value("friction", ground.friction);
  if (ground.kind == GroundKind::kPlane) {
    writer.value("point", ground.point);
    writer.value("normal", ground.normal);
  }
  if (ground.kind == GroundKind::kField) write_field(ground.field, writer);
}

}  // namespace sinew
