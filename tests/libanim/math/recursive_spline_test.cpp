#include "libanim/math/recursive_spline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "libanim/support/rng.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kFrame = 1.0 / 30;
constexpr Index kComponents = 4;

VectorXd normals(Index count, Rng& rng) {
  VectorXd values(count);
  for (double& value : values) value = rng.normal();
  return values;
}

/// Times of all kinds: within a frame, many frames, on the frame grid, and next to it by less than a segment may have.
double any_duration(Rng& rng) {
  switch (rng.below(6)) {
    case 0: return 0.2 * kFrame * rng.uniform();
    case 1: return kFrame * (1 + rng.below(3));
    case 2: return kFrame * (1 + rng.below(2)) + 1.5e-9 * (rng.uniform() - 0.5);
    case 3: return 2 * kShortestSegment * rng.uniform();
    default: return 0.01 + 0.2 * rng.uniform();
  }
}

/// Points at times of at least 20 ms, so that slopes are of a size; some values are repeated.
SplinePoints calm_plan(Index points, Rng& rng) {
  SplinePoints plan{MatrixXd(kComponents, points), VectorXd(points)};
  for (Index p = 0; p < points; ++p) {
    plan.values.col(p) = normals(kComponents, rng);
    if (p > 0 && rng.below(4) == 0) plan.values(0, p) = plan.values(0, p - 1);
    plan.durations[p] = 0.02 + 0.3 * rng.uniform();
  }
  return plan;
}

SplinePoints any_plan(Index points, Rng& rng) {
  SplinePoints plan = calm_plan(points, rng);
  for (double& duration : plan.durations) duration = any_duration(rng);
  return plan;
}

/// A reader of its own kind: the whole curve from rest, found by time. Knot 0 is the start.
class WholeCurve {
 public:
  WholeCurve(const VectorXd& start, const SplinePoints& plan) {
    times_.push_back(0);
    values_.push_back(start);
    for (Index p = 0; p < plan.count(); ++p) {
      times_.push_back(times_.back() + plan.durations[p]);
      values_.emplace_back(plan.values.col(p));
    }
  }

  /// Derivative of the parabola through a knot and its neighbours, in Newton's form.
  [[nodiscard]] double tangent(std::size_t knot, Index c) const {
    if (knot == 0 || knot + 1 == times_.size()) return 0;
    if (values_[knot + 1][c] == values_[knot][c]) return 0;
    const double first = slope(knot - 1, c);
    const double second = (slope(knot, c) - first) / (times_[knot + 1] - times_[knot - 1]);
    return first + second * (times_[knot] - times_[knot - 1]);
  }

  [[nodiscard]] double value(double time, Index c) const {
    const std::size_t k = segment(time);
    if (k + 1 >= times_.size()) return values_.back()[c];
    const double h = times_[k + 1] - times_[k];
    const double t = (time - times_[k]) / h;
    const double u = 1 - t;
    return (1 + 2 * t) * u * u * values_[k][c] + t * u * u * h * tangent(k, c) +
           t * t * (3 - 2 * t) * values_[k + 1][c] - t * t * u * h * tangent(k + 1, c);
  }

  [[nodiscard]] double end() const { return times_.back(); }

 private:
  [[nodiscard]] double slope(std::size_t k, Index c) const {
    return (values_[k + 1][c] - values_[k][c]) / (times_[k + 1] - times_[k]);
  }
  [[nodiscard]] std::size_t segment(double time) const {
    const auto after = std::upper_bound(times_.begin(), times_.end(), time);
    return static_cast<std::size_t>(after - times_.begin()) - 1;
  }

  std::vector<double> times_;
  std::vector<VectorXd> values_;
};

/// A plan and how far it is read.
struct Reader {
  SplineCursor cursor;
  SplinePoints points;
  Index first = 0;

  void step(double seconds) { advance(cursor, points, first, seconds); }
};

/// What a search does between two frames: passed points go, the last one is repeated.
void drop_passed(Reader& reader, double repeated_after) {
  const Index count = reader.points.count();
  SplinePoints left{MatrixXd(kComponents, count), VectorXd::Constant(count, repeated_after)};
  for (Index i = 0; i < count; ++i) {
    left.values.col(i) = reader.points.values.col(std::min(reader.first + i, count - 1));
    if (reader.first + i < count) left.durations[i] = reader.points.durations[reader.first + i];
  }
  reader.points = left;
  reader.first = 0;
}

