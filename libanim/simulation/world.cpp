#include "libanim/simulation/world.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libanim/simulation/contact_finder.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/joint_anchors.h"
#include "libanim/simulation/joint_limits.h"
#include "libanim/simulation/joint_motors.h"
#include "libanim/simulation/lcp_kernels.h"
#include "libanim/simulation/ode_world.h"
#include "libanim/simulation/push_schedule.h"
#include "libanim/simulation/spin_prediction.h"
#include "libanim/simulation/step_frames.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// MotorSolve::kChecked: repeats with more and more axes bounded, then all are.
constexpr int kMostTorqueRepeats = 4;
/// Repeats for gaps at anchors and angles beyond their limits.
constexpr int kMostLearnRepeats = 3;
constexpr double kShortestQuaternion = 1e-6;
/// The figure for which the option cfm is meant as it is (unit: kg, m).
constexpr double kSoftnessMass = 70;
constexpr double kSoftnessHeight = 1.75;
/// Of a torque limit: rounding of the solver.
constexpr double kTorqueSlack = 1e-9;

const Figure& checked(const Figure& figure) {
  if (figure.bodies.empty() || figure.joints.size() + 1 != figure.bodies.size()) {
    throw Error::asset("figure", "one joint less than bodies is expected, found " +
                                     std::to_string(figure.joints.size()) + " joints and " +
                                     std::to_string(figure.bodies.size()) + " bodies");
  }
  return figure;
}

const Scene& checked(const Scene& scene) {
  scene.validate();
  return scene;
}

const SimulationOptions& checked(const SimulationOptions& options) {
  options.validate();
  return options;
}

/// CFM times force is a velocity, and forces go with the mass: the same softness for a mouse and a giant. Torques go
/// with the size, too, and so do turns with its inverse.
SimulationOptions soft_for_forces(SimulationOptions options, const Figure& figure) {
  options.cfm *= kSoftnessMass / figure.mass();
  return options;
}

SimulationOptions soft_for_torques(const SimulationOptions& options, const Figure& figure) {
  SimulationOptions soft = soft_for_forces(options, figure);
  if (figure.height > 0) soft.cfm *= std::pow(kSoftnessHeight / figure.height, 2);
  return soft;
}

bool finite(const BodyState& state) {
  const auto rests = [](const auto& a) {
    return std::accumulate(a.begin(), a.end(), 0.0, [](double s, double x) { return s + 0 * x; });
  };
  return rests(state.position) + rests(state.rotation) + (rests(state.velocity) + rests(state.spin)) == 0;
}

}  // namespace

struct World::Implementation {
  Implementation(const Figure& f, const Scene& s, const SimulationOptions& o);

  void check(const StateRecord& record, const Control& control) const;
  void physics_step(const Control& control, StateRecord& state, SubstepReport* report, int& repeats);
  static void normalise(StateRecord& state);
  void begin(const StateRecord& state);
  void solve(const Control& control, const StateRecord& state, bool feedback, int& repeats);
  [[nodiscard]] bool bound_exceeding(const Control& control, const StateRecord& state);
  void fill(SubstepReport& report, const StateRecord& before, const std::vector<FoundContact>& contacts) const;

  Figure figure;
  Scene scene;
  SimulationOptions options;
  SimulationOptions for_forces;   ///< with cfm for this figure's mass
  SimulationOptions for_torques;  ///< and size
  double step;
  ContactFinder finder;
  PushSchedule pushes;
  OdeWorld ode;
  StepFrames frames;  ///< of the state that the step begins with
  SpinPrediction prediction;
  JointAnchors anchors;
  JointMotors motors;
  std::unique_ptr<JointLimits> limits;

  std::vector<std::int64_t> release;  ///< per body of the record: the first step in which it is there
  std::vector<char> present;
  std::vector<AxisBound> bounds;
  std::vector<double> torques;
  StateRecord reached;
};

