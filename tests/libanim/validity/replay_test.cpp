#include "libanim/validity/replay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/simulation/fingerprint.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

TEST(Replay, IsBitwiseForTheSameFingerprint) {
  const Take take = test::small_take();
  EXPECT_EQ(replay_kind(take), ReplayKind::kBitwise);
  const ReplayReport report = replay(take, ReplayKind::kBitwise);
  EXPECT_TRUE(report.records_agree());
  EXPECT_TRUE(report.reports_agree());
  EXPECT_EQ(report.steps, 30);
  EXPECT_EQ(report.position, 0);
  EXPECT_EQ(report.force, 0);
}

TEST(Replay, OneBitOfAnythingIsFound) {
  const Take honest = test::small_take();
  Take take = honest;
  take.steps[7].record.bodies[3].position[0] = std::nextafter(take.steps[7].record.bodies[3].position[0], 9.0);
  EXPECT_EQ(replay(take, ReplayKind::kBitwise).record_frame, 8);
  take = honest;
  take.steps[7].control.axes[10].target += 0.5;
  EXPECT_EQ(replay(take, ReplayKind::kBitwise).record_frame, 8);
  take = honest;
  double& force = take.steps[7].report.substeps[0].contacts.at(0).force.y();
  force = std::nextafter(force, 1e9);
  EXPECT_EQ(replay(take, ReplayKind::kBitwise).report_frame, 8);
  EXPECT_TRUE(replay(take, ReplayKind::kBitwise).records_agree());
  take = honest;
  take.steps[20].report.substeps[0].motor_torque[4] += 1e-9;
  EXPECT_EQ(replay(take, ReplayKind::kBitwise).report_frame, 21);
}

TEST(Replay, AnotherFingerprintIsReplayedStepByStep) {
  Take take = test::small_take();
  take.provenance.fingerprint = "another machine";
  EXPECT_EQ(replay_kind(take), ReplayKind::kStepwise);
  EXPECT_TRUE(replay(take, ReplayKind::kStepwise).records_agree());
  // The other solver stands for another machine: its results differ in the last digits.
  take.simulation.kernels = LcpKernels::kStock;
  const ReplayReport other = replay(take, ReplayKind::kStepwise);
  EXPECT_TRUE(other.records_agree()) << other.position << " m, " << other.velocity << " m/s";
  EXPECT_TRUE(other.reports_agree()) << other.force;
  take.steps[7].record.bodies[3].velocity[0] += 0.01;
  EXPECT_EQ(replay(take, ReplayKind::kStepwise).record_frame, 8);
}

TEST(Replay, StepwiseFindsForgedForces) {
  Take take = test::small_take();
  take.steps[7].report.substeps[0].contacts.at(0).force.y() += 30;
  const ReplayReport report = replay(take, ReplayKind::kStepwise);
  EXPECT_TRUE(report.records_agree());
  EXPECT_EQ(report.report_frame, 8);
}

TEST(Fingerprint, SaysWhatItIsMadeOf) {
  const std::string& text = simulation_fingerprint();
  EXPECT_NE(text.find("sinew "), std::string::npos);
  EXPECT_NE(text.find("lcp "), std::string::npos);
  EXPECT_EQ(text.find('/'), std::string::npos) << "no folders of this machine: " << text;
}

}  // namespace
}  // namespace sinew
