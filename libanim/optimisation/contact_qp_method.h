#pragma once

#include <Eigen/Core>

#include <memory>
#include <span>
#include <vector>

#include "libanim/optimisation/contact_qp.h"

namespace sinew {

/// The data of one contact QP.
struct ContactQpProblem {
  Eigen::Ref<const Eigen::MatrixXd> map;
  Eigen::Ref<const Eigen::VectorXd> wrench;
  Eigen::Ref<const Eigen::VectorXd> weights;
};

/// How ContactQpSolver solves.
class ContactQpMethod {
 public:
  ContactQpMethod() = default;
  ContactQpMethod(const ContactQpMethod&) = delete;
  ContactQpMethod& operator=(const ContactQpMethod&) = delete;
  virtual ~ContactQpMethod() = default;

  virtual void set_cones(std::span<const ContactCone> cones) = 0;
  /// Fills force, iterations and converged of the result.
  virtual void solve(const ContactQpProblem& problem, ContactQpStart* start, ContactQpResult& result) = 0;
};

[[nodiscard]] std::unique_ptr<ContactQpMethod> make_interior_point(std::span<const ContactCone> cones, int rows,
                                                                   const ContactQpOptions& options);

}  // namespace sinew
