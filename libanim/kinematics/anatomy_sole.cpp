#include "libanim/kinematics/anatomy_sole.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace sinew {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
// An ankle 0.039 of the body height above the ground and 0.114 behind the toe tip (Drillis and Contini 1966).
constexpr double kUsualPitch = 19 * kDegree;
constexpr double kMaxToeOut = 20 * kDegree;
constexpr double kMaxToeIn = 5 * kDegree;
constexpr double kMaxSoleSlope = 35 * kDegree;

// Legs splayed by less do not roll a foot by much; insteps and toes of real rigs are out of line by a degree or two.
constexpr double kMinSplay = 5 * kDegree;
constexpr double kClearlyBetter = 1 * kDegree;

struct FootAngles {
  double heading = 0;  ///< outwards positive
  double pitch = 0;    ///< down positive
};

FootAngles angles_of(const Vec3& line, double outwards) {
  return {outwards * std::atan2(line.x(), line.z()), std::atan2(-line.y(), std::hypot(line.x(), line.z()))};
}

bool is_plausible(const FootAngles& foot) {
  return std::abs(foot.heading) < 45 * kDegree && foot.pitch > -10 * kDegree && foot.pitch < 60 * kDegree;
}

Vec3 direction(double heading, double pitch) {
  return {std::sin(heading) * std::cos(pitch), -std::sin(pitch), std::cos(heading) * std::cos(pitch)};
}

double heading(const Vec3& line) { return std::atan2(line.x(), line.z()); }

/// Angle between instep and toes, seen from above, when the foot is turned.
double out_of_line(const BareFoot& foot, const Quat& turn) {
  return std::abs(std::remainder(heading(turn * foot.instep) - heading(turn * foot.toes), 2 * std::numbers::pi));
}

struct Point {
  double along = 0;
  double up = 0;
};

double turn(const Point& a, const Point& b, const Point& c) {
  return (b.along - a.along) * (c.up - a.up) - (b.up - a.up) * (c.along - a.along);
}

/// Lower half of the convex hull, from back to front (Andrew 1979).
std::vector<Point> lower_hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.along != b.along ? a.along < b.along : a.up < b.up; });
  std::vector<Point> hull;
  for (const Point& p : points) {
    while (hull.size() >= 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  }
  return hull;
}

std::optional<double> longest_edge_slope(const std::vector<Point>& hull) {
  std::optional<double> slope;
  double longest = 0;
  for (std::size_t i = 1; i < hull.size(); ++i) {
    const double along = hull[i].along - hull[i - 1].along;
    const double up = hull[i].up - hull[i - 1].up;
    if (std::hypot(along, up) > longest) {
      longest = std::hypot(along, up);
      slope = std::atan2(up, along);
    }
  }
  return slope;
}

}  // namespace

FootStance stand_feet(const std::array<Vec3, 2>& lines, bool upright) {
  const std::array<FootAngles, 2> feet{angles_of(lines[0], 1), angles_of(lines[1], -1)};
  const bool plausible = upright && is_plausible(feet[0]) && is_plausible(feet[1]);
  FootStance stance;
  // One foot flat and one on its toes is a step, not a stand.
  stance.stands = plausible && std::abs(feet[0].pitch - feet[1].pitch) < 10 * kDegree;
  const double mean = (feet[0].heading + feet[1].heading) / 2;
  const double heading = plausible ? std::clamp(mean, -kMaxToeIn, kMaxToeOut) : 0;
  for (std::size_t s = 0; s < 2; ++s) {
    const double pitch = stance.stands ? feet[s].pitch : kUsualPitch;
    stance.direction[s] = direction(s == 0 ? heading : -heading, pitch);
  }
  return stance;
}

std::array<Quat, 2> undo_splay(const std::array<BareFoot, 2>& feet) {
  std::array<Quat, 2> rolls{Quat::Identity(), Quat::Identity()};
  double gain = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    const double splay = std::atan2(feet[s].shin.x(), -feet[s].shin.y());
    if (std::abs(splay) < kMinSplay || std::abs(splay) > 45 * kDegree) return {Quat::Identity(), Quat::Identity()};
    rolls[s] = Quat(Eigen::AngleAxisd(-splay, Vec3::UnitZ()));
    gain += out_of_line(feet[s], Quat::Identity()) - out_of_line(feet[s], rolls[s]);
  }
  if (gain > 2 * kClearlyBetter) return rolls;
  return {Quat::Identity(), Quat::Identity()};
}

Quat turn_heading(const Vec3& from, const Vec3& to) {
  const double angle = std::atan2(to.x(), to.z()) - std::atan2(from.x(), from.z());
  return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
}

Quat level_sole(std::span<const Vec3> skin, const Quat& turn, const Vec3& direction) {
  const Vec3 ahead = Vec3(direction.x(), 0, direction.z()).normalized();
  std::vector<Point> side;
  side.reserve(skin.size());
  for (const Vec3& p : skin) {
    const Vec3 q = turn * p;
    side.push_back({q.dot(ahead), q.y()});
  }
  const auto slope = longest_edge_slope(lower_hull(std::move(side)));
  if (!slope || std::abs(*slope) > kMaxSoleSlope) return Quat::Identity();
  return Quat(Eigen::AngleAxisd(*slope, Vec3::UnitY().cross(ahead)));
}

}  // namespace sinew
