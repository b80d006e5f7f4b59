#include "libanim/math/recursive_spline.h"

#include <algorithm>

namespace sinew {

namespace {

/// Tangent at a point between two segments with these slopes and lengths.
double tangent(double slope_before, double slope_after, double before, double after) {
  if (slope_after == 0) return 0;
  return (after * slope_before + before * slope_after) / (before + after);
}

/// Value and derivative of the cubic on [0, length] with these ends.
struct Cubic {
  double length = 1;
  double t = 0;  ///< in [0, 1]

  [[nodiscard]] double value(double a, double rate_a, double b, double rate_b) const {
    const double slope = b - a;
    const double c2 = 3 * slope - length * (2 * rate_a + rate_b);
    const double c3 = length * (rate_a + rate_b) - 2 * slope;
    return a + t * (length * rate_a + t * (c2 + t * c3));
  }
  [[nodiscard]] double rate(double a, double rate_a, double b, double rate_b) const {
    const double slope = b - a;
    const double c2 = 3 * slope - length * (2 * rate_a + rate_b);
    const double c3 = length * (rate_a + rate_b) - 2 * slope;
    return rate_a + t * (2 * c2 + 3 * t * c3) / length;
  }
};

/// Tangent of component `c` at the point ahead.
double tangent_ahead(const SplineCursor& cursor, const SplinePoints& points, Eigen::Index first, Eigen::Index c) {
  if (first + 1 >= points.count()) return 0;
  // A point may be reached the moment the last one was passed: what is left of a duration can be nothing.
  const double before = std::max(cursor.since + points.durations[first], kShortestSegment);
  const double after = std::max(points.durations[first + 1], kShortestSegment);
  const double here = points.values(c, first);
  return tangent((here - cursor.knot[c]) / before, (points.values(c, first + 1) - here) / after, before, after);
}

void pass_point(SplineCursor& cursor, const SplinePoints& points, Eigen::Index first) {
  for (Eigen::Index c = 0; c < cursor.value.size(); ++c) {
    cursor.rate[c] = tangent_ahead(cursor, points, first, c);
    cursor.value[c] = points.values(c, first);
  }
  cursor.knot = cursor.value;
  cursor.since = 0;
}

}  // namespace

SplineCursor SplineCursor::at_rest(const Eigen::VectorXd& value) {
  return {value, Eigen::VectorXd::Zero(value.size()), value, 0};
}

void advance(SplineCursor& cursor, SplinePoints& points, Eigen::Index& first, double seconds) {
  while (first < points.count() && points.durations[first] <= seconds + kShortestSegment) {
    seconds -= points.durations[first];
    pass_point(cursor, points, first);
    ++first;
  }
  if (first >= points.count()) {
    cursor.rate.setZero();
    return;
  }
  if (seconds <= kShortestSegment) return;
  const Cubic cubic{points.durations[first], seconds / points.durations[first]};
  for (Eigen::Index c = 0; c < cursor.value.size(); ++c) {
    const double ahead = tangent_ahead(cursor, points, first, c);
    const double a = cursor.value[c];
    const double rate_a = cursor.rate[c];
    cursor.value[c] = cubic.value(a, rate_a, points.values(c, first), ahead);
    cursor.rate[c] = cubic.rate(a, rate_a, points.values(c, first), ahead);
  }
  cursor.since += seconds;
  points.durations[first] -= seconds;
}

void pass_time(SplinePoints& points, Eigen::Index& first, double seconds) {
  while (first < points.count() && points.durations[first] <= seconds + kShortestSegment) {
    seconds -= points.durations[first];
    ++first;
  }
  if (first < points.count() && seconds > kShortestSegment) points.durations[first] -= seconds;
}

}  // namespace sinew
