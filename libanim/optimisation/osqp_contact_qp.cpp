#include "libanim/optimisation/osqp_contact_qp.h"

#include <fmt/format.h>
#include <osqp/osqp.h>

#include <algorithm>
#include <array>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr int kNormal = 1;  ///< the index of f_y
constexpr double kTolerance = 1e-7;
constexpr int kMaxIterations = 20000;

// Over 60 random problems with 10 contacts, iterations on average and at most: 7,028 and 20,000 (8 unsolved) with rho
// 1, interval 50 and alpha 1.6; 892 and 2,725 with rho 1e-3; 712 and 2,025 with these.
constexpr double kFirstRho = 1e-3;  ///< OSQP's step between primal and dual; it adapts from here
constexpr int kRhoInterval = 100;   ///< 0, OSQP's default, derives the interval from measured times
constexpr double kAlpha = 1.8;      ///< relaxation

struct CleanUp {
  void operator()(OSQPWorkspace* workspace) const { osqp_cleanup(workspace); }
};

/// What the cone allows of every component, per unit of normal force or, for a contact that grabs, at all.
std::array<double, 6> limits(const ContactCone& cone) {
  if (cone.grabs) {
    return {cone.grab_force, cone.grab_force, cone.grab_force, cone.grab_moment, cone.grab_moment, cone.grab_moment};
  }
  return {cone.friction, 1, cone.friction, cone.half_length, cone.torsion, cone.half_width};
}

/// A column-compressed matrix, filled column by column.
struct Columns {
  std::vector<c_int> starts{0};
  std::vector<c_int> rows;
  std::vector<c_float> values;

  void add(int row, double value) {
    rows.push_back(row);
    values.push_back(value);
  }
  void end_column() { starts.push_back(static_cast<c_int>(rows.size())); }
  void clear() {
    starts.resize(1);
    rows.clear();
    values.clear();
  }
  csc view(int row_count) {
    const auto columns = static_cast<c_int>(starts.size()) - 1;
    const auto entries = static_cast<c_int>(values.size());
    return {.nzmax = entries,
            .m = row_count,
            .n = columns,
            .p = starts.data(),
            .i = rows.data(),
            .x = values.data(),
            .nz = -1};
  }
};

OSQPSettings osqp_settings() {
  OSQPSettings settings;
  osqp_set_default_settings(&settings);
  settings.verbose = 0;
  settings.eps_abs = kTolerance;
  settings.eps_rel = kTolerance;
  settings.max_iter = kMaxIterations;
  settings.polish = 1;
  settings.polish_refine_iter = 10;
  settings.rho = kFirstRho;
  settings.adaptive_rho_interval = kRhoInterval;
  settings.alpha = kAlpha;
  settings.time_limit = 0;  // None.
  settings.warm_start = 1;
  return settings;
}

class OsqpContactQp final : public ContactQpMethod {
 public:
  OsqpContactQp(std::span<const ContactCone> cones, int rows, const ContactQpOptions& options)
      : unit_(options.unit), rows_(rows), cones_(cones.begin(), cones.end()) {
    set_up();
  }

  void set_cones(std::span<const ContactCone> cones) override {
    const bool same = std::ranges::equal(cones, cones_, {}, &ContactCone::grabs, &ContactCone::grabs);
    std::copy(cones.begin(), cones.end(), cones_.begin());
    if (!same) set_up();
  }

  void solve(const ContactQpProblem& problem, ContactQpStart* start, ContactQpResult& result) override {
    fill(problem);
    update();
    begin(start);
    osqp_solve(workspace_.get());
    const OSQPSolution& found = *workspace_->solution;
    result.force = unit_ * Eigen::Map<const Eigen::VectorXd>(found.x, result.force.size());
    result.iterations = static_cast<int>(workspace_->info->iter);
    result.converged = workspace_->info->status_val == OSQP_SOLVED;
    result.barrier = 0;
    if (start != nullptr) {
      start->numbers.assign(found.x, found.x + variables());
      start->numbers.insert(start->numbers.end(), found.y, found.y + constraints());
    }
  }

 private:
  [[nodiscard]] int force_size() const { return 6 * static_cast<int>(cones_.size()); }
  [[nodiscard]] int variables() const { return force_size() + rows_; }
  [[nodiscard]] int constraints() const { return static_cast<int>(lower_.size()); }

