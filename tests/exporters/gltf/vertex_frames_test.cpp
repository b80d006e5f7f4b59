#include "exporters/gltf/vertex_frames.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {

namespace {

/// Two quads side by side in the plane z = 0, sharing the edge x = 0. Texture coordinates: u grows with |x| (mirrored
/// at the edge) or with x; v grows downwards, as images do.
Primitive two_quads(bool mirrored) {
  Primitive p;
  p.positions = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {-1, 1, 0}, {0, 1, 0}, {1, 1, 0}};
  p.normals.assign(6, Float3{0, 0, 1});
  p.indices = {0, 1, 3, 3, 1, 4, 1, 2, 4, 4, 2, 5};
  p.texcoords.resize(1);
  for (const Float3& v : p.positions) p.texcoords[0].push_back({mirrored ? std::abs(v[0]) : v[0], 1 - v[1]});
  p.influences = {{std::vector<std::array<std::uint16_t, 4>>(6, {0, 0, 0, 0}), std::vector<Float4>(6, {1, 0, 0, 0})}};
  p.targets = {{"t", std::vector<Float3>(6, {0, 0, 0}), {}}};
  return p;
}

TEST(VertexFrames, TangentFollowsUAndBitangentPointsAgainstV) {
  Primitive p = two_quads(false);
  EXPECT_EQ(add_tangents(p, 0), 0U);
  // cross((0, 0, 1), (1, 0, 0)) * 1 = (0, 1, 0): up, where v shrinks.
  for (const Float4& tangent : p.tangents) EXPECT_EQ(tangent, (Float4{1, 0, 0, 1}));
}

TEST(VertexFrames, MirroredSeamIsDoubled) {
  Primitive p = two_quads(true);
  EXPECT_EQ(add_tangents(p, 0), 2U);
  ASSERT_EQ(p.positions.size(), 8U);
  EXPECT_EQ(p.influences[0].joints.size(), 8U);
  EXPECT_EQ(p.influences[0].weights.size(), 8U);
  EXPECT_EQ(p.targets[0].positions.size(), 8U);
  for (std::size_t i = 0; i < p.indices.size(); ++i) {
    const bool left = i < 6;
    const Float3& position = p.positions[p.indices[i]];
    EXPECT_TRUE(left ? position[0] <= 0 : position[0] >= 0);
    EXPECT_EQ(p.tangents[p.indices[i]], (left ? Float4{-1, 0, 0, -1} : Float4{1, 0, 0, 1})) << i;
  }
}

TEST(VertexFrames, TextureWithoutAreaStillGivesUnitTangents) {
  Primitive p = two_quads(false);
  p.texcoords[0].assign(6, Float2{0, 0});
  (void)add_tangents(p, 0);
  for (const Float4& t : p.tangents) {
    EXPECT_NEAR(t[0] * t[0] + t[1] * t[1] + t[2] * t[2], 1, 1e-6);
    EXPECT_EQ(t[2], 0);
  }
}

TEST(VertexFrames, NormalsAreScaledOrReplaced) {
  Primitive p = two_quads(false);
  p.normals[0] = {0, 0, 2};
  p.normals[1] = {0, 0, 0};
  p.normals[2] = {0, 0, 1.0005F};  // near enough: stays
  EXPECT_EQ(repair_normals(p), 2U);
  EXPECT_EQ(p.normals[0], (Float3{0, 0, 1}));
  EXPECT_EQ(p.normals[1], (Float3{0, 0, 1}));
  EXPECT_EQ(p.normals[2], (Float3{0, 0, 1.0005F}));
}

TEST(VertexFrames, NormalOfAVertexWithoutAreaPointsUp) {
  Primitive p = two_quads(false);
  p.indices = {0, 0, 1};
  p.normals[5] = {0, 0, 0};
  EXPECT_EQ(repair_normals(p), 1U);
  EXPECT_EQ(p.normals[5], (Float3{0, 1, 0}));
}

TEST(VertexFrames, TangentsAreScaledOrReplaced) {
  Primitive p = two_quads(false);
  p.tangents.assign(6, Float4{1, 0, 0, 1});
  p.tangents[0] = {3, 0, 0, -0.5F};
  p.tangents[1] = {0, 0, 0, 0};
  EXPECT_EQ(repair_tangents(p), 2U);
  EXPECT_EQ(p.tangents[0], (Float4{1, 0, 0, -1}));
  EXPECT_EQ(p.tangents[1][2], 0);
  EXPECT_NEAR(std::hypot(p.tangents[1][0], p.tangents[1][1]), 1, 1e-6);
  EXPECT_EQ(p.tangents[1][3], 1);
  EXPECT_EQ(p.tangents[2], (Float4{1, 0, 0, 1}));
}

}  // namespace

}  // namespace sinew
