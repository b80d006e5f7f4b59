#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/model/figure_leg.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A leg of a humanoid: indices of joints (hip, knee, ankle), whose children are the thigh, the shin and the foot.
struct Leg {
  int hip = -1;
  int knee = -1;
  int ankle = -1;
};

std::vector<Leg> legs_of(const Figure& figure) {
  std::vector<Leg> legs;
  for (const Side side : {Side::kLeft, Side::kRight}) {
    if (const auto leg = find_leg(figure, side)) legs.push_back({leg->thigh - 1, leg->shin - 1, leg->foot - 1});
  }
  return legs;
}

/// A standing pose in the making.
class Stand {
 public:
  explicit Stand(const Figure& figure) : figure_(figure), legs_(legs_of(figure)) {
    for (const FigureJoint& joint : figure.joints) relative_.push_back(joint.neutral);
    root_ = {figure.bodies[0].rest_position, figure.root_neutral};
    update();
    for (const Leg& leg : legs_) soles_.push_back(body(leg.ankle).rotation);
    if (legs_.size() == 2) left_ = (body(legs_[0].hip).translation - body(legs_[1].hip).translation);
    left_.y() = 0;
    left_.normalize();
  }

  [[nodiscard]] bool has_legs() const { return legs_.size() == 2; }

  /// Leans everything above the ankles about the left-right axis.
  void lean(double angle) {
    root_.rotation = Quat(Eigen::AngleAxisd(angle, left_)) * root_.rotation;
    update();
    level_soles();
  }

  /// Bends the longer leg until both soles are at one height.
  void level_legs() {
    const std::array<double, 2> height = {sole_height(0), sole_height(1)};
    const std::size_t longer = height[0] < height[1] ? 0 : 1;
    const double wanted = std::max(height[0], height[1]);
    const std::vector<Quat> straight = relative_;
    const FigureJoint& knee = figure_.joints[to_size(legs_[longer].knee)];
    double low = 0;
    double high = std::copysign(1.5, knee.upper[1] + knee.lower[1]);
    for (int i = 0; i < 50; ++i) {
      const double middle = 0.5 * (low + high);
      relative_ = straight;
      bend(legs_[longer], middle);
      (sole_height(longer) < wanted ? low : high) = middle;
    }
  }

  /// How far the centre of mass is ahead of the middle of the soles, divided by its height.
  [[nodiscard]] double imbalance() const {
    Vec3 sole = Vec3::Zero();
    double count = 0;
    Vec3 centre = Vec3::Zero();
    for (std::size_t i = 0; i < bodies_.size(); ++i) centre += figure_.bodies[i].mass * bodies_[i].translation;
    for (const FigureContactPoint& point : figure_.points) {
      if (figure_.bodies[to_size(point.body)].part != Part::kFoot) continue;
      sole += bodies_[to_size(point.body)] * point.position;
      count += 1;
    }
    if (count == 0) return 0;
    const Vec3 offset = centre / figure_.mass() - sole / count;
    return offset.y() > 0 ? offset.dot(left_.cross(Vec3::UnitY())) / offset.y() : 0;
  }

  [[nodiscard]] const std::vector<Transform>& bodies() const { return bodies_; }

 private:
  [[nodiscard]] const Transform& body(int joint) const { return bodies_[to_size(joint) + 1]; }
  void update() { bodies_ = bodies_from_joints(figure_, root_, relative_); }

