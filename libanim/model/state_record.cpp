#include "libanim/model/state_record.h"

#include "libanim/support/archive.h"
#include "libanim/support/hash.h"

namespace sinew {

static_assert(sizeof(BodyState) == 13 * sizeof(double), "records are compared and stored as raw doubles");

Transform BodyState::pose() const {
  return {{position[0], position[1], position[2]}, Quat(rotation[3], rotation[0], rotation[1], rotation[2])};
}

void BodyState::set_pose(const Transform& world_from_body) {
  const Vec3& p = world_from_body.translation;
  const Quat& q = world_from_body.rotation;
  position = {p.x(), p.y(), p.z()};
  rotation = {q.x(), q.y(), q.z(), q.w()};
}

void BodyState::set_velocity(const Vec3& linear, const Vec3& angular) {
  velocity = {linear.x(), linear.y(), linear.z()};
  spin = {angular.x(), angular.y(), angular.z()};
}

std::string record_hash(const StateRecord& record) {
  ArchiveWriter writer;
  writer.value(record.step);
  writer.array(record.bodies);
  return sha256_hex(writer.bytes());
}

}  // namespace sinew
