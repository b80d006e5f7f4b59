#include "libanim/stages/track/track_state_file.h"

#include <gtest/gtest.h>

#include "libanim/model/take_file.h"
#include "libanim/stages/track/track.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

/// A figure that waves, as a reference that has not been tracked yet. A push that the reference does not know of makes
/// it hard.
Take untracked() {
  test::SmallTakeOptions options;
  options.frames = 16;
  Take take = test::small_take(options);
  take.start = {};
  take.steps.clear();
  Push push;
  push.body = "chest";
  push.start = 0.1;
  push.duration = 0.2;
  push.force = {150, 0, 0};
  take.scene.pushes = {push};
  take.provenance.configuration = "0123";
  return take;
}

TrackOptions few_samples() {
  TrackOptions options;
  options.samples = 12;
  options.iterations = 4;
  options.clusters = 2;
  return options;
}

Bytes bytes_of(const Take& take) { return encode_take(take, TakeMeshes::kLeftOut); }

TrackWatcher stop_after(int iterations) {
  return [iterations, count = 0](const TrackProblem&, const TrackState&) mutable { return ++count < iterations; };
}

/// Stops after every `stride` iterations and goes on from bytes, each time with another number of threads.
TrackResult with_stops(const Take& take, const TrackOptions& options, int stride) {
  constexpr std::array<int, 3> kThreads{1, 2, 7};
  TrackResult result = track(take, options, 1, stop_after(stride));
  for (std::size_t run = 1; result.report.end == TrackEnd::kStopped; ++run) {
    const Bytes stored = encode_checkpoint(take, result.state);
    const TrackState state = decode_checkpoint(stored, take, options);
    EXPECT_EQ(encode_checkpoint(take, state), stored);
    result = track(take, options, kThreads[run % 3], stop_after(stride), &state);
  }
  return result;
}

TEST(Checkpoint, ResumedRunsGiveTheSameBits) {
  const Take take = untracked();
  const TrackOptions options = few_samples();
  const TrackResult straight = track(take, options, 1);
  ASSERT_EQ(straight.report.end, TrackEnd::kComplete);
  const Bytes expected = bytes_of(straight.take);
  for (const int threads : {2, 7}) EXPECT_EQ(bytes_of(track(take, options, threads).take), expected);
  for (const int stride : {1, 3}) {
    const TrackResult stopped = with_stops(take, options, stride);
    EXPECT_EQ(bytes_of(stopped.take), expected) << "stopped every " << stride;
    EXPECT_EQ(encode_checkpoint(take, stopped.state), encode_checkpoint(take, straight.state));
  }
}

TEST(Checkpoint, SurvivesRestartsAndLoss) {
  const Take take = untracked();
  TrackOptions options = few_samples();
  options.sigma_legs = options.sigma_torso = options.sigma_arms = 0.1;
  options.window = 5;
  options.patience = 6;
  options.agree = 0.5;  // legs that agree entirely stand without a restart; where control was lost they go apart
  options.far_effort = 1;
  // With 0.05 m the end is reached after one restart, with 0.03 m not after three.
  for (const double distance : {0.05, 0.03}) {
    options.lost_distance = distance;
    const TrackResult straight = track(take, options, 1);
    ASSERT_GT(straight.report.restarts, 0);
    EXPECT_EQ(straight.report.end, distance > 0.04 ? TrackEnd::kComplete : TrackEnd::kLost);
    EXPECT_GT(std::ranges::count(straight.state.apart, 1), 0);
    const TrackResult stopped = with_stops(take, options, 2);
    EXPECT_EQ(bytes_of(stopped.take), bytes_of(straight.take));
    EXPECT_EQ(stopped.report.end, straight.report.end);
  }
}

class StoredCheckpoint : public ::testing::Test {
 protected:
  StoredCheckpoint() {
    state_ = track(take_, options_, 1, stop_after(6)).state;
    stored_ = encode_checkpoint(take_, state_);
  }

