#include "exporters/gltf/proxy_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "libanim/kinematics/pose.h"
#include "tests/exporters/gltf/test_characters.h"

namespace sinew {

namespace {

Vec3 vec(const Float3& v) { return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])}; }

const Primitive& proxy_of(Character& character, std::span<const Clip> clips = {}) {
  add_proxy_mesh(character, clips);
  return character.meshes[0].primitives[0];
}

std::size_t triangles(const Primitive& p) { return p.indices.size() / 3; }

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double t = std::clamp((p - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (p - a - t * along).norm();
}

TEST(ProxyMesh, MakesAValidCharacter) {
  Character character = test::humanoid().character;
  const Primitive& p = proxy_of(character);
  EXPECT_NO_THROW(character.validate());
  EXPECT_EQ(character.skins[0].joints.size(), character.skeleton.joints.size());
  EXPECT_EQ(triangles(p), 21U * 56U);  // 21 bones, no joint without one
  EXPECT_EQ(p.material, 0);
}

TEST(ProxyMesh, SurfaceFacesOutwards) {
  Character character = test::humanoid().character;
  const Primitive& p = proxy_of(character);
  for (std::size_t i = 0; i < p.indices.size(); i += 3) {
    const Vec3 a = vec(p.positions[p.indices[i]]);
    const Vec3 b = vec(p.positions[p.indices[i + 1]]);
    const Vec3 c = vec(p.positions[p.indices[i + 2]]);
    const Vec3 face = (b - a).cross(c - a);
    ASSERT_GT(face.norm(), 1e-4) << "a triangle without area";  // measured 2.2e-4 m^2 (twice the area)
    for (std::size_t k = 0; k < 3; ++k) ASSERT_GT(face.dot(vec(p.normals[p.indices[i + k]])), 0);
  }
  for (const Float3& normal : p.normals) EXPECT_NEAR(vec(normal).norm(), 1, 1e-6);
}

TEST(ProxyMesh, EveryVertexIsNearABoneOfItsJoint) {
  Character character = test::humanoid().character;
  const Primitive& p = proxy_of(character);
  const std::vector<Transform> world = rest_world(character.skeleton);
  const auto children = character.skeleton.children();
  double farthest = 0;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    const std::size_t joint = p.influences[0].joints[v][0];
    EXPECT_EQ(p.influences[0].weights[v], (Float4{1, 0, 0, 0}));
    double nearest = std::numeric_limits<double>::max();
    for (const int child : children[joint]) {
      nearest = std::min(nearest, distance_to_segment(vec(p.positions[v]), world[joint].translation,
                                                      world[static_cast<std::size_t>(child)].translation));
    }
    farthest = std::max(farthest, nearest);
  }
  EXPECT_LT(farthest, 0.12);  // measured 0.107 m, the chest
  EXPECT_GT(farthest, 0.05);  // a body, not sticks
}

TEST(ProxyMesh, TipsDoNotReachBeyondTheBody) {
  Character character = test::humanoid().character;
  const Primitive& p = proxy_of(character);
  const double lowest = joint_bounds(rest_world(character.skeleton)).lower.y();
  for (const Float3& position : p.positions)
    EXPECT_GT(static_cast<double>(position[1]), lowest - 0.02);  // measured 0.016
}

TEST(ProxyMesh, ShortBonesAreLeftOutAndLoneJointsGetASphere) {
  Character character;
  character.skeleton.joints = {{"root", -1, {}, false}, {"helper", 0, {Vec3(0, 0.0009, 0), Quat::Identity()}, false}};
  const Primitive& p = proxy_of(character);
  EXPECT_EQ(triangles(p), 2U * 42U);
  EXPECT_NO_THROW(character.validate());
}

TEST(ProxyMesh, LeafJointsGetASphereAndEndSitesNone) {
  Character character;
  character.skeleton.joints = {{"root", -1, {}, false},
                               {"leaf", 0, {Vec3(0, 0.3, 0), Quat::Identity()}, false},
                               {"tip", 0, {Vec3(0, -0.3, 0), Quat::Identity()}, true}};
  EXPECT_EQ(triangles(proxy_of(character)), 2U * 56U + 42U);
}

TEST(ProxyMesh, ThePoleUnderTheBodyIsLeftOut) {
  Asset asset = test::humanoid();
  Skeleton& skeleton = asset.character.skeleton;
  for (Joint& joint : skeleton.joints) ++joint.parent;  // kNoParent becomes 0
  skeleton.joints.insert(skeleton.joints.begin(), {"Reference", kNoParent, {}, false});
  const Primitive& p = proxy_of(asset.character);
  EXPECT_EQ(triangles(p), 21U * 56U + 42U);  // instead of the pole a small sphere at the origin
}

TEST(ProxyMesh, BonesToJointsThatAClipCarriesAwayAreLeftOut) {
  Asset asset = test::humanoid();
  Clip clip = rest_clip(asset.character.skeleton, 3, 30, {7});
  Character near = asset.character;
  EXPECT_EQ(triangles(proxy_of(near, std::span(&clip, 1))), 21U * 56U);
  clip.frame_translations(2)[1] += Vec3(0, 0.2, 0);  // the fore-arm, 0.28 m from its parent
  EXPECT_EQ(triangles(proxy_of(asset.character, std::span(&clip, 1))), 20U * 56U + 42U);
}

}  // namespace

}  // namespace sinew
