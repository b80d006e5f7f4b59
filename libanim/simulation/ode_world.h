#pragma once

#include <memory>
#include <vector>

#include "libanim/model/simulation_options.h"
#include "libanim/model/state_record.h"
#include "libanim/simulation/contact_finder.h"

// ODE's own types, without its headers.
struct dxWorld;
struct dxBody;
struct dxJoint;
struct dxJointGroup;
struct dxThreadingImplementation;
struct dJointFeedback;

namespace sinew {

/// ODE's world with the bodies of a record: the figure's, then the scene's objects. Joints are made by JointMotors and
/// JointLimits, always in the same order.
///
/// What makes a step a pure function of the record: the same building order everywhere; the exact pivoting solver
/// (dWorldStep; the iterative one draws random numbers from a process-wide seed); no auto-disabling; a
/// threading implementation of its own (ODE's default queue is one per process); every step begins with `restore`,
/// because setting a quaternion normalises it; contacts in a fixed order.
class OdeWorld {
 public:
  /// The figure stands in its neutral stance, for joints to be made.
  OdeWorld(const Figure& figure, const Scene& scene, const SimulationOptions& options, double step);
  ~OdeWorld();
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;

  /// Puts all bodies where the record has them, without forces; those that are not present take no part.
  void restore(const StateRecord& record, const std::vector<char>& present);
  /// Reads back the bodies that are present.
  void save(StateRecord& record, const std::vector<char>& present) const;

  /// `point` in the body's frame, `force` in the world's (unit: N).
  void add_force(int body, const Vec3& force, const Vec3& point);
  /// For the coming step only; with `feedback` contact_force is known afterwards.
  void add_contacts(const std::vector<FoundContact>& contacts, bool feedback);
  void clear_contacts();
  /// Force on the body of contact `i` of the last step (unit: N).
  [[nodiscard]] Vec3 contact_force(std::size_t i) const;

  void advance();

  [[nodiscard]] dxWorld* world() const { return world_; }
  [[nodiscard]] dxBody* body(int i) const { return bodies_[static_cast<std::size_t>(i)]; }

 private:
  void add_body(double mass, const Mat3& inertia);

  double step_;
  dxThreadingImplementation* threading_ = nullptr;
  dxWorld* world_ = nullptr;
  dxJointGroup* contact_group_ = nullptr;
  std::vector<dxBody*> bodies_;
  std::vector<char> enabled_;  ///< which of them take part
  std::unique_ptr<dJointFeedback[]> feedback_;
  std::size_t feedback_capacity_ = 0;
};

}  // namespace sinew
