#include "tests/support/synth_people.h"

#include <cmath>
#include <stdexcept>
#include <tuple>

#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_starts.h"

namespace sinew::test {

namespace {

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); }

constexpr double kDegree = M_PI / 180;

/// A joint of the left side, in degrees; of the right side its mirror image.
SynthJoint joint(const Vec3& along, const Vec3& lower, const Vec3& upper, double side) {
  SynthJoint j;
  Mat3 axes;  // y to the right: forwards and toes up are positive
  axes << along, -Vec3::UnitX(), -along.cross(Vec3::UnitX());
  j.axes = Quat(axes);
  j.lower = kDegree * lower;
  j.upper = kDegree * upper;
  for (const int i : {0, 2}) {
    if (side < 0) {
      std::tie(j.lower[i], j.upper[i]) = std::pair(-j.upper[i], -j.lower[i]);
    }
  }
  return j;
}

/// About the end-effector's own axes, by the same angle each.
SynthJoint turning(double angle) {
  SynthJoint j;
  j.lower.setConstant(-angle);
  j.upper.setConstant(angle);
  return j;
}

SynthLimb leg(const std::string& name, double side) {
  SynthLimb limb;
  limb.name = name;
  limb.kind = EffectorKind::kFoot;
  limb.base = {0.1 * side, -0.07, 0};
  limb.upper = 0.43;
  limb.lower = 0.42;
  limb.joint = {0, 0.08, -0.05};
  limb.pole = Vec3::UnitZ();
  limb.half_width = 0.045;
  limb.half_length = 0.12;
  limb.upper_radius = 0.07;
  limb.lower_radius = 0.05;
  limb.friction = 1;
  limb.load = SynthCharacterOptions().foot_load;
  limb.mass = 11;
  limb.rest = {{0.1 * side, -0.97, 0.05}, Quat::Identity()};
  // As figures have them (figure_limits.cpp).
  limb.swing = joint(-Vec3::UnitY(), {-45, -30, -45}, {45, 120, 30}, side);
  limb.turn = joint(Vec3::UnitZ(), {-35, -50, -20}, {15, 30, 20}, side);
  limb.bend = 2.5;
  return limb;
}

SynthLimb arm(const std::string& name, double side) {
  SynthLimb limb;
  limb.name = name;
  limb.kind = EffectorKind::kHand;
  limb.base = {0.19 * side, 0.4, 0};
  limb.upper = 0.3;
  limb.lower = 0.27;
  limb.joint = {0, 0.03, -0.08};
  limb.pole = -Vec3::UnitZ();
  limb.half_width = 0.04;
  limb.half_length = 0.08;
  limb.upper_radius = 0.045;
  limb.lower_radius = 0.035;
  limb.grabs = true;
  limb.strength = SynthCharacterOptions().hand_strength;
  limb.load = SynthCharacterOptions().hand_load;
  limb.mass = 3.5;
  limb.mass_way = 0.45;
  // Fingers down, palms to the thighs: y points away from the thigh.
  Mat3 axes;
  axes.col(1) = Vec3::UnitX() * side;
  axes.col(2) = -Vec3::UnitY();
  axes.col(0) = axes.col(1).cross(axes.col(2));
  limb.rest.rotation = Quat(axes);
  limb.rest.translation = Vec3(0.24 * side, -0.135, 0.06) - limb.rest.rotation * limb.joint;
  limb.swing = joint(-Vec3::UnitY(), {-180, -60, -180}, {180, 180, 75}, side);
  limb.turn = turning(1.6);
  limb.bend = 2.6;
  return limb;
}

SynthPatch place(const std::string& name, const Vec3& at, const Vec3& inward, double half) {
  SynthPatch patch;
  patch.name = name;
  patch.pose = {at, Quat::FromTwoVectors(Vec3::UnitY(), inward)};
  patch.half_width = patch.half_length = half;
  return patch;
}

SynthGoal goal(GoalKind kind) {
  SynthGoal g;
  g.kind = kind;
  return g;
}

SynthGoal stand(int character = 0) {
  SynthGoal g = goal(GoalKind::kStand);
  g.character = character;
  return g;
}

SynthGoal reach(const Vec3& position, int character = 0) {
  SynthGoal g = goal(GoalKind::kPosition);
  g.position = position;
  g.axes = {true, false, true};
  g.character = character;
  return g;
}

SynthGoal face(double yaw, int character = 0) {
  SynthGoal g = goal(GoalKind::kDirection);
  g.direction = {std::sin(yaw), 0, std::cos(yaw)};
  g.character = character;
  return g;
}

