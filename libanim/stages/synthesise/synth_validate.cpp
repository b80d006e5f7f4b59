#include <fmt/format.h>

#include <cmath>
#include <set>

#include "libanim/stages/synthesise/synthesise.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

void require(bool holds, const std::string& place, const std::string& rule) {
  if (!holds) {
    throw Error::asset(place, rule);
  }
}

bool positive(double x) { return std::isfinite(x) && x > 0; }
bool unit(const Vec3& v) { return v.allFinite() && std::abs(v.norm() - 1) < 1e-3; }
bool unit(const Quat& q) { return q.coeffs().allFinite() && std::abs(q.norm() - 1) < 1e-3; }
bool rigid(const Transform& t) { return t.translation.allFinite() && unit(t.rotation); }

template <typename Things>
int index_of(const Things& things, const std::string& name) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].name == name) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void validate_limb(const SynthLimb& limb, const std::string& place) {
  require(limb.base.allFinite() && limb.joint.allFinite(), place, "expected finite places");
  require(positive(limb.upper) && positive(limb.lower), place, "expected links of positive length");
  require(unit(limb.pole), place, "expected a pole of unit length");
  require(positive(limb.half_width) && positive(limb.half_length), place, "expected a patch of positive size");
  require(positive(limb.upper_radius) && positive(limb.lower_radius), place, "expected positive radii");
  require(positive(limb.friction) && positive(limb.strength), place, "expected positive friction and strength");
  require(limb.load > 0, place, "expected a positive load");
  require(limb.mass >= 0 && std::isfinite(limb.mass) && limb.thickness >= 0 && std::isfinite(limb.thickness), place,
          "expected a mass and a thickness that are not negative");
  require(rigid(limb.rest), place, "expected a rest pose with a unit rotation");
  require(positive(limb.bend) && limb.bend < M_PI, place, "expected a bend above 0 and below pi");
  for (const SynthJoint* joint : {&limb.swing, &limb.turn}) {
    require(unit(joint->axes) && unit(joint->rest), place, "expected unit rotations of its joints");
    require(joint->lower.maxCoeff() <= 0 && joint->upper.minCoeff() >= 0, place,
            "expected ranges of its joints that hold the neutral stance");
  }
  require(((limb.rest * limb.joint) - limb.base).norm() > 1e-3, place,
          "expected a neutral stance that is not folded up");
}

void validate_goal(const SynthProblem& problem, const SynthGoal& goal, const std::string& place) {
  const bool object = goal.kind == GoalKind::kObject;
  require(object || (goal.character >= 0 && goal.character < static_cast<int>(problem.characters.size())), place,
          "expected a character of the problem");
  require(!object || (goal.object >= 0 && goal.object < static_cast<int>(problem.objects.size())), place,
          "expected an object of the problem");
  if (goal.kind == GoalKind::kEffector) {
    const auto& limbs = problem.characters[static_cast<std::size_t>(goal.character)].limbs;
    require(goal.limb >= 0 && goal.limb < static_cast<int>(limbs.size()), place, "expected a limb of the character");
  }
  require(goal.time <= problem.duration() + 1e-9, place,
          fmt::format("expected a time within the motion's {:g} s", problem.duration()));
  require(goal.position.allFinite() && goal.velocity.allFinite(), place, "expected finite numbers");
  require(goal.kind != GoalKind::kDirection || unit(goal.direction), place, "expected a direction of unit length");
  require(positive(goal.weight), place, "expected a positive weight");
}

}  // namespace

int SynthCharacter::find_limb(const std::string& wanted) const { return index_of(limbs, wanted); }

int SynthCharacter::find_patch(const std::string& wanted) const { return index_of(patches, wanted); }

void SynthCharacter::validate() const {
  require(positive(mass) && inertia.allFinite() && inertia.determinant() > 0, name,
          "expected a positive mass and inertia");
  require(positive(height) && positive(stance), name, "expected a positive height and stance");
  require(!limbs.empty(), name, "expected at least one limb");
  std::set<std::string> names;
  for (const SynthLimb& limb : limbs) {
    const std::string place = name + "/" + limb.name;
    require(!limb.name.empty() && names.insert(limb.name).second, place,
            "expected a name that is not empty and unique");
    validate_limb(limb, place);
  }
  for (const SynthPatch& patch : patches) {
    const std::string place = name + "/" + patch.name;
    require(!patch.name.empty() && names.insert(patch.name).second, place,
            "expected a name that is not empty and unique");
    require(rigid(patch.pose), place, "expected a pose with a unit rotation");
    require(positive(patch.half_width) && positive(patch.half_length), place, "expected a positive size");
    require(patch.radius >= 0 && std::isfinite(patch.radius), place, "expected a radius that is not negative");
    require(positive(patch.friction) && positive(patch.strength), place, "expected positive friction and strength");
  }
  for (const SynthCapsule& capsule : capsules) {
    require(capsule.start.allFinite() && capsule.end.allFinite() && positive(capsule.radius), name,
            "expected capsules with finite ends and positive radii");
  }
}

void SynthProblem::validate() const {
  require(!characters.empty(), name, "expected at least one character");
  require(starts.size() == characters.size(), name, "expected one start per character");
  require(effort.empty() || effort.size() == characters.size(), name, "expected one effort per character, or none");
  require(!surfaces.empty(), name, "expected at least one surface");
  require(phases >= 1 && phases <= 200, name, "expected 1 to 200 phases");
  require(positive(phase_time), name, "expected a positive phase time");
  require(gravity.allFinite() && gravity.norm() > 1e-3, name, "expected gravity");
  for (std::size_t i = 0; i < characters.size(); ++i) {
    characters[i].validate();
    require(rigid(starts[i].torso), characters[i].name, "expected a start with unit rotations");
    require(starts[i].effectors.size() == characters[i].limbs.size(), characters[i].name,
            "expected one start per limb");
    for (const Transform& effector : starts[i].effectors) {
      require(rigid(effector), characters[i].name, "expected a start with unit rotations");
    }
  }
  for (const double share : effort) {
    require(positive(share), name, "expected positive efforts");
  }
  for (const SynthObject& object : objects) {
    require(
        rigid(object.start) && positive(object.mass) && positive(object.half.minCoeff()) && positive(object.friction),
        object.name, "expected positive mass, sizes and friction and a unit rotation");
  }
  for (const SynthSurface& surface : surfaces) {
    require(rigid(surface.pose) && positive(surface.friction), surface.name, "expected friction and a unit rotation");
    require(surface.kind == SynthSurface::Kind::kPlane || positive(surface.half.minCoeff()), surface.name,
            "expected positive sizes");
  }
  for (std::size_t i = 0; i < goals.size(); ++i) {
    validate_goal(*this, goals[i], fmt::format("{}: goal {}", name, i + 1));
  }
}

void SynthOptions::validate() const {
  if (starts < 1 || starts > 1000) {
    throw Error::usage(fmt::format("synth.starts must be 1 to 1000, not {}", starts));
  }
  if (round < 1 || round > 1000) {
    throw Error::usage(fmt::format("synth.round must be 1 to 1000, not {}", round));
  }
  if (wanted < 1 || wanted > 1000) {
    throw Error::usage(fmt::format("synth.wanted must be 1 to 1000, not {}", wanted));
  }
  if (threads < 0) {
    throw Error::usage(fmt::format("threads must not be negative, not {}", threads));
  }
}

}  // namespace sinew
