#include "libanim/stages/synthesise/synth_start_depth.h"

#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/stages/synthesise/synth_trajectory.h"

namespace sinew {

double start_penetration(const SynthCharacter& character, const SynthStart& start, double ground) {
  SynthProblem problem;
  problem.characters = {character};
  problem.starts = {start};
  problem.surfaces = {{"ground", SynthSurface::Kind::kPlane, {ground * Vec3::UnitY(), Quat::Identity()}}};
  const SynthScene scene(problem);
  const SynthTrajectory trajectory(scene);
  SampleState state;
  trajectory.sample(trajectory.still(), {0, 0}, state);
  return deepest_penetration(scene, state);
}

double limb_penetration(const SynthLimb& limb, const Transform& torso, const Transform& effector, double ground) {
  SynthCharacter character;
  character.limbs = {limb};
  return start_penetration(character, {torso, {effector}}, ground);
}

}  // namespace sinew
