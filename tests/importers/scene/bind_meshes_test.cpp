#include <gtest/gtest.h>

#include "importers/scene/build_asset.h"
#include "libanim/kinematics/pose.h"
#include "tests/importers/scene/small_scene.h"

namespace sinew {
namespace {

using test::leg_scene;

Primitive triangle() {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 10}};
  primitive.normals = {{0, -1, 0}, {0, -1, 0}, {0, -1, 0}};
  primitive.indices = {0, 1, 2};
  return primitive;
}

SourceMesh skinned(const std::vector<Mat4>& inverse_bind) {
  SourceMesh mesh;
  mesh.name = "leg";
  mesh.joints = {2, 3};
  mesh.inverse_bind = inverse_bind;
  mesh.primitives = {triangle()};
  mesh.primitives[0].influences = {
      {{{0, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}, {{1, 0, 0, 0}, {0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}}}};
  return mesh;
}

Mat4 shift(double z) { return Transform{{0, 0, z}, Quat::Identity()}.matrix(); }

/// Where the skin puts a vertex in a pose.
Vec3 skinned_position(const Character& character, const std::vector<Transform>& world, std::size_t vertex) {
  const Mesh& mesh = character.meshes.at(0);
  const Skin& skin = character.skins.at(static_cast<std::size_t>(mesh.skin));
  const Primitive& primitive = mesh.primitives.at(0);
  const Float3 p = primitive.positions[vertex];
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t slot = primitive.influences[0].joints[vertex][i];
    const Mat4 m = world[static_cast<std::size_t>(skin.joints[slot])].matrix() * skin.inverse_bind[slot];
    sum += static_cast<double>(primitive.influences[0].weights[vertex][i]) *
           (m * Eigen::Vector4d(p[0], p[1], p[2], 1)).head<3>();
  }
  return sum;
}

TEST(BindMeshes, BindPoseAtRestGivesExactInverses) {
  SourceScene scene = leg_scene();
  scene.meshes = {skinned({shift(-45), shift(-5)})};  // modelled in the armature's space, in centimetres
  const Asset asset = build_asset(scene, {});
  const auto rest = rest_world(asset.character.skeleton);
  const Skin& skin = asset.character.skins.at(0);
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    EXPECT_LT((skin.inverse_bind[i] - rest[static_cast<std::size_t>(skin.joints[i])].inverse().matrix()).norm(), 1e-12);
  }
  // (0, 0, 10) in centimetres, Z up, is 10 cm up.
  EXPECT_NEAR(asset.character.meshes[0].primitives[0].positions[2][1], 0.1, 1e-7);
  EXPECT_NEAR(asset.character.meshes[0].primitives[0].normals[0][2], 1, 1e-7);
}

TEST(BindMeshes, AnotherBindPoseKeepsTheDeformation) {
  SourceScene scene = leg_scene();
  Mat4 bent = Transform{{0, 0, -5}, exp_rotation({0.4, 0, 0})}.matrix();
  scene.meshes = {skinned({shift(-45), bent})};
  // What the source does to vertex 2 (all on the ankle) in the rest pose, in metres and Y up.
  const Vec3 in_ankle = (bent * Eigen::Vector4d(0, 0, 10, 1)).head<3>();
  const Vec3 in_armature = in_ankle + Vec3(0, 0, 5);
  const Vec3 expected(0.01 * in_armature.x(), 0.01 * in_armature.z(), -0.01 * in_armature.y());
  const Asset asset = build_asset(scene, {});
  EXPECT_LT((skinned_position(asset.character, rest_world(asset.character.skeleton), 2) - expected).norm(), 1e-8);
}

TEST(BindMeshes, RigidMeshFollowsItsJoint) {
  SourceScene scene = leg_scene();
  SourceNode holder;
  holder.name = "shoe";
  holder.parent = 3;
  holder.local.translation = Vec3(0, 0, -2);
  scene.nodes.push_back(holder);
  SourceMesh shoe;
  shoe.name = "shoe";
  shoe.node = 4;
  shoe.primitives = {triangle()};
  scene.meshes = {shoe};
  const Asset asset = build_asset(scene, {});
  EXPECT_TRUE(asset.ledger.has(NoteCode::kRigidMesh));
  EXPECT_LT((skinned_position(asset.character, rest_world(asset.character.skeleton), 0) - Vec3(0, 0.03, 0)).norm(),
            1e-8);
}

TEST(BindMeshes, MirroredRigidMeshKeepsItsOutside) {
  SourceScene scene = leg_scene();
  SourceNode holder;
  holder.parent = 3;
  holder.local.scale = Vec3(-1, 1, 1);
  scene.nodes.push_back(holder);
  SourceMesh shoe;
  shoe.node = 4;
  shoe.primitives = {triangle()};
  scene.meshes = {shoe};
  const Primitive primitive = build_asset(scene, {}).character.meshes.at(0).primitives.at(0);
  EXPECT_EQ(primitive.indices, (std::vector<std::uint32_t>{0, 2, 1}));
  EXPECT_NEAR(primitive.normals[0][2], 1, 1e-7);  // -y of the source stays the outside, +z of the model
}

TEST(BindMeshes, MeshesOffTheSkeletonAreDroppedWithANote) {
  SourceScene scene = leg_scene();
  scene.nodes.push_back({});
  SourceMesh floor;
  floor.node = 4;
  floor.primitives = {triangle()};
  scene.meshes = {floor};
  const Asset asset = build_asset(scene, {});
  EXPECT_TRUE(asset.character.meshes.empty());
  EXPECT_TRUE(asset.ledger.has(NoteCode::kDroppedMesh));
}

TEST(BindMeshes, EqualSkinsAreShared) {
  SourceScene scene = leg_scene();
  scene.meshes = {skinned({shift(-45), shift(-5)}), skinned({shift(-45), shift(-5)})};
  EXPECT_EQ(build_asset(scene, {}).character.skins.size(), 1U);
}

}  // namespace
}  // namespace sinew
