#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "importers/import_file.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "pipelines/export_file.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Largest distance of a deformed vertex after the round trip (unit: m).
constexpr double kSurvival = 2e-5;

/// Files of the data folder that have a mesh: a floor, so that the test cannot pass on nothing.
constexpr int kCharacters = 135;

/// Where the skin puts each vertex of a primitive in a pose.
std::vector<Vec3> deformed(const Character& character, const Mesh& mesh, const Primitive& primitive,
                           const std::vector<Transform>& world) {
  const Skin& skin = character.skins[to_size(mesh.skin)];
  std::vector<Mat4> palette;
  for (std::size_t i = 0; i < skin.joints.size(); ++i)
    palette.push_back(world[to_size(skin.joints[i])].matrix() * skin.inverse_bind[i]);
  std::vector<Vec3> result;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Float3& p = primitive.positions[v];
    Vec3 sum = Vec3::Zero();
    for (const InfluenceSet& set : primitive.influences) {
      for (std::size_t i = 0; i < 4; ++i) {
        const double weight = static_cast<double>(set.weights[v][i]);
        if (weight > 0) sum += weight * (palette[set.joints[v][i]] * Eigen::Vector4d(p[0], p[1], p[2], 1)).head<3>();
      }
    }
    result.push_back(sum);
  }
  return result;
}

std::vector<Transform> pose_of(const Asset& asset) {
  if (asset.clips.empty()) return rest_world(asset.character.skeleton);
  return world_at(asset.character.skeleton, asset.clips.front(), asset.clips.front().frames() / 2);
}

/// The name and colour of what a primitive is painted with; materials that nothing uses are not written.
std::string paint(const Character& character, const Primitive& primitive) {
  if (primitive.material < 0) return "";
  const Material& material = character.materials[to_size(primitive.material)];
  return material.name + (material.base_color_texture ? " textured" : " plain");
}

/// Vertices may be appended on the way (seams of computed tangents), never lost, moved or reordered.
void expect_same_primitive(const Primitive& before, const Primitive& after) {
  ASSERT_GE(after.positions.size(), before.positions.size());
  EXPECT_EQ(after.indices.size(), before.indices.size());
  EXPECT_TRUE(std::equal(before.positions.begin(), before.positions.end(), after.positions.begin()));
  EXPECT_EQ(after.texcoords.size(), before.texcoords.size());
}

/// Largest distance between the deformed vertices, as a share of the distance from the origin beyond 10 m.
double worst_distance(const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
  double worst = 0;
  for (std::size_t v = 0; v < before.size(); ++v) {
    worst = std::max(worst, (before[v] - after[v]).norm() / std::max(1.0, before[v].norm() / 10));
  }
  return worst;
}

/// Whether the file has a mesh that went through the round trip.
bool expect_survival(const fs::path& file) {
  Asset before;
  try {
    before = import_file(file, {});
  } catch (const Error&) {
    return false;  // refusals have their own table
  }
  if (before.character.meshes.empty()) return false;
  Asset written = before;
  const Asset after = import_bytes(export_bytes(written, ExportFormat::kGlb, {}), "written.glb", {});
  EXPECT_EQ(after.character.meshes.size(), before.character.meshes.size());
  if (after.character.meshes.size() != before.character.meshes.size()) return true;
  const auto pose_before = pose_of(before);
  const auto pose_after = pose_of(after);
  for (std::size_t m = 0; m < before.character.meshes.size(); ++m) {
    const Mesh& old_mesh = before.character.meshes[m];
    const Mesh& new_mesh = after.character.meshes[m];
    EXPECT_EQ(new_mesh.primitives.size(), old_mesh.primitives.size()) << old_mesh.name;
    if (new_mesh.primitives.size() != old_mesh.primitives.size()) return true;
    for (std::size_t p = 0; p < old_mesh.primitives.size(); ++p) {
      expect_same_primitive(old_mesh.primitives[p], new_mesh.primitives[p]);
      EXPECT_EQ(paint(after.character, new_mesh.primitives[p]), paint(before.character, old_mesh.primitives[p]));
      const double worst = worst_distance(deformed(before.character, old_mesh, old_mesh.primitives[p], pose_before),
                                          deformed(after.character, new_mesh, new_mesh.primitives[p], pose_after));
      EXPECT_LT(worst, kSurvival) << old_mesh.name << ", primitive " << p;
    }
  }
  return true;
}

TEST(MeshSurvival, Samples) {
  for (const char* name : {"hero.glb", "hound.glb"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(expect_survival(test::source_dir() / "samples" / "data" / name));
  }
}

TEST(MeshSurvival, EveryCharacterOfTheData) {
  SINEW_NEEDS_DATA();
  int survived = 0;
  for (const fs::path& file : test::data_files()) {
    if (file.extension() == ".bvh") continue;
    SCOPED_TRACE(file.string());
    if (expect_survival(*test::data_dir() / file)) ++survived;
  }
  EXPECT_GE(survived, kCharacters);
}

}  // namespace
}  // namespace sinew