  /// Turns the feet back to how they stand in the neutral pose.
  void level_soles() {
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const FigureJoint& ankle = figure_.joints[to_size(legs_[i].ankle)];
      relative_[to_size(legs_[i].ankle)] = bodies_[to_size(ankle.parent)].rotation.conjugate() * soles_[i];
    }
    update();
  }

  /// Bends a knee, with the ankle kept on its line below the hip and the sole level.
  void bend(const Leg& leg, double angle) {
    const FigureJoint& hip = figure_.joints[to_size(leg.hip)];
    const FigureJoint& knee = figure_.joints[to_size(leg.knee)];
    const FigureJoint& ankle = figure_.joints[to_size(leg.ankle)];
    update();
    const Vec3 socket = bodies_[to_size(hip.parent)] * hip.parent_anchor;
    const Vec3 before = body(leg.knee) * ankle.parent_anchor - socket;
    relative_[to_size(leg.knee)] =
        joint_rotation(knee, {0, joint_angles(knee, relative_[to_size(leg.knee)])[1] + angle, 0});
    update();
    const Vec3 after = body(leg.knee) * ankle.parent_anchor - socket;
    const Quat& pelvis = bodies_[to_size(hip.parent)].rotation;
    const Quat turn = pelvis.conjugate() * Quat::FromTwoVectors(after, before) * pelvis;
    relative_[to_size(leg.hip)] = turn * relative_[to_size(leg.hip)];
    update();
    level_soles();
  }

  [[nodiscard]] double sole_height(std::size_t leg) const {
    const std::size_t foot = to_size(legs_[leg].ankle) + 1;
    return lowest_point(figure_.bodies[foot], bodies_[foot]);
  }

  const Figure& figure_;
  std::vector<Leg> legs_;
  std::vector<Quat> relative_;
  std::vector<Quat> soles_;  ///< world rotations of the feet, per leg
  Transform root_;
  Vec3 left_ = Vec3::UnitX();
  std::vector<Transform> bodies_;
};

/// Where a creature's legs end: the middle of each paw, at the height of its lowest point.
std::vector<Vec3> paws(const Figure& figure, const std::vector<Transform>& bodies) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const FigureBody& body = figure.bodies[i];
    if (body.part != Part::kPaw) continue;
    Vec3 point = bodies[i] * body.shapes.front().body_from_shape.translation;
    point.y() = lowest_point(body, bodies[i]);
    points.push_back(point);
  }
  return points;
}

/// Turn that makes the plane through the paws (least squares) level.
Quat levelling(const std::vector<Vec3>& points) {
  Eigen::MatrixX3d A(static_cast<Eigen::Index>(points.size()), 3);
  Eigen::VectorXd heights(A.rows());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const Vec3& p = points[static_cast<std::size_t>(i)];
    A.row(i) << p.x(), p.z(), 1;
    heights[i] = p.y();
  }
  const Vec3 plane = A.colPivHouseholderQr().solve(heights);
  return Quat::FromTwoVectors(Vec3(-plane[0], 1, -plane[1]), Vec3::UnitY());
}

/// A creature's rest pose is seldom drawn on level ground to the millimetre: turn it until all paws touch. The lowest
/// points change with the turn, hence the repeats.
void level_paws(const Figure& figure, std::vector<Transform>& bodies) {
  for (int i = 0; i < 5; ++i) {
    const std::vector<Vec3> points = paws(figure, bodies);
    if (points.size() < 3) return;
    const Quat turn = levelling(points);
    for (Transform& body : bodies) body = Transform{Vec3::Zero(), turn} * body;
  }
}

/// Leaning further than this would be no standing any more (unit: rad).
constexpr double kLargestLean = 0.35;

}  // namespace

std::vector<Transform> stance(const Figure& figure) {
  Stand stand(figure);
  double leant = 0;
  // Newton's method on a nearly linear function: three steps leave less than a tenth of a millimetre.
  for (int i = 0; i < 3 && stand.has_legs(); ++i) {
    const double angle = std::clamp(leant - std::atan(stand.imbalance()), -kLargestLean, kLargestLean) - leant;
    stand.lean(angle);
    stand.level_legs();
    leant += angle;
  }
  std::vector<Transform> bodies = stand.bodies();
  if (!figure.humanoid) level_paws(figure, bodies);
  const double drop = lowest_point(figure, bodies);
  for (Transform& body : bodies) body.translation.y() -= drop;
  return bodies;
}

}  // namespace sinew
