#pragma once

#include <Eigen/Geometry>

#include <cmath>
#include <vector>

#include "libanim/optimisation/contact_qp.h"
#include "libanim/support/rng.h"

namespace sinew {

/// A contact QP as a motion would pose it.
struct ContactQpExample {
  std::vector<ContactCone> cones;
  Eigen::MatrixXd map;
  Eigen::VectorXd wrench;
  Eigen::VectorXd weights;
};

/// A hand that grabs or a hand that pushes only so hard where `index` says so, else a foot. Of forces of some 1 / N
/// the bound is as often active as not.
inline ContactCone example_cone(Eigen::Index index, Rng& rng) {
  ContactCone cone{.friction = 0.5 + rng.uniform(), .half_width = 0.05, .half_length = 0.1, .torsion = 0.05};
  cone.grabs = index % 4 == 2;
  cone.grab_force = 0.5;
  cone.grab_moment = 0.05;
  if (index % 4 == 1) cone.most = 0.1 + 0.1 * static_cast<double>(index);
  return cone;
}

/// Forces in the frame of a contact to the wrench about the centre of a body: [R 0; [p]R R].
inline Eigen::Matrix<double, 6, 6> contact_columns(const Eigen::Vector3d& p, const Eigen::Matrix3d& R) {
  Eigen::Matrix3d cross;
  cross << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  Eigen::Matrix<double, 6, 6> result;
  result << R, Eigen::Matrix3d::Zero(), cross * R, R;
  return result;
}

inline Eigen::Vector3d random_vector(Rng& rng) {
  const double x = rng.normal();
  const double y = rng.normal();
  return {x, y, rng.normal()};
}

/// Contacts below bodies of weight 1, the surfaces tilted by some 10 degrees and now and then by any angle; two fifths
/// of the contacts are inactive (c = 0), the others have c^2 from 0.1 to 1000. Weights are k0 / (c^2 + k1).
inline ContactQpExample contact_qp_example(Eigen::Index contacts, Eigen::Index rows, Rng rng) {
  ContactQpExample example;
  example.map.setZero(rows, 6 * contacts);
  example.weights.setZero(6 * contacts);
  example.wrench.setZero(rows);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    example.cones.push_back(example_cone(i, rng));
    const Eigen::Vector3d turn = (rng.uniform() < 0.1 ? 1.5 : 0.2) * random_vector(rng);
    const Eigen::Matrix3d R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
    const Eigen::Vector3d p = Eigen::Vector3d(0, -0.9, 0) + 0.4 * random_vector(rng);
    example.map.block<6, 6>(6 * (i % (rows / 6)), 6 * i) = contact_columns(p, R);
    const double c_squared = rng.uniform() < 0.4 ? 0 : std::pow(10.0, 4 * rng.uniform() - 1);
    example.weights.segment<6>(6 * i).setConstant(1e-2 / (c_squared + 1e-3));
  }
  for (Eigen::Index row = 0; row < rows; row += 6) {
    example.wrench.segment<3>(row) = Eigen::Vector3d(0, 1, 0) + 0.2 * random_vector(rng);
    example.wrench.segment<3>(row + 3) = 0.05 * random_vector(rng);
  }
  return example;
}

}  // namespace sinew
