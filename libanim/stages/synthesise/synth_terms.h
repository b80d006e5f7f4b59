#pragma once

#include <vector>

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

/// Inverse dynamics of the root bodies, eq. 4-8, with the inner QP.
///
/// The paper's outer cost (8) is the residual at the forces of (6). Here it is the optimum of (6) itself, with f'Wf,
/// and forces live in the frames of their patches, so that the cones do not depend on the solution vector: by the
/// envelope theorem its derivative is the one at fixed forces. A trial: walk 5/5 instead of 1-3/5, get-up 5/5 instead
/// of 0/5. Limits: a cone stands on its patch, which is right where the patch lies on its surface.
class DynamicsTerm {
 public:
  explicit DynamicsTerm(const SynthScene& scene);

  void add(const SynthWeights& weights, const SampleState& state, SampleCost& cost, ContactQpStart* start);
  [[nodiscard]] const Eigen::VectorXd& force() const { return force_; }  ///< of the last call, per contact
  [[nodiscard]] long iterations() const { return iterations_; }          ///< of the QP so far

 private:
  void assemble(const SynthWeights& weights, const SampleState& state);
  void add_slopes(const SampleState& state, const SampleIndex& index);
  void add_matrix(const SampleState& state, const SynthWeights& weights, SampleCost& cost);

  const SynthScene& scene_;
  ContactQpSolver qp_;
  Eigen::MatrixXd map_;      ///< G
  Eigen::VectorXd wrench_;   ///< tau
  Eigen::VectorXd weights_;  ///< diagonal of W
  Eigen::MatrixXd slopes_;   ///< d (G f - tau) at fixed f
  Eigen::VectorXd force_;
  long iterations_ = 0;
};

}  // namespace sinew
