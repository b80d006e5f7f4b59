#include "libanim/optimisation/contact_qp_hull.h"

#include <Eigen/Dense>

#include <cassert>
#include <vector>

namespace sinew {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// With H = P'P + W and b = P'z:  minimise lambda'H lambda - 2 lambda'b  over the simplex.
class HullSearch {
 public:
  HullSearch(const MatrixXd& P, const VectorXd& z, const VectorXd& weights)
      : hessian_(P.transpose() * P), linear_(P.transpose() * z), lambda_(VectorXd::Zero(P.cols())) {
    hessian_.diagonal() += weights;
    Index first = 0;
    (hessian_.diagonal() - 2 * linear_).minCoeff(&first);
    lambda_[first] = 1;
    support_.push_back(first);
  }

  /// One step towards the optimum of the support; false when no share need leave or enter any more.
  bool step() {
    const VectorXd target = optimum_of_support();
    if (stop_at_boundary(target)) return true;
    for (std::size_t i = 0; i < support_.size(); ++i) lambda_[support_[i]] = target[static_cast<Index>(i)];
    return enter();
  }

  [[nodiscard]] const VectorXd& lambda() const { return lambda_; }

 private:
  /// H x = b + nu, sum x = 1, for the shares of the support: x = u + nu v with H u = b, H v = 1.
  VectorXd optimum_of_support() {
    const MatrixXd H = hessian_(support_, support_);
    const Eigen::LLT<MatrixXd> factor(H);
    const VectorXd u = factor.solve(VectorXd(linear_(support_)));
    const VectorXd v = factor.solve(VectorXd::Ones(H.rows()));
    nu_ = (1 - u.sum()) / v.sum();
    return u + nu_ * v;
  }

  /// Goes towards the target until a share vanishes, which then leaves; false if none does on the way.
  bool stop_at_boundary(const VectorXd& target) {
    double a = 1;
    std::size_t leaving = support_.size();
    for (std::size_t i = 0; i < support_.size(); ++i) {
      const double now = lambda_[support_[i]];
      const double then = target[static_cast<Index>(i)];
      if (then < 0 && now / (now - then) < a) {
        a = now / (now - then);
        leaving = i;
      }
    }
    if (leaving == support_.size()) return false;
    for (std::size_t i = 0; i < support_.size(); ++i) {
      double& share = lambda_[support_[i]];
      share += a * (target[static_cast<Index>(i)] - share);
    }
    lambda_[support_[leaving]] = 0;
    support_.erase(support_.begin() + static_cast<std::ptrdiff_t>(leaving));
    return true;
  }

  /// The share whose growth lowers the value fastest joins the support; false if none lowers it beyond rounding.
  bool enter() {
    const VectorXd slope = (hessian_ * lambda_ - linear_).array() - nu_;
    Index entering = 0;
    if (slope.minCoeff(&entering) >
        -kRounding * (1 + linear_.lpNorm<Eigen::Infinity>() + hessian_.diagonal().minCoeff()))
      return false;
    for (const Index member : support_) {
      if (member == entering) return false;
    }
    support_.push_back(entering);
    return true;
  }

  static constexpr double kRounding = 1e-13;

  MatrixXd hessian_;  ///< H
  VectorXd linear_;   ///< b
  VectorXd lambda_;
  std::vector<Index> support_;
  double nu_ = 0;
};

}  // namespace

HullPoint nearest_in_hull(const MatrixXd& points, const VectorXd& z, const VectorXd& weights) {
  assert(points.cols() >= 1 && points.rows() == z.size() && points.cols() == weights.size());
  HullPoint result;
  // Relative to z, so that a hull far from the origin does not lose digits.
  HullSearch search(points.colwise() - z, VectorXd::Zero(z.size()), weights);
  const int most = 20 * static_cast<int>(points.cols());
  while (result.iterations < most && search.step()) ++result.iterations;
  result.converged = result.iterations < most;
  result.lambda = search.lambda();
  result.residual = points * result.lambda - z;
  result.value = result.residual.squaredNorm() + result.lambda.cwiseAbs2().dot(weights);
  return result;
}

}  // namespace sinew
