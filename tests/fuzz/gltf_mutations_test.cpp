#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "libanim/support/files.h"
#include "tests/importers/gltf/gltf_builder.h"
#include "tests/support/test_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sinew {
namespace {

void run(const Bytes& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

/// A skinned, animated file that uses most of what the reader knows.
std::string seed_document() {
  test::GltfBuilder builder;
  const int times = builder.floats("SCALAR", {0, 0.5F, 1});
  const int turns = builder.floats("VEC4", {0, 0, 0, 1, 0, 0, 0.6F, 0.8F, 0, 0, 0, 1});
  const int moves = builder.floats("VEC3", std::vector<float>(27, 0.25F));
  const int positions = builder.floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
  const int joints = builder.bytes("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0});
  const int weights = builder.bytes("VEC4", {128, 127, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, true);
  const int indices = builder.shorts("SCALAR", {0, 1, 2, 3});
  const int bind = builder.floats(
      "MAT4", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
  const int image = builder.view({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1});
  const int sparse_at = builder.view({1, 3});
  const int sparse_to = builder.view(std::vector<std::uint8_t>(24, 7));
  const int morph = builder.accessor(fmt::format(
      R"({{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {{"count": 2,
          "indices": {{"bufferView": {}, "componentType": 5121}}, "values": {{"bufferView": {}}}}}}})",
      sparse_at, sparse_to));
  return builder.json(fmt::format(
      R"("scene": 0, "scenes": [{{"nodes": [0, 1]}}], "extensionsUsed": ["KHR_texture_transform"],
         "nodes": [{{"mesh": 0, "skin": 0}}, {{"name": "hip", "children": [2], "translation": [0, 1, 0]}},
           {{"name": "knee", "children": [3], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}},
           {{"name": "toe", "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,1,0,1], "extras": {{"sinew": {{"end_site": true}}}}}}],
         "skins": [{{"joints": [1, 2], "skeleton": 1, "inverseBindMatrices": {bind}}}],
         "meshes": [{{"primitives": [{{"attributes": {{"POSITION": {positions}, "JOINTS_0": {joints}, "WEIGHTS_0": {weights}}},
           "indices": {indices}, "mode": 5, "material": 0, "targets": [{{"POSITION": {morph}}}]}}]}}],
         "materials": [{{"pbrMetallicRoughness": {{"baseColorTexture": {{"index": 0,
           "extensions": {{"KHR_texture_transform": {{"offset": [0, 1]}}}}}}}}}}],
         "textures": [{{"source": 0, "sampler": 0}}], "samplers": [{{"wrapS": 33071}}], "images": [{{"bufferView": {image}}}],
         "animations": [{{"name": "go", "samplers": [{{"input": {times}, "output": {turns}}},
           {{"input": {times}, "output": {moves}, "interpolation": "CUBICSPLINE"}}],
           "channels": [{{"sampler": 0, "target": {{"node": 2, "path": "rotation"}}}},
             {{"sampler": 1, "target": {{"node": 1, "path": "translation"}}}}],
           "extras": {{"sinew": {{"frames": 3, "frame_rate": 2.0}}}}}}])",
      fmt::arg("bind", bind), fmt::arg("positions", positions), fmt::arg("joints", joints),
      fmt::arg("weights", weights), fmt::arg("indices", indices), fmt::arg("morph", morph), fmt::arg("image", image),
      fmt::arg("times", times), fmt::arg("turns", turns), fmt::arg("moves", moves)));
}

/// mt19937_64 is the same everywhere; distributions are not.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] Bytes operator()(Bytes bytes) {
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void change(Bytes& bytes) {
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0: bytes[at] = static_cast<std::byte>(random_()); break;
      case 1: bytes[at] ^= static_cast<std::byte>(1U << below(8)); break;
      case 2:
        bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + 1 + below(8))));
        break;
      case 3: replace_number(bytes, at); break;
      case 4: bytes.resize(at); break;
      default: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes[below(bytes.size())]); break;
    }
  }

  /// The next decimal digit after `at` becomes one of the numbers that break things.
  void replace_number(Bytes& bytes, std::size_t at) {
    static constexpr std::array<std::string_view, 10> kNumbers = {
        "-1",    "99",  "4294967296", "2147483647", "9007199254740993",
        "1e300", "0.5", "null",       "{}",         "18446744073709551615"};
    const auto digit = std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(),
                                    [](std::byte b) { return b >= std::byte{'0'} && b <= std::byte{'9'}; });
    if (digit == bytes.end()) return;
    const ByteSpan number = as_bytes(kNumbers[below(kNumbers.size())]);
    const auto place = bytes.erase(digit);
    bytes.insert(place, number.begin(), number.end());
  }

  std::mt19937_64 random_;
};

Bytes to_bytes(std::string_view text) {
  const ByteSpan bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

TEST(GltfFuzz, TheSeedIsReadWhole) {
  const std::string document = seed_document();
  const Asset asset = import_gltf(as_bytes(document), nullptr, {});
  EXPECT_EQ(asset.clips.size(), 1U);
  EXPECT_EQ(asset.clips[0].frames(), 3);
  EXPECT_EQ(asset.character.meshes.size(), 1U);
  EXPECT_EQ(asset.character.images.size(), 1U);
}

TEST(GltfFuzz, MutatedDocumentsAreReadOrRefused) {
  const Bytes document = to_bytes(seed_document());
  Mutator mutate(1);
  for (int i = 0; i < 20'000; ++i) run(mutate(document));
}

/// With lengths that fit, so that mutations get past the container.
TEST(GltfFuzz, MutatedGlbsAreReadOrRefused) {
  const Bytes whole = test::make_glb(seed_document(), {1, 2, 3, 4});
  Mutator mutate(2);
  for (int i = 0; i < 2'000; ++i) run(mutate(whole));
  const Bytes document = to_bytes(seed_document());
  for (int i = 0; i < 5'000; ++i) run(test::make_glb(std::string(as_text(mutate(document))), {1, 2, 3, 4}));
}

TEST(GltfFuzz, MutatedDataFilesAreReadOrRefused) {
  SINEW_NEEDS_DATA();
  Mutator mutate(3);
  int files = 0;
  for (const auto& file : test::data_files()) {
    if (!file.string().starts_with("gltf/")) continue;
    const Bytes bytes = read_file(*test::data_dir() / file);
    if (bytes.size() > 200'000) continue;
    ++files;
    for (int i = 0; i < 40; ++i) run(mutate(bytes));
  }
  EXPECT_GT(files, 50);
}

}  // namespace
}  // namespace sinew
