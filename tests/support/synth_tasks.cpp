#include "tests/support/synth_tasks.h"

#include <cmath>
#include <stdexcept>

#include "libanim/stages/synthesise/synth_starts.h"
#include "tests/support/synth_people.h"

namespace sinew::test {

namespace {

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

/// Both palms are on the block at these times, near its edge; what they do there and between is not said.
void add_hands_on_top(SynthProblem& p, double height, const std::vector<double>& times) {
  for (const double time : times) {
    for (const double side : {1., -1.}) {
      SynthGoal g = goal(GoalKind::kEffector);
      g.limb = p.characters.front().find_limb(side > 0 ? "left_hand" : "right_hand");
      g.time = time;
      g.position = {0.22 * side, height, 0.65};
      p.goals.push_back(g);
    }
  }
}

SynthProblem onto(const std::string& name, double height, int phases, const std::vector<double>& hands) {
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
  add_hands_on_top(p, height, hands);
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

/// The other one is on all fours, across the way; what he does then is his own affair.
SynthProblem climb_on() {
  SynthProblem p = problem("climb on another", humanoid("a"), 14);
  p.characters.push_back(humanoid("b"));
  p.starts.push_back(make_start(p.characters[1], StartPose::kOnAllFours, {{-0.15, 0, 0.5}, M_PI / 2}));
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
  tasks.push_back(onto("climb with hands", 0.7, 14, {1.5, 2.5}));
  tasks.push_back(onto("climb a tall block", 1.1, 20, {2, 3.5}));
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