TEST(RecursiveSpline, OneSegmentIsTheCubicOfItsEnds) {
  const double length = 0.4;
  const double a = 1.5;
  const double rate = -3;
  const double b = 2.25;
  for (const double t : {0.05, 0.3, 0.5, 0.9}) {
    Reader reader{SplineCursor::at_rest(VectorXd::Constant(1, a)),
                  {MatrixXd::Constant(1, 1, b), VectorXd::Constant(1, length)}};
    reader.cursor.rate[0] = rate;
    reader.step(t * length);
    const double u = 1 - t;
    const double value = (1 + 2 * t) * u * u * a + t * u * u * length * rate + t * t * (3 - 2 * t) * b;
    const double slope = 6 * t * u * (b - a) / length + u * (1 - 3 * t) * rate;
    // Measured: 2.3e-16, 1.8e-15, 5.6e-17.
    EXPECT_NEAR(reader.cursor.value[0], value, 1e-15);
    EXPECT_NEAR(reader.cursor.rate[0], slope, 1e-14);
    EXPECT_NEAR(reader.points.durations[0], u * length, 1e-16);
  }
}

TEST(RecursiveSpline, GoesThroughItsPointsWithTheirTangents) {
  Rng rng(11);
  for (int trial = 0; trial < 50; ++trial) {
    Reader reader{SplineCursor::at_rest(normals(kComponents, rng)), calm_plan(6, rng)};
    const WholeCurve curve(reader.cursor.value, reader.points);
    const SplinePoints plan = reader.points;
    for (Index p = 0; p < plan.count(); ++p) {
      reader.step(0.7 * plan.durations[p]);
      reader.step(reader.points.durations[p]);
      ASSERT_EQ(reader.first, p + 1);
      EXPECT_EQ(reader.cursor.value, VectorXd(plan.values.col(p)));
      for (Index c = 0; c < kComponents; ++c) {
        // Of values around 100. Measured: 4.9e-13.
        EXPECT_NEAR(reader.cursor.rate[c], curve.tangent(static_cast<std::size_t>(p) + 1, c), 1e-12);
      }
    }
  }
}

TEST(RecursiveSpline, IsTheWholeCurveReadInSteps) {
  Rng rng(12);
  for (int trial = 0; trial < 200; ++trial) {
    Reader reader{SplineCursor::at_rest(normals(kComponents, rng)), calm_plan(6, rng)};
    const WholeCurve curve(reader.cursor.value, reader.points);
    double time = 0;
    while (time < curve.end() + 0.2) {
      const double step = 0.15 * rng.uniform();
      reader.step(step);
      time += step;
      // Measured: 1.7e-14.
      for (Index c = 0; c < kComponents; ++c) ASSERT_NEAR(reader.cursor.value[c], curve.value(time, c), 1e-12) << time;
    }
  }
}

TEST(RecursiveSpline, PointsOfAParabolaGiveTheParabola) {
  const auto parabola = [](double t) { return 0.3 - 1.7 * t + 4 * t * t; };
  Rng rng(13);
  for (int trial = 0; trial < 100; ++trial) {
    SplinePoints plan{MatrixXd(1, 8), VectorXd(8)};
    double end = 0;
    for (Index p = 0; p < plan.count(); ++p) {
      plan.durations[p] = 0.02 + 0.3 * rng.uniform();
      end += plan.durations[p];
      plan.values(0, p) = parabola(end);
    }
    Reader reader{SplineCursor::at_rest(VectorXd::Constant(1, parabola(0))), plan};
    reader.cursor.rate[0] = -1.7;
    // Up to the last segment, which comes to rest.
    const int steps = static_cast<int>((end - plan.durations[7]) / 0.01);
    for (int i = 1; i <= steps; ++i) {
      const double time = 0.01 * i;
      reader.step(0.01);
      // Measured: 1.3e-14.
      ASSERT_NEAR(reader.cursor.value[0], parabola(time), 1e-13) << time;
    }
  }
}

TEST(RecursiveSpline, AStepIsNotLeftAtTheSideThatItHolds) {
  // 0 0 1 1: flat before the step and after it, and no overshoot where the next value is the same.
  SplinePoints plan{MatrixXd(1, 4), VectorXd::Constant(4, 0.1)};
  plan.values << 0, 1, 1, 1;
  Reader reader{SplineCursor::at_rest(VectorXd::Zero(1)), plan};
  double least = 0;
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    reader.step(0.002);
    least = std::min(least, reader.cursor.value[0]);
    most = std::max(most, reader.cursor.value[0]);
  }
  EXPECT_EQ(most, 1);
  // The parabola through 0, 0, 1 has the tangent 5 in the middle; the cubic before it goes
  // down by 4/27 of 0.1 s times that; read every 2 ms. Measured: 2.3e-5 beside it.
  EXPECT_NEAR(least, -0.5 * 4 / 27, 1e-4);
}

TEST(RecursiveSpline, StaysAtTheLastPoint) {
  Rng rng(14);
  Reader reader{SplineCursor::at_rest(normals(kComponents, rng)), calm_plan(3, rng)};
  const VectorXd last = reader.points.values.col(2);
  reader.step(reader.points.durations.sum() + 0.01);
  for (const double step : {0.0, 1e-12, 0.5, 100.0}) {
    reader.step(step);
    EXPECT_EQ(reader.cursor.value, last);
    EXPECT_TRUE(reader.cursor.rate.isZero(0));
  }
}

