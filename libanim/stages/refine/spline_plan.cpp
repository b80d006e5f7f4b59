#include "libanim/stages/refine/spline_plan.h"

#include <algorithm>

#include "libanim/support/index.h"

namespace sinew {

TorqueGroup torque_group(Part part) {
  switch (part) {
    case Part::kThigh:
    case Part::kShin:
    case Part::kFoot:
    case Part::kToes:
    case Part::kLimb:
    case Part::kPaw: return TorqueGroup::kLegs;
    case Part::kClavicle:
    case Part::kUpperArm:
    case Part::kForearm:
    case Part::kHand: return TorqueGroup::kArms;
    default: return TorqueGroup::kTorso;
  }
}

namespace {

/// Share of the range that offsets of a joint may have.
double mobility(Part part) {
  switch (torque_group(part)) {
    case TorqueGroup::kLegs: return 1;
    case TorqueGroup::kArms: return 0.45;
    default: return part == Part::kHead || part == Part::kNeck || part == Part::kTail ? 0.1 : 0.45;
  }
}

}  // namespace

PlanLayout::PlanLayout(const Figure& figure, const SmcOptions& options)
    : axes_(figure.axis_count()),
      points_(options.points),
      shortest_(options.shortest),
      longest_(std::max(options.shortest, options.horizon / options.points)) {
  set_bounds(figure, options);
}

void PlanLayout::set_bounds(const Figure& figure, const SmcOptions& options) {
  Eigen::VectorXd low(value_size());
  Eigen::VectorXd high(value_size());
  Eigen::Index axis = 0;
  for (const FigureJoint& joint : figure.joints) {
    const bool hinge = joint.kind == JointKind::kHinge;
    for (std::size_t i = hinge ? 1 : 0; i < (hinge ? 2u : 3u); ++i, ++axis) {
      const bool absolute = options.base == SplineBase::kNone;
      const double range = options.range * mobility(figure.bodies[to_size(joint.child)].part);
      low[axis] = absolute ? joint.lower[i] : -range;
      high[axis] = absolute ? joint.upper[i] : range;
    }
  }
  low.tail(kTorqueGroups).setConstant(options.least_torque);
  high.tail(kTorqueGroups).setOnes();
  lower_.resize(size());
  upper_.resize(size());
  for (Eigen::Index p = 0; p < points_; ++p) {
    const Eigen::Index at = p * (value_size() + 1);
    lower_.segment(at, value_size()) = low;
    upper_.segment(at, value_size()) = high;
    lower_[at + value_size()] = p == 0 ? 0 : shortest_;
    upper_[at + value_size()] = longest_;
  }
}

SplinePoints PlanLayout::unpack(const Eigen::VectorXd& x) const {
  const Eigen::Map<const Eigen::MatrixXd> table(x.data(), value_size() + 1, points_);
  return {table.topRows(value_size()), table.row(value_size()).transpose()};
}

Eigen::VectorXd PlanLayout::pack(const SplinePoints& points) const {
  Eigen::VectorXd x(size());
  Eigen::Map<Eigen::MatrixXd> table(x.data(), value_size() + 1, points_);
  table.topRows(value_size()) = points.values;
  table.row(value_size()) = points.durations.transpose();
  return x;
}

SplinePoints PlanLayout::without_passed(const SplinePoints& points, Eigen::Index first) const {
  SplinePoints left{Eigen::MatrixXd(value_size(), points_), Eigen::VectorXd::Constant(points_, longest_)};
  for (Eigen::Index i = 0; i < points_; ++i) {
    const Eigen::Index from = std::min(first + i, points_ - 1);
    left.values.col(i) = points.values.col(from);
    if (first + i < points_) left.durations[i] = points.durations[first + i];
  }
  return left;
}

}  // namespace sinew
