#include "libanim/kinematics/anatomy.h"

#include <utility>

#include "libanim/kinematics/anatomy_bodies.h"
#include "libanim/kinematics/anatomy_creature.h"
#include "libanim/kinematics/anatomy_humanoid.h"
#include "libanim/kinematics/anatomy_rig.h"
#include "libanim/kinematics/anatomy_stance.h"

namespace sinew {

namespace {

void set_humanoid(Rig rig, HumanoidJoints found, const AnatomyOptions& options, Anatomy& anatomy) {
  // A bind pose that lies down is that of a mesh in other axes.
  if (!stands(found, rig.stand)) rig.stand = rig.rest;
  if (sides_are_swapped(rig, found)) {
    std::swap(found.legs[0], found.legs[1]);
    std::swap(found.arms[0], found.arms[1]);
    if (found.by_name)
      anatomy.matches.push_back({"sides", "", "structure: the feet point against what the names call left"});
  }
  anatomy.humanoid = true;
  anatomy.facing = humanoid_facing(rig, found, rig.rest);
  add_humanoid_bodies(rig, found, options, anatomy);
  set_humanoid_stance(rig, found, anatomy);
}

}  // namespace

Anatomy find_anatomy(const Character& character, const AnatomyOptions& options) {
  const Rig rig = make_rig(character);
  Anatomy anatomy;
  anatomy.matches = rig.notes;
  auto found = humanoid_by_names(rig);
  if (!found) found = humanoid_by_structure(rig);
  if (found) {
    set_humanoid(rig, *found, options, anatomy);
  } else {
    add_creature_bodies(rig, options, anatomy);
  }
  anatomy.height = stance_height(rig, anatomy);
  return anatomy;
}

}  // namespace sinew
