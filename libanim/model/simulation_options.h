#pragma once

namespace sinew {

enum class SelfCollision {
  kOff,
  kLegs,  ///< between the two legs (thighs, shins, feet; limbs of a non-humanoid)
  kAll,   ///< between all bodies that no joint connects and that do not overlap in the neutral stance
};

enum class MotorSolve {
  kBounded,  ///< torque limits are part of the contact problem: each axis costs a pivot
  kChecked,  ///< first without limits; axes that exceed theirs are bounded and the step is repeated until none does
};

enum class LcpKernels { kStock, kFast };

/// How a World integrates. Every number has its evidence in tests/benchmarks/RESULTS.md.
struct SimulationOptions {
  double control_rate = 30;  ///< (unit: Hz)
  int substeps = 1;          ///< physics steps per control: 1 or more
  double joint_erp =
      0.8;  ///< share of a joint's error corrected per step, 0 to 1; lower if joints ring, higher if they part
  double anchor_tolerance = 0.002;  ///< gap at a joint beyond which a step is repeated with the turns that it made;
                                    ///< raise for speed, lower if limbs come off in fast motion (unit: m)
  double contact_erp =
      0.3;  ///< share of a penetration corrected per step, 0 to 1; higher if feet sink, lower if they hop
  double cfm =
      1e-8;  ///< softness of joints and contacts of a figure of 70 kg, as ODE has it; it goes with 1 / mass; higher
  ///< if the solver complains
  bool speculative = true;       ///< contacts made before touch, so that a fast foot does not sink in
  double contact_margin = 0.02;  ///< gap below which speculative contacts are made (unit: m)
  int friction_rounds =
      10;  ///< how often the bounds of friction may be brought in line with the pressure that friction leaves; 0 is
           ///< ODE's own friction, which holds feet that do not press, and so is LcpKernels::kStock
  bool joint_limits = true;
  SelfCollision self_collision = SelfCollision::kOff;
  bool thin_contacts = true;  ///< at most two contact points for bodies that are neither feet nor hands
  MotorSolve motors = MotorSolve::kBounded;
  LcpKernels kernels = LcpKernels::kFast;
  double pd_stiffness = 10;  ///< kPd: stiffness as a multiple of the torque limit (unit: 1/rad)
  double pd_damping = 1;     ///< kPd: damping as a multiple of the torque limit (unit: s/rad)

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

}  // namespace sinew
