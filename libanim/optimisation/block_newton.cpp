#include "libanim/optimisation/block_newton.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double kLargestDamping = 1e8;  // steps are then shorter than anything that matters

class BlockNewton {
 public:
  BlockNewton(const BlockObjective& objective, int blocks, Eigen::VectorXd& x, const BlockNewtonOptions& options)
      : objective_(objective),
        options_(options),
        x_(x),
        hessian_(blocks, static_cast<int>(x.size()) / blocks),
        cholesky_(blocks, static_cast<int>(x.size()) / blocks),
        lambda_(options.damping) {}

  BlockNewtonReport run() {
    linearise();
    int idle = 0;
    for (report_.iterations = 0; report_.iterations < options_.iterations; ++report_.iterations) {
      if (options_.watcher && !options_.watcher(report_.iterations, report_.value)) {
        report_.sentence = "stopped by the watcher";
        return report_;
      }
      const double before = report_.value;
      if (!step()) {
        report_.sentence = "no step improves";
        return report_;
      }
      idle = before - report_.value < options_.tolerance * before ? idle + 1 : 0;
      if (idle >= options_.patience) {
        report_.sentence = "converged";
        return report_;
      }
    }
    report_.sentence = "reached the limit of iterations";
    return report_;
  }

 private:
  void linearise() {
    gradient_.setZero(x_.size());
    hessian_.set_zero();
    report_.value = objective_(x_, &gradient_, &hessian_);
    ++report_.evaluations;
  }

  /// Raises lambda until a step improves.
  bool step() {
    double raise = 2;
    const Eigen::VectorXd scale = hessian_.diagonal_entries().array() + options_.floor;
    while (lambda_ < kLargestDamping) {
      if (cholesky_.factor(hessian_, lambda_ * scale)) {
        const Eigen::VectorXd d = cholesky_.solve(-gradient_);
        const Eigen::VectorXd next = x_ + d;
        const double value = objective_(next, nullptr, nullptr);
        ++report_.evaluations;
        const double predicted = -gradient_.dot(d) - 0.5 * d.dot(hessian_.times(d));
        if (std::isfinite(value) && value < report_.value) {
          accept(next, (report_.value - value) / std::max(predicted, 1e-300));
          return true;
        }
      }
      lambda_ *= raise;
      raise *= 2;
    }
    return false;
  }

  void accept(const Eigen::VectorXd& next, double ratio) {
    x_ = next;
    const double bend = 2 * ratio - 1;
    lambda_ *= std::clamp(1 - bend * bend * bend, 1. / 3, 2.);
    lambda_ = std::max(lambda_, 1e-9);
    linearise();
  }

  const BlockObjective& objective_;
  const BlockNewtonOptions& options_;
  Eigen::VectorXd& x_;
  BlockTridiagonal hessian_;
  BlockCholesky cholesky_;
  Eigen::VectorXd gradient_;
  double lambda_;
  BlockNewtonReport report_;
};

}  // namespace

BlockNewtonReport minimise_block_newton(const BlockObjective& objective, int blocks, Eigen::VectorXd& x,
                                        const BlockNewtonOptions& options) {
  return BlockNewton(objective, blocks, x, options).run();
}

}  // namespace sinew
