#pragma once

#include <vector>

#include "libanim/math/transform.h"
#include "libanim/model/clip.h"
#include "libanim/model/figure.h"
#include "libanim/model/scene.h"
#include "libanim/model/skeleton.h"
#include "libanim/model/state_record.h"

namespace sinew {

/// What the figure should look like in one frame: everything that a cost compares with, worked out once.
struct ReferenceFrame {
  std::vector<Transform> bodies;        ///< world_from_body
  std::vector<Vec3> from_root;          ///< centres of mass in the root's frame
  std::vector<Vec3> from_centre;        ///< from the figure's centre of mass, on the ground (y = 0)
  std::vector<Vec3> spins;              ///< angular velocities (unit: rad/s)
  std::vector<Quat> joints;             ///< relative rotations, within the figure's limits
  std::vector<bool> planted;            ///< which contact points stand (see contact_detection.h)
  std::vector<double> slides;           ///< speeds of the contact points along the ground (unit: m/s)
  std::vector<double> heights;          ///< of the figure's contact points above the ground under them (unit: m)
  Vec3 centre = Vec3::Zero();           ///< of mass
  Vec3 centre_velocity = Vec3::Zero();  ///< (unit: m/s)
};

/// The reference clip as poses of the figure on the control grid.
struct ReferenceMotion {
  double frame_seconds = 1.0 / 30;
  std::vector<ReferenceFrame> frames;
  StateRecord start;  ///< frame 0 within the joints' limits, moving as the first two frames do; without objects

  [[nodiscard]] int steps() const { return static_cast<int>(frames.size()) - 1; }
};

/// Velocities are backward differences: those of a simulated record are, since the integrator moves a body by the
/// velocity that it ends with. Frame 0 has those of frame 1. They pass a low pass of `velocity_cutoff` (unit: Hz): a
/// centimetre of noise between two frames is 0.3 m/s.
[[nodiscard]] ReferenceMotion reference_motion(const Figure& figure, const Scene& scene, const Skeleton& skeleton,
                                               const Clip& clip, double velocity_cutoff);

/// Mean distance of the bodies from the reference, world frame (unit: m).
[[nodiscard]] double mean_body_distance(const ReferenceFrame& reference, const StateRecord& record);

}  // namespace sinew