  /// The structure, with a problem that has an entry wherever one can be.
  void set_up() {
    const Eigen::MatrixXd map = Eigen::MatrixXd::Ones(rows_, force_size());
    const Eigen::VectorXd wrench = Eigen::VectorXd::Zero(rows_);
    const Eigen::VectorXd weights = Eigen::VectorXd::Ones(force_size());
    fill({map, wrench, weights});
    std::vector<c_float> q(to_size(variables()), 0);
    csc p = p_.view(variables());
    csc a = a_.view(constraints());
    const OSQPData data{
        .n = variables(), .m = constraints(), .P = &p, .A = &a, .q = q.data(), .l = lower_.data(), .u = upper_.data()};
    const OSQPSettings settings = osqp_settings();
    OSQPWorkspace* raw = nullptr;
    const c_int error = osqp_setup(&raw, &data, &settings);
    workspace_.reset(raw);
    if (error != 0) throw Error::internal(fmt::format("OSQP refuses a contact QP: error {}", error));
  }

  void fill(const ContactQpProblem& problem) {
    fill_cost(problem.weights);
    fill_bounds(problem.wrench);
    a_.clear();
    int row = rows_;
    for (std::size_t i = 0; i < cones_.size(); ++i) {
      const auto first = 6 * static_cast<Eigen::Index>(i);
      if (cones_[i].grabs) {
        add_box(problem.map.middleCols(first, 6), row);
      } else {
        add_cone(problem.map.middleCols(first, 6), limits(cones_[i]), row);
      }
    }
    for (int i = 0; i < rows_; ++i) {
      a_.add(i, -1);
      a_.end_column();
    }
  }

  void fill_cost(const Eigen::Ref<const Eigen::VectorXd>& weights) {
    p_.clear();
    for (int i = 0; i < variables(); ++i) {
      p_.add(i, i < force_size() ? 2 * weights[i] : 2);
      p_.end_column();
    }
  }

  /// Rows of a cone: limit f_y + f_j >= 0 and limit f_y - f_j >= 0 for the five other components, then f_y >= 0, at
  /// most what the cone carries.
  void fill_bounds(const Eigen::Ref<const Eigen::VectorXd>& wrench) {
    lower_.clear();
    for (const double w : wrench) lower_.push_back(w / unit_);
    upper_ = lower_;
    for (const ContactCone& cone : cones_) {
      if (!cone.grabs) {
        lower_.resize(lower_.size() + 11, 0);
        upper_.resize(upper_.size() + 11, OSQP_INFTY);
        upper_.back() = std::min(cone.most / unit_, OSQP_INFTY);
        continue;
      }
      for (const double limit : limits(cone)) {
        lower_.push_back(-limit / unit_);
        upper_.push_back(limit / unit_);
      }
    }
  }

  void add_map(const Eigen::Ref<const Eigen::VectorXd>& column) {
    for (int i = 0; i < rows_; ++i) a_.add(i, column[i]);
  }

  void add_box(const Eigen::Ref<const Eigen::MatrixXd>& columns, int& row) {
    for (int j = 0; j < 6; ++j, ++row) {
      add_map(columns.col(j));
      a_.add(row, 1);
      a_.end_column();
    }
  }

  void add_cone(const Eigen::Ref<const Eigen::MatrixXd>& columns, const std::array<double, 6>& limit, int& row) {
    for (int j = 0; j < 6; ++j) {
      add_map(columns.col(j));
      if (j == kNormal) {
        for (int other = 0, at = row; other < 6; ++other) {
          if (other == kNormal) continue;
          a_.add(at++, limit[to_size(other)]);
          a_.add(at++, limit[to_size(other)]);
        }
        a_.add(row + 10, 1);
      } else {
        const int at = row + 2 * (j > kNormal ? j - 1 : j);
        a_.add(at, 1);
        a_.add(at + 1, -1);
      }
      a_.end_column();
    }
    row += 11;
  }

  /// Bounds come last: they are scaled with the matrices.
  void update() {
    OSQPWorkspace* workspace = workspace_.get();
    if (workspace->settings->rho != kFirstRho) osqp_update_rho(workspace, kFirstRho);
    osqp_update_P_A(workspace, p_.values.data(), nullptr, static_cast<c_int>(p_.values.size()), a_.values.data(),
                    nullptr, static_cast<c_int>(a_.values.size()));
    osqp_update_bounds(workspace, lower_.data(), upper_.data());
  }

  void begin(const ContactQpStart* start) {
    const auto size = to_size(variables() + constraints());
    if (start != nullptr && start->numbers.size() == size) {
      first_ = start->numbers;
    } else {
      first_.assign(size, 0);
    }
    osqp_warm_start(workspace_.get(), first_.data(), first_.data() + variables());
  }

  double unit_;
  int rows_;
  std::vector<ContactCone> cones_;
  Columns p_;
  Columns a_;
  std::vector<c_float> lower_;
  std::vector<c_float> upper_;
  std::vector<c_float> first_;
  std::unique_ptr<OSQPWorkspace, CleanUp> workspace_;
};

}  // namespace

std::unique_ptr<ContactQpMethod> make_osqp(std::span<const ContactCone> cones, int rows,
                                           const ContactQpOptions& options) {
  return std::make_unique<OsqpContactQp>(cones, rows, options);
}

}  // namespace sinew