SynthGoal strike(const SynthCharacter& who, const std::string& limb, double time, const Vec3& position,
                 const Vec3& velocity) {
  SynthGoal g = goal(GoalKind::kEffector);
  g.limb = who.find_limb(limb);
  g.time = time;
  g.position = position;
  g.timed_velocity = true;
  g.velocity = velocity;
  return g;
}

SynthProblem problem(const std::string& name, const SynthCharacter& who, int phases = 10) {
  SynthProblem p;
  p.name = name;
  p.characters = {who};
  p.starts = {standing(who)};
  p.surfaces = {ground()};
  p.phases = phases;
  return p;
}

SynthProblem turn_and_walk() {
  SynthProblem p = problem("turn", humanoid());
  p.goals = {stand(), reach({1, 0, 0.5}), face(M_PI / 2)};
  return p;
}

SynthProblem get_up(const std::string& name, bool on_back) {
  SynthProblem p = problem(name, humanoid(), 14);
  p.starts = {lying(p.characters.front(), on_back)};
  p.goals = {stand()};
  return p;
}

SynthProblem strikes() {
  SynthProblem p = problem("punch and kick", humanoid());
  const SynthCharacter& who = p.characters.front();
  p.goals = {stand(), strike(who, "right_hand", 1.5, {-0.15, 1.35, 0.55}, {0, 0, 2}),
             strike(who, "left_hand", 2.5, {0.2, 1.3, 0.6}, {0, 0, 2}),
             strike(who, "right_foot", 3.75, {-0.1, 0.7, 0.75}, {0, 0, 2})};
  return p;
}

SynthProblem over(const std::string& name, double height, double depth, double distance, int phases) {
  SynthProblem p = problem(name, humanoid(), phases);
  p.surfaces.push_back(box("obstacle", {0, 0.5 * height, 0.6 + 0.5 * depth}, {1.5, 0.5 * height, 0.5 * depth}));
  p.goals = {stand(), reach({0, 0, distance}), face(0)};
  return p;
}

/// Both palms are on the block from the first time to the second, near its edge; what they do there is not said.
void add_hands_on_top(SynthProblem& p, double height, double first, double second) {
  for (const double time : {first, second}) {
    for (const double side : {1., -1.}) {
      SynthGoal g = goal(GoalKind::kEffector);
      g.limb = p.characters.front().find_limb(side > 0 ? "left_hand" : "right_hand");
      g.time = time;
      g.position = {0.22 * side, height, 0.65};
      p.goals.push_back(g);
    }
  }
}

SynthProblem onto(const std::string& name, double height, int phases) {
  SynthProblem p = problem(name, humanoid(), phases);
  p.surfaces.push_back(box("block", {0, 0.5 * height, 1.2}, {1.5, 0.5 * height, 0.7}));
  for (SynthSurface& surface : p.surfaces) {
    surface.friction = 2;  // the paper's: feet push on upright faces
  }
  SynthGoal top = reach({0, 0, 1.1});
  p.goals = {stand(), top, face(0)};
  top.position.y() = height + p.characters.front().stance;
  top.axes = {false, true, false};
  p.goals.push_back(top);
  add_hands_on_top(p, height, 2, 3.5);
  return p;
}

SynthProblem carry() {
  SynthProblem p = problem("carry a box", humanoid(), 12);
  SynthObject crate;
  crate.name = "box";
  crate.half = {0.2, 0.15, 0.15};
  crate.start.translation = {0, 0.85, 0.6};
  p.surfaces.push_back(box("table", {0, 0.35, 0.7}, {0.4, 0.35, 0.25}));
  p.surfaces.push_back(box("shelf", {1.6, 0.35, 0.5}, {0.25, 0.35, 0.4}));
  p.objects = {crate};
  SynthGoal there = goal(GoalKind::kObject);
  there.object = 0;
  there.position = {1.5, 0.85, 0.5};
  p.goals = {there, stand()};
  return p;
}

SynthProblem pass(double share) {
  SynthProblem p = problem("pass a box", humanoid("a"), 12);
  p.characters.push_back(humanoid("b"));
  p.starts.push_back(standing(p.characters[1], {1.6, 0, 0}));
  p.effort = {1, share};
  SynthObject crate;
  crate.name = "box";
  crate.half = {0.15, 0.15, 0.15};
  crate.start.translation = {0, 0.85, 0.55};
  p.surfaces.push_back(box("table", {0, 0.35, 0.65}, {0.3, 0.35, 0.25}));
  p.surfaces.push_back(box("shelf", {1.6, 0.35, 0.65}, {0.3, 0.35, 0.25}));
  p.objects = {crate};
  SynthGoal there = goal(GoalKind::kObject);
  there.object = 0;
  there.position = {1.6, 0.85, 0.6};
  p.goals = {there, stand(0), stand(1)};
  return p;
}

