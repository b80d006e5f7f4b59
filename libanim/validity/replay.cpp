#include "libanim/validity/replay.h"

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/simulation/fingerprint.h"
#include "libanim/simulation/world.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/validity/dynamics.h"

namespace sinew {

namespace {

bool equal(const ContactForce& a, const ContactForce& b) {
  return a.body == b.body && a.other == b.other && a.point == b.point && a.normal == b.normal && a.depth == b.depth &&
         a.force == b.force;
}

bool equal(const SubstepReport& a, const SubstepReport& b) {
  return a.motor_torque == b.motor_torque && a.stop_torque == b.stop_torque && a.push_impulse == b.push_impulse &&
         std::ranges::equal(a.contacts, b.contacts,
                            [](const ContactForce& x, const ContactForce& y) { return equal(x, y); });
}

bool equal(const StepReport& a, const StepReport& b) {
  return a.repeats == b.repeats &&
         std::ranges::equal(a.substeps, b.substeps,
                            [](const SubstepReport& x, const SubstepReport& y) { return equal(x, y); });
}

/// Mean over the physics steps of the sum of contact forces on the figure, and of the pushes.
Vec3 mean_force(const Take& take, const StepReport& report) {
  const int bodies = take.figure.body_count();
  const double h = 1 / (take.simulation.control_rate * take.simulation.substeps);
  Vec3 sum = Vec3::Zero();
  for (const SubstepReport& substep : report.substeps) {
    for (const ContactForce& contact : substep.contacts) {
      if (contact.body < bodies && (contact.other < 0 || contact.other >= bodies)) sum += contact.force;
    }
    sum += substep.push_impulse / h;
  }
  return sum / static_cast<double>(report.substeps.size());
}

/// What is not a number is beyond any tolerance.
void raise(double& most, double value) { most = std::isnan(value) ? HUGE_VAL : std::max(most, value); }

class Replay {
 public:
  Replay(const Take& take, ReplayKind kind, const ReplayTolerance& tolerance)
      : take_(take), tolerance_(tolerance), world_(take.figure, take.scene, take.simulation) {
    report_.kind = kind;
  }

  ReplayReport run() {
    try {
      report_.kind == ReplayKind::kBitwise ? run_bitwise() : run_stepwise();
    } catch (const Error& error) {
      report_.failure = error.what();
    }
    return report_;
  }

 private:
  void run_bitwise() {
    StateRecord state = take_.start;
    StepReport made;
    for (int i = 0; i < static_cast<int>(take_.steps.size()); ++i) {
      const TakeStep& stored = take_.steps[to_size(i)];
      world_.step(state, stored.control, state, &made);
      ++report_.steps;
      measure(state, made, stored);
      if (report_.report_frame < 0 && !equal(made, stored.report)) report_.report_frame = i + 1;
      if (state == stored.record) continue;
      report_.record_frame = i + 1;
      return;
    }
  }

  void run_stepwise() {
    StateRecord state;
    StepReport made;
    for (int i = 0; i < static_cast<int>(take_.steps.size()); ++i) {
      const TakeStep& stored = take_.steps[to_size(i)];
      world_.step(take_.record(i), stored.control, state, &made);
      ++report_.steps;
      const ReplayReport before = report_;
      report_.position = report_.rotation = report_.velocity = report_.spin = report_.force = 0;
      measure(state, made, stored);
      const bool record = report_.position <= tolerance_.position && report_.rotation <= tolerance_.rotation &&
                          report_.velocity <= tolerance_.velocity && report_.spin <= tolerance_.spin;
      if (report_.record_frame < 0 && !record) report_.record_frame = i + 1;
      if (report_.report_frame < 0 && !(report_.force <= tolerance_.force)) report_.report_frame = i + 1;
      keep_largest(before);
    }
  }

  void keep_largest(const ReplayReport& before) {
    raise(report_.position, before.position);
    raise(report_.rotation, before.rotation);
    raise(report_.velocity, before.velocity);
    raise(report_.spin, before.spin);
    raise(report_.force, before.force);
  }

  void measure(const StateRecord& made, const StepReport& made_report, const TakeStep& stored) {
    for (std::size_t b = 0; b < made.bodies.size(); ++b) {
      const BodyState& x = made.bodies[b];
      const BodyState& y = stored.record.bodies[b];
      const Transform p = x.pose();
      const Transform q = y.pose();
      raise(report_.position, (p.translation - q.translation).norm());
      raise(report_.rotation, angle_between(p.rotation.normalized(), q.rotation.normalized()));
      raise(report_.velocity, (x.linear() - y.linear()).norm());
      raise(report_.spin, (x.angular() - y.angular()).norm());
    }
    const double weight = take_.figure.mass() * kStandardGravity;
    const Vec3 difference = mean_force(take_, made_report) - mean_force(take_, stored.report);
    raise(report_.force, difference.norm() / weight);
  }

  const Take& take_;
  ReplayTolerance tolerance_;
  World world_;
  ReplayReport report_;
};

}  // namespace

ReplayKind replay_kind(const Take& take) {
  return take.provenance.fingerprint == simulation_fingerprint() ? ReplayKind::kBitwise : ReplayKind::kStepwise;
}

ReplayReport replay(const Take& take, ReplayKind kind, const ReplayTolerance& tolerance) {
  return Replay(take, kind, tolerance).run();
}

}  // namespace sinew
