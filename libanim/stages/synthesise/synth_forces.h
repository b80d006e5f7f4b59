#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// Where a contact's patch is, against the surface that it may touch.
struct PatchGap {
  double distance = 0;          ///< of the patch's centre from the surface, not signed (unit: m)
  Vec3 normal = Vec3::UnitY();  ///< of the surface there, world
  double slip = 0;              ///< speed of the centre against the surface (unit: m/s)
  double friction = 1;          ///< of the surface
};
[[nodiscard]] PatchGap patch_gap(const SynthScene& scene, int contact, const SampleState& state);

/// The state of a motion at one moment.
[[nodiscard]] SampleState state_of(const SynthMotion& motion, double time);

/// Forces from touching patches alone. Unlike the search, it knows nothing of c: a patch within `kTouch` of its surface
/// may push, no other may, and the cone stands on the surface, not on the patch.
class TouchForces {
 public:
  static constexpr double kTouch = 0.01;  ///< (unit: m)

  explicit TouchForces(const SynthScene& scene);

  struct Result {
    std::vector<SynthForce> forces;     ///< per contact
    std::vector<Vec3> force_residual;   ///< per body, in its weight
    std::vector<Vec3> moment_residual;  ///< per body, in its weight times metres
  };
  [[nodiscard]] Result solve(const SampleState& state);

 private:
  const SynthScene& scene_;
  ContactQpSolver qp_;
};

}  // namespace sinew
