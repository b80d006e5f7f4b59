#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/importers/fbx/ascii_fbx.h"

namespace sinew::test {
namespace {

constexpr float kSingle = 1e-6F;

struct Body {
  AsciiFbx file;
  int root = 0;
  int tip = 0;
  int mesh = 0;
};

Body body() {
  Body made;
  made.file.units(1);
  made.file.axes('X', 'Y', 'Z');
  made.root = made.file.bone("root", 0);
  made.tip = made.file.bone("tip", made.root, {1, 0, 0});
  made.mesh = made.file.mesh("skin", 0);
  return made;
}

TEST(FbxMesh, SkinWeightsAndBindMatrices) {
  Body b = body();
  b.file.skin(b.mesh, {{b.root, {0, 1, 2}, {1, 0.5, 3}, {0, 0, 0}}, {b.tip, {1, 2}, {0.5, 1}, {1, 0, 0}}});
  const SourceScene scene = read(b.file);
  ASSERT_EQ(scene.meshes.size(), 1u);
  const SourceMesh& mesh = scene.meshes[0];
  ASSERT_EQ(mesh.joints.size(), 2u);
  EXPECT_EQ(scene.nodes[static_cast<std::size_t>(mesh.joints[1])].name, "tip");
  EXPECT_LT((mesh.inverse_bind[1].col(3) - Eigen::Vector4d(-1, 0, 0, 1)).norm(), 1e-12);
  ASSERT_EQ(mesh.primitives.size(), 1u);
  const Primitive& primitive = mesh.primitives[0];
  EXPECT_EQ(primitive.indices.size(), 6u);
  ASSERT_EQ(primitive.influences.size(), 1u);
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Float4 w = primitive.influences[0].weights[v];
    EXPECT_NEAR(w[0] + w[1] + w[2] + w[3], 1, kSingle);
    if (primitive.positions[v] == Float3{0, 1, 0}) {
      EXPECT_NEAR(w[0], 0.75F, kSingle) << "3 : 1, normalised";
      EXPECT_EQ(primitive.influences[0].joints[v][0], 0);
    }
  }
  EXPECT_TRUE(scene.ledger.has(NoteCode::kRepairedWeights)) << "vertex 3 has no weight";
  EXPECT_EQ(import(b.file).character.meshes.size(), 1u);
}

TEST(FbxMesh, NineInfluencesBecomeEight) {
  AsciiFbx file;
  file.axes('X', 'Y', 'Z');
  const int mesh = file.mesh("skin", 0);
  std::vector<AsciiFbx::Influence> influences;
  int parent = 0;
  for (int i = 0; i < 9; ++i) {
    parent = file.bone(fmt::format("b{}", i), parent);
    influences.push_back({parent, {0, 1, 2, 3}, std::vector<double>(4, 1.0 + i), {0, 0, 0}});
  }
  file.skin(mesh, influences);
  const SourceScene scene = read(file);
  const Primitive& primitive = scene.meshes.at(0).primitives.at(0);
  ASSERT_EQ(primitive.influences.size(), 2u);
  EXPECT_NEAR(primitive.influences[0].weights[0][0], 9.0 / 44, kSingle) << "largest first: 9 of 2 + ... + 9";
  EXPECT_NEAR(primitive.influences[1].weights[0][3], 2.0 / 44, kSingle);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kRepairedWeights));
}

TEST(FbxMesh, RigidMeshHasItsGeometricOffsetApplied) {
  Body b = body();
  const int prop = b.file.mesh("prop", b.tip);
  b.file.property(prop, "GeometricTranslation", {0, 0, 5});
  b.file.property(prop, "GeometricScaling", {-2, 1, 1});
  const SourceScene scene = read(b.file);
  ASSERT_EQ(scene.meshes.size(), 2u);
  const Primitive& primitive = scene.meshes[1].primitives.at(0);
  EXPECT_TRUE(scene.meshes[1].joints.empty());
  const std::uint32_t second = primitive.indices[2];  // the mirror turns the triangle around
  EXPECT_EQ(primitive.positions[primitive.indices[0]], (Float3{0, 0, 5}));
  EXPECT_EQ(primitive.positions[second], (Float3{-2, 0, 5}));
}

