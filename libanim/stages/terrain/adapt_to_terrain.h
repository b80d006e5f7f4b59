#pragma once

#include <string>
#include <vector>

#include "libanim/kinematics/contact_detection.h"
#include "libanim/model/clip.h"
#include "libanim/model/figure.h"
#include "libanim/model/ledger.h"
#include "libanim/model/scene.h"
#include "libanim/model/skeleton.h"

namespace sinew {

/// How a motion on level ground is laid over the ground of a scene. Lengths are in figure heights, so that a child and
/// a giant are treated alike; "a figure" below is 1.7 m high.
struct TerrainOptions {
  bool adapt = true;  ///< unset it if the clip was recorded on this very terrain, feet and all
  /// A planted sole is tilted with the ground up to this angle (unit: rad). 20 degrees: what ankles bend upwards in
  /// healthy adults (Norkin and White 2009); slopes that people walk are gentler.
  double most_tilt = 0.35;
  /// The root follows the feet's heights smoothed by a bell of this width; raise it if the body bobs over bumps, lower
  /// it if legs are squeezed on stairs (unit: s).
  double root_time = 0.12;
  /// Surfaces that are higher above a foot's last one are walls, not steps (a figure: 0.6 m).
  double most_step = 0.35;
  /// A foot that would stand half on an edge is set back or forth by up to this to stand on one level (a figure: 14
  /// cm, half a foot).
  double most_shift = 0.08;
  /// A foot that rests above the clip's own ground stands on something where the scene has a surface this near (a
  /// figure: 10 cm); elsewhere it is just held in the air.
  double same_surface = 0.06;
  /// Feet are set down where the clip has them a little above or below its own ground or not quite level, on level
  /// ground, too; unset it to follow recorded feet to the millimetre.
  bool settle = true;
  ContactDetection contacts;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// What was done to one foot or paw.
struct TerrainFoot {
  std::string foot;    ///< the body's name
  int plants = 0;      ///< intervals in which it stands
  int raised = 0;      ///< of these, above the clip's own ground: on stairs or a box that the scene has, too
  int shifted = 0;     ///< of these, moved away from an edge
  double lowest = 0;   ///< offset of the foot (unit: m)
  double highest = 0;  ///< (unit: m)
  double tilt = 0;     ///< largest of a plant (unit: rad)
  double level = 0;    ///< turn of the foot that lays its sole flat where it stands still (unit: rad)
  double missed = 0;   ///< largest distance by which a planted foot was not reached (unit: m)
  int frames_off = 0;  ///< planted frames outside the scene's ground
};

struct TerrainReport {
  bool changed = false;  ///< else the clip came back bit for bit
  std::vector<TerrainFoot> feet;
  double root_lowest = 0;   ///< offset of the root (unit: m)
  double root_highest = 0;  ///< (unit: m)
  double root_lower = 0;    ///< of it, the most by which it sank for a leg to reach (unit: m)
};

struct TerrainClip {
  Clip clip;
  TerrainReport report;
  Ledger ledger;  ///< empty when nothing was changed
};

/// The clip on the scene's ground: planes, slopes, height fields, static boxes.
///
/// The clip's own ground is at height 0 (stages/clean sees to that). Each foot that stands there is set on the surface
/// under it, its sole tilted with it. Between two plants a foot keeps the height above ground that it had, over all
/// that lies on its way: its offset is the lowest concave curve over the way that stays above the surfaces passed. The
/// root follows the mean offset of the feet, smoothed but even in a flight, and sinks where a leg would not reach. Legs
/// follow by inverse kinematics; all other joints keep their rotations.
///
/// A clip that climbs what is not in its file (stairs, a box) and a scene that has it: a foot that rests above height 0
/// near a surface of the scene stands on that surface. What agrees already is moved by the small rest.
///
/// Recorded feet are settled first (sole_level.h, FootStand::hover): soles that stand still lie flat and on the ground.
/// CMU's 127_04 stands with both soles 5 to 23 mm above it; a figure that follows has one foot down and lets the other
/// glide (tests/benchmarks/RESULTS.md).
///
/// Works for any figure with feet or paws. A scene of level ground at height 0 gives a clip whose feet stand flat on
/// it bit for bit.
/// Limits: hands, knees and backs are not fitted; they follow the root. Outside a height field the ground goes on as at
/// its edge. Moving objects are no ground. Speeds are not changed: a run up a wall stays a run.
[[nodiscard]] TerrainClip adapt_to_terrain(const Skeleton& skeleton, const Figure& figure, const Scene& scene,
                                           const Clip& clip, const TerrainOptions& options = {});

}  // namespace sinew
