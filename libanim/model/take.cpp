#include "libanim/model/take.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Each costs the solver time that grows with the cube of their number; the largest figure of our data has 60.
constexpr std::size_t kMostBodies = 1000;
/// Physics steps: counting on from here does not overflow.
constexpr std::int64_t kLastStep = 1'000'000'000'000'000;

/// Of a position, velocity or spin, in SI units: what is beyond has exploded, and grids of terrain are searched by it.
constexpr double kLargestState = 1e6;

void demand(bool holds, const std::string& place, const std::string& rule) {
  if (!holds) throw Error::asset(place, rule);
}

template <typename Range>
bool all_sane(const Range& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::abs(x) <= kLargestState; });
}

template <typename Range>
bool all_finite(const Range& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

std::size_t record_bodies(const Take& take) { return take.figure.bodies.size() + take.scene.objects.size(); }

void check_record(const Take& take, const StateRecord& record, int frame) {
  const std::string place = fmt::format("record of frame {}", frame);
  demand(record.bodies.size() == record_bodies(take), place,
         fmt::format("{} bodies; expected {}", record.bodies.size(), record_bodies(take)));
  const std::int64_t first = take.start.step;
  demand(first >= 0 && first <= kLastStep && record.step == first + std::int64_t{frame} * take.simulation.substeps,
         place, fmt::format("physics step {}; expected steps that count on from 0 or more", record.step));
  for (const BodyState& body : record.bodies) {
    demand(all_finite(body.position) && all_finite(body.rotation) && all_finite(body.velocity) && all_finite(body.spin),
           place, "a number is not finite");
    demand(all_sane(body.position) && all_sane(body.velocity) && all_sane(body.spin), place,
           "a body is farther away or faster than 1e6 in metres and seconds");
    double length = 0;
    for (const double x : body.rotation) length += x * x;
    demand(std::abs(length - 1) <= 1e-3, place, "a rotation is no unit quaternion");
  }
}

void check_control(const Take& take, const Control& control, const std::string& place) {
  demand(control.axes.size() == to_size(take.figure.axis_count()), place,
         fmt::format("control of {} axes; the figure has {}", control.axes.size(), take.figure.axis_count()));
  for (const AxisControl& axis : control.axes) {
    demand(std::isfinite(axis.target) && std::isfinite(axis.torque_limit) && axis.torque_limit >= 0, place,
           "control: expected finite targets and torque limits of 0 or more");
  }
}

void check_contact(const Take& take, const ContactForce& contact, const std::string& place) {
  const int bodies = static_cast<int>(record_bodies(take));
  const int boxes = static_cast<int>(take.scene.boxes.size());
  demand(contact.body >= 0 && contact.body < bodies && contact.other >= -1 - boxes && contact.other < bodies, place,
         fmt::format("contact between {} and {}: no such bodies", contact.body, contact.other));
  demand(contact.point.allFinite() && contact.normal.allFinite() && std::isfinite(contact.depth) &&
             contact.force.allFinite(),
         place, "a number of a contact is not finite");
}

void check_report(const Take& take, const StepReport& report, const std::string& place) {
  demand(report.substeps.size() == to_size(take.simulation.substeps), place,
         fmt::format("report of {} physics steps; expected {}", report.substeps.size(), take.simulation.substeps));
  const std::size_t axes = to_size(take.figure.axis_count());
  for (const SubstepReport& substep : report.substeps) {
    demand(substep.motor_torque.size() == axes && substep.stop_torque.size() == axes, place,
           fmt::format("torques of {} and {} axes; the figure has {}", substep.motor_torque.size(),
                       substep.stop_torque.size(), axes));
    demand(all_finite(substep.motor_torque) && all_finite(substep.stop_torque) && substep.push_impulse.allFinite(),
           place, "a torque or push is not finite");
    for (const ContactForce& contact : substep.contacts) check_contact(take, contact, place);
  }
}

void check_excess(const Take& take, const LimitExcess& excess) {
  demand(excess.joint >= 0 && to_size(excess.joint) < take.figure.joints.size() && excess.axis >= 0 &&
             excess.axis < 3 && std::isfinite(excess.excess) && excess.frame >= 0 && excess.frames >= 0,
         "limit excess", "expected a joint and an axis of the figure and finite numbers");
}

void check_simulation(const SimulationOptions& options) {
  try {
    options.validate();
  } catch (const Error& error) {
    throw Error::asset("simulation", error.message());
  }
}

}  // namespace

void Take::validate() const {
  character.validate();
  figure.validate(character.skeleton);
  scene.validate();
  check_simulation(simulation);
  demand(record_bodies(*this) <= kMostBodies, "take",
         fmt::format("{} bodies; at most {} are simulated", record_bodies(*this), kMostBodies));
  reference.validate(character.skeleton);
  demand(reference.frame_rate == simulation.control_rate, "reference",
         fmt::format("{} Hz; expected the control rate, {} Hz", reference.frame_rate, simulation.control_rate));
  demand(steps.empty() || steps.size() + 1 == to_size(reference.frames()), "steps",
         fmt::format("{} for a reference of {} frames; expected one less", steps.size(), reference.frames()));
  if (!steps.empty() || !start.bodies.empty()) check_record(*this, start, 0);
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    const TakeStep& step = steps[to_size(i)];
    const std::string place = fmt::format("step {}", i);
    check_control(*this, step.control, place);
    check_record(*this, step.record, i + 1);
    check_report(*this, step.report, place);
    demand(std::isfinite(step.cost), place, "its cost is not finite");
  }
  for (const LimitExcess& excess : excesses) check_excess(*this, excess);
}

}  // namespace sinew
