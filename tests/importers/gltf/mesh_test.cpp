#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "importers/gltf/triangles.h"
#include "tests/importers/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::read_text;
using test::refusal;
using ::testing::HasSubstr;

const std::vector<float> kTriangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};

/// Node 0 carries the mesh, with skin 0 of joints 1 and 2.
std::string skinned(const GltfBuilder& builder, std::string_view primitive, std::string_view skin = "") {
  return builder.json(
      fmt::format(R"("nodes": [{{"mesh": 0, "skin": 0}}, {{"children": [2]}}, {{}}], "skins": [{{"joints": [1, 2]{}}}],
                                      "meshes": [{{"name": "m", "primitives": [{{{}}}]}}])",
                  skin, primitive));
}

std::string rigid(const GltfBuilder& builder, std::string_view primitive, std::string_view more = "") {
  return builder.json(
      fmt::format(R"("nodes": [{{"mesh": 0}}], "meshes": [{{"primitives": [{{{}}}]}}]{})", primitive, more));
}

using Indices = std::vector<std::uint32_t>;

TEST(GltfTriangles, ListsStripsAndFans) {
  EXPECT_EQ(to_triangles(4, {}, 3), (Indices{0, 1, 2}));
  EXPECT_EQ(to_triangles(4, {2, 1, 0, 3, 4}, 5), (Indices{2, 1, 0}));
  EXPECT_EQ(to_triangles(5, {}, 5), (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
  EXPECT_EQ(to_triangles(6, {}, 5), (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0}));
  EXPECT_EQ(to_triangles(5, {0, 1, 2, 2, 3}, 5), (Indices{0, 1, 2}));
  EXPECT_TRUE(to_triangles(5, {}, 2).empty());
}

TEST(GltfMesh, ReadsAllAttributes) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int normal = builder.floats("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const int tangent = builder.floats("VEC4", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1});
  const int uv = builder.shorts("VEC2", {0, 65535, 13107, 0, 0, 0}, true);
  const int color = builder.bytes("VEC4", {255, 0, 51, 255, 0, 0, 0, 0, 0, 0, 0, 0}, true);
  const int indices = builder.bytes("SCALAR", {2, 1, 0});
  const SourceScene scene = read_text(rigid(
      builder,
      fmt::format(
          R"("attributes": {{"POSITION": {}, "NORMAL": {}, "TANGENT": {}, "TEXCOORD_0": {}, "COLOR_0": {}, "_MINE": {}}}, "indices": {})",
          position, normal, tangent, uv, color, position, indices)));
  const Primitive& primitive = scene.meshes.at(0).primitives.at(0);
  EXPECT_EQ(primitive.indices, (Indices{2, 1, 0}));
  EXPECT_EQ(primitive.positions[1], (Float3{1, 0, 0}));
  EXPECT_EQ(primitive.normals[2], (Float3{0, 0, 1}));
  EXPECT_EQ(primitive.tangents[2], (Float4{1, 0, 0, -1}));
  EXPECT_EQ(primitive.texcoords.at(0)[0], (Float2{0, 1}));
  EXPECT_FLOAT_EQ(primitive.texcoords[0][1][0], 0.2F);
  EXPECT_FLOAT_EQ(primitive.colors[0][2], 0.2F);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kDroppedAttribute));  // _MINE
  EXPECT_TRUE(scene.meshes[0].joints.empty());
}

TEST(GltfMesh, QuantisedPositionsAreHonoured) {
  GltfBuilder builder;
  const int position = builder.shorts("VEC3", {0, 0, 0, 65535, 0, 0, 0, 32768, 0}, true);
  const SourceScene scene = read_text(
      rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}})", position),
            R"(, "extensionsRequired": ["KHR_mesh_quantization"], "extensionsUsed": ["KHR_mesh_quantization"])"));
  EXPECT_EQ(scene.meshes.at(0).primitives.at(0).positions[1], (Float3{1, 0, 0}));
  EXPECT_FLOAT_EQ(scene.meshes[0].primitives[0].positions[2][1], 32768.0F / 65535);
}

