// The solvers we build on, met on their own: found, linked together in one program, and right on
// problems whose answer is known in closed form.

#include <ceres/gradient_problem.h>
#include <ceres/gradient_problem_solver.h>
#include <gtest/gtest.h>
#include <ode/ode.h>
#include <osqp/osqp.h>

#include <array>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace {

struct CleanUp {
  void operator()(OSQPWorkspace* workspace) const { osqp_cleanup(workspace); }
};
using Workspace = std::unique_ptr<OSQPWorkspace, CleanUp>;

struct QpSolution {
  c_int status = OSQP_UNSOLVED;
  std::vector<double> x;
  std::vector<double> y;
};

/// Settings with nothing in them that depends on the clock.
OSQPSettings deterministic_settings() {
  OSQPSettings settings;
  osqp_set_default_settings(&settings);
  settings.verbose = 0;
  settings.eps_abs = 1e-9;
  settings.eps_rel = 1e-9;
  settings.polish = 1;
  settings.adaptive_rho = 1;
  settings.adaptive_rho_interval = 50;  // 0, the default, derives the interval from measured times.
  settings.time_limit = 0;              // None.
  return settings;
}

/// min 1/2 x'Px + q'x  subject to  x0 + x1 = 1,  0 <= x0 <= 0.5,  x1 <= 10,  with
/// P = [4 1; 1 2] and q = [-2 1].
///
/// On the line x1 = 1 - x0 the cost is 2 x0^2 - 4 x0 + const, least at x0 = 1: the bound x0 <= 0.5 is active and
/// x = (0.5, 0.5). Stationarity Px + q + A'y = 0 with Px + q = (0.5, 2.5) gives y_sum = -2.5 and y_x0 = 2.
QpSolution solve_small_qp() {
  std::array<c_float, 3> p_values{4.0, 1.0, 2.0};  // Upper triangle, by columns.
  std::array<c_int, 3> p_rows{0, 0, 1};
  std::array<c_int, 3> p_columns{0, 1, 3};
  std::array<c_float, 2> q{-2.0, 1.0};
  std::array<c_float, 4> a_values{1.0, 1.0, 1.0, 1.0};
  std::array<c_int, 4> a_rows{0, 1, 0, 2};
  std::array<c_int, 3> a_columns{0, 2, 4};
  std::array<c_float, 3> lower{1.0, 0.0, -OSQP_INFTY};
  std::array<c_float, 3> upper{1.0, 0.5, 10.0};

  csc p{.nzmax = 3, .m = 2, .n = 2, .p = p_columns.data(), .i = p_rows.data(), .x = p_values.data(), .nz = -1};
  csc a{.nzmax = 4, .m = 3, .n = 2, .p = a_columns.data(), .i = a_rows.data(), .x = a_values.data(), .nz = -1};
  OSQPData data{.n = 2, .m = 3, .P = &p, .A = &a, .q = q.data(), .l = lower.data(), .u = upper.data()};
  const OSQPSettings settings = deterministic_settings();

  OSQPWorkspace* raw = nullptr;
  const c_int setup_error = osqp_setup(&raw, &data, &settings);
  const Workspace workspace(raw);
  EXPECT_EQ(setup_error, 0);
  if (setup_error != 0) return {};
  EXPECT_EQ(osqp_solve(workspace.get()), 0);

  const OSQPSolution& found = *workspace->solution;
  return {workspace->info->status_val, {found.x, found.x + 2}, {found.y, found.y + 3}};
}

TEST(OsqpSmoke, FindsConstructedOptimumAndMultipliers) {
  const QpSolution solution = solve_small_qp();
  ASSERT_EQ(solution.status, OSQP_SOLVED);
  EXPECT_NEAR(solution.x[0], 0.5, 1e-6);
  EXPECT_NEAR(solution.x[1], 0.5, 1e-6);
  EXPECT_NEAR(solution.y[0], -2.5, 1e-6);
  EXPECT_NEAR(solution.y[1], 2.0, 1e-6);
  EXPECT_NEAR(solution.y[2], 0.0, 1e-6);
}

TEST(OsqpSmoke, SameBitsTwice) {
  const QpSolution first = solve_small_qp();
  const QpSolution second = solve_small_qp();
  ASSERT_EQ(first.status, OSQP_SOLVED);
  EXPECT_EQ(std::memcmp(first.x.data(), second.x.data(), first.x.size() * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(first.y.data(), second.y.data(), first.y.size() * sizeof(double)), 0);
}

TEST(OdeSmoke, IsDoublePrecisionAndStarts) {
  static_assert(std::is_same_v<dReal, double>);
  ASSERT_NE(dInitODE2(0), 0);
  // The header and the library must agree on the precision.
  EXPECT_EQ(dCheckConfiguration("ODE_double_precision"), 1);
  const dWorldID world = dWorldCreate();
  dWorldSetGravity(world, 0.0, -9.81, 0.0);
  dVector3 gravity;
  dWorldGetGravity(world, gravity);
  EXPECT_EQ(gravity[1], -9.81);
  dWorldDestroy(world);
  dCloseODE();
}

/// f(x, y) = (1 - x)^2 + 100 (y - x^2)^2, least at (1, 1).
class Rosenbrock : public ceres::FirstOrderFunction {
 public:
  bool Evaluate(const double* parameters, double* cost, double* gradient) const override {
    const double x = parameters[0];
    const double y = parameters[1];
    const double valley = y - x * x;
    cost[0] = (1.0 - x) * (1.0 - x) + 100.0 * valley * valley;
    if (gradient != nullptr) {
      gradient[0] = -2.0 * (1.0 - x) - 400.0 * x * valley;
      gradient[1] = 200.0 * valley;
    }
    return true;
  }
  int NumParameters() const override { return 2; }
};

TEST(CeresSmoke, LbfgsFindsRosenbrockMinimum) {
  std::array<double, 2> parameters{-1.2, 1.0};
  const ceres::GradientProblem problem(new Rosenbrock());  // The problem owns it.
  ceres::GradientProblemSolver::Options options;
  options.line_search_direction_type = ceres::LBFGS;
  options.function_tolerance = 1e-14;
  options.gradient_tolerance = 1e-12;
  options.max_num_iterations = 200;
  options.logging_type = ceres::SILENT;
  ceres::GradientProblemSolver::Summary summary;
  ceres::Solve(options, problem, parameters.data(), &summary);
  EXPECT_EQ(summary.termination_type, ceres::CONVERGENCE) << summary.message;
  EXPECT_NEAR(parameters[0], 1.0, 1e-6);
  EXPECT_NEAR(parameters[1], 1.0, 1e-6);
}

}  // namespace
