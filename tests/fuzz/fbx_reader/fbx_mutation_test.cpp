#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstring>

#include "libanim/support/files.h"
#include "tests/importers/fbx/ascii_fbx.h"
#include "tests/support/test_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sinew::test {
namespace {

/// SplitMix64: the same mutations on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

using Input = std::vector<std::uint8_t>;

void overwrite_number(Input& bytes, std::size_t at, Random& random) {
  constexpr std::array<std::uint32_t, 8> kNasty = {0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
  const std::uint32_t value = kNasty[random.below(kNasty.size())];
  std::memcpy(&bytes[at], &value, std::min<std::size_t>(sizeof value, bytes.size() - at));
}

void mutate_once(Input& bytes, Random& random) {
  if (bytes.empty()) return;
  const std::size_t at = random.below(bytes.size());
  const std::size_t length = std::min(1 + random.below(16), bytes.size() - at);
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.below(7)) {
    case 0: bytes[at] ^= static_cast<std::uint8_t>(1U << random.below(8)); break;
    case 1: bytes[at] = static_cast<std::uint8_t>(random.next()); break;
    case 2: overwrite_number(bytes, at, random); break;
    case 3: bytes.erase(from, from + static_cast<std::ptrdiff_t>(length)); break;
    case 4: {
      const Input copy(from, from + static_cast<std::ptrdiff_t>(length));
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size())), copy.begin(), copy.end());
      break;
    }
    case 5: bytes.resize(at); break;
    default: {  // another digit, which makes ASCII numbers and ids point elsewhere
      const auto digit = std::find_if(from, bytes.end(), [](std::uint8_t c) { return c >= '0' && c <= '9'; });
      if (digit != bytes.end()) *digit = static_cast<std::uint8_t>('0' + random.below(10));
    }
  }
}

Input seed_of(ByteSpan bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return {data, data + bytes.size()};
}

AsciiFbx everything() {
  AsciiFbx file;
  file.axes('X', 'Z', 'y');
  const int root = file.bone("root", 0);
  const int tip = file.bone("tip", root, {1, 0, 0});
  file.property(tip, "InheritType", 2);
  const int mesh = file.mesh("skin", 0);
  file.skin(mesh, {{root, {0, 1, 2}, {1, 0.5, 1}, {0, 0, 0}}, {tip, {1, 3}, {0.5, 1}, {1, 0, 0}}});
  file.blend_shape(mesh, "smile", 1, {0, 0, 1});
  file.mesh("prop", tip);
  const int stack = file.stack("walk", 0, 1);
  const int layer = file.layer(stack);
  file.curve(layer, root, "Lcl Rotation", 2, {{0, 0}, {1, 90}});
  file.curve(file.layer(stack), root, "Lcl Scaling", 0, {{0, 1}, {1, 2}});
  file.curve(layer, tip, "Lcl Translation", 1, {{0, 0}, {0.5, 3}}, Join::kStep);
  return file;
}

void run(const std::vector<Input>& seeds, int rounds, double seconds) {
  const auto stop = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int done = 0;
  for (; done < rounds && std::chrono::steady_clock::now() < stop; ++done) {
    Random random(static_cast<std::uint64_t>(done));
    Input bytes = seeds[static_cast<std::size_t>(done) % seeds.size()];
    for (std::size_t n = 1 + random.below(6); n > 0; --n) mutate_once(bytes, random);
    ASSERT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0) << "round " << done;
  }
  testing::Test::RecordProperty("rounds", done);
  std::printf("%d mutated files\n", done);
  EXPECT_GT(done, 50);
}

TEST(FbxFuzz, MutatedAsciiGivesAnAssetOrAnError) {
  const std::string text = everything().text();
  ASSERT_NO_THROW((void)import_fbx(as_bytes(text), {})) << "the seed itself is good";
  run({seed_of(as_bytes(text))}, 6000, 5);
}

TEST(FbxFuzz, MutatedDataFilesGiveAnAssetOrAnError) {
  SINEW_NEEDS_DATA();
  std::vector<Input> seeds;
  for (const auto& file : data_files()) {
    const auto path = *data_dir() / file;
    if (path.extension() == ".fbx" && std::filesystem::file_size(path) < 80'000)
      seeds.push_back(seed_of(read_file(path)));
  }
  ASSERT_GT(seeds.size(), 100u);
  run(seeds, 4000, 8);
}

}  // namespace
}  // namespace sinew::test
