#include "pipelines/take_export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "exporters/gltf/gltf_export.h"
#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/validity/record_clip.h"
#include "pipelines/certificate_json.h"
#include "pipelines/verify_file.h"
#include "tests/libanim/validity/small_takes.h"
#include "tests/pipelines/take/forged_files.h"

namespace sinew {
namespace {

bool names(const VerifyReport& report, std::string_view metric) {
  return std::ranges::any_of(report.failures, [&](const VerifyFailure& f) { return f.metric == metric; });
}

std::string all(const VerifyReport& report) {
  std::string text;
  for (const VerifyFailure& failure : report.failures) text += failure.metric + ": " + failure.message + "\n";
  return text;
}

TEST(TakeExport, TheFileIsItsOwnEvidence) {
  const Take take = test::small_take();
  const TakeExport written = export_take(take, {});
  EXPECT_TRUE(written.certificate.pass());
  EXPECT_EQ(written.certificate.hashes.take.size(), 64U);
  const GltfSinew embedded = read_gltf_sinew(written.bytes, nullptr, {});
  ASSERT_TRUE(embedded.take);
  EXPECT_EQ(*embedded.take, encode_take(take, TakeMeshes::kLeftOut));
  const StoredCertificate stored = parse_certificate(embedded.certificate);
  EXPECT_EQ(stored.values.size(), written.certificate.metrics.size());
  EXPECT_EQ(stored.hashes.payload, written.certificate.hashes.payload);
  EXPECT_NE(as_text(written.bytes).find(R"("event":"down")"), std::string_view::npos);
  const VerifyReport report = verify_bytes(written.bytes, "a.glb", std::nullopt);
  EXPECT_TRUE(report.pass()) << all(report);
  EXPECT_TRUE(report.embedded);
  EXPECT_EQ(report.replay, ReplayKind::kBitwise);
  EXPECT_EQ(report.frames, take.frames());
}

TEST(TakeExport, SameTakeSameBytes) {
  const Take take = test::small_take();
  EXPECT_EQ(export_take(take, {}).bytes, export_take(take, {}).bytes);
}

TEST(TakeExport, AnotherFrameRateIsVerifiedToo) {
  TakeExportOptions options;
  options.form.frame_rate = 60;
  const TakeExport written = export_take(test::small_take(), {}, options);
  EXPECT_EQ(written.asset.clips[0].frames(), 61);
  const VerifyReport report = verify_bytes(written.bytes, "a.glb", std::nullopt);
  EXPECT_TRUE(report.pass()) << all(report);
}

TEST(TakeExport, AnAnimationInPlaceIsVerifiedToo) {
  test::SmallTakeOptions flight;
  flight.scene.ground.kind = GroundKind::kNone;
  Take take = test::small_take(flight);
  for (BodyState& body : take.start.bodies) body.velocity[0] = 0.3;
  test::simulate_again(take);
  TakeExportOptions options;
  options.form.root_motion = RootMotion::kInPlace;
  const TakeExport written = export_take(take, {}, options);
  const Clip& clip = written.asset.clips[0];
  const Clip free = record_clip(take);
  EXPECT_NEAR((clip.frame_translations(30)[0] - free.frame_translations(30)[0]).norm(), 0.3, 0.01);
  const VerifyReport report = verify_bytes(written.bytes, "a.glb", std::nullopt);
  EXPECT_TRUE(report.pass()) << all(report);
  ASSERT_FALSE(report.notes.empty());
}

TEST(TakeExport, AFileOfAnotherFingerprintIsVerifiedStepByStep) {
  Take take = test::small_take();
  take.provenance.fingerprint = "another machine";
  const VerifyReport report = verify_bytes(export_take(take, {}).bytes, "a.glb", std::nullopt);
  EXPECT_TRUE(report.pass()) << all(report);
  EXPECT_EQ(report.replay, ReplayKind::kStepwise);
}

TEST(TakeExport, ForgeriesWithAllHashesComputedAnewFailOnTheirMetric) {
  for (const test::Forgery& forgery : test::forgeries(test::small_take())) {
    const VerifyReport report = verify_bytes(forgery.file, "a.glb", std::nullopt);
    EXPECT_TRUE(names(report, forgery.metric)) << forgery.name << ": " << all(report);
    EXPECT_FALSE(names(report, "hash")) << forgery.name;
  }
}

TEST(TakeExport, ACertificateThatClaimsMoreThanTheFileHasFails) {
  const Take take = test::small_take();
  Certificate claimed = export_take(take, {}).certificate;
  claimed.metrics[0].value = 0.5;
  const VerifyReport report = verify_bytes(test::forged_file(take, record_clip(take), claimed), "a.glb", std::nullopt);
  ASSERT_EQ(report.failures.size(), 1U) << all(report);
  EXPECT_EQ(report.failures[0].metric, "certificate");
}

void expect_flips_found(const Bytes& file, std::size_t first, std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < 60; ++i) {
    Bytes flipped = file;
    const std::size_t at = first + random() % size;
    flipped[at] ^= static_cast<std::byte>(1U << (random() % 8));
    const VerifyReport report = verify_bytes(flipped, "a.glb", std::nullopt);
    EXPECT_TRUE(names(report, "hash")) << "byte " << at - first << " of " << size << ": " << all(report);
  }
}

TEST(TakeExport, AFlippedBitOfTheTakeIsAHashMismatch) {
  const Take take = test::small_take();
  const TakeExport written = export_take(take, {});
  const Bytes payload = encode_take(take, TakeMeshes::kLeftOut);
  const auto at = std::ranges::search(written.bytes, payload);
  ASSERT_FALSE(at.empty());
  expect_flips_found(written.bytes, static_cast<std::size_t>(at.begin() - written.bytes.begin()), payload.size(), 1);
}

TEST(TakeExport, AFlippedBitOfTheAnimationIsAHashMismatch) {
  const Take take = test::small_take();
  const TakeExport written = export_take(take, {});
  const Clip clip = record_clip(take);
  std::vector<float> keys;
  for (int f = 0; f < clip.frames(); ++f) {
    for (int i = 0; i < 3; ++i) keys.push_back(static_cast<float>(clip.frame_translations(f)[0][i]));
  }
  const auto at = std::ranges::search(written.bytes, std::as_bytes(std::span(keys)));
  ASSERT_FALSE(at.empty());
  const auto first = static_cast<std::size_t>(at.begin() - written.bytes.begin());
  // The times come right before the first track.
  const std::size_t times = static_cast<std::size_t>(clip.frames()) * sizeof(float);
  expect_flips_found(written.bytes, first - times, times + keys.size() * sizeof(float), 2);
}

/// Bytes of anything, with the hash check only one of many: read, judged, or refused.
TEST(TakeExport, MutatedFilesAreJudgedOrRefused) {
  const TakeExport written = export_take(test::small_take({.frames = 8, .scene = {}, .simulation = {}}), {});
  std::mt19937_64 random(3);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    Bytes mutated = written.bytes;
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t c = 0; c < changes; ++c) mutated[random() % mutated.size()] = static_cast<std::byte>(random());
    try {
      (void)verify_bytes(mutated, "a.glb", std::nullopt);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
      ++refused;
    }
  }
  EXPECT_LT(refused, 250);
}