/// Where an end-effector is whose joint is at a place; soles and palms on the ground, toes and fingers along `ahead`.
Transform on_ground(const SynthLimb& limb, const Vec3& joint, const Vec3& ahead) {
  Mat3 axes;
  axes << Vec3::UnitY().cross(ahead), Vec3::UnitY(), ahead;
  Transform at;
  at.rotation = Quat(axes);
  at.translation = joint - at.rotation * limb.joint;
  at.translation.y() = 0;
  return at;
}

/// On hands and feet, the head to +x and a little lower than the seat, knees bent: a back of 0.8 m height.
SynthStart on_all_fours(const SynthCharacter& character, const Vec3& middle) {
  constexpr double kHeight = 0.65;
  constexpr double kDip = 0.2;  // (unit: rad)
  const Vec3 head(std::cos(kDip), -std::sin(kDip), 0);
  const Vec3 front(-std::sin(kDip), -std::cos(kDip), 0);
  Mat3 axes;
  axes << head.cross(front), head, front;
  SynthStart start;
  start.torso.rotation = Quat(axes);
  start.torso.translation = middle - 0.15 * head;
  start.torso.translation.y() = kHeight;
  for (const SynthLimb& limb : character.limbs) {
    Vec3 joint = start.torso * limb.base;
    if (limb.kind == EffectorKind::kFoot) joint.x() -= 0.2;  // or else ankles bend further than they do
    start.effectors.push_back(on_ground(limb, joint, Vec3::UnitX()));
  }
  return start;
}

/// The other one is on all fours, across the way; what he does then is his own affair.
SynthProblem climb_on() {
  SynthProblem p = problem("climb on another", humanoid("a"), 14);
  p.characters.push_back(humanoid("b"));
  p.starts.push_back(on_all_fours(p.characters[1], {0, 0, 0.5}));
  p.touch_characters = true;
  SynthGoal high = goal(GoalKind::kPosition);
  high.position = {0, 1.6, 0};
  high.axes = {false, true, false};
  SynthGoal before = high;  // a second earlier as well: nobody stays up by leaping
  before.time = p.duration() - 1;
  p.goals = {high, before, goal(GoalKind::kStill)};
  return p;
}

}  // namespace

SynthCharacter humanoid(const std::string& name) {
  SynthCharacter c;
  c.name = name;
  c.mass = 70;
  c.inertia = Vec3(9, 1.2, 8.5).asDiagonal();
  c.height = 1.75;
  c.stance = 0.97;
  c.limbs = {leg("left_foot", 1), leg("right_foot", -1), arm("left_hand", 1), arm("right_hand", -1)};
  // The seat is the lower end of the trunk's capsule.
  const Vec3 back_down = Vec3(0, -1, -1).normalized();
  c.patches = {place("seat", Vec3(0, -0.05, 0) + 0.12 * back_down, -back_down, 0.1),
               place("back", {0, 0.1, -0.12}, Vec3::UnitZ(), 0.2),
               place("chest", {0, 0.15, 0.12}, -Vec3::UnitZ(), 0.2)};
  c.patches.front().radius = 0.12;
  c.capsules = {{{0, -0.05, 0}, {0, 0.35, 0}, 0.12}, {{0, 0.6, 0.02}, {0, 0.66, 0.02}, 0.1}};
  return c;
}

SynthCharacter wide_humanoid() {
  SynthCharacter c = humanoid("wide");
  c.mass = 140;
  c.inertia = Vec3(20, 12, 26).asDiagonal();
  for (SynthLimb& limb : c.limbs) {
    limb.base.x() *= 3;
    limb.rest.translation.x() += limb.base.x() * 2 / 3;
  }
  c.capsules = {{{-0.35, 0.15, 0}, {0.35, 0.15, 0}, 0.25}, {{0, 0.6, 0.02}, {0, 0.66, 0.02}, 0.1}};
  for (SynthPatch& patch : c.patches) {
    patch.pose.translation.z() *= 2;
  }
  return c;
}

