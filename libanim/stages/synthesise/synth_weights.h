#pragma once

#include <algorithm>

namespace sinew {

/// Weights of the terms. Units: metres, seconds, radians; forces in body weights. The values are a trial's (walk and
/// get-up over 5 seeds) unless the line says otherwise.
struct SynthWeights {
  // L_CI
  double contact = 1;  ///< 10 never succeeds
  double gap = 1;      ///< times 100 in the polish
  double normal = 1;   ///< times 10 in the polish
  double slip = 1;
  double spin = 0.1;
  double clearance = 1e-2;  ///< feet that hurry close to the ground; not in the paper, without it swing feet skim

  // L_Physics
  double physics = 100;
  double k0 = 1e-2;     ///< eq. 7
  double k1 = 1e-3;     ///< eq. 7
  double force = 1e-4;  ///< |f|^2 of eq. 9, kept inside the QP: steers the share of work where W vanishes
  double torque = 0;    ///< of knees and elbows, squared (unit: 1/m^2); 0.3: get-ups straighten sooner
  double length = 100;  ///< limbs that stretch
  /// Of joints (unit: 1/rad^2). Hero's get-ups, of four starts each from back and stomach: 4 and 3 pass; with 10 1 and
  /// 0; with 1 ankles are 35 degrees beyond.
  double limits = 2;
  double penetration = 100;

  // L_Task
  double task = 100;
  double still = 1;  ///< velocities at a goal that asks for rest
  double torso_acceleration = 1e-2;
  double torso_turning = 0.1;
  double limb_acceleration = 1e-3;
  double limb_turning = 1e-4;
  double rest = 1e-2;     ///< arms that drift from their rest; not in the paper
  double leg_rest = 0.5;  ///< legs that do: at 0.05 a walk crouches to 0.75 of its height, at 0.5 to 0.92
  double posture = 0.1;   ///< a torso that leans, not in the paper; 1e-2 dives (walk 0/5)

  /// Phases that are longer or shorter than asked for, where their durations are variables: squared logarithm of the
  /// ratio.
  double duration = 1;

  // L_Hint, in phase 2 alone
  double hint = 0;           ///< eq. 11; 10 makes no difference to walks, and of handstands 1 of 5 passes instead of 3
  double hint_slack = 0.05;  ///< epsilon: how far the zero moment point may be from the support for free (unit: m)

  /// For someone who lies or ends on his hands: legs at rest are no style to keep, an upright torso neither, and
  /// turning the torso is the task.
  [[nodiscard]] SynthWeights for_acrobatics() const {
    SynthWeights w = *this;
    w.torso_turning *= 0.1;
    w.posture *= 0.1;
    w.leg_rest *= 0.01;
    return w;
  }

  /// For someone who lies, beside that: he takes his time. Else he throws himself up within half a second (hero from
  /// the stomach: 1.5 to 1.9 weights on hands and one foot, then 0.3; so at most 1.2), and nobody can follow that in
  /// simulation. And physics must hold in every moment, above all where he leaves the ground for his feet. From the
  /// back, over a seat that rolls: with one, three and nine times its weight none, four to six and six of eight starts
  /// pass, and the worst moment of those that are kept is 0.07 to 0.13 weights x m with three times, 0.02 to 0.04 with
  /// nine. From the stomach, which is less of a balance, three times: 0.03 to 0.05 instead of 0.02 to 0.06, and three
  /// of three seeds are followed in simulation.
  [[nodiscard]] SynthWeights for_lying(bool sits_up) const {
    SynthWeights w = for_acrobatics();
    w.torso_acceleration *= 20;
    w.torso_turning *= 3;
    w.physics *= sits_up ? 9 : 3;
    return w;
  }

  /// For someone who climbs, beside that: bent knees cost, or else nobody uses his hands. A block of 0.7 m, hands laid
  /// on it, 2 starts: without, one leg lifts it all; with 0.2 both arms carry and the feet hop up after them.
  [[nodiscard]] SynthWeights for_climbing() const {
    SynthWeights w = for_acrobatics();
    w.torque = std::max(w.torque, 0.2);
    return w;
  }
};

}  // namespace sinew