TEST(FbxMesh, BlendShapesBecomeMorphTargets) {
  Body b = body();
  b.file.skin(b.mesh, {{b.root, {0, 1, 2, 3}, {1, 1, 1, 1}, {0, 0, 0}}});
  b.file.blend_shape(b.mesh, "smile", 1, {0, 0, 0.5});
  const SourceScene scene = read(b.file);
  const Primitive& primitive = scene.meshes.at(0).primitives.at(0);
  ASSERT_EQ(primitive.targets.size(), 1u);
  EXPECT_EQ(primitive.targets[0].name, "smile");
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Float3 expected = primitive.positions[v] == Float3{1, 0, 0} ? Float3{0, 0, 0.5F} : Float3{};
    EXPECT_EQ(primitive.targets[0].positions[v], expected);
  }
}

TEST(FbxMesh, MotionOfASkinnedMeshNodeIsNoJoint) {
  Body b = body();
  b.file.skin(b.mesh, {{b.root, {0, 1, 2, 3}, {1, 1, 1, 1}, {0, 0, 0}}});
  const int layer = b.file.layer(b.file.stack("walk", 0, 1));
  b.file.curve(layer, b.mesh, "Lcl Translation", 0, {{0, 0}, {1, 5}});
  b.file.curve(layer, b.root, "Lcl Translation", 0, {{0, 0}, {1, 1}});
  const Asset asset = import(b.file);
  EXPECT_EQ(asset.character.skeleton.size(), 2);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kDroppedChannel));
}

TEST(FbxMesh, MaterialsTexturesAndEmbeddedImages) {
  Body b = body();
  b.file.skin(b.mesh, {{b.root, {0, 1, 2, 3}, {1, 1, 1, 1}, {0, 0, 0}}});
  const int material = b.file.next_id();
  const int embedded = b.file.next_id();
  const int external = b.file.next_id();
  b.file.object(
      fmt::format("Material: {}, \"Material::cloth\", \"\" {{ ShadingModel: \"phong\"\nProperties70: {{\n"
                  "P: \"DiffuseColor\", \"Color\", \"\", \"A\",0.25,0.5,0.75\n"
                  "P: \"Opacity\", \"double\", \"Number\", \"\",0.5\n}} }}\n",
                  material));
  b.file.object(fmt::format("Texture: {}, \"Texture::t\", \"\" {{ FileName: \"art/in.png\" }}\n", embedded));
  b.file.object(fmt::format("Texture: {}, \"Texture::n\", \"\" {{ FileName: \"art/out.png\" }}\n", external));
  const int video = b.file.next_id();
  b.file.object(
      fmt::format("Video: {}, \"Video::v\", \"Clip\" {{ Type: \"Clip\"\nFilename: \"art/in.png\"\n"
                  "Content: , \"iVBORw0KGgo=\" }}\n",
                  video));
  b.file.connect(material, b.mesh);
  b.file.connect(embedded, material, "EmissiveColor");
  b.file.connect(external, material, "NormalMap");
  b.file.connect(video, embedded);
  const SourceScene scene = read(b.file);
  ASSERT_EQ(scene.materials.size(), 1u);
  const Material& made = scene.materials[0];
  EXPECT_EQ(made.name, "cloth");
  EXPECT_NEAR(made.base_color[1], 0.5, 1e-9);
  EXPECT_NEAR(made.base_color[3], 0.5, 1e-9);
  EXPECT_EQ(made.alpha_mode, AlphaMode::kBlend);
  ASSERT_TRUE(made.emissive_texture.has_value());
  EXPECT_FALSE(made.normal_texture.has_value());
  ASSERT_EQ(scene.images.size(), 1u);
  EXPECT_EQ(scene.images[0].mime_type, "image/png");
  EXPECT_EQ(scene.images[0].bytes.size(), 8u);
  EXPECT_TRUE(scene.ledger.has(NoteCode::kDroppedMaterialPart)) << "out.png is named and not read";
  EXPECT_EQ(scene.meshes.at(0).primitives.at(0).material, 0);
}

}  // namespace
}  // namespace sinew::test