TEST(GltfMesh, SkinsComeWithTheirBindMatrices) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int joints = builder.bytes("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  const int weights = builder.floats("VEC4", {0.25F, 0.75F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int bind = builder.floats(
      "MAT4", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 9, 10, 1});
  const std::string primitive =
      fmt::format(R"("attributes": {{"POSITION": {}, "JOINTS_0": {}, "WEIGHTS_0": {}}})", position, joints, weights);
  const SourceScene scene = read_text(skinned(builder, primitive, fmt::format(R"(, "inverseBindMatrices": {})", bind)));
  const SourceMesh& mesh = scene.meshes.at(0);
  EXPECT_EQ(mesh.name, "m");
  EXPECT_EQ(mesh.joints, (std::vector<int>{1, 2}));
  EXPECT_EQ(mesh.inverse_bind.at(1)(0, 3), 8);
  EXPECT_EQ(mesh.primitives[0].influences.at(0).weights[0][1], 0.75F);
  EXPECT_EQ(mesh.primitives[0].influences[0].joints[1][0], 1);
  EXPECT_FALSE(scene.ledger.has(NoteCode::kRepairedWeights));
  EXPECT_FALSE(scene.nodes[0].is_joint);
  EXPECT_TRUE(scene.nodes[2].is_joint);
  const SourceScene plain = read_text(skinned(builder, primitive));
  EXPECT_TRUE(plain.ledger.has(NoteCode::kRepairedBind));
  EXPECT_TRUE(plain.meshes[0].inverse_bind[1].isIdentity());
}

TEST(GltfMesh, WeightsAreRepaired) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int joints = builder.bytes("VEC4", {0, 1, 77, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int weights = builder.floats("VEC4", {1, 3, 0, 0, 0, 0, 0, 0, 1, -1, 0, 0});
  const std::string primitive =
      fmt::format(R"("attributes": {{"POSITION": {}, "JOINTS_0": {}, "WEIGHTS_0": {}}})", position, joints, weights);
  const SourceScene scene = read_text(skinned(builder, primitive));
  const InfluenceSet& set = scene.meshes.at(0).primitives.at(0).influences.at(0);
  EXPECT_EQ(set.weights[0], (Float4{0.25F, 0.75F, 0, 0}));
  EXPECT_EQ(set.joints[0][2], 0);
  EXPECT_EQ(set.weights[1], (Float4{1, 0, 0, 0}));
  EXPECT_EQ(set.joints[1][0], 0);
  EXPECT_EQ(set.weights[2], (Float4{1, 0, 0, 0}));
  EXPECT_TRUE(scene.ledger.has(NoteCode::kRepairedWeights));
}

TEST(GltfMesh, RefusesBrokenSkinning) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int joints = builder.bytes("VEC4", {0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  const int weights = builder.floats("VEC4", {0.5F, 0.5F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int nan = builder.floats("VEC4", {std::nanf(""), 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int zeros = builder.accessor(R"({"componentType": 5126, "count": 2, "type": "MAT4"})");
  const auto attributes = [&](int j, int w) {
    return fmt::format(R"("attributes": {{"POSITION": {}, "JOINTS_0": {}, "WEIGHTS_0": {}}})", position, j, w);
  };
  EXPECT_THAT(refusal(skinned(builder, attributes(joints, weights))),
              HasSubstr("vertex 0 is moved by joint 2 of a skin that has 2"));
  EXPECT_THAT(refusal(skinned(builder, attributes(joints, nan))),
              HasSubstr("vertex 0 has a weight that is not finite"));
  EXPECT_THAT(refusal(skinned(builder, attributes(weights, weights))),
              HasSubstr("component type 5126; expected 5121 or 5123"));
  const int one = builder.accessor(R"({"componentType": 5126, "count": 1, "type": "MAT4"})");
  EXPECT_THAT(
      refusal(skinned(builder, attributes(joints, weights), fmt::format(R"(, "inverseBindMatrices": {})", one))),
      HasSubstr("1 matrices for 2 joints"));
  EXPECT_THAT(
      refusal(skinned(builder, attributes(joints, weights), fmt::format(R"(, "inverseBindMatrices": {})", position))),
      HasSubstr("3 components per element; expected 16"));
  EXPECT_THAT(
      refusal(skinned(builder, attributes(joints, weights), fmt::format(R"(, "inverseBindMatrices": {})", zeros))),
      HasSubstr("matrix 0 is not affine"));
}

TEST(GltfMesh, RefusesBrokenGeometry) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int two = builder.floats("VEC3", {0, 0, 1, 0, 0, 1});
  const int infinite = builder.floats("VEC3", {0, 0, 0, std::numeric_limits<float>::infinity(), 0, 0, 0, 1, 0});
  const int indices = builder.bytes("SCALAR", {0, 1, 3});
  EXPECT_THAT(
      refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}}, "indices": {})", position, indices))),
      HasSubstr("index 3 at 2 of a primitive with 3 vertices"));
  EXPECT_THAT(refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}, "NORMAL": {}}})", position, two))),
              HasSubstr("NORMAL: 2 elements; the primitive's positions are 3"));
  EXPECT_THAT(refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}})", infinite))),
              HasSubstr("POSITION: has values that are not finite"));
  EXPECT_THAT(refusal(rigid(builder, R"("attributes": {"POSITION": 44})")), HasSubstr("accessor 44 does not exist"));
  EXPECT_THAT(refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}}, "material": 0)", position))),
              HasSubstr("material 0 does not exist"));
  EXPECT_THAT(refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}}, "mode": 9)", position))),
              HasSubstr("mode 9; expected 0 to 6"));
  EXPECT_THAT(refusal(builder.json(R"("nodes": [{"mesh": 1}], "meshes": [{"primitives": []}])")),
              HasSubstr("mesh 1 does not exist"));
  EXPECT_THAT(refusal(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}}, "indices": 1.5)", position))),
              HasSubstr("indices: expected an integer"));
}

