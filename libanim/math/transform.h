#pragma once

#include <Eigen/Geometry>

namespace sinew {

using Vec3 = Eigen::Vector3d;
using Quat = Eigen::Quaterniond;
using Mat3 = Eigen::Matrix3d;
using Mat4 = Eigen::Matrix4d;

/// A rigid transform, named target_from_source: `world_from_hip * p_in_hip` is p in the world.
struct Transform {
  Vec3 translation = Vec3::Zero();
  Quat rotation = Quat::Identity();

  [[nodiscard]] Transform operator*(const Transform& inner) const {
    return {translation + rotation * inner.translation, rotation * inner.rotation};
  }
  [[nodiscard]] Vec3 operator*(const Vec3& point) const { return translation + rotation * point; }
  [[nodiscard]] Transform inverse() const {
    const Quat back = rotation.conjugate();
    return {back * -translation, back};
  }
  [[nodiscard]] Mat4 matrix() const;
};

}  // namespace sinew
