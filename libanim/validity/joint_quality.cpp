#include "libanim/validity/joint_quality.h"

#include <algorithm>
#include <cmath>

#include "libanim/simulation/contact_finder.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "libanim/validity/dynamics.h"

namespace sinew {

namespace {

constexpr double kEndless = 1e9;
constexpr double kNoTorque = 1e-9;    ///< (unit: N m)
constexpr double kLightTouch = 1e-3;  ///< of body weight

/// The figure's torque limit of every actuated axis.
std::vector<double> torque_limits(const Figure& figure) {
  std::vector<double> limits;
  for (const FigureJoint& joint : figure.joints) {
    if (joint.kind == JointKind::kHinge) {
      limits.push_back(joint.torque[1]);
    } else {
      limits.insert(limits.end(), joint.torque.begin(), joint.torque.end());
    }
  }
  return limits;
}

double use(double torque, double limit) {
  if (limit > 0) return std::min(std::abs(torque) / limit, kEndless);
  return std::abs(torque) > kNoTorque ? kEndless : 0;
}

/// The largest use and its index.
std::pair<double, int> largest_use(const std::vector<double>& torques, const std::vector<double>& limits) {
  std::pair<double, int> largest{0, -1};
  for (std::size_t a = 0; a < torques.size(); ++a) {
    const double u = use(torques[a], limits[a]);
    if (u > largest.first) largest = {u, static_cast<int>(a)};
  }
  return largest;
}

double friction_of(const Take& take, const ContactForce& contact) {
  const int bodies = take.figure.body_count();
  if (contact.other == -1) return take.scene.ground.friction;
  if (contact.other < -1) return take.scene.boxes[to_size(-2 - contact.other)].friction;
  if (contact.other >= bodies) return take.scene.objects[to_size(contact.other - bodies)].friction;
  return kSelfFriction;
}

double friction_excess(const Take& take, const ContactForce& contact, double weight) {
  const double normal = std::max(0.0, contact.force.dot(contact.normal));
  const double tangential = (contact.force - contact.force.dot(contact.normal) * contact.normal).norm();
  return std::max(0.0, tangential - friction_of(take, contact) * normal) / weight;
}

double friction_use(const Take& take, const ContactForce& contact, double weight) {
  const double normal = contact.force.dot(contact.normal);
  if (normal < kLightTouch * weight) return 0;
  const double tangential = (contact.force - normal * contact.normal).norm();
  const double most = friction_of(take, contact) * normal;
  if (most > 0) return std::min(tangential / most, kEndless);
  return tangential > kLightTouch * weight ? kEndless : 0;
}

/// Largest angle beyond the limits of a joint.
double excess_of(const FigureJoint& joint, const Quat& relative) {
  const Vec3 angles = joint_angles(joint, relative);
  double excess = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (joint.kind == JointKind::kHinge && axis != 1) continue;
    const double angle = angles[static_cast<Eigen::Index>(axis)];
    excess = std::max({excess, joint.lower[axis] - angle, angle - joint.upper[axis]});
  }
  return excess;
}

void measure_torques(const Take& take, JointQuality& quality) {
  const std::vector<double> limits = torque_limits(take.figure);
  std::vector<double> motors;
  std::vector<double> stops;
  double most = 0;
  for (const TakeStep& step : take.steps) {
    double motor = 0;
    double stop = 0;
    for (const SubstepReport& substep : step.report.substeps) {
      const auto [largest, axis] = largest_use(substep.motor_torque, limits);
      motor = std::max(motor, largest);
      if (largest > most) quality.motor_axis = axis;
      most = std::max(most, largest);
      stop = std::max(stop, largest_use(substep.stop_torque, limits).first);
    }
    motors.push_back(motor);
    stops.push_back(stop);
  }
  quality.motor_use = spread_of(motors, 1);
  quality.stop_use = spread_of(stops, 1);
}

void measure_contacts(const Take& take, JointQuality& quality) {
  const double weight = take.figure.mass() * kStandardGravity;
  std::vector<double> friction;
  std::vector<double> excesses;
  std::vector<double> pulls;
  for (const TakeStep& step : take.steps) {
    double worst = 0;
    double pull = 0;
    double most = 0;
    for (const SubstepReport& substep : step.report.substeps) {
      double excess = 0;
      for (const ContactForce& contact : substep.contacts) {
        if (contact.body >= take.figure.body_count()) continue;
        worst = std::max(worst, friction_use(take, contact, weight));
        excess += friction_excess(take, contact, weight);
        pull = std::max(pull, -contact.force.dot(contact.normal) / weight);
      }
      most = std::max(most, excess);
    }
    friction.push_back(worst);
    excesses.push_back(most);
    pulls.push_back(pull);
  }
  quality.friction_use = spread_of(friction, 1);
  quality.friction_excess = spread_of(excesses, 1);
  quality.adhesion = spread_of(pulls, 1);
}

void measure_joints(const Take& take, JointQuality& quality) {
  std::vector<double> excesses;
  std::vector<double> gaps;
  double most = 0;
  for (int frame = 0; frame < take.frames(); ++frame) {
    const std::vector<Quat> relative = joint_rotations(take.figure, take.record(frame));
    double excess = 0;
    for (std::size_t j = 0; j < relative.size(); ++j) {
      const double own = excess_of(take.figure.joints[j], relative[j].normalized());
      excess = std::max(excess, own);
      if (own > most) quality.limit_joint = static_cast<int>(j);
      most = std::max(most, own);
    }
    excesses.push_back(excess);
    gaps.push_back(anchor_gap(take.figure, take.record(frame)));
  }
  quality.limit_excess = spread_of(excesses);
  quality.anchor_gap = spread_of(gaps);
}

}  // namespace

std::vector<std::vector<double>> joint_motor_use(const Take& take) {
  const std::vector<double> limits = torque_limits(take.figure);
  std::vector<std::vector<double>> uses;
  for (const TakeStep& step : take.steps) {
    std::vector<double>& joints = uses.emplace_back(take.figure.joints.size(), 0.0);
    for (const SubstepReport& substep : step.report.substeps) {
      std::size_t axis = 0;
      for (std::size_t j = 0; j < joints.size(); ++j) {
        for (int i = 0; i < take.figure.joints[j].axis_count(); ++i, ++axis) {
          joints[j] = std::max(joints[j], use(substep.motor_torque[axis], limits[axis]));
        }
      }
    }
  }
  return uses;
}

JointQuality joint_quality(const Take& take) {
  JointQuality quality;
  measure_torques(take, quality);
  measure_contacts(take, quality);
  measure_joints(take, quality);
  return quality;
}

}  // namespace sinew
