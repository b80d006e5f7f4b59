// Meshes, materials and images in the written file.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "exporters/gltf/gltf_export.h"
#include "tests/exporters/gltf/glb_document.h"
#include "tests/exporters/gltf/test_characters.h"

namespace sinew {

namespace {

using nlohmann::json;
using test::GlbDocument;

struct Written {
  Ledger ledger;
  GlbDocument file;
};

Written write(const Asset& asset) {
  Ledger ledger;
  GlbDocument file(export_gltf(asset, {}, ledger));
  return {std::move(ledger), std::move(file)};
}

const json& accessor(const GlbDocument& file, const json& index) {
  return file.root["accessors"][index.get<std::size_t>()];
}

TEST(GltfMesh, VertexDataSurvives) {
  const Asset asset = test::cloth();
  auto [ledger, file] = write(asset);
  for (std::size_t p = 0; p < 2; ++p) {
    const Primitive& primitive = asset.character.meshes[0].primitives[p];
    const json written = file.root["meshes"][0]["primitives"][p];
    const auto positions = file.values<Float3>(written["attributes"]["POSITION"].get<int>());
    EXPECT_TRUE(std::ranges::equal(positions, primitive.positions));
    EXPECT_TRUE(std::ranges::equal(file.values<Float3>(written["attributes"]["NORMAL"].get<int>()), primitive.normals));
    EXPECT_TRUE(std::ranges::equal(file.values<Float2>(written["attributes"]["TEXCOORD_0"].get<int>()),
                                   primitive.texcoords[0]));
    EXPECT_TRUE(std::ranges::equal(file.values<std::uint16_t>(written["indices"].get<int>()), primitive.indices));
    EXPECT_TRUE(std::ranges::equal(file.values<Float4>(written["attributes"]["WEIGHTS_0"].get<int>()),
                                   primitive.influences[0].weights));
    EXPECT_TRUE(written["attributes"].contains("WEIGHTS_1"));
    EXPECT_EQ(written["mode"], 4);
  }
  EXPECT_EQ(file.root["meshes"][0]["primitives"][1]["attributes"].contains("COLOR_0"), true);
  EXPECT_FALSE(ledger.has(NoteCode::kRepairedAttribute));
  EXPECT_FALSE(ledger.has(NoteCode::kRepairedWeights));
}

TEST(GltfMesh, PositionsStateTheirExtent) {
  const Asset asset = test::cloth();
  auto [ledger, file] = write(asset);
  const json positions = accessor(file, file.root["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
  EXPECT_EQ(positions["min"], (json{-static_cast<double>(0.1F), static_cast<double>(0.2F), 0.0}));
  EXPECT_EQ(positions["max"], (json{static_cast<double>(0.1F), static_cast<double>(0.9F), 0.0}));
}

TEST(GltfMesh, ViewsAreAlignedAndSayWhatTheyAreFor) {
  auto [ledger, file] = write(test::cloth());
  std::size_t end = 0;
  for (const json& view : file.root["bufferViews"]) {
    EXPECT_EQ(view.value("byteOffset", 0U) % 4, 0U);
    end = view.value("byteOffset", std::size_t{0}) + view["byteLength"].get<std::size_t>();
  }
  EXPECT_LE(end, file.buffer.size());
  for (const json& primitive : file.root["meshes"][0]["primitives"]) {
    EXPECT_EQ(file.view_of(primitive["indices"].get<int>())["target"], 34963);
    for (const auto& [name, index] : primitive["attributes"].items()) {
      EXPECT_EQ(file.view_of(index.get<int>())["target"], 34962) << name;
    }
  }
}

TEST(GltfMesh, IndexAndJointWidthsFollowTheirRange) {
  Asset asset = test::cloth();
  auto narrow = write(asset);
  const json before = narrow.file.root["meshes"][0]["primitives"][1];
  EXPECT_EQ(accessor(narrow.file, before["indices"])["componentType"], 5123);
  EXPECT_EQ(accessor(narrow.file, before["attributes"]["JOINTS_0"])["componentType"], 5121);

  Skeleton& skeleton = asset.character.skeleton;
  while (skeleton.size() < 300) skeleton.joints.push_back({std::to_string(skeleton.size()), 0, {}, false});
  asset.clips.clear();
  Primitive& p = asset.character.meshes[0].primitives[1];
  p.targets.clear();
  asset.character.meshes[0].primitives[0].targets.clear();
  const auto repeat = [](auto& values) { values.resize(65536, values[0]); };
  repeat(p.positions);
  repeat(p.normals);
  repeat(p.colors);
  repeat(p.texcoords[0]);
  for (InfluenceSet& set : p.influences) {
    repeat(set.joints);
    repeat(set.weights);
  }
  p.indices.insert(p.indices.end(), {0, 1, 65535});
  auto wide = write(asset);
  const json after = wide.file.root["meshes"][0]["primitives"][1];
  EXPECT_EQ(accessor(wide.file, after["indices"])["componentType"], 5125);
  EXPECT_EQ(wide.file.values<std::uint32_t>(after["indices"].get<int>()).back(), 65535U);
  EXPECT_EQ(accessor(wide.file, after["attributes"]["JOINTS_0"])["componentType"], 5123);
}

TEST(GltfMesh, MorphTargetsKeepNamesAndOffsets) {
  const Asset asset = test::cloth();
  auto [ledger, file] = write(asset);
  const json mesh = file.root["meshes"][0];
  EXPECT_EQ(mesh["extras"]["targetNames"], (json{"bulge", "dent"}));
  for (std::size_t t = 0; t < 2; ++t) {
    const MorphTarget& target = asset.character.meshes[0].primitives[1].targets[t];
    const json written = mesh["primitives"][1]["targets"][t];
    EXPECT_TRUE(std::ranges::equal(file.values<Float3>(written["POSITION"].get<int>()), target.positions));
    EXPECT_TRUE(std::ranges::equal(file.values<Float3>(written["NORMAL"].get<int>()), target.normals));
  }
}

TEST(GltfMesh, MorphTargetsAreCompleted) {
  Asset asset = test::cloth();
  Primitive& p = asset.character.meshes[0].primitives[1];
  p.normals.clear();
  p.targets[0].positions.clear();
  auto [ledger, file] = write(asset);
  const json targets = file.root["meshes"][0]["primitives"][1]["targets"];
  EXPECT_FALSE(targets[0].contains("NORMAL"));
  for (const Float3& offset : file.values<Float3>(targets[0]["POSITION"].get<int>()))
    EXPECT_EQ(offset, (Float3{0, 0, 0}));
  EXPECT_TRUE(ledger.has(NoteCode::kDroppedAttribute));
}

TEST(GltfMesh, PrimitivesWithoutTrianglesGo) {
  Asset asset = test::cloth();
  asset.character.meshes[0].primitives[0].indices.clear();
  EXPECT_EQ(write(asset).file.root["meshes"][0]["primitives"].size(), 1U);
  asset.character.meshes[0].primitives[1].indices.clear();
  const Written bare = write(asset);
  EXPECT_TRUE(bare.ledger.has(NoteCode::kDroppedMesh));
  EXPECT_TRUE(bare.ledger.has(NoteCode::kProxyMesh));
  EXPECT_EQ(bare.file.root["meshes"][0]["name"], "Proxy");
}

TEST(GltfMesh, MissingTexcoordsAndColorsOutOfRangeAreRepaired) {
  Asset asset = test::cloth();
  asset.character.materials[1].base_color_texture->texcoord = 2;
  asset.character.meshes[0].primitives[1].colors[0] = {-1, 2, 0.5F, 1};
  auto [ledger, file] = write(asset);
  const json attributes = file.root["meshes"][0]["primitives"][1]["attributes"];
  EXPECT_TRUE(attributes.contains("TEXCOORD_1"));
  EXPECT_TRUE(attributes.contains("TEXCOORD_2"));
  EXPECT_EQ(file.values<Float4>(attributes["COLOR_0"].get<int>())[0], (Float4{0, 1, 0.5F, 1}));
  EXPECT_TRUE(ledger.has(NoteCode::kRepairedAttribute));
  EXPECT_TRUE(ledger.has(NoteCode::kAddedAttribute));
}

TEST(GltfMaterial, EverythingIsWritten) {
  auto [ledger, file] = write(test::cloth());
  const json materials = file.root["materials"];
  EXPECT_EQ(materials[0], (json{{"name", "Cloth"},
                                {"doubleSided", true},
                                {"normalTexture", {{"index", 1}, {"scale", 0.5}}},
                                {"occlusionTexture", {{"index", 2}}},
                                {"pbrMetallicRoughness",
                                 {{"baseColorFactor", {0.9, 0.8, 0.7, 1.0}},
                                  {"metallicFactor", 0.0},
                                  {"roughnessFactor", 0.8},
                                  {"baseColorTexture", {{"index", 0}}}}}}));
  EXPECT_EQ(materials[1]["alphaMode"], "MASK");
  EXPECT_EQ(materials[1]["alphaCutoff"], 0.25);
  EXPECT_EQ(materials[1]["extensions"], (json{{"KHR_materials_unlit", json::object()}}));
  EXPECT_EQ(materials[1]["pbrMetallicRoughness"]["baseColorTexture"],
            (json{{"index", 2},
                  {"extensions",
                   {{"KHR_texture_transform", {{"offset", {0.25, 0.0}}, {"scale", {0.5, 0.5}}, {"rotation", 0.1}}}}}}));
  EXPECT_EQ(file.root["extensionsUsed"], (json{"KHR_materials_unlit", "KHR_texture_transform"}));
  EXPECT_FALSE(file.root.contains("extensionsRequired"));
  EXPECT_EQ(file.root["samplers"],
            (json{{{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", 33071}, {"wrapT", 10497}}}));
  EXPECT_EQ(file.root["textures"],
            (json{{{"source", 0}, {"sampler", 0}}, {{"source", 1}, {"sampler", 0}}, {{"source", 0}}}));
}

TEST(GltfMaterial, ExtensionsOnlyWhenUsed) {
  EXPECT_FALSE(write(test::two_skins()).file.root.contains("extensionsUsed"));
}

TEST(GltfMaterial, ImagesKeepTheirBytes) {
  auto [ledger, file] = write(test::cloth());
  const json image = file.root["images"][0];
  EXPECT_EQ(image["mimeType"], "image/png");
  EXPECT_EQ(image["name"], "checker");
  const json view = file.root["bufferViews"][image["bufferView"].get<std::size_t>()];
  const ByteSpan bytes =
      ByteSpan(file.buffer).subspan(view["byteOffset"].get<std::size_t>(), view["byteLength"].get<std::size_t>());
  EXPECT_TRUE(std::ranges::equal(bytes, test::tiny_png()));
}

TEST(GltfMaterial, OtherImagesAreDroppedWithTheirTextures) {
  Asset asset = test::cloth();
  asset.character.images[1] = {"bumps", "image/webp", Bytes(100, std::byte{7})};
  auto [ledger, file] = write(asset);
  EXPECT_EQ(file.root["images"].size(), 1U);
  EXPECT_FALSE(file.root["materials"][0].contains("normalTexture"));
  EXPECT_TRUE(ledger.has(NoteCode::kDroppedMaterialPart));
}

TEST(GltfMaterial, NumbersOutOfRangeAreBroughtIn) {
  Asset asset = test::cloth();
  Material& material = asset.character.materials[0];
  material.emissive = {4, -1, std::numeric_limits<double>::quiet_NaN()};
  material.roughness = std::numeric_limits<double>::infinity();
  material.base_color_texture->wrap_s = 1;
  auto [ledger, file] = write(asset);
  const json written = file.root["materials"][0];
  EXPECT_EQ(written["emissiveFactor"], (json{1.0, 0.0, 0.0}));
  EXPECT_FALSE(written["pbrMetallicRoughness"].contains("roughnessFactor"));  // the default, 1
  EXPECT_EQ(file.root["samplers"][0]["wrapS"], 10497);
  EXPECT_EQ(std::ranges::count(ledger.notes, NoteCode::kDroppedMaterialPart, &Note::code), 1);
}

}  // namespace

}  // namespace sinew