TEST(GltfMesh, WhatCannotBeKeptIsNoted) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const int nan = builder.floats("VEC3", {0, 0, 1, 0, 0, std::nanf(""), 0, 0, 1});
  EXPECT_TRUE(read_text(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}}}, "mode": 1)", position)))
                  .ledger.has(NoteCode::kDroppedMesh));
  EXPECT_TRUE(read_text(rigid(builder, fmt::format(R"("attributes": {{"NORMAL": {}}})", position)))
                  .ledger.has(NoteCode::kDroppedMesh));
  const SourceScene scene =
      read_text(rigid(builder, fmt::format(R"("attributes": {{"POSITION": {}, "NORMAL": {}}})", position, nan)));
  EXPECT_TRUE(scene.ledger.has(NoteCode::kDroppedAttribute));
  EXPECT_TRUE(scene.meshes.at(0).primitives.at(0).normals.empty());
}

TEST(GltfMesh, MorphTargetsHaveNames) {
  GltfBuilder builder;
  const int position = builder.floats("VEC3", kTriangle);
  const SourceScene scene = read_text(builder.json(fmt::format(
      R"("nodes": [{{"mesh": 0}}, {{"mesh": 0}}], "meshes": [{{"primitives": [{{"attributes": {{"POSITION": {0}}},
         "targets": [{{"POSITION": {0}}}, {{"NORMAL": {0}, "TANGENT": {0}}}]}}], "extras": {{"targetNames": ["smile"]}}}}])",
      position)));
  ASSERT_EQ(scene.meshes.size(), 2U);  // one per node
  EXPECT_EQ(scene.meshes[1].node, 1);
  const Primitive& primitive = scene.meshes[1].primitives.at(0);
  ASSERT_EQ(primitive.targets.size(), 2U);
  EXPECT_EQ(primitive.targets[0].name, "smile");
  EXPECT_EQ(primitive.targets[0].positions.size(), 3U);
  EXPECT_EQ(primitive.targets[1].name, "target_1");
  EXPECT_EQ(primitive.targets[1].normals.size(), 3U);
  EXPECT_TRUE(primitive.targets[1].positions.empty());
}