TEST(RecursiveSpline, WithoutPointsItStays) {
  const VectorXd value = VectorXd::Constant(2, 0.5);
  Reader reader{SplineCursor::at_rest(value), {MatrixXd(2, 0), VectorXd(0)}};
  reader.step(1);
  EXPECT_EQ(reader.cursor.value, value);
}

TEST(RecursiveSpline, RepeatingTheLastPointChangesNothing) {
  Rng rng(15);
  for (int trial = 0; trial < 100; ++trial) {
    Reader plain{SplineCursor::at_rest(normals(kComponents, rng)), any_plan(4, rng)};
    Reader longer = plain;
    longer.points.values.conservativeResize(kComponents, 6);
    longer.points.values.col(4) = longer.points.values.col(5) = plain.points.values.col(3);
    longer.points.durations.conservativeResize(6);
    longer.points.durations[4] = 0.05 + rng.uniform();
    longer.points.durations[5] = 0.05;
    for (int frame = 0; frame < 40; ++frame) {
      plain.step(kFrame);
      longer.step(kFrame);
      ASSERT_EQ(plain.cursor.value, longer.cursor.value) << "trial " << trial << ", frame " << frame;
    }
  }
}

TEST(RecursiveSpline, AShiftedPlanGivesTheSameBits) {
  Rng rng(16);
  int several_at_once = 0;
  for (int trial = 0; trial < 500; ++trial) {
    Reader never{SplineCursor::at_rest(normals(kComponents, rng)), any_plan(8, rng)};
    never.cursor.rate = normals(kComponents, rng);
    Reader shifted = never;
    for (int frame = 0; frame < 60; ++frame) {
      const Index before = never.first;
      never.step(kFrame);
      several_at_once += never.first > before + 1 ? 1 : 0;
      shifted.step(kFrame);
      drop_passed(shifted, 0.01 + rng.uniform());
      ASSERT_EQ(never.cursor.value, shifted.cursor.value) << "trial " << trial << ", frame " << frame;
      ASSERT_EQ(never.cursor.rate, shifted.cursor.rate) << "trial " << trial << ", frame " << frame;
    }
  }
  EXPECT_GT(several_at_once, 100);
}

TEST(RecursiveSpline, PassTimeIsWhatAdvanceDoesToThePoints) {
  Rng rng(17);
  for (int trial = 0; trial < 500; ++trial) {
    Reader reader{SplineCursor::at_rest(normals(kComponents, rng)), any_plan(8, rng)};
    SplinePoints points = reader.points;
    Index first = 0;
    for (int frame = 0; frame < 60; ++frame) {
      reader.step(kFrame);
      pass_time(points, first, kFrame);
      ASSERT_EQ(first, reader.first);
      ASSERT_EQ(points.durations, reader.points.durations);
      ASSERT_EQ(points.values, reader.points.values);
    }
  }
}

TEST(RecursiveSpline, TwoHalvesAreAWhole) {
  Rng rng(18);
  for (int trial = 0; trial < 200; ++trial) {
    Reader whole{SplineCursor::at_rest(normals(kComponents, rng)), calm_plan(6, rng)};
    Reader halves = whole;
    for (int frame = 0; frame < 60; ++frame) {
      whole.step(kFrame);
      halves.step(kFrame / 2);
      halves.step(kFrame / 2);
      // Measured: 9.6e-15.
      ASSERT_LT((whole.cursor.value - halves.cursor.value).cwiseAbs().maxCoeff(), 1e-13);
    }
  }
}

TEST(RecursiveSpline, PointsThatAreReachedAlready) {
  for (const double duration : {0.0, 1e-300, 1e-12, 0.999 * kShortestSegment}) {
    // From rest, so that there is no time since the last knot either. The same value again has no slope.
    SplinePoints points{MatrixXd(2, 2), VectorXd(2)};
    points.values << 1, 3, 2, 3;
    points.durations << duration, 0.1;
    Reader reader{SplineCursor::at_rest(VectorXd::Ones(2)), points};
    reader.step(kFrame);
    EXPECT_EQ(reader.first, 1);
    EXPECT_GE(reader.cursor.value[0], 1) << duration;
    EXPECT_LE(reader.cursor.value[0], 3) << duration;
    EXPECT_TRUE(reader.cursor.value.allFinite()) << duration;
    EXPECT_TRUE(reader.cursor.rate.allFinite()) << duration;
    reader.step(0.1);
    EXPECT_EQ(reader.cursor.value, VectorXd::Constant(2, 3));
  }
}

}  // namespace
}  // namespace sinew
