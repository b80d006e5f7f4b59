#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/importers/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::read_text;
using test::refusal;
using ::testing::HasSubstr;

std::vector<std::uint8_t> raw(const std::vector<float>& values) {
  std::vector<std::uint8_t> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A document whose one animation moves node 0 through the values of accessor `output`, key i at i / 24 s.
std::string moving(GltfBuilder& builder, int output, int keys, std::string_view path = "translation") {
  std::vector<float> times;
  for (int i = 0; i < keys; ++i) times.push_back(static_cast<float>(i) / 24);
  const int input = builder.floats("SCALAR", times);
  return builder.json(fmt::format(R"("nodes": [{{}}], "animations": [{{"samplers": [{{"input": {}, "output": {}}}],
                                      "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "{}"}}}}]}}])",
                                  input, output, path));
}

std::vector<double> xs(const std::string& json) {
  const SourceScene scene = read_text(json);
  std::vector<double> result;
  for (const Trs& sample : scene.animations.at(0).tracks.at(0).samples) result.push_back(sample.translation.x());
  return result;
}

TEST(GltfAccessors, StrideAndOffsetAreHonoured) {
  GltfBuilder builder;
  // Offset 4; elements every 20 bytes.
  const int view = builder.view(raw({0, 1, 2, 3, 99, 99, 4, 5, 6, 99, 99, 7, 8, 9}), R"(, "byteStride": 20)");
  const int output = builder.accessor(
      fmt::format(R"({{"bufferView": {}, "byteOffset": 4, "componentType": 5126, "count": 3, "type": "VEC3"}})", view));
  EXPECT_EQ(xs(moving(builder, output, 3)), (std::vector<double>{1, 4, 7}));
}

TEST(GltfAccessors, SparseElementsReplaceOthers) {
  GltfBuilder builder;
  const int base = builder.view(raw({1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}));
  const int indices = builder.view({1, 3});
  const int values = builder.view(raw({20, 0, 0, 40, 0, 0}));
  const auto accessor = [&](const std::string& base_view) {
    return fmt::format(R"({{{}"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {{"count": 2,
        "indices": {{"bufferView": {}, "componentType": 5121}}, "values": {{"bufferView": {}}}}}}})",
                       base_view, indices, values);
  };
  const int based = builder.accessor(accessor(fmt::format(R"("bufferView": {}, )", base)));
  EXPECT_EQ(xs(moving(builder, based, 4)), (std::vector<double>{1, 20, 3, 40}));
  const int zeros = builder.accessor(accessor(""));
  EXPECT_EQ(xs(moving(builder, zeros, 4)), (std::vector<double>{0, 20, 0, 40}));
}

TEST(GltfAccessors, RefusesBrokenSparseParts) {
  const auto sparse = [](const std::vector<std::uint8_t>& indices, std::string_view more, int count = 2) {
    GltfBuilder builder;
    const int index_view = builder.view(indices);
    const int values = builder.view(raw({20, 0, 0, 40, 0, 0}));
    const int output =
        builder.accessor(fmt::format(R"({{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {{"count": {},
        "indices": {{"bufferView": {}, "componentType": 5121{}}}, "values": {{"bufferView": {}}}}}}})",
                                     count, index_view, more, values));
    return refusal(moving(builder, output, 4));
  };
  EXPECT_THAT(sparse({3, 1}, ""), HasSubstr("sparse index 1 at 1"));
  EXPECT_THAT(sparse({1, 4}, ""), HasSubstr("sparse index 4 at 1 of an accessor with 4 elements"));
  EXPECT_THAT(sparse({1, 2}, R"(, "byteOffset": 1)"),
              HasSubstr("accessors/0/sparse/indices: 2 elements end at byte 3"));
  EXPECT_THAT(sparse({0, 1, 2}, "", 3), HasSubstr("accessors/0/sparse/values: 3 elements end at byte 36"));
  EXPECT_THAT(sparse({0, 1, 2, 3, 4}, "", 5), HasSubstr("5 sparse elements in an accessor of 4"));
}