TEST(GltfMaterial, ReadsFactorsTexturesAndExtensions) {
  GltfBuilder builder;
  const int view = builder.view({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1});
  const SourceScene scene = read_text(builder.json(fmt::format(
      R"("materials": [{{"name": "skin", "doubleSided": true, "alphaMode": "MASK", "alphaCutoff": 0.25, "emissiveFactor": [1, 0, 0.5],
           "pbrMetallicRoughness": {{"baseColorFactor": [0.1, 0.2, 0.3, 0.4], "metallicFactor": 0, "baseColorTexture": {{"index": 0,
             "extensions": {{"KHR_texture_transform": {{"offset": [1, 2], "rotation": 0.5, "scale": [3, 4], "texCoord": 1}}}}}}}},
           "normalTexture": {{"index": 1, "scale": 0.5}}, "extensions": {{"KHR_materials_unlit": {{}}}}}}],
         "textures": [{{"source": 0, "sampler": 0}}, {{"source": 1}}], "samplers": [{{"magFilter": 9729, "wrapS": 33071}}],
         "images": [{{"bufferView": {}, "mimeType": "image/jpeg"}}, {{"uri": "gone.png"}}],
         "extensionsUsed": ["KHR_materials_clearcoat"])",
      view)));
  const Material& material = scene.materials.at(0);
  EXPECT_EQ(material.base_color, (std::array<double, 4>{0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(material.metallic, 0);
  EXPECT_EQ(material.roughness, 1);
  EXPECT_EQ(material.alpha_mode, AlphaMode::kMask);
  EXPECT_EQ(material.alpha_cutoff, 0.25);
  EXPECT_EQ(material.emissive[2], 0.5);
  EXPECT_TRUE(material.double_sided);
  EXPECT_TRUE(material.unlit);
  const TextureUse& use = material.base_color_texture.value();
  EXPECT_EQ(use.image, 0);
  EXPECT_EQ(use.texcoord, 1);
  EXPECT_EQ(use.offset[1], 2);
  EXPECT_EQ(use.scale[0], 3);
  EXPECT_EQ(use.rotation, 0.5);
  EXPECT_EQ(use.mag_filter, 9729);
  EXPECT_EQ(use.min_filter, 0);
  EXPECT_EQ(use.wrap_s, 33071);
  ASSERT_EQ(scene.images.size(), 1U);
  EXPECT_EQ(scene.images[0].bytes.size(), 9U);
  EXPECT_EQ(scene.images[0].mime_type, "image/png");  // the bytes say so
  EXPECT_FALSE(material.normal_texture);              // a missing image is a note, not a refusal
  EXPECT_TRUE(scene.ledger.has(NoteCode::kDroppedMaterialPart));
}

TEST(GltfMaterial, RefusesReferencesToNothing) {
  const auto material = [](std::string_view texture, std::string_view more) {
    return refusal(GltfBuilder().json(fmt::format(R"("materials": [{{"emissiveTexture": {{{}}}}}]{})", texture, more)));
  };
  EXPECT_THAT(material(R"("index": 0)", ""), HasSubstr("texture 0 does not exist"));
  EXPECT_THAT(material(R"("index": 0)", R"(, "textures": [{"source": 2}])"), HasSubstr("image 2 does not exist"));
  EXPECT_THAT(material(R"("index": 0)", R"(, "textures": [{"sampler": 2}])"), HasSubstr("sampler 2 does not exist"));
  EXPECT_THAT(material(R"("texCoord": 0)", ""), HasSubstr("\"index\" is missing"));
}

}  // namespace
}  // namespace sinew
