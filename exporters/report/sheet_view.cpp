#include "exporters/report/sheet_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exporters/report/figure_view.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kTurn = 32 * std::numbers::pi / 180;       // from the side towards the front (unit: rad)
constexpr double kElevation = 14 * std::numbers::pi / 180;  // (unit: rad)
constexpr double kMargin = 0.07;
constexpr double kTravel = 0.6;          // shares of the figure's height: less is staying in place
constexpr double kHighest = 1.6;         // the root higher than this above the ground is followed upwards
constexpr double kReferenceReach = 0.5;  // a reference farther away may leave the picture

Vec3 level(const Vec3& v) { return {v.x(), 0, v.z()}; }

/// Where the figure looks, on average; zero when that is nowhere.
Vec3 mean_facing(const Take& take, const BodyMotion& result) {
  Vec3 sum = Vec3::Zero();
  for (const std::vector<Transform>& bodies : result) {
    sum += level(bodies[0].rotation * (take.figure.facing * Vec3::UnitZ()));
  }
  return sum / static_cast<double>(result.size());
}

Vec3 towards_eye(const Take& take, const BodyMotion& result) {
  const Vec3 facing = mean_facing(take, result);
  const Vec3 travel = level(result.back()[0].translation - result.front()[0].translation);
  Vec3 way = travel.norm() > kTravel * take.figure.height ? travel : facing;
  way = way.norm() > 1e-3 ? Vec3(way.normalized()) : Vec3::UnitZ();
  // Travel goes from left to right; who walks backwards is seen from the front all the same.
  const Vec3 right = way.cross(Vec3::UnitY());
  const Vec3 front = facing.dot(way) < 0 ? Vec3(-way) : way;
  const Vec3 around = std::cos(kTurn) * right + std::sin(kTurn) * front;
  return std::cos(kElevation) * around + std::sin(kElevation) * Vec3::UnitY();
}

std::vector<Vec3> followed_places(const Take& take, const BodyMotion& result, std::span<const int> frames) {
  std::vector<Vec3> roots;
  std::vector<Vec3> places;
  bool near_ground = true;
  for (const int frame : frames) {
    const Vec3& root = result[to_size(frame)][0].translation;
    const double ground = ground_height(take.scene, root.x(), root.z());
    near_ground = near_ground && std::abs(root.y() - ground) < kHighest * take.figure.height;
    roots.push_back(root);
    places.emplace_back(root.x(), ground, root.z());
  }
  return near_ground ? places : roots;
}

/// Everything that should be in view in one frame.
std::vector<Vec3> wanted_points(const Take& take, const SheetMotion& motion, int frame) {
  std::vector<Vec3> points;
  const std::vector<Transform>& result = motion.result[to_size(frame)];
  FigureView(take.figure, motion.surfaces, result).append_points(points);
  if (to_size(frame) < motion.reference.size()) {
    const std::vector<Transform>& reference = motion.reference[to_size(frame)];
    const double apart = (reference[0].translation - result[0].translation).norm();
    if (apart < kReferenceReach * take.figure.height) {
      FigureView(take.figure, motion.surfaces, reference).append_points(points);
    }
  }
  for (const OuterForce& force : outer_forces(take, frame)) points.push_back(arrow_end(force, take.figure.height));
  return points;
}

}  // namespace

SheetView sheet_view(const Take& take, const SheetMotion& motion, std::span<const int> frames,
                     const ScreenBox& viewport) {
  SheetView view;
  view.axes = CameraAxes::from(towards_eye(take, motion.result));
  view.followed = followed_places(take, motion.result, frames);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    for (const Vec3& point : wanted_points(take, motion, frames[i])) points.emplace_back(point - view.followed[i]);
  }
  view.framing = frame_points(view.axes, points, viewport, kMargin);
  return view;
}

}  // namespace sinew
