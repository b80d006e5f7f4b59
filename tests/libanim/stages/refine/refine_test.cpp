#include "libanim/stages/refine/refine.h"

#include <gtest/gtest.h>

#include <vector>

#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/validity/certificate.h"
#include "libanim/validity/record_clip.h"
#include "tests/libanim/stages/refine/waving.h"

namespace sinew {
namespace {

RefineOptions few_samples() {
  RefineOptions options;
  options.attempts = 2;
  options.search.sampler.samples = 30;
  options.search.points = 4;
  options.search.horizon = 0.4;
  return options;
}

Bytes bytes_of(const Take& take) { return encode_take(take, TakeMeshes::kKept); }

/// A good take.
TakeQuality plain() { return {.complete = true, .distance = 0.01, .worst = 0.02, .jerk = 1.5, .violations = 1}; }

TEST(TakeQuality, IsBetterWhenNothingIsWorse) {
  const auto better = [](auto change) {
    TakeQuality quality = plain();
    change(quality);
    return quality.better_than(plain());
  };
  EXPECT_FALSE(better([](TakeQuality&) {})) << "the same is not better";
  EXPECT_TRUE(better([](TakeQuality& q) { q.distance = 0.009; }));
  EXPECT_TRUE(better([](TakeQuality& q) { q.jerk = 1.4; }));
  EXPECT_TRUE(better([](TakeQuality& q) { q.distance = 0.009, q.jerk = 1.4; }));
  EXPECT_FALSE(better([](TakeQuality& q) { q.distance = 0.011; }));
  EXPECT_FALSE(better([](TakeQuality& q) { q.jerk = 1.6; }));
  EXPECT_FALSE(better([](TakeQuality& q) { q.distance = 0.001, q.jerk = 1.6; })) << "not at the cost of the other";
  EXPECT_FALSE(better([](TakeQuality& q) { q.distance = 0.011, q.jerk = 1; }));
  EXPECT_FALSE(better([](TakeQuality& q) { q.jerk = 1.4, q.violations = 2; }));
  EXPECT_TRUE(better([](TakeQuality& q) { q.jerk = 1.4, q.violations = 0; }));
  EXPECT_FALSE(better([](TakeQuality& q) { q.violations = 0; })) << "fewer violations alone are not asked for";
  EXPECT_FALSE(better([](TakeQuality& q) { q.jerk = 1, q.complete = false; }));
  EXPECT_TRUE(better([](TakeQuality& q) { q.jerk = 1.4, q.worst = 0.1; })) << "on the same side of the bounds";
}

TEST(TakeQuality, TheWorstFrameKeepsItsGrade) {
  const CertificateThresholds thresholds;
  const auto with_worst = [](double worst, double jerk) {
    TakeQuality quality = plain();
    quality.worst = worst;
    quality.jerk = jerk;
    return quality;
  };
  const double strict = 0.5 * thresholds.strict_body_error;
  const double loose = 0.5 * (thresholds.strict_body_error + thresholds.body_error);
  const double neither = 2 * thresholds.body_error;
  const std::vector<double> grades = {strict, loose, neither};
  for (std::size_t before = 0; before < 3; ++before) {
    for (std::size_t after = 0; after < 3; ++after) {
      EXPECT_EQ(with_worst(grades[after], 1.4).better_than(with_worst(grades[before], 1.5)), after <= before)
          << before << ' ' << after;
    }
  }
}

TEST(TakeQuality, ACompleteTakeIsBetterThanOneThatIsNot) {
  TakeQuality worse = plain();
  worse.distance = 1;
  TakeQuality incomplete = plain();
  incomplete.complete = false;
  EXPECT_TRUE(worse.better_than(incomplete));
  EXPECT_FALSE(incomplete.better_than(worse));
}

TEST(Refine, ANoisyTakeBecomesSmootherAndNearer) {
  const Take noisy = test::followed(test::waving_take(31), 0.03);
  const Bytes before = bytes_of(noisy);
  const RefineResult result = refine(noisy, few_samples(), 1);
  const RefineReport& report = result.report;
  ASSERT_TRUE(report.improved) << report.sentence;
  EXPECT_TRUE(report.after.better_than(report.before));
  // Measured: 53.6 to 14.0 mm, jerk ratio 59.9 to 19.8 (the reference is as smooth as a cosine).
  EXPECT_LT(report.after.jerk, 0.6 * report.before.jerk) << report.sentence;
  EXPECT_LT(report.after.distance, 0.5 * report.before.distance) << report.sentence;
  EXPECT_EQ(report.after.distance, take_quality(result.take).distance);
  EXPECT_EQ(report.after.jerk, take_quality(result.take).jerk);
  EXPECT_EQ(bytes_of(noisy), before) << "the take that came in is left alone";
  result.take.validate();
  World world(noisy.figure, noisy.scene, noisy.simulation);
  StateRecord record = result.take.start;
  for (const TakeStep& step : result.take.steps) {
    record = world.step(record, step.control);
    ASSERT_EQ(record, step.record);
  }
  EXPECT_EQ(result.take.start, noisy.start);
}

TEST(Refine, ATakeThatIsStillFarIsRefinedOnceMore) {
  const Take noisy = test::followed(test::waving_take(31), 0.03);
  RefineOptions options = few_samples();
  options.far = 1;
  const RefineResult once = refine(noisy, options, 1);
  ASSERT_TRUE(once.report.improved);
  EXPECT_EQ(once.report.attempts, 1);
  options.far = 0;
  const RefineResult twice = refine(noisy, options, 1);
  EXPECT_EQ(twice.report.attempts, 2);
  EXPECT_FALSE(once.report.after.better_than(twice.report.after));
  EXPECT_EQ(twice.report.before.distance, once.report.before.distance);
  // Stopped in the second: what the first has found.
  const RefineResult stopped = refine(noisy, options, 1, [](int attempt, int) { return attempt == 0; });
  EXPECT_TRUE(stopped.report.stopped);
  EXPECT_EQ(bytes_of(stopped.take), bytes_of(once.take));
}

TEST(Refine, ThreadsDoNotMatter) {
  const Take noisy = test::followed(test::waving_take(12), 0.03);
  const Bytes one = bytes_of(refine(noisy, few_samples(), 1).take);
  EXPECT_NE(one, bytes_of(noisy));
  for (const int threads : {2, 7}) EXPECT_EQ(bytes_of(refine(noisy, few_samples(), threads).take), one) << threads;
}

TEST(Refine, WhatCannotBeImprovedComesBackAsItWas) {
  // Its own motion is the reference: nothing is nearer.
  Take perfect = test::followed(test::waving_take(16), 0);
  perfect.reference = record_clip(perfect);
  RefineOptions options = few_samples();
  options.attempts = 3;
  std::vector<int> attempts;
  const RefineResult result = refine(perfect, options, 1, [&](int attempt, int frame) {
    if (frame == 1) attempts.push_back(attempt);
    return true;
  });
  EXPECT_FALSE(result.report.improved);
  EXPECT_EQ(bytes_of(result.take), bytes_of(perfect));
  EXPECT_EQ(result.report.attempts, 3);
  EXPECT_EQ(attempts, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(result.report.after.distance, result.report.before.distance);
  EXPECT_LT(result.report.before.distance, 1e-6);  // measured 1.6e-7 m
  EXPECT_NE(result.report.sentence.find("nothing better in 3 attempts"), std::string::npos) << result.report.sentence;
}

TEST(Refine, ALostSearchIsNoResult) {
  const Take noisy = test::followed(test::waving_take(10), 0.02);
  RefineOptions options = few_samples();
  options.search.lost_distance = 1e-5;
  const RefineResult result = refine(noisy, options, 1);
  EXPECT_FALSE(result.report.improved);
  EXPECT_EQ(result.report.attempts, 2);
  EXPECT_EQ(bytes_of(result.take), bytes_of(noisy));
}

TEST(Refine, AnIncompleteTakeIsRefused) {
  Take take = test::followed(test::waving_take(10), 0);
  take.steps.pop_back();
  EXPECT_THROW(static_cast<void>(refine(take, few_samples(), 1)), Error);
  take.steps.clear();
  take.start = {};
  EXPECT_THROW(static_cast<void>(refine(take, few_samples(), 1)), Error);
}

TEST(Refine, OneFrameHasNothingToImprove) {
  const Take take = test::followed(test::waving_take(1), 0);
  const RefineResult result = refine(take, few_samples(), 1);
  EXPECT_FALSE(result.report.improved);
  EXPECT_EQ(bytes_of(result.take), bytes_of(take));
}

TEST(Refine, StopsWhenTheWatcherSaysSo) {
  const Take noisy = test::followed(test::waving_take(20), 0.03);
  int calls = 0;
  const RefineResult result = refine(noisy, few_samples(), 1, [&](int attempt, int frame) {
    EXPECT_EQ(attempt, 0);
    EXPECT_EQ(frame, ++calls);
    return calls < 4;
  });
  EXPECT_EQ(calls, 4);
  EXPECT_TRUE(result.report.stopped);
  EXPECT_FALSE(result.report.improved);
  EXPECT_EQ(bytes_of(result.take), bytes_of(noisy));
  EXPECT_NE(result.report.sentence.find("stopped"), std::string::npos);
}

TEST(RefineOptions, AreChecked) {
  const auto refused = [](auto change) {
    RefineOptions options;
    change(options);
    EXPECT_THROW(options.validate(), Error);
  };
  RefineOptions().validate();
  refused([](RefineOptions& o) { o.far = -1; });
  refused([](RefineOptions& o) { o.search.agree = 1.5; });
  refused([](RefineOptions& o) { o.attempts = 0; });
  refused([](RefineOptions& o) { o.attempts = 101; });
  refused([](RefineOptions& o) { o.tighten = 0; });
  refused([](RefineOptions& o) { o.tighten = 1.1; });
  refused([](RefineOptions& o) { o.search.points = 0; });
}

}  // namespace
}  // namespace sinew
