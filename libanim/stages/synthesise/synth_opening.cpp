#include "libanim/stages/synthesise/synth_opening.h"

#include <algorithm>

#include "libanim/stages/synthesise/synth_forces.h"

namespace sinew {

namespace {

/// How flat a patch lies on something: the largest cosine between the normals in a phase; 0 where it is never near. Of
/// a ball it says that its side of the torso is below.
double flatness(const SynthScene& scene, const SynthMotion& motion, int contact, int phase) {
  const SynthPatchFrame& patch = scene.patches[static_cast<std::size_t>(contact)];
  double flattest = 0;
  for (const double u : {0., 0.5, 1.}) {
    const SampleState state = state_of(motion, motion.time_in(phase, u));
    const PatchGap gap = patch_gap(scene, contact, state);
    if (gap.distance < kLyingNear) {
      const Vec3 up = state.tracks[static_cast<std::size_t>(patch.track)].R * patch.axes.col(1);
      flattest = std::max(flattest, up.dot(gap.normal));
    }
  }
  return flattest;
}

/// Whether an object lies still in the middle of a phase, or at the start of the first.
bool lies_still(const SynthScene& scene, const SynthMotion& motion, int contact, int phase) {
  const PatchGap gap = patch_gap(scene, contact, state_of(motion, motion.time_in(phase, phase == 0 ? 0 : 0.5)));
  return gap.distance < kLyingNear && gap.slip < kLyingSlow;
}

}  // namespace

ContactOpening contacts_that_may_open(const SynthScene& scene, const SynthMotion& motion) {
  const int contacts = static_cast<int>(scene.contacts.size());
  ContactOpening open = ContactOpening::Constant(contacts, motion.phases, true);
  for (int phase = 0; phase < motion.phases; ++phase) {
    std::vector<int> flattest(scene.problem.characters.size(), -1);
    std::vector<double> how_flat(scene.problem.characters.size(), 0);
    for (int i = 0; i < contacts; ++i) {
      const SynthContact& who = scene.contacts[static_cast<std::size_t>(i)];
      if (who.object >= 0) {
        open(i, phase) = lies_still(scene, motion, i, phase);
      }
      if (who.patch < 0) {
        continue;
      }
      const auto character = static_cast<std::size_t>(who.character);
      const double flat = flatness(scene, motion, i, phase);
      const bool rolls = scene.patches[static_cast<std::size_t>(i)].rolls;
      open(i, phase) = rolls && flat > 0;
      if (!rolls && flat > how_flat[character]) {
        flattest[character] = i;
        how_flat[character] = flat;
      }
    }
    for (const int i : flattest) {
      if (i >= 0) {
        open(i, phase) = true;
      }
    }
  }
  return open;
}

}  // namespace sinew
