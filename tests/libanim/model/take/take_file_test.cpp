#include "libanim/model/take_file.h"

#include <gtest/gtest.h>

#include <random>

#include "libanim/support/error.h"
#include "tests/libanim/validity/small_takes.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

/// A take with something in every part.
Take full_take() {
  test::SmallTakeOptions options;
  options.frames = 8;
  options.scene.boxes.push_back({"step", {{2, 0.1, 0}, Quat::Identity()}, {0.5, 0.1, 0.5}, 0.7});
  DynamicObject ball;
  ball.name = "ball";
  ball.pose.translation = {3, 1, 0};
  options.scene.objects.push_back(ball);
  options.scene.pushes.push_back({"chest", 0.1, 0.05, {20, 0, 0}, Vec3::Zero(), {0, 0.1, 0}});
  options.simulation.substeps = 2;
  Take take = test::small_take(options);
  Character mesh = test::small_character();
  take.character.skins = mesh.skins;
  take.character.meshes = mesh.meshes;
  take.character.materials = mesh.materials;
  take.character.materials[0].normal_texture = TextureUse{};
  take.character.materials[0].normal_texture->image = 0;
  take.character.images = {{"image", "image/png", Bytes(5, std::byte{7})}};
  take.validate();
  return take;
}

TEST(TakeFile, ReadsWhatItWroteBitForBit) {
  const Take take = full_take();
  const Bytes bytes = encode_take(take, TakeMeshes::kKept);
  EXPECT_TRUE(is_take(bytes));
  const Take read = decode_take(bytes);
  EXPECT_EQ(encode_take(read, TakeMeshes::kKept), bytes);
  ASSERT_EQ(read.steps.size(), take.steps.size());
  for (std::size_t i = 0; i < take.steps.size(); ++i) {
    EXPECT_EQ(read.steps[i].record, take.steps[i].record);
    EXPECT_EQ(read.steps[i].control, take.steps[i].control);
    ASSERT_EQ(read.steps[i].report.substeps.size(), 2U);
    ASSERT_EQ(read.steps[i].report.substeps[1].contacts.size(), take.steps[i].report.substeps[1].contacts.size());
  }
  EXPECT_EQ(read.character.meshes.size(), 1U);
  EXPECT_EQ(read.character.materials[0].normal_texture->image, 0);
  EXPECT_EQ(read.scene.pushes[0].force, Vec3(20, 0, 0));
  EXPECT_EQ(read.provenance.fingerprint, take.provenance.fingerprint);
  EXPECT_EQ(read.provenance.inputs[0].file, "wave.bvh");
  EXPECT_EQ(read.excesses[0].excess, 0.05);
}

TEST(TakeFile, MeshesCanStayOut) {
  const Take take = full_take();
  const Bytes without = encode_take(take, TakeMeshes::kLeftOut);
  EXPECT_LT(without.size(), encode_take(take, TakeMeshes::kKept).size());
  const Take read = decode_take(without);
  EXPECT_TRUE(read.character.meshes.empty());
  EXPECT_EQ(read.character.skeleton.size(), take.character.skeleton.size());
  EXPECT_EQ(encode_take(read, TakeMeshes::kLeftOut), without);
}

TEST(TakeFile, APartlyMadeTakeIsATake) {
  Take take = full_take();
  take.steps.clear();
  take.start = {};
  EXPECT_EQ(decode_take(encode_take(take, TakeMeshes::kKept)).frames(), 0);
}

TEST(TakeFile, RefusalsNameThePlace) {
  const Take take = full_take();
  Bytes bytes = encode_take(take, TakeMeshes::kKept);
  const auto message = [](const Bytes& b) {
    try {
      (void)decode_take(b, "walk.take");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  bytes[8] = std::byte{9};
  EXPECT_EQ(message(bytes), "walk.take: version: 9; this program reads version 2");
  bytes[0] = std::byte{'X'};
  EXPECT_NE(message(bytes).find("not a take"), std::string::npos);
  Take wrong = take;
  wrong.steps[3].record.bodies[2].velocity[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message(encode_take(wrong, TakeMeshes::kKept)), "walk.take: record of frame 4: a number is not finite");
  wrong = take;
  wrong.steps[3].record.step += 1;
  EXPECT_NE(message(encode_take(wrong, TakeMeshes::kKept)).find("physics step"), std::string::npos);
  wrong = take;
  wrong.steps.pop_back();
  EXPECT_NE(message(encode_take(wrong, TakeMeshes::kKept)).find("expected one less"), std::string::npos);
  wrong = take;
  wrong.steps[0].report.substeps[0].contacts.at(0).other = -3;
  EXPECT_NE(message(encode_take(wrong, TakeMeshes::kKept)).find("no such bodies"), std::string::npos);
  wrong = take;
  wrong.simulation.substeps = 0;
  EXPECT_NE(message(encode_take(wrong, TakeMeshes::kKept)).find("simulation"), std::string::npos);
}

TEST(TakeFile, TruncatedBytesAreRefused) {
  const Bytes bytes = encode_take(full_take(), TakeMeshes::kKept);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
    EXPECT_THROW((void)decode_take(ByteSpan(bytes).first(size)), Error) << "cut after " << size << " bytes";
  }
  Bytes longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW((void)decode_take(longer), Error);
}

/// What is accepted is canonical: it is written as the same bytes again.
TEST(TakeFile, MutatedBytesAreReadOrRefused) {
  const Bytes bytes = encode_take(full_take(), TakeMeshes::kKept);
  std::mt19937_64 random(5);
  int accepted = 0;
  for (int i = 0; i < 2000; ++i) {
    Bytes mutated = bytes;
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t c = 0; c < changes; ++c) {
      const std::size_t at = random() % mutated.size();
      mutated[at] = random() % 2 == 0 ? static_cast<std::byte>(random()) : mutated[at] ^ std::byte{1};
    }
    try {
      EXPECT_EQ(encode_take(decode_take(mutated), TakeMeshes::kKept), mutated);
      ++accepted;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(accepted, 500);  // most bits are of numbers that may have any finite value: 1573 when this was written
}

}  // namespace
}  // namespace sinew
