#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "importers/gltf/data_uri.h"
#include "libanim/support/error.h"
#include "tests/importers/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::make_glb;
using test::read_text;
using test::refusal;
using ::testing::HasSubstr;

std::string glb_refusal(Bytes bytes) { return refusal(std::string(as_text(bytes))); }

Bytes patched(Bytes bytes, std::size_t offset, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(offset + i) = static_cast<std::byte>(word >> (8 * i));
  return bytes;
}

TEST(GltfContainer, ReadsTheSameFromJsonAndGlb) {
  GltfBuilder builder;
  const int input = builder.floats("SCALAR", {0, 1});
  const int output = builder.floats("VEC3", {0, 0, 0, 1, 2, 3});
  const std::string body = fmt::format(R"("nodes": [{{}}], "animations": [{{"samplers": [{{"input": {}, "output": {}}}],
                                           "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "translation"}}}}]}}])",
                                       input, output);
  const SourceScene text = read_text(builder.json(body));
  const SourceScene binary = read_gltf(builder.glb(body), nullptr, {});
  EXPECT_EQ(binary.source.format, "glTF 2.0 binary");
  EXPECT_EQ(text.source.format, "glTF 2.0");
  ASSERT_EQ(binary.animations.at(0).frames, text.animations.at(0).frames);
  EXPECT_EQ(binary.animations[0].tracks[0].samples[24].translation, Vec3(1, 2, 3));
}

TEST(GltfContainer, RefusesBrokenGlbs) {
  const Bytes good = make_glb(R"({"asset": {"version": "2.0"}})", {1, 2, 3, 4});
  EXPECT_NO_THROW((void)read_gltf(good, nullptr, {}));
  EXPECT_THAT(glb_refusal(patched(good, 4, 1)), HasSubstr("container version 1; expected 2"));
  EXPECT_THAT(glb_refusal(patched(good, 8, 4000)), HasSubstr("declares 4000 bytes but the file has"));
  EXPECT_THAT(glb_refusal(patched(good, 12, 0xFFFFFFFF)), HasSubstr("a chunk declares 4294967295 bytes but"));
  EXPECT_THAT(glb_refusal(patched(good, 16, 0x12345678)), HasSubstr("first chunk has type 0x12345678; expected JSON"));
  EXPECT_THAT(glb_refusal(Bytes(good.begin(), good.begin() + 8)), HasSubstr("the file has 8 bytes"));
  EXPECT_THAT(glb_refusal(patched(Bytes(good.begin(), good.begin() + 14), 8, 14)),
              HasSubstr("ends within a chunk's header"));
}

TEST(GltfContainer, BytesBehindTheEndAreNoted) {
  Bytes bytes = make_glb(R"({"asset": {"version": "2.0"}})", {});
  bytes.resize(bytes.size() + 7);
  EXPECT_TRUE(read_gltf(bytes, nullptr, {}).ledger.has(NoteCode::kIgnoredData));
}

TEST(GltfContainer, RefusesWhatIsNoGltf) {
  EXPECT_THAT(refusal(""), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal("HIERARCHY"), HasSubstr("not readable as glTF"));
  EXPECT_THAT(refusal("[]"), HasSubstr("the document is not an object"));
  EXPECT_THAT(refusal("{}"), HasSubstr("\"asset\" is missing"));
  EXPECT_THAT(refusal(R"({"asset": {"version": "1.0"}})"), HasSubstr("glTF version \"1.0\"; expected 2.x"));
  EXPECT_THAT(refusal(R"({"asset": {"version": 2}})"),
              HasSubstr("glTF/asset/version: expected a string, found number"));
  EXPECT_THAT(refusal(R"({"asset": {"version": "2.0"}, "nodes": [{"translation": [1e999, 0, 0]}]})"),
              HasSubstr("not readable as glTF"));
}