SynthCharacter quadruped() {
  SynthCharacter c;
  c.name = "quadruped";
  c.mass = 30;
  c.inertia = Vec3(1.6, 1.8, 0.5).asDiagonal();
  c.height = 0.7;
  c.stance = 0.5;
  for (const double ahead : {1., -1.}) {
    for (const double side : {1., -1.}) {
      SynthLimb limb = leg(std::string(ahead > 0 ? "front_" : "hind_") + (side > 0 ? "left" : "right") + "_foot", side);
      limb.base = {0.12 * side, 0, 0.3 * ahead};
      limb.mass = 0;
      limb.upper = 0.26;
      limb.lower = 0.26;
      limb.joint = {0, 0.03, 0};
      limb.pole = -Vec3::UnitZ() * ahead;
      limb.half_width = 0.03;
      limb.half_length = 0.04;
      limb.upper_radius = 0.04;
      limb.lower_radius = 0.025;
      limb.rest = {{0.12 * side, -0.5, 0.3 * ahead}, Quat::Identity()};
      limb.turn = turning(1.0);
      limb.swing = joint(-Vec3::UnitY(), {-45, -69, -69}, {45, 69, 69}, side);
      c.limbs.push_back(limb);
    }
  }
  c.capsules = {{{0, 0.02, -0.3}, {0, 0.02, 0.3}, 0.12}};
  return c;
}

SynthCharacter many_legged(int pairs) {
  const SynthCharacter dog = quadruped();
  SynthCharacter c = dog;
  c.name = "many_legged";
  c.limbs.clear();
  constexpr double kApart = 0.6;
  const double half = 0.5 * kApart * (pairs - 1);
  for (int i = 0; i < pairs; ++i) {
    for (std::size_t side : {0U, 1U}) {
      SynthLimb limb = dog.limbs[(2 * i < pairs ? 0U : 2U) + side];
      limb.name = std::to_string(i + 1) + (side == 0 ? "_left_foot" : "_right_foot");
      limb.base.z() = limb.rest.translation.z() = half - kApart * i;
      c.limbs.push_back(limb);
    }
  }
  const double longer = half / 0.3;
  c.mass = 15 * pairs;
  c.inertia = Vec3(1.6 * longer * longer, 1.8 * longer * longer, 0.5).asDiagonal();
  c.inertia *= 0.5 * pairs;
  c.capsules = {{{0, 0.02, -half}, {0, 0.02, half}, 0.12}};
  return c;
}

SynthStart standing(const SynthCharacter& character, const Vec3& at, double yaw) {
  SynthStart start;
  start.torso = {at + Vec3(0, character.stance, 0), about(Vec3::UnitY(), yaw)};
  for (const SynthLimb& limb : character.limbs) {
    start.effectors.push_back(start.torso * limb.rest);
  }
  return start;
}

SynthStart lying(const SynthCharacter& character, bool on_back) {
  return make_start(character, on_back ? StartPose::kOnBack : StartPose::kOnStomach, {});
}

SynthSurface ground() {
  SynthSurface s;
  s.name = "ground";
  return s;
}

SynthSurface box(const std::string& name, const Vec3& centre, const Vec3& half) {
  SynthSurface s;
  s.name = name;
  s.kind = SynthSurface::Kind::kBox;
  s.pose.translation = centre;
  s.half = half;
  return s;
}

SynthProblem walk(const std::string& name, const SynthCharacter& who, double distance, int phases, double phase_time) {
  SynthProblem p = problem(name, who, phases);
  p.phase_time = phase_time;
  p.goals = {stand(), reach({0, 0, distance}), face(0)};
  return p;
}

std::vector<SynthProblem> synth_tasks() {
  std::vector<SynthProblem> tasks;
  tasks.push_back(problem("stand", humanoid(), 4));
  tasks.back().goals = {stand()};
  tasks.push_back(walk("walk", humanoid(), 2.5, 10, 0.5));
  tasks.push_back(walk("walk 0.3 m/s", humanoid(), 1.5, 10, 0.5));
  tasks.push_back(walk("walk 0.8 m/s", humanoid(), 3.2, 14, 0.3));
  tasks.push_back(walk("walk 1.2 m/s", humanoid(), 4.8, 16, 0.25));
  tasks.push_back(turn_and_walk());
  tasks.push_back(get_up("get up from the back", true));
  tasks.push_back(get_up("get up from the stomach", false));
  tasks.push_back(problem("handstand", humanoid()));
  tasks.back().goals = {goal(GoalKind::kHandstand)};
  tasks.push_back(strikes());
  tasks.push_back(over("step over", 0.15, 0.1, 1.6, 10));
  tasks.push_back(onto("climb with hands", 0.7, 14));
  tasks.push_back(onto("climb a tall block", 1.1, 16));
  tasks.push_back(walk("wide humanoid", wide_humanoid(), 2.0, 10, 0.5));
  tasks.push_back(walk("quadruped", quadruped(), 2.0, 12, 0.35));
  tasks.push_back(carry());
  tasks.push_back(pass(1));
  tasks.push_back(climb_on());
  return tasks;
}

SynthProblem synth_task(const std::string& name) {
  for (SynthProblem& task : synth_tasks()) {
    if (task.name == name) {
      return task;
    }
  }
  throw std::invalid_argument("no task " + name);
}

}  // namespace sinew::test
