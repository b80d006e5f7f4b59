#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/stages/clean/clean_parts.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kGravity = 9.81;
/// A figure flies where its lowest point is this much above the ground (unit: figure heights).
constexpr double kFlightHeight = 0.05;
/// Fewer frames do not tell a parabola from a line.
constexpr int kFewestFrames = 8;
/// A fall is clean when the centre of mass is this near to a parabola (share of its sag) ...
constexpr double kCleanFit = 0.05;
/// ... and sags by more than noise (unit: figure heights).
constexpr double kLeastSag = 0.012;
/// Nothing falls faster than it does freely: what pushes against the ground falls slower. CMU's flights have 0.97 to
/// 1.05 of gravity; those of subjects 75, 87, 88 and 90, recorded at 60 Hz and labelled 120, have 3.9 to 4.9.
constexpr double kTooFast = 2.5;
constexpr std::array kCommonRates{24.0, 25.0, 30.0, 50.0, 60.0, 100.0, 120.0, 200.0, 240.0};

/// Heights of centre of mass and lowest point, per frame.
struct Heights {
  std::vector<double> centre;
  std::vector<double> lowest;
};

Heights heights_of(const CleanWork& work) {
  Heights heights;
  for (int f = 0; f < work.result.clip.frames(); ++f) {
    const auto bodies = bodies_from_pose(work.figure, work.skeleton, world_at(work.skeleton, work.result.clip, f));
    heights.centre.push_back(centre_of_mass(work.figure, record_from_bodies(bodies)).y());
    heights.lowest.push_back(lowest_point(work.figure, bodies));
  }
  return heights;
}

double low_percentile(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 20];
}

/// Downward acceleration of the parabola through a flight; zero when the flight is not clean.
double fall_of(std::span<const double> centre, double frame_rate, double height) {
  const auto n = static_cast<Eigen::Index>(centre.size());
  Eigen::MatrixXd A(n, 3);
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double t = (static_cast<double>(i) - 0.5 * static_cast<double>(n - 1)) / frame_rate;
    A.row(i) << 1, t, 0.5 * t * t;
    y[i] = centre[static_cast<std::size_t>(i)];
  }
  const Eigen::VectorXd x = A.colPivHouseholderQr().solve(y);
  const double duration = static_cast<double>(n - 1) / frame_rate;
  const double sag = -x[2] * duration * duration / 8;
  const double off = std::sqrt((A * x - y).squaredNorm() / static_cast<double>(n));
  return sag > kLeastSag * height && off < kCleanFit * sag ? -x[2] : 0;
}

/// Accelerations of the clean flights that begin and end on the ground.
std::vector<double> falls(const CleanWork& work) {
  const Heights heights = heights_of(work);
  const double ground = low_percentile(heights.lowest);
  const auto flies = [&](int f) { return heights.lowest[to_size(f)] - ground > kFlightHeight * work.figure.height; };
  const int frames = work.result.clip.frames();
  std::vector<double> found;
  for (int first = 1, last = 1; first < frames; first = last + 1) {
    for (last = first; last < frames && flies(last); ++last) {
    }
    if (last == frames || last - first < kFewestFrames || flies(first - 1)) continue;
    const double fall = fall_of(std::span(heights.centre).subspan(to_size(first), to_size(last - first)),
                                work.result.clip.frame_rate, work.figure.height);
    if (fall > 0) found.push_back(fall);
  }
  return found;
}

double nearest_common(double rate) {
  return *std::ranges::min_element(kCommonRates, {}, [&](double common) { return std::abs(std::log(common / rate)); });
}

}  // namespace

void retime(const CleanWork& work) {
  std::vector<double> found = falls(work);
  if (found.empty()) return;
  std::ranges::sort(found);
  const double fall = found[found.size() / 2];
  if (fall < kTooFast * kGravity) return;
  Clip& clip = work.result.clip;
  const double rate = nearest_common(clip.frame_rate / std::sqrt(fall / kGravity));
  work.result.ledger.add(NoteCode::kFrameRate, "clip " + clip.name,
                         fmt::format("flights fall with {:.1f} m/s^2 at {:g} Hz; taken for a clip of {:g} Hz", fall,
                                     clip.frame_rate, rate));
  work.result.report.frame_rate = rate;
  clip.frame_rate = rate;
}

}  // namespace sinew