World::Implementation::Implementation(const Figure& f, const Scene& s, const SimulationOptions& o)
    : figure(checked(f)),
      scene(checked(s)),
      options(checked(o)),
      for_forces(soft_for_forces(options, figure)),
      for_torques(soft_for_torques(options, figure)),
      step(1 / (options.control_rate * options.substeps)),
      finder(figure, scene, options, step),
      pushes(figure, scene, step),
      ode(figure, scene, for_forces, step),
      frames(figure),
      prediction(figure, step),
      anchors(figure, for_forces, ode),
      motors(figure, for_torques, ode, step),
      release(figure.bodies.size(), 0) {
  if (options.joint_limits) limits = std::make_unique<JointLimits>(figure, ode, step);
  for (const DynamicObject& object : scene.objects) release.push_back(nearest_step(object.release, step));
  present.resize(release.size());
  bounds.resize(to_size(figure.axis_count()));
}

void World::Implementation::check(const StateRecord& record, const Control& control) const {
  if (record.bodies.size() != release.size()) {
    throw Error::usage("world: a record of " + std::to_string(release.size()) + " bodies is expected, found " +
                       std::to_string(record.bodies.size()));
  }
  if (control.axes.size() != bounds.size()) {
    throw Error::usage("world: a control of " + std::to_string(bounds.size()) + " axes is expected, found " +
                       std::to_string(control.axes.size()));
  }
  for (std::size_t i = 0; i < record.bodies.size(); ++i) {
    if (!finite(record.bodies[i])) {
      throw Error::usage("world: the record of step " + std::to_string(record.step) +
                         " has a number that is not finite"
                         " in body " +
                         std::to_string(i));
    }
  }
  for (std::size_t i = 0; i < control.axes.size(); ++i) {
    const AxisControl& axis = control.axes[i];
    if (!std::isfinite(axis.target) || !(axis.torque_limit >= 0) || !std::isfinite(axis.torque_limit)) {
      throw Error::usage("world: control axis " + std::to_string(i) +
                         " needs a finite target and a finite torque limit that is not negative");
    }
  }
}

/// Once for all that read the rotations; ODE does it when it takes them.
void World::Implementation::normalise(StateRecord& state) {
  for (BodyState& body : state.bodies) {
    std::array<double, 4>& q = body.rotation;
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > kShortestQuaternion)) {
      throw Error::usage("world: the record of step " + std::to_string(state.step) + " has a rotation of no length");
    }
    for (double& x : q) x /= length;
  }
}

void World::Implementation::begin(const StateRecord& state) {
  ode.restore(state, present);
  for (const PushSchedule::Entry& push : pushes.entries()) {
    if (push.acts(state.step) && present[to_size(push.body)] != 0) ode.add_force(push.body, push.force, push.point);
  }
}

/// Bounds the free axes whose torque was beyond the limit; false when there was none.
bool World::Implementation::bound_exceeding(const Control& control, const StateRecord& state) {
  motors.torques(state, torques);
  bool any = false;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const bool exceeds = std::abs(torques[i]) > control.axes[i].torque_limit * (1 + kTorqueSlack);
    if (bounds[i] == AxisBound::kBound || !exceeds) continue;
    bounds[i] = AxisBound::kBound;
    any = true;
  }
  return any;
}

/// Repeats the step until torques are within their limits, then until anchors are together and angles within theirs.
/// What a try has shown goes into the next: axes to be bounded, or what its turns did beyond the linear rows.
void World::Implementation::solve(const Control& control, const StateRecord& state, bool feedback, int& repeats) {
  std::fill(bounds.begin(), bounds.end(),
            options.motors == MotorSolve::kChecked ? AxisBound::kFree : AxisBound::kBound);
  prediction.predict(control, frames);
  int torque_repeats = 0;
  int learn_repeats = 0;
  while (true) {
    anchors.set(frames, prediction.remainders());
    motors.set(control, frames, prediction.remainders(), bounds);
    ode.advance();
    if (options.motors == MotorSolve::kChecked && bound_exceeding(control, state)) {
      if (++torque_repeats >= kMostTorqueRepeats) std::fill(bounds.begin(), bounds.end(), AxisBound::kBound);
    } else {
      reached = state;
      ode.save(reached, present);
      if (learn_repeats >= kMostLearnRepeats) break;
      const bool apart = anchors.apart(reached);
      const bool beyond = limits && limits->relearn(frames, reached);
      const bool missed = finder.relearn(frames.bodies(), reached, present);
      if (missed) {
        ode.clear_contacts();
        ode.add_contacts(finder.found(), feedback);
      }
      if (!apart && !beyond && !missed) break;
      ++learn_repeats;
      prediction.learn(reached);
    }
    begin(state);
  }
  repeats += torque_repeats + learn_repeats;
}

