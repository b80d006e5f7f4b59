#pragma once

#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// One contact of one physics step.
struct ContactForce {
  int body = 0;                 ///< of the record: figure's bodies, then objects
  int other = -1;               ///< another body of the record, or -1 - k: k = 0 the ground, k > 0 static box k - 1
  Vec3 point = Vec3::Zero();    ///< world (unit: m)
  Vec3 normal = Vec3::UnitY();  ///< away from `other`
  double depth = 0;             ///< how deep the two were in each other; negative: a gap closed ahead of time (unit: m)
  Vec3 force = Vec3::Zero();    ///< on `body` (unit: N)
};

/// What the solver did in one physics step.
struct SubstepReport {
  std::vector<ContactForce> contacts;
  std::vector<double> motor_torque;  ///< per actuated axis (unit: N m)
  std::vector<double> stop_torque;   ///< per actuated axis, of the joint's limits (unit: N m)
  Vec3 push_impulse = Vec3::Zero();  ///< on the figure, of the scene's pushes (unit: N s)
};

struct StepReport {
  std::vector<SubstepReport> substeps;
  int repeats = 0;  ///< how often a step was repeated: more axes bounded (MotorSolve::kChecked), or anchors apart
};

}  // namespace sinew