  void expect_error(ErrorKind kind, const Bytes& bytes, const Take& take, const std::string& words) const {
    try {
      (void)decode_checkpoint(bytes, take, options_);
      ADD_FAILURE() << "accepted; expected: " << words;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }

  Take take_ = untracked();
  TrackOptions options_ = few_samples();
  TrackState state_;
  Bytes stored_;
};

TEST_F(StoredCheckpoint, OtherRunsAreRefused) {
  Take other = take_;
  other.provenance.seed = 77;
  expect_error(ErrorKind::kUsage, stored_, other, "another run");
  other = take_;
  other.provenance.configuration = "4567";
  expect_error(ErrorKind::kUsage, stored_, other, "another run");
  other = take_;
  other.reference.translations[0].x() += 1e-9;
  expect_error(ErrorKind::kUsage, stored_, other, "another run");
}

TEST_F(StoredCheckpoint, DamagedOnesAreRefused) {
  expect_error(ErrorKind::kAsset, {}, take_, "no checkpoint");
  expect_error(ErrorKind::kAsset, Bytes(stored_.begin(), stored_.end() - 1), take_, "damaged");
  Bytes flipped = stored_;
  flipped[flipped.size() / 2] ^= std::byte{1};
  expect_error(ErrorKind::kAsset, flipped, take_, "damaged");
  flipped = stored_;
  flipped[8] ^= std::byte{2};
  expect_error(ErrorKind::kAsset, flipped, take_, "version");
}

TEST_F(StoredCheckpoint, FalseStatesAreRefused) {
  const auto refused = [&](const char* words, const auto& change) {
    TrackState state = state_;
    change(state);
    expect_error(ErrorKind::kAsset, encode_checkpoint(take_, state), take_, words);
  };
  refused("leaf", [](TrackState& s) { s.tree.leaves = {1'000'000}; });
  refused("leaf", [](TrackState& s) { s.tree.leaves.clear(); });
  refused("leaf", [](TrackState& s) { s.memory.leaf = -7; });
  refused("parent", [](TrackState& s) { s.tree.nodes.back().parent = static_cast<int>(s.tree.nodes.size()) - 1; });
  refused("axes", [](TrackState& s) { s.distribution.segments[1][0].state.mean.conservativeResize(3); });
  refused("segment", [](TrackState& s) { s.distribution.segments.pop_back(); });
  refused("next cluster", [](TrackState& s) { s.distribution.segments[to_size(s.start)][0].next = {9}; });
  refused("bodies", [](TrackState& s) { s.tree.nodes[0].record.bodies.pop_back(); });
  refused("range", [](TrackState& s) { s.tree.nodes[0].record.bodies[0].velocity[1] = NAN; });
  refused("finite", [](TrackState& s) { s.launch.mean[0] = INFINITY; });
  refused("knot", [](TrackState& s) { s.visits.clear(); });
  refused("apart", [](TrackState& s) { s.apart.pop_back(); });
  refused("apart", [](TrackState& s) { s.apart[0] = 2; });
  refused("effort", [](TrackState& s) { s.effort = 1 << 20; });
}

/// With fresh hashes, so that what is behind them is reached: bytes are refused or give a state that can go on.
TEST_F(StoredCheckpoint, MutatedBytesDoNoHarm) {
  constexpr std::size_t kDigits = 64;
  Rng rng(5);
  int refused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Bytes bytes(stored_.begin(), stored_.end() - kDigits);
    const std::size_t head = 8 + 4 + kDigits;
    for (int i = 0; i < 8; ++i) {
      const std::size_t at = head + rng.below(static_cast<std::uint32_t>(bytes.size() - head));
      bytes[at] = static_cast<std::byte>(rng.below(256));
    }
    const std::string hash = sha256_hex(bytes);
    bytes.insert(bytes.end(), as_bytes(hash).begin(), as_bytes(hash).end());
    try {
      const TrackState state = decode_checkpoint(bytes, take_, options_);
      if (trial % 40 == 0) (void)track(take_, options_, 1, stop_after(1), &state);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 5);  // measured 55: nearly all bytes are of numbers, for which any value will do
  EXPECT_LT(refused, 400);
}

}  // namespace
}  // namespace sinew
