#include "libanim/simulation/ode_world.h"

#include <ode/ode.h>

#include <cstdarg>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// ODE complains on stderr when a pivot vanishes and goes on with what it has. What goes on is still a pure function,
// and stderr is the program's.
void ignore_message(int /*number*/, const char* /*message*/, va_list /*arguments*/) {}

void start_ode() {
  static const bool kStarted = [] {
    dInitODE2(0);
    dSetMessageHandler(&ignore_message);
    return true;
  }();
  static_cast<void>(kStarted);
}

Mat3 object_inertia(const DynamicObject& object) {
  if (object.kind == ObjectKind::kBall) {
    return Mat3::Identity() * (0.4 * object.mass * object.radius * object.radius);
  }
  const Vec3 s = object.half.cwiseAbs2();
  return (object.mass / 3 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y())).asDiagonal();
}

dContact ode_contact(const FoundContact& found) {
  dContact contact{};
  contact.surface.mode = dContactApprox1 | dContactMotionN;
  contact.surface.mu = found.friction;
  // ODE demands normal speed >= motionN: gap, depth and bounce are all in this one number.
  contact.surface.motionN = found.target_speed;
  if (!found.slide.isZero(0)) {
    // Along the slide the friction pyramid is as strong as the cone that it stands for.
    contact.surface.mode |= dContactFDir1;
    for (int i = 0; i < 3; ++i) contact.fdir1[i] = found.slide[i];
  }
  for (int i = 0; i < 3; ++i) contact.geom.pos[i] = found.point[i];
  for (int i = 0; i < 3; ++i) contact.geom.normal[i] = found.normal[i];
  return contact;
}

}  // namespace

OdeWorld::OdeWorld(const Figure& figure, const Scene& scene, const SimulationOptions& options, double step)
    : step_(step) {
  start_ode();
  threading_ = dThreadingAllocateSelfThreadedImplementation();
  world_ = dWorldCreate();
  dWorldSetStepThreadingImplementation(world_, dThreadingImplementationGetFunctions(threading_), threading_);
  dWorldSetAutoDisableFlag(world_, 0);
  dWorldSetGravity(world_, scene.gravity.x(), scene.gravity.y(), scene.gravity.z());
  dWorldSetERP(world_, options.joint_erp);
  dWorldSetCFM(world_, options.cfm);
  contact_group_ = dJointGroupCreate(0);
  for (const FigureBody& body : figure.bodies) add_body(body.mass, body.inertia);
  for (const DynamicObject& object : scene.objects) add_body(object.mass, object_inertia(object));
  StateRecord record = record_from_bodies(stance(figure));
  record.bodies.resize(bodies_.size());
  restore(record, std::vector<char>(bodies_.size(), 1));
}

OdeWorld::~OdeWorld() {
  dJointGroupDestroy(contact_group_);
  dWorldDestroy(world_);
  dThreadingFreeImplementation(threading_);
}

void OdeWorld::add_body(double mass, const Mat3& inertia) {
  dMass m;
  dMassSetParameters(&m, mass, 0, 0, 0, inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2),
                     inertia(1, 2));
  dBodyID body = dBodyCreate(world_);
  dBodySetMass(body, &m);
  // Turns by exactly spin x step. The default turns by its tangent: 1.3 % less at 12 rad/s and 1/30 s.
  dBodySetFiniteRotationMode(body, 1);
  bodies_.push_back(body);
  enabled_.push_back(1);
}

void OdeWorld::restore(const StateRecord& record, const std::vector<char>& present) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyState& state = record.bodies[i];
    dBodyID body = bodies_[i];
    const dQuaternion q = {state.rotation[3], state.rotation[0], state.rotation[1], state.rotation[2]};
    dBodySetPosition(body, state.position[0], state.position[1], state.position[2]);
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, state.velocity[0], state.velocity[1], state.velocity[2]);
    dBodySetAngularVel(body, state.spin[0], state.spin[1], state.spin[2]);
    dBodySetForce(body, 0, 0, 0);
    dBodySetTorque(body, 0, 0, 0);
    if (present[i] == enabled_[i]) continue;
    enabled_[i] = present[i];
    if (present[i] != 0) {
      dBodyEnable(body);
    } else {
      dBodyDisable(body);
    }
  }
}

void OdeWorld::save(StateRecord& record, const std::vector<char>& present) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (present[i] == 0) continue;
    BodyState& state = record.bodies[i];
    const dReal* p = dBodyGetPosition(bodies_[i]);
    const dReal* q = dBodyGetQuaternion(bodies_[i]);
    const dReal* v = dBodyGetLinearVel(bodies_[i]);
    const dReal* w = dBodyGetAngularVel(bodies_[i]);
    state.position = {p[0], p[1], p[2]};
    state.rotation = {q[1], q[2], q[3], q[0]};
    state.velocity = {v[0], v[1], v[2]};
    state.spin = {w[0], w[1], w[2]};
  }
}

void OdeWorld::add_force(int body, const Vec3& force, const Vec3& point) {
  dBodyAddForceAtRelPos(bodies_[to_size(body)], force.x(), force.y(), force.z(), point.x(), point.y(), point.z());
}

void OdeWorld::add_contacts(const std::vector<FoundContact>& contacts, bool feedback) {
  if (feedback && contacts.size() > feedback_capacity_) {
    feedback_capacity_ = 2 * contacts.size();
    feedback_ = std::make_unique<dJointFeedback[]>(feedback_capacity_);
  }
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const FoundContact& found = contacts[i];
    const dContact contact = ode_contact(found);
    dJointID joint = dJointCreateContact(world_, contact_group_, &contact);
    dJointAttach(joint, bodies_[to_size(found.body)], found.other >= 0 ? bodies_[to_size(found.other)] : nullptr);
    if (feedback) dJointSetFeedback(joint, &feedback_[i]);
  }
}

void OdeWorld::clear_contacts() { dJointGroupEmpty(contact_group_); }

Vec3 OdeWorld::contact_force(std::size_t i) const {
  const dReal* f = feedback_[i].f1;
  return {f[0], f[1], f[2]};
}

void OdeWorld::advance() { dWorldStep(world_, step_); }

}  // namespace sinew
