#include "libanim/simulation/lcp_kernels_check.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "libanim/simulation/lcp_kernels.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"

namespace sinew::lcp {
namespace {

// Differences of velocities after one step (unit: m/s or rad/s). Measured: 2e-10 at most in 1000 trials.
constexpr double kTolerance = 1e-6;
constexpr int kTrials = 12;
constexpr double kStep = 1.0 / 30;

/// A trunk with two arms and two legs of two pieces, which stands on four corners of each foot.
class SmallWorld {
 public:
  explicit SmallWorld(std::uint64_t trial) : random_(0x5eed, {trial}) {
    threading_ = dThreadingAllocateSelfThreadedImplementation();
    world_ = dWorldCreate();
    dWorldSetStepThreadingImplementation(world_, dThreadingImplementationGetFunctions(threading_), threading_);
    dWorldSetGravity(world_, 0, -9.81, 0);
    dWorldSetERP(world_, 0.8);
    dWorldSetCFM(world_, 1e-8);
    add_body(-1, 0, 1.2, 30);
    for (const double side : {-0.2, 0.2}) {
      add_body(0, side, 1.3, 4);
      const int thigh = add_body(0, side, 0.7, 8);
      const int shin = add_body(thigh, side, 0.3, 5);
      if (trial % 3 != 0) add_contacts(shin, side);
    }
  }
  ~SmallWorld() {
    dWorldDestroy(world_);
    dThreadingFreeImplementation(threading_);
  }
  SmallWorld(const SmallWorld&) = delete;
  SmallWorld& operator=(const SmallWorld&) = delete;

  /// Velocities of all bodies after a step.
  std::vector<double> step() {
    dWorldStep(world_, kStep);
    std::vector<double> velocities;
    for (const dBodyID body : bodies_) {
      velocities.insert(velocities.end(), dBodyGetLinearVel(body), dBodyGetLinearVel(body) + 3);
      velocities.insert(velocities.end(), dBodyGetAngularVel(body), dBodyGetAngularVel(body) + 3);
    }
    return velocities;
  }

 private:
  double draw(double size) { return size * (2 * random_.uniform() - 1); }

  int add_body(int parent, double x, double y, double mass) {
    dBodyID body = dBodyCreate(world_);
    dMass m;
    dMassSetBoxTotal(&m, mass, 0.2, 0.4, 0.15);
    dBodySetMass(body, &m);
    dBodySetPosition(body, x, y, 0);
    dQuaternion turn = {1, draw(0.2), draw(0.2), draw(0.2)};
    dBodySetQuaternion(body, turn);
    dBodySetLinearVel(body, draw(0.3), draw(0.3), draw(0.3));
    dBodySetAngularVel(body, draw(1), draw(1), draw(1));
    bodies_.push_back(body);
    if (parent >= 0) add_joint(bodies_[to_size(parent)], body, x, y + 0.2);
    return static_cast<int>(bodies_.size()) - 1;
  }

  void add_joint(dBodyID parent, dBodyID child, double x, double y) {
    dJointID ball = dJointCreateBall(world_, nullptr);
    dJointAttach(ball, parent, child);
    dJointSetBallAnchor(ball, x, y, 0);
    dJointID motor = dJointCreateAMotor(world_, nullptr);
    dJointAttach(motor, parent, child);
    dJointSetAMotorMode(motor, dAMotorUser);
    dJointSetAMotorNumAxes(motor, 3);
    for (int axis = 0; axis < 3; ++axis) {
      dJointSetAMotorAxis(motor, axis, 1, axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
      dJointSetAMotorParam(motor, dParamVel1 + axis * dParamGroup, draw(3));
      dJointSetAMotorParam(motor, dParamFMax1 + axis * dParamGroup, 100 * random_.uniform());
    }
  }

  void add_contacts(int foot, double x) {
    for (const double dx : {-0.1, 0.1}) {
      for (const double dz : {-0.15, 0.15}) {
        dContact contact{};
        contact.surface.mode = dContactApprox1;
        contact.surface.mu = 0.8;
        contact.geom.pos[0] = x + dx;
        contact.geom.pos[2] = dz;
        contact.geom.normal[1] = 1;
        contact.geom.depth = 0.001;
        dJointAttach(dJointCreateContact(world_, nullptr, &contact), bodies_[to_size(foot)], nullptr);
      }
    }
  }

  Rng random_;
  dThreadingImplementationID threading_ = nullptr;
  dWorldID world_ = nullptr;
  std::vector<dBodyID> bodies_;
};

std::vector<double> velocities_after(std::uint64_t trial, const Switch& solvers, bool fast) {
  SmallWorld world(trial);
  solvers.use_fast(fast);
  std::vector<double> result = world.step();
  solvers.use_fast(false);
  return result;
}

}  // namespace

std::string compare_with_stock(const Switch& solvers) {
  dInitODE2(0);
  const LcpCounts before = lcp_counts();
  double worst = 0;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    const std::vector<double> stock = velocities_after(trial, solvers, false);
    const std::vector<double> fast = velocities_after(trial, solvers, true);
    for (std::size_t i = 0; i < stock.size(); ++i) {
      const double difference = std::abs(stock[i] - fast[i]);
      worst = difference <= worst ? worst : difference;
    }
  }
  const LcpCounts after = lcp_counts();
  if (after.stock - before.stock != kTrials || after.fast - before.fast != kTrials)
    return "calls from within ODE do not arrive at it, or it gave up on a test problem";
  if (!(worst <= kTolerance)) {
    std::ostringstream text;
    text << "its results differ from ODE's by " << worst << " (at most " << kTolerance << " is accepted)";
    return text.str();
  }
  return {};
}

}  // namespace sinew::lcp
