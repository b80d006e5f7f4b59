#pragma once

#include <functional>

#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/world.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew::test {

/// ODE's own solver: what the tests state must hold on any CPU.
inline SimulationOptions stock_options() {
  SimulationOptions options;
  options.kernels = LcpKernels::kStock;
  return options;
}

inline Scene scene_without_ground() {
  Scene scene;
  scene.ground.kind = GroundKind::kNone;
  return scene;
}

/// The control of a figure whose motors are off.
inline Control limp_control(const Figure& figure) {
  Control control = holding_control(figure);
  for (AxisControl& axis : control.axes) axis.torque_limit = 0;
  return control;
}

using StepObserver = std::function<void(int step, const StateRecord& after, const StepReport& report)>;

/// Applies one control again and again; calls the observer after every step.
inline StateRecord run(World& world, StateRecord record, const Control& control, int steps,
                       const StepObserver& observe = {}) {
  StepReport report;
  for (int i = 0; i < steps; ++i) {
    world.step(record, control, record, observe ? &report : nullptr);
    if (observe) observe(i, record, report);
  }
  return record;
}

/// Sum of the forces on the bodies from outside of the figure.
inline Vec3 outer_force(const SubstepReport& report, int bodies) {
  Vec3 sum = Vec3::Zero();
  for (const ContactForce& contact : report.contacts) {
    if (contact.body < bodies && (contact.other < 0 || contact.other >= bodies)) sum += contact.force;
  }
  return sum;
}

inline double deepest(const SubstepReport& report) {
  double depth = 0;
  for (const ContactForce& contact : report.contacts) depth = std::max(depth, contact.depth);
  return depth;
}

}  // namespace sinew::test