TEST(GltfAccessors, RefusesWhatDoesNotFit) {
  const auto with = [](std::string_view properties, std::string_view view_properties = "") {
    GltfBuilder builder;
    builder.view(raw({1, 2, 3, 4, 5, 6}), view_properties);
    builder.accessor(fmt::format("{{{}}}", properties));
    return refusal(builder.json(R"("nodes": [{}])"));
  };
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3")"),
              HasSubstr("accessors/0: 3 elements end at byte 36 of buffer view 0, which has 24"));
  EXPECT_THAT(with(R"("bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3")"),
              HasSubstr("end at byte 32"));
  EXPECT_THAT(
      with(
          R"("bufferView": 0, "byteOffset": 9007199254740992, "componentType": 5126, "count": 9007199254740992, "type": "VEC3")"),
      HasSubstr("9007199254740992 elements end at byte"));
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5126, "count": 18446744073709551615, "type": "VEC3")"),
              HasSubstr("count: expected an integer from 0 to 9007199254740992"));
  EXPECT_THAT(with(R"("bufferView": 9, "componentType": 5126, "count": 1, "type": "VEC3")"),
              HasSubstr("accessors/0: buffer view 9 does not exist; the file has 1"));
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5124, "count": 1, "type": "VEC3")"),
              HasSubstr("component type 5124"));
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5126, "count": 0, "type": "VEC3")"), HasSubstr("count is 0"));
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC5")"), HasSubstr("VEC5"));
  EXPECT_THAT(with(R"("bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3")", R"(, "byteStride": 8)"),
              HasSubstr("elements of 12 bytes in a view with a stride of 8"));
  EXPECT_THAT(with(R"("bufferView": -1, "componentType": 5126, "count": 1, "type": "VEC3")"),
              HasSubstr("bufferView: expected an integer"));
}

TEST(GltfAccessors, RefusesViewsOutsideTheirBuffer) {
  const auto document = [](std::string_view view) {
    return fmt::format(
        R"({{"asset": {{"version": "2.0"}}, "buffers": [{{"byteLength": 4, "uri": "data:;base64,AAAAAA=="}}], "bufferViews": [{{{}}}]}})",
        view);
  };
  EXPECT_THAT(refusal(document(R"("buffer": 0, "byteLength": 5)")),
              HasSubstr("bufferViews/0: ends at byte 5 of buffer 0, which has 4"));
  EXPECT_THAT(refusal(document(R"("buffer": 0, "byteOffset": 9007199254740992, "byteLength": 9007199254740992)")),
              HasSubstr("bufferViews/0: ends at byte"));
  EXPECT_THAT(refusal(document(R"("buffer": 1, "byteLength": 1)")), HasSubstr("buffer 1 does not exist"));
}

TEST(GltfAccessors, ZerosWithoutDataCannotAskForAnyAmountOfMemory) {
  GltfBuilder builder;
  const int output = builder.accessor(R"({"componentType": 5126, "count": 4000000000000, "type": "SCALAR"})");
  EXPECT_THAT(
      refusal(builder.json(fmt::format(R"("nodes": [{{}}], "animations": [{{"samplers": [{{"input": {}, "output": 0}}],
                                                  "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "scale"}}}}]}}])",
                                       output))),
      HasSubstr("more than a file of this size may ask for"));
}

TEST(GltfAccessors, MisalignedDataIsNoted) {
  GltfBuilder builder;
  std::vector<std::uint8_t> bytes = raw({1, 2, 3, 4, 5, 6});
  bytes.insert(bytes.begin(), 0);
  const int view = builder.view(bytes);
  const int output = builder.accessor(
      fmt::format(R"({{"bufferView": {}, "byteOffset": 1, "componentType": 5126, "count": 2, "type": "VEC3"}})", view));
  const std::string json = moving(builder, output, 2);
  EXPECT_EQ(xs(json), (std::vector<double>{1, 4}));
  EXPECT_TRUE(read_text(json).ledger.has(NoteCode::kSuspect));
}

}  // namespace
}  // namespace sinew
