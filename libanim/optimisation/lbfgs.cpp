#include "libanim/optimisation/lbfgs.h"

#include <Eigen/Dense>
#include <ceres/gradient_problem.h>
#include <ceres/gradient_problem_solver.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "libanim/support/error.h"

namespace sinew {

namespace {

using Eigen::VectorXd;

std::span<const double> as_span(const VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }
std::span<double> as_span(VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

/// The function in the changed variables. It remembers the best point, as Ceres returns none after a failure.
class ChangedFunction {
 public:
  ChangedFunction(const GradientFunction& function, const VectorXd& x0, const LinearChange& change)
      : function_(function), change_(change), x0_(x0), best_x_(x0), x_(x0), gradient_(x0.size()) {}

  bool evaluate(const double* u, double& value, double* gradient) {
    const Eigen::Map<const VectorXd> given(u, x0_.size());
    x_ = given;
    if (change_.apply) change_.apply(x_);
    x_ += x0_;
    value = function_(as_span(std::as_const(x_)), as_span(gradient_));
    ++evaluations_;
    if (!std::isfinite(value) || !gradient_.allFinite()) return false;
    if (value < best_value_) {
      best_value_ = value;
      best_x_ = x_;
      best_u_ = given;
    }
    if (gradient == nullptr) return true;
    if (change_.apply_transposed) change_.apply_transposed(gradient_);
    Eigen::Map<VectorXd>(gradient, gradient_.size()) = gradient_;
    return true;
  }

  [[nodiscard]] const VectorXd& best_x() const { return best_x_; }
  [[nodiscard]] const VectorXd& best_u() const { return best_u_; }
  [[nodiscard]] double best_value() const { return best_value_; }
  [[nodiscard]] int evaluations() const { return evaluations_; }
  [[nodiscard]] int size() const { return static_cast<int>(x0_.size()); }

 private:
  const GradientFunction& function_;
  const LinearChange& change_;
  VectorXd x0_;
  VectorXd best_x_;
  VectorXd best_u_;
  double best_value_ = std::numeric_limits<double>::infinity();
  VectorXd x_;
  VectorXd gradient_;
  int evaluations_ = 0;
};

class CeresFunction final : public ceres::FirstOrderFunction {
 public:
  explicit CeresFunction(ChangedFunction& function) : function_(function) {}
  bool Evaluate(const double* u, double* value, double* gradient) const override {  // NOLINT: Ceres' name.
    return function_.evaluate(u, *value, gradient);
  }
  int NumParameters() const override { return function_.size(); }  // NOLINT: Ceres' name.

 private:
  ChangedFunction& function_;
};

/// Counts iterations over restarts, asks the caller, and remembers where the last iteration ended.
class Progress final : public ceres::IterationCallback {
 public:
  Progress(const LbfgsOptions& options, const VectorXd& u, LbfgsReport& report)
      : options_(options), u_(u), report_(report) {}

  ceres::CallbackReturnType operator()(const ceres::IterationSummary& summary) override {
    last_u_ = u_;
    last_gradient_ = summary.gradient_max_norm;
    if (summary.iteration == 0 && !report_.history.empty()) return ceres::SOLVER_CONTINUE;  // The start of a restart.
    report_.history.push_back(summary.cost);
    report_.iterations = static_cast<int>(report_.history.size()) - 1;
    const bool on =
        !options_.proceed || options_.proceed({report_.iterations, summary.cost, summary.gradient_max_norm});
    return on ? ceres::SOLVER_CONTINUE : ceres::SOLVER_TERMINATE_SUCCESSFULLY;
  }

  /// Ceres calls it convergence when a line search ends where it began.
  [[nodiscard]] bool stuck() const { return last_u_ == u_ && last_gradient_ > options_.gradient_tolerance; }

 private:
  const LbfgsOptions& options_;
  const VectorXd& u_;
  LbfgsReport& report_;
  VectorXd last_u_;
  double last_gradient_ = 0;
};

ceres::GradientProblemSolver::Options ceres_options(const LbfgsOptions& options, int iterations_left) {
  ceres::GradientProblemSolver::Options result;
  result.line_search_direction_type = ceres::LBFGS;
  result.line_search_type = ceres::WOLFE;  // Ceres refuses L-BFGS without it.
  result.max_lbfgs_rank = options.rank;
  result.max_num_iterations = iterations_left;
  result.gradient_tolerance = options.gradient_tolerance;
  result.function_tolerance = options.function_tolerance;
  result.parameter_tolerance = options.parameter_tolerance;
  result.use_approximate_eigenvalue_bfgs_scaling = options.curvature_scaling;
  result.update_state_every_iteration = true;  // Progress reads it.
  result.logging_type = ceres::SILENT;
  return result;
}

LbfgsTermination termination_of(ceres::TerminationType type) {
  switch (type) {
    case ceres::CONVERGENCE: return LbfgsTermination::kConverged;
    case ceres::NO_CONVERGENCE: return LbfgsTermination::kMaxIterations;
    case ceres::USER_SUCCESS:
    case ceres::USER_FAILURE: return LbfgsTermination::kStopped;
    case ceres::FAILURE: break;
  }
  return LbfgsTermination::kLineSearch;
}

/// One run of Ceres from the best point so far.
void run(const ceres::GradientProblem& problem, const LbfgsOptions& options, VectorXd u, LbfgsReport& report) {
  Progress progress(options, u, report);
  ceres::GradientProblemSolver::Options settings = ceres_options(options, options.max_iterations - report.iterations);
  settings.callbacks.push_back(&progress);
  ceres::GradientProblemSolver::Summary summary;
  ceres::Solve(settings, problem, u.data(), &summary);
  report.termination = termination_of(summary.termination_type);
  if (report.termination == LbfgsTermination::kConverged && progress.stuck()) {
    report.termination = LbfgsTermination::kLineSearch;
  }
  report.sentence = summary.message;
}

}  // namespace

LinearChange diagonal_change(VectorXd scale) {
  const auto multiply = [scale = std::move(scale)](Eigen::Ref<VectorXd> v) { v.array() *= scale.array(); };
  return {multiply, multiply};
}

LinearChange cholesky_change(Eigen::MatrixXd lower) {
  const auto L = std::make_shared<const Eigen::MatrixXd>(std::move(lower));
  return {[L](Eigen::Ref<VectorXd> u) { u = L->triangularView<Eigen::Lower>().transpose().solve(u).eval(); },
          [L](Eigen::Ref<VectorXd> g) { g = L->triangularView<Eigen::Lower>().solve(g).eval(); }};
}

void LbfgsOptions::validate() const {
  if (max_iterations < 0) throw Error::usage(fmt::format("max_iterations must be at least 0, not {}", max_iterations));
  if (rank < 1) throw Error::usage(fmt::format("rank must be at least 1, not {}", rank));
  for (const double tolerance : {gradient_tolerance, function_tolerance, parameter_tolerance}) {
    if (!(tolerance >= 0)) throw Error::usage(fmt::format("tolerances must be at least 0, not {}", tolerance));
  }
}

LbfgsReport minimise_lbfgs(const GradientFunction& function, const VectorXd& x0, const LbfgsOptions& options) {
  options.validate();
  LbfgsReport report;
  ChangedFunction changed(function, x0, options.change);
  const ceres::GradientProblem problem(new CeresFunction(changed));  // The problem owns it.
  run(problem, options, VectorXd::Zero(x0.size()), report);
  double before = report.history.empty() ? 0 : report.history.front();
  while (report.termination == LbfgsTermination::kLineSearch && !report.history.empty() &&
         report.iterations < options.max_iterations &&
         before - changed.best_value() > options.function_tolerance * std::abs(before)) {
    before = changed.best_value();
    run(problem, options, changed.best_u(), report);
  }
  if (report.history.empty()) report.termination = LbfgsTermination::kBadStart;
  report.x = changed.best_x();
  report.value = changed.best_value();
  report.evaluations = changed.evaluations();
  return report;
}

}  // namespace sinew
