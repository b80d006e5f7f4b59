#include "exporters/report/outer_forces.h"

#include <map>

#include "libanim/support/index.h"
#include "libanim/validity/dynamics.h"

namespace sinew {

namespace {

struct BodySum {
  Vec3 force = Vec3::Zero();
  Vec3 weighted_point = Vec3::Zero();
  double weight = 0;

  void add(const Vec3& point, const Vec3& contact_force) {
    force += contact_force;
    weighted_point += contact_force.norm() * point;
    weight += contact_force.norm();
  }
};

}  // namespace

std::vector<OuterForce> outer_forces(const Take& take, int frame) {
  if (frame == 0) return {};
  const StepReport& report = take.steps[to_size(frame) - 1].report;
  const auto of_figure = [&](int body) { return body >= 0 && body < take.figure.body_count(); };
  std::map<int, BodySum> sums;
  for (const SubstepReport& substep : report.substeps) {
    for (const ContactForce& contact : substep.contacts) {
      if (of_figure(contact.body) == of_figure(contact.other)) continue;
      const bool ours = of_figure(contact.body);
      sums[ours ? contact.body : contact.other].add(contact.point, ours ? contact.force : Vec3(-contact.force));
    }
  }
  const double weight = take.figure.mass() * kStandardGravity * static_cast<double>(report.substeps.size());
  std::vector<OuterForce> forces;
  for (const auto& [body, sum] : sums) {
    if (sum.weight > 0) forces.push_back({body, sum.weighted_point / sum.weight, sum.force / weight});
  }
  return forces;
}

}  // namespace sinew
