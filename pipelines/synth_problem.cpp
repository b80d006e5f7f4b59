#include "pipelines/synth_problem.h"

#include <algorithm>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

std::vector<SynthSurface> surfaces_of(const Scene& scene) {
  std::vector<SynthSurface> surfaces;
  if (scene.ground.kind == GroundKind::kPlane) {
    SynthSurface& ground = surfaces.emplace_back();
    ground.name = "ground";
    ground.kind = SynthSurface::Kind::kPlane;
    ground.pose = {scene.ground.point, Quat::FromTwoVectors(Vec3::UnitY(), scene.ground.normal)};
    ground.friction = scene.ground.friction;
  }
  for (const StaticBox& box : scene.boxes) {
    surfaces.push_back({box.name, SynthSurface::Kind::kBox, box.pose, box.half, box.friction});
  }
  return surfaces;
}

std::vector<SynthObject> objects_of(const Scene& scene) {
  std::vector<SynthObject> objects;
  for (const DynamicObject& object : scene.objects) {
    objects.push_back({object.name, object.pose, object.half, object.mass, object.friction});
  }
  return objects;
}

SynthStart start_of(const SynthTask& task, const SynthTaskCharacter& wanted, const SynthCharacter& character) {
  try {
    return make_start(character, wanted.start, wanted.at);
  } catch (const Error& error) {
    throw Error::asset(wanted.place, "character " + printable(wanted.name) + ": " + error.message()).in_file(task.file);
  }
}

int limb_of(const SynthTask& task, const SynthTaskGoal& goal, const SynthCharacter& character) {
  const int limb = character.find_limb(goal.limb);
  if (limb >= 0) return limb;
  std::string names;
  for (const SynthLimb& l : character.limbs) names += (names.empty() ? "" : ", ") + l.name;
  throw Error::asset(goal.place, "the character has no limb " + printable(goal.limb) + "; it has " + names)
      .in_file(task.file);
}

}  // namespace

SynthProblem make_synth_problem(const SynthTask& task, std::vector<SynthCharacter> characters) {
  SynthProblem problem;
  problem.name = task.name;
  problem.phases = task.phases;
  problem.phase_time = task.phase_time;
  problem.touch_characters = task.touch_characters;
  problem.gravity = task.surroundings.gravity;
  problem.surfaces = surfaces_of(task.surroundings);
  problem.objects = objects_of(task.surroundings);
  problem.characters = std::move(characters);
  for (std::size_t i = 0; i < task.characters.size(); ++i) {
    problem.characters[i].name = task.characters[i].name;
    problem.starts.push_back(start_of(task, task.characters[i], problem.characters[i]));
    problem.effort.push_back(task.characters[i].effort);
  }
  for (const SynthTaskGoal& wanted : task.goals) {
    SynthGoal& goal = problem.goals.emplace_back(wanted.goal);
    if (goal.kind == GoalKind::kEffector) {
      goal.limb = limb_of(task, wanted, problem.characters[to_size(goal.character)]);
    }
  }
  try {
    problem.validate();
  } catch (const Error& error) {
    throw error.in_file(task.file);
  }
  return problem;
}

}  // namespace sinew