TEST(GltfContainer, RefusesDepthAndSizeBeforeParsing) {
  const std::string deep = R"({"asset": {"version": "2.0", "extras": )" + std::string(100000, '[');
  EXPECT_THAT(refusal(deep), HasSubstr("nested more than 512 deep"));
  std::string many = R"({"asset": {"version": "2.0", "extras": [0)";
  for (int i = 0; i < 4'000'000; ++i) many += ",0";
  EXPECT_THAT(refusal(many + "]}}"), HasSubstr("more than 4000000 values"));
  ImportOptions options;
  options.limits.max_file_bytes = 10;
  EXPECT_THAT(refusal(R"({"asset": {"version": "2.0"}})", options), HasSubstr("at most 10 are read"));
}

TEST(GltfContainer, IntegersMayBeWrittenWithAFraction) {
  const SourceScene scene = read_text(R"({"asset": {"version": "2.0"}, "nodes": [{"children": [1.0]}, {}]})");
  EXPECT_EQ(scene.nodes.at(1).parent, 0);
}

TEST(GltfContainer, RefusesBuffersThatAreTooShortOrMissing) {
  const auto buffer = [](std::string_view entry) {
    return refusal(fmt::format(R"({{"asset": {{"version": "2.0"}}, "buffers": [{{{}}}]}})", entry));
  };
  EXPECT_THAT(buffer(R"("byteLength": 9, "uri": "data:;base64,AAAA")"),
              HasSubstr("buffers/0: declares 9 bytes but there are 3"));
  EXPECT_THAT(buffer(R"("byteLength": 1, "uri": "a.bin")"),
              HasSubstr("URI \"a.bin\": the file refers to another file"));
  EXPECT_THAT(buffer(R"("byteLength": 1, "uri": "data:;base64,A*AA")"), HasSubstr("no base64 digit"));
  EXPECT_THAT(buffer(R"("uri": "a.bin")"), HasSubstr("\"byteLength\" is missing"));
}

TEST(GltfExtensions, CompressionIsRefusedWithAdvice) {
  for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"}) {
    const std::string message = refusal(GltfBuilder().json(fmt::format(R"("extensionsRequired": ["{}"])", name)));
    EXPECT_THAT(message, HasSubstr(name));
    EXPECT_THAT(message, HasSubstr("without compression"));
  }
  // Not required, but there is nothing else to read.
  EXPECT_THAT(
      refusal(GltfBuilder().json(
          R"("extensionsUsed": ["KHR_draco_mesh_compression"], "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {}}}}]}])")),
      HasSubstr("KHR_draco_mesh_compression"));
  EXPECT_THAT(
      refusal(
          R"({"asset": {"version": "2.0"}, "extensionsUsed": ["EXT_meshopt_compression"], "buffers": [{"byteLength": 99}], "nodes": [{}],
      "bufferViews": [{"buffer": 0, "byteLength": 99, "extensions": {"EXT_meshopt_compression": {"buffer": 1}}}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}],
      "animations": [{"samplers": [{"input": 0, "output": 0}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}]}]})"),
      HasSubstr("only there compressed with EXT_meshopt_compression"));
}

TEST(GltfExtensions, UnknownOnesAreRefusedWhenRequiredAndNotedOtherwise) {
  EXPECT_THAT(refusal(GltfBuilder().json(R"("extensionsRequired": ["ACME_motion"])")),
              HasSubstr("requires the extension \"ACME_motion\""));
  const SourceScene scene = read_text(GltfBuilder().json(
      R"("extensionsUsed": ["ACME_motion"], "extensionsRequired": ["VRMC_vrm", "KHR_materials_clearcoat"])"));
  EXPECT_TRUE(scene.ledger.has(NoteCode::kIgnoredData));
}

TEST(DataUri, DecodesBothEncodings) {
  EXPECT_FALSE(decode_data_uri("a.bin"));
  const DataUri binary = decode_data_uri("data:image/PNG;base64,AQID/w==").value();
  EXPECT_EQ(binary.mime_type, "image/png");
  EXPECT_EQ(binary.bytes, (Bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{255}}));
  EXPECT_EQ(as_text(decode_data_uri("data:text/plain,a%20b").value().bytes), "a b");
  EXPECT_THROW((void)decode_data_uri("data:nothing"), Error);
  EXPECT_THROW((void)decode_data_uri("data:;base64,AAAAA"), Error);
}

}  // namespace
}  // namespace sinew
