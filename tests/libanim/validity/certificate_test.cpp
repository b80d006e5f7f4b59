#include "libanim/validity/certificate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/support/error.h"
#include "libanim/validity/record_clip.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

bool names(const Certificate& certificate, std::string_view metric) {
  const std::vector<std::string> violations = certificate.violations();
  return std::ranges::find(violations, metric) != violations.end();
}

std::string all(const Certificate& certificate) {
  std::string text;
  for (const std::string& name : certificate.violations()) text += name + " ";
  return text;
}

TEST(Certificate, AnHonestTakePasses) {
  const Certificate certificate = certify(test::small_take());
  EXPECT_TRUE(certificate.pass()) << all(certificate);
  EXPECT_EQ(certificate.excesses.size(), 1U);
  EXPECT_EQ(certificate.find("g_mpjpe")->threshold, std::nullopt);
  EXPECT_EQ(certificate.find("nothing"), nullptr);
}

TEST(Certificate, IsDeterministic) {
  const Take take = test::small_take();
  const Certificate a = certify(take);
  const Certificate b = certify(take);
  ASSERT_EQ(a.metrics.size(), b.metrics.size());
  for (std::size_t i = 0; i < a.metrics.size(); ++i) EXPECT_EQ(a.metrics[i].value, b.metrics[i].value);
}

TEST(Certificate, ForgeriesFailOnWhatTheyViolate) {
  const Take honest = test::small_take();
  Take take = honest;
  take.steps[12].control.axes[5].target += 1;
  EXPECT_TRUE(names(certify(take), "replay"));

  take = honest;
  for (TakeStep& step : take.steps) step.record.bodies[0].position[0] += 0.03;
  EXPECT_TRUE(names(certify(take), "replay"));
  EXPECT_TRUE(names(certify(take), "anchor_gap"));

  take = honest;
  take.steps[12].report.substeps[0].contacts.at(0).force *= 1.2;
  EXPECT_TRUE(names(certify(take), "forces"));
  EXPECT_TRUE(names(certify(take), "momentum_linear"));
  EXPECT_FALSE(names(certify(take), "replay"));

  Clip animation = record_clip(honest);
  for (int f = 5; f < 9; ++f) animation.frame_translations(f)[0] += Vec3(0, 0.01, 0);
  const Certificate moved = certify(honest, {honest.character.skeleton, animation});
  EXPECT_TRUE(names(moved, "animation_position"));
  EXPECT_FALSE(names(moved, "replay"));
  EXPECT_GE(moved.find("animation_position")->frame, 5);
}

/// Consistent with itself, from controls to records, but stronger than the figure.
TEST(Certificate, MotorsBeyondTheFiguresTorqueFail) {
  Take take = test::small_take();
  for (TakeStep& step : take.steps) {
    for (AxisControl& axis : step.control.axes) {
      axis.torque_limit *= 50;
      axis.target *= 20;
    }
  }
  test::simulate_again(take);
  const Certificate certificate = certify(take);
  EXPECT_TRUE(names(certificate, "torque_use"));
  EXPECT_FALSE(names(certificate, "replay"));
}

TEST(Certificate, ATakeThatLosesItsReferenceFails) {
  Take take = test::small_take();
  for (int f = 0; f < take.reference.frames(); ++f) {
    take.reference.frame_translations(f)[0] += Vec3(0.025 * f, 0, 0);
  }
  const Certificate certificate = certify(take);
  EXPECT_EQ(certificate.violations(), std::vector<std::string>{"success"});
  EXPECT_EQ(certificate.find("success")->frame, take.frames() - 1);
  CertificateThresholds loose;
  loose.body_error = 1;
  EXPECT_TRUE(certify(take, loose).pass());
}

TEST(Certificate, AnAnimationOfAnotherFrameRate) {
  const Take take = test::small_take();
  const Skeleton& skeleton = take.character.skeleton;
  const Clip own = record_clip(take);
  const Certificate certificate = certify(take, {skeleton, resample(skeleton, own, 60)});
  EXPECT_TRUE(certificate.pass()) << all(certificate);
  Clip wrong = own;
  wrong.frame_rate = 60;
  EXPECT_THROW((void)certify(take, {skeleton, wrong}), Error);
}

TEST(Certificate, TakesWithoutRecordsAreRefused) {
  Take take = test::small_take();
  take.steps.clear();
  take.start = {};
  EXPECT_THROW((void)certify(take), Error);
  CertificateThresholds thresholds;
  thresholds.anchor_gap = -1;
  EXPECT_THROW((void)certify(test::small_take(), thresholds), Error);
}

}  // namespace
}  // namespace sinew
