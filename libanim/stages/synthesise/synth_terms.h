#pragma once

#include <vector>

#include "libanim/stages/synthesise/limb_lever.h"
#include "libanim/stages/synthesise/synth_nearest.h"
#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"
#include "libanim/stages/synthesise/synth_weights.h"

namespace sinew {

/// The terms of L (eq. 1) at one moment. Each adds its squared residuals with their derivatives.

/// L_CI, eq. 2-3: c_i (|e_i|^2 + |e_i'|^2). Three departures from the paper: e' is taken with the nearest point held
/// fixed on its surface (otherwise a slip along a surface costs nothing); the fourth component of e is the chord
/// between the normals instead of the angle (smooth at 0 and at pi); each face of a box is a surface of its own.
/// Limits: a patch is seen by its centre only.
void add_contact_terms(const SynthScene& scene, const SynthWeights& weights, const SampleState& state,
                       SampleCost& cost);

/// Limb length, joint limits and penetration, the kinematic part of L_Physics (section 4.2.2). Knees and elbows are
/// limited as lengths, hips, shoulders, ankles and wrists per axis as the figure has them.
/// Limits: capsules are tested at points along them, against boxes and planes; limbs do not see limbs.
void add_body_terms(const SynthScene& scene, const SynthWeights& weights, const SampleState& state, SampleCost& cost);

/// |q''|^2 of eq. 9, rest of the arms, posture of the torso.
void add_effort_terms(const SynthScene& scene, const SynthWeights& weights, const SampleState& state, SampleCost& cost);

/// The task-specific terms, eq. 10, of one goal at its moment.
void add_goal_terms(const SynthScene& scene, const SynthWeights& weights, const SynthGoal& goal,
                    const SampleState& state, SampleCost& cost);

/// L_Hint, eq. 11: max(|z - n| - epsilon, 0)^2 for every character. z is the zero moment point of its torso, n the
/// point nearest to it in the hull of its patches, found by a QP of its own that W of eq. 7 regularises
/// (nearest_in_hull). The derivative goes through the QP: with the contacts that span n held, lambda is the solution of
/// a linear system.
/// Departures: z and the hull are level, at the ground's height; W has the |f|^2 of eq. 9 in it, as in the dynamics.
/// Limits: what hands pull and what objects weigh moves z and is not seen, nor is mass of limbs (SynthScene::lies).
void add_hint_terms(const SynthScene& scene, const SynthWeights& weights, const SampleState& state, SampleCost& cost);

/// Inverse dynamics of the root bodies, eq. 4-8, with the inner QP.
///
/// The paper's outer cost (8) is the residual at the forces of (6). Here it is the optimum of (6) itself, with f'Wf,
/// and forces live in the frames of their patches, so that the cones do not depend on the solution vector: by the
/// envelope theorem its derivative is the one at fixed forces. A trial: walk 5/5 instead of 1-3/5, get-up 5/5 instead
/// of 0/5.
///
/// The paper's controls u and their R (eq. 6) are gone with the limbs' mass, and with them any measure of effort: it
/// notes bent knees that carry (section 6). What stands in for them is R on the torque of knees and elbows, for forces
/// along their limb: |f|^2 (SynthWeights::torque) times the square of the knee's distance from the line between hip
/// and ankle, inside the QP, where the envelope theorem holds as for W.
///
/// Contacts with s = 0 are left out of the QP. That is where they stay (c = s^2 is stationary there), their forces were
/// some hundredths of the others', and of the 22 contacts of someone who climbs on another a phase has some six.
/// Friction is that of the surfaces near the patch (friction_of), so that cones change with its place. With g the slope
/// of the QP's cost by a force, the multipliers of what friction bounds are -g, and the optimum's derivative is
///   dV / d mu = (g_x f_x + g_z f_z + g_my m_y) / mu.
///
/// Limits: torques of hips and ankles cost nothing. A cone stands on its patch, which is right where the patch lies on
/// its surface.
class DynamicsTerm {
 public:
  explicit DynamicsTerm(const SynthScene& scene);

  void add(const SynthWeights& weights, const SampleState& state, SampleCost& cost, ContactQpStart* start);
  [[nodiscard]] const Eigen::VectorXd& force() const { return force_; }  ///< of the last call, per contact
  [[nodiscard]] long iterations() const { return iterations_; }          ///< of the QP so far

 private:
  void assemble(const SynthWeights& weights, const SampleState& state);
  double solve(const SampleState& state, ContactQpStart* start);
  [[nodiscard]] LimbLever lever_of(const SynthContact& who, const SampleState& state) const;
  void add_torques(const SynthWeights& weights, const SampleState& state, SampleCost& cost) const;
  void find_friction(const SampleState& state);
  void add_friction(const SynthWeights& weights, const SampleState& state, SampleCost& cost) const;
  void add_slopes(const SampleState& state, const SampleIndex& index);
  void add_matrix(const SampleState& state, const SynthWeights& weights, SampleCost& cost);

  const SynthScene& scene_;
  std::vector<ContactQpSolver> qp_;     ///< by the number of contacts that take part, from 1 on
  std::vector<int> open_;               ///< contacts that take part
  std::vector<SoftFriction> friction_;  ///< of the surfaces, per contact
  std::vector<ContactCone> open_cones_;
  Eigen::MatrixXd open_map_;
  Eigen::VectorXd open_weights_;
  Eigen::MatrixXd map_;      ///< G
  Eigen::VectorXd wrench_;   ///< tau
  Eigen::VectorXd weights_;  ///< diagonal of W
  Eigen::MatrixXd slopes_;   ///< d (G f - tau) at fixed f
  Eigen::VectorXd force_;
  Eigen::VectorXd residual_;  ///< G f - tau
  long iterations_ = 0;
};

}  // namespace sinew