void World::Implementation::physics_step(const Control& control, StateRecord& state, SubstepReport* report,
                                         int& repeats) {
  for (std::size_t i = 0; i < release.size(); ++i) present[i] = state.step >= release[i] ? 1 : 0;
  normalise(state);
  begin(state);
  frames.load(state);
  finder.find(frames.bodies(), present);
  ode.add_contacts(finder.found(), report != nullptr);
  motors.want_torques(report != nullptr || options.motors == MotorSolve::kChecked);
  if (limits) {
    limits->want_torques(report != nullptr);
    limits->set(control, frames);
  }
  solve(control, state, report != nullptr, repeats);
  if (report != nullptr) fill(*report, state, finder.found());
  ode.clear_contacts();
  state.bodies = reached.bodies;
  ++state.step;
}

void World::Implementation::fill(SubstepReport& report, const StateRecord& before,
                                 const std::vector<FoundContact>& contacts) const {
  report.contacts.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const FoundContact& c = contacts[i];
    report.contacts.push_back({c.body, c.other, c.point, c.normal, -c.gap, ode.contact_force(i)});
  }
  motors.torques(before, report.motor_torque);
  report.stop_torque.assign(bounds.size(), 0);
  if (limits) limits->torques(before, report.stop_torque);
  report.push_impulse = Vec3::Zero();
  for (const PushSchedule::Entry& push : pushes.entries()) {
    if (push.acts(before.step) && push.body < figure.body_count()) report.push_impulse += step * push.force;
  }
}

World::World(const Figure& figure, const Scene& scene, const SimulationOptions& options)
    : implementation_(std::make_unique<Implementation>(figure, scene, options)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::step(const StateRecord& record, const Control& control, StateRecord& next, StepReport* report) {
  Implementation& i = *implementation_;
  i.check(record, control);
  const ScopedLcpKernels kernels(i.options.kernels, i.options.friction_rounds);
  if (&next != &record) next = record;
  int repeats = 0;
  if (report != nullptr) report->substeps.resize(to_size(i.options.substeps));
  for (std::size_t substep = 0; substep < to_size(i.options.substeps); ++substep) {
    i.physics_step(control, next, report != nullptr ? &report->substeps[substep] : nullptr, repeats);
  }
  if (report != nullptr) report->repeats = repeats;
}

StateRecord World::step(const StateRecord& record, const Control& control, StepReport* report) {
  StateRecord next;
  step(record, control, next, report);
  return next;
}

StateRecord World::initial_record() const {
  const Implementation& i = *implementation_;
  StateRecord record;
  for (const FigureBody& body : i.figure.bodies) {
    record.bodies.emplace_back().set_pose({body.rest_position, Quat::Identity()});
  }
  for (const DynamicObject& object : i.scene.objects) {
    BodyState& state = record.bodies.emplace_back();
    state.set_pose(object.pose);
    state.set_velocity(object.velocity, object.spin);
  }
  return record;
}

const Figure& World::figure() const { return implementation_->figure; }
const Scene& World::scene() const { return implementation_->scene; }
const SimulationOptions& World::options() const { return implementation_->options; }
double World::control_step() const { return 1 / implementation_->options.control_rate; }
double World::physics_step() const { return implementation_->step; }

}  // namespace sinew
