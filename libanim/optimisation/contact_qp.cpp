#include "libanim/optimisation/contact_qp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "libanim/optimisation/contact_qp_method.h"
#include "libanim/optimisation/osqp_contact_qp.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// By how much one contact leaves its cone.
double cone_violation(const ContactCone& cone, const Eigen::Ref<const Eigen::Vector<double, 6>>& f) {
  if (cone.grabs) {
    return std::max(f.head<3>().lpNorm<Eigen::Infinity>() - cone.grab_force,
                    f.tail<3>().lpNorm<Eigen::Infinity>() - cone.grab_moment);
  }
  return std::max({-f[1], f[1] - cone.most, std::abs(f[0]) - cone.friction * f[1],
                   std::abs(f[2]) - cone.friction * f[1], std::abs(f[3]) - cone.half_length * f[1],
                   std::abs(f[4]) - cone.torsion * f[1], std::abs(f[5]) - cone.half_width * f[1]});
}

void judge(std::span<const ContactCone> cones, const ContactQpProblem& problem, ContactQpResult& result) {
  const Eigen::VectorXd& f = result.force;
  Eigen::VectorXd& r = result.residual;
  r = -problem.wrench;
  r.noalias() += problem.map * f;
  result.value = r.squaredNorm() + f.dot(problem.weights.cwiseProduct(f)) + result.barrier;
  result.converged = result.converged && std::isfinite(result.value);
  result.violation = 0;
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const auto of_contact = f.segment<6>(6 * static_cast<Eigen::Index>(i));
    result.violation = std::max(result.violation, cone_violation(cones[i], of_contact));
  }
}

std::unique_ptr<ContactQpMethod> make_method(std::span<const ContactCone> cones, int rows,
                                             const ContactQpOptions& options) {
  options.validate();
  for (const ContactCone& cone : cones) cone.validate();
  if (rows < 1) throw Error::usage(fmt::format("a contact QP needs at least one row, not {}", rows));
  if (options.backend == ContactQpBackend::kOsqp) return make_osqp(cones, rows, options);
  return make_interior_point(cones, rows, options);
}

}  // namespace

void ContactCone::validate() const {
  for (const double number : {friction, half_width, half_length, torsion, grab_force, grab_moment}) {
    if (!(number >= 0) || !std::isfinite(number)) {
      throw Error::usage(fmt::format("the numbers of a contact cone must be finite and at least 0, not {}", number));
    }
  }
  if (!(most >= 0)) throw Error::usage(fmt::format("most of a contact cone must be at least 0, not {}", most));
}

void ContactQpOptions::validate() const {
  if (max_iterations < 1) throw Error::usage(fmt::format("max_iterations must be at least 1, not {}", max_iterations));
  if (!(unit > 0)) throw Error::usage(fmt::format("unit must be more than 0, not {}", unit));
  if (!(barrier >= 1e-15 && barrier < 1e-3)) {
    throw Error::usage(fmt::format("barrier must be from 1e-15 to 1e-3, not {}", barrier));
  }
}

ContactQpSolver::ContactQpSolver(std::vector<ContactCone> cones, int rows, const ContactQpOptions& options)
    : cones_(std::move(cones)), rows_(rows), method_(make_method(cones_, rows, options)) {
  result_.force.setZero(6 * static_cast<Eigen::Index>(cones_.size()));
  result_.residual.setZero(rows);
}

ContactQpSolver::ContactQpSolver(ContactQpSolver&&) noexcept = default;
ContactQpSolver& ContactQpSolver::operator=(ContactQpSolver&&) noexcept = default;
ContactQpSolver::~ContactQpSolver() = default;

void ContactQpSolver::set_cones(std::span<const ContactCone> cones) {
  assert(cones.size() == cones_.size());
  for (const ContactCone& cone : cones) cone.validate();
  std::copy(cones.begin(), cones.end(), cones_.begin());
  method_->set_cones(cones_);
}

const ContactQpResult& ContactQpSolver::solve(const Eigen::Ref<const Eigen::MatrixXd>& map,
                                              const Eigen::Ref<const Eigen::VectorXd>& wrench,
                                              const Eigen::Ref<const Eigen::VectorXd>& weights, ContactQpStart* start) {
  assert(map.rows() == rows_ && wrench.size() == rows_);
  assert(map.cols() == result_.force.size() && weights.size() == result_.force.size());
  const ContactQpProblem problem{map, wrench, weights};
  method_->solve(problem, start, result_);
  judge(cones_, problem, result_);
  return result_;
}

}  // namespace sinew
