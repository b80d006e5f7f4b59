#pragma once

#include "libanim/kinematics/contact_detection.h"
#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// What is done to a clip before anything is learned from it. Lengths and speeds are in figure heights, so that a child
/// and a giant are judged alike; "a figure" below is 1.7 m high.
struct CleanOptions {
  bool cut_breaks = true;  ///< cut before and after teleports and added rest poses; unset it if good frames are missing
  /// A step between two frames is a break when the joints move faster than this on average (a figure: 10 m/s; the
  /// fastest honest clip, CMU's backflip 87_03, has 6) (unit: figure heights / s) ...
  double break_speed = 6;
  /// ... and this many times farther than in the steps around it. (The importers' remarks use the same ratio.)
  double break_ratio = 5;

  bool cut_frozen =
      true;  ///< cut frames at either end in which nothing moves and from which the motion starts abruptly
  double frozen_time = 0.1;    ///< shorter holds are left (unit: s)
  double abrupt_speed = 0.15;  ///< mean speed of the joints right after a hold that no standing body could have
                               ///< (a figure: 0.26 m/s) (unit: figure heights / s)

  bool repair_spikes = true;  ///< joints that jump away and back are led across; unset it if quick gestures are missing
  double spike_speed = 60;  ///< slower turns are motion: a pitcher's shoulder has 120 rad/s, but over 30 ms and without
                            ///< return (Dillman 1993), other joints stay below 40 (unit: rad/s)
  double spike_time = 0.05;   ///< a joint that stays away for longer is left alone (unit: s)
  double spike_angle = 0.35;  ///< smaller spikes are left (unit: rad)

  bool retime = true;  ///< a clip whose jumps fall faster than gravity gets the frame rate it was recorded with; unset
                       ///< it for motion that is not of this world

  bool level_ground = true;  ///< raise or lower the clip until the planted soles are at height 0
  bool remove_drift = true;  ///< also where the ground rises and falls slowly; unset it if the clip is on a slope
  double drift_time =
      1.0;  ///< the correction is a mean over this time to either side; raise it if the body bobs (unit: s)
  /// A ground that varies by more than this is stairs, a box or terrain, and is kept. CMU's 02_01 drifts by 5 cm, its
  /// lowest stair is 15 cm (unit: figure heights).
  double drift_limit = 0.04;

  ContactDetection contacts;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

struct CleanReport {
  int first_frame = 0;  ///< frames [first, last] of the source were kept
  int last_frame = 0;
  int breaks = 0;               ///< teleports, jumps from a rest pose
  int frozen_frames = 0;        ///< cut at the ends
  int repaired_joints = 0;      ///< joints with spikes
  int repaired_frames = 0;      ///< frames x joints led across
  double frame_rate = 0;        ///< the rate that the clip was given; 0 when its own is right (unit: Hz)
  double ground_height = 0;     ///< what was taken for the ground's height in the source (unit: m)
  double ground_variation = 0;  ///< highest less lowest planted sole, slowly varying part (unit: m)
  bool drift_removed = false;
  bool uneven = false;  ///< the variation is above the limit: stairs or terrain
};

struct CleanedClip {
  Clip clip;
  CleanReport report;
  Ledger ledger;  ///< a note for every change
};

/// A clip without what no body has done: frames before a teleport, rest poses put in front, frozen ends, joints that
/// flip for a moment, a frame rate at which jumps fall too fast, a ground that drifts. A clip that has none of these
/// comes back as it is, bit for bit, up to the height of its ground.
///
/// Works on the character's own figure (humanoid or not). Throws Error (kAsset) when the character gives no figure.
/// Limits: of several parts between teleports the longest is kept; a ground that drifts by as much as a stair is taken
/// for stairs; hands and knees do not tell the ground's height, except where no foot ever stands.
[[nodiscard]] CleanedClip clean(const Character& character, const Clip& clip, const CleanOptions& options = {});

}  // namespace sinew