TEST(TakeExport, ADroppedTakeIsSaidAndGivenBack) {
  const Take take = test::small_take();
  TakeExportOptions options;
  options.embed = false;
  const TakeExport without = export_take(take, {}, options);
  try {
    (void)verify_bytes(without.bytes, "a.glb", std::nullopt);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_NE(std::string(error.what()).find("--take"), std::string::npos);
  }
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "sinew_small.take";
  write_file_atomic(file, encode_take(take, TakeMeshes::kKept), Existing::kReplace);
  const VerifyReport report = verify_bytes(without.bytes, "a.glb", file);
  EXPECT_TRUE(report.pass()) << all(report);
  EXPECT_FALSE(report.embedded);
  // The same with the certificate still there: the take has to be the one that it speaks of.
  const TakeExport whole = export_take(take, {});
  EXPECT_TRUE(verify_bytes(whole.bytes, "a.glb", file).pass());
  Take other = take;
  other.provenance.seed = 8;
  write_file_atomic(file, encode_take(other, TakeMeshes::kKept), Existing::kReplace);
  EXPECT_TRUE(names(verify_bytes(whole.bytes, "a.glb", file), "hash"));
  EXPECT_TRUE(verify_file(file, std::nullopt).pass());
  std::filesystem::remove(file);
}

TEST(TakeExport, FilesWithoutSinewDataAreRefused) {
  EXPECT_THROW((void)verify_bytes(as_bytes("HIERARCHY"), "a.bvh", std::nullopt), Error);
  Asset asset;
  asset.character = test::small_take().character;
  asset.clips = {record_clip(test::small_take())};
  Ledger notes;
  EXPECT_THROW((void)verify_bytes(export_gltf(asset, {}, notes), "a.glb", std::nullopt), Error);
}

}  // namespace
}  // namespace sinew
