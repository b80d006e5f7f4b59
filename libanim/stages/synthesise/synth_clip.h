#pragma once

#include <string>
#include <vector>

#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/figure.h"
#include "libanim/stages/synthesise/synth_motion.h"

namespace sinew {

struct SynthClipOptions {
  double frame_rate = 30;  ///< (unit: Hz)
  /// Cutoff of the low pass over the torso and over limbs in the air: a cubic spline's acceleration jumps at the phase
  /// boundaries. 0 = none. Lower it if the clip looks mechanical, raise it if fast punches lose their reach (unit: Hz).
  double smoothing = 7;
  /// A limb is planted in the phases in which a contact of its end-effector is at least this active.
  double active = 1;
  /// Share of the torso's tilt that neck and head take back, so that the character looks ahead; 0 = none.
  double head_level = 0.5;
  /// Share of a limb's length from which on its reach is softened, so that knees do not snap straight; 1 = never. At
  /// full length the end of a limb in the air then misses by 0.37 (1 - soft_reach) of it; where a planted limb would,
  /// the torso is lowered. Knees move at most 3 times as fast as their feet with 0.985, 7 times with 0.997.
  double soft_reach = 0.985;
  /// Share of the horizontal way by which the figure's centre of mass is off the search's that the torso is moved back;
  /// 0 = none. The search has mass in a few points, a figure in all of its bodies: without it a raised leg or a lean
  /// takes hero up to 65 mm off, and who stands on one foot falls in simulation (his kicks: 0 of 8 motions followed).
  double balance = 1;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// What became of one limb.
struct SynthLimbReport {
  std::string limb;
  double missed = 0;    ///< largest distance between the wanted end-effector and the skeleton's (unit: m)
  double smoothed = 0;  ///< largest distance by which low pass and planting moved the end-effector (unit: m)
  int plants = 0;       ///< intervals
  int frames = 0;       ///< planted frames
};

struct SynthClip {
  Clip clip;                              ///< on the character's skeleton; from 0 to the motion's end
  std::vector<std::vector<int>> planted;  ///< [limb][frame]: index in motion.contacts, or -1 where the limb is free
  std::vector<SynthLimbReport> limbs;
  double missed = 0;       ///< largest of all limbs (unit: m)
  double torso_moved = 0;  ///< largest distance by which the low pass moved the torso's origin (unit: m)
  double balanced = 0;     ///< largest distance by which it was moved for the balance (unit: m)
  double lowered = 0;      ///< most by which the torso was lowered so that planted limbs reach (unit: m)
};

/// The motion of character `index` of a problem on its skeleton. `character` and `figure` are those from which
/// problem.characters[index] was made (make_synth_character).
///
/// The trunk with all that hangs on it is rigid in the neutral stance and moves as the torso does; neck and head level
/// themselves a little. Arms and legs reach their end-effectors by two-bone inverse kinematics; legs of three and more
/// bones open and close all their joints by one factor. The knee or elbow
/// points where the limb's pole points when the limb swings by the shortest way from the neutral stance, turned a
/// little towards where the end-effector points, and its direction is carried on from frame to frame where the two do
/// not tell (a limb that points the other way). So nothing flips when a limb passes straight. Hands and feet are turned
/// as their end-effectors; forearms take half of a hand's twist. Fingers, toes, face and tails keep the neutral stance.
///
/// The torso is where the figure's centre of mass is above the place that the search has it above.
///
/// Where a limb is planted, its end-effector does not move against what it touches: the mean over the plant. The steps
/// in between are fitted to these plants.
[[nodiscard]] SynthClip clip_of_motion(const SynthProblem& problem, const SynthMotion& motion, int index,
                                       const Character& character, const Figure& figure,
                                       const SynthClipOptions& options = {});

}  // namespace sinew
