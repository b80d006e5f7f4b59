#include "libanim/simulation/lcp_kernels_solver.h"

#include <algorithm>
#include <cmath>

#include "libanim/simulation/lcp_kernels_avx2.h"

// Rows are at most a few hundred, so products of indices are far from overflow.
// NOLINTBEGIN(bugprone-implicit-widening-of-multiplication-result)
namespace sinew::lcp {
namespace {

// As in the tableau: a smaller share of the diagonal entry is mostly rounding.
constexpr double kSmallestPivot = 1e-13;

// How far beyond its bound rounding may put a row, in units of the bound. The value that is handed back is clamped.
constexpr double kRounding = 1e-12;

// Early rows beyond their bounds are adopted if they are few; if not, all begins again with them among the late ones,
// which then start from zero and not from a value that is far too large. A walking figure has none or few such rows,
// a limp one has them all.
constexpr int kFew = 3;
constexpr int kMostRestarts = 3;

// The bounds of friction go all the way at first, then half of it. On a walk a third of all steps rub; of these half
// agree after two whole rounds, a third goes in circles for ever if they stay whole, and 7 % are left after eight
// halves more. With halves from the start most need nine.
constexpr int kWholeRounds = 2;
constexpr double kLaterShare = 0.5;

// Bounds of friction that differ from the pressure's by less than this share of the largest one agree.
constexpr double kFrictionTolerance = 1e-2;

/// The friction that a pressure allows. The coefficient may be infinite.
double friction_bound(double coefficient, double pressure) {
  return pressure == 0 ? 0 : std::abs(coefficient * pressure);
}

}  // namespace

bool Solver::solve(const Problem& problem, double* x) {
  if (!solve_rows(problem)) {
    // Friction that goes in circles is left as ODE has it.
    Problem plain = problem;
    plain.friction_rounds = 0;
    if (problem.friction_rounds == 0 || !solve_rows(plain)) return false;
  }
  if (!adopted_.empty()) refine(problem);
  finish(problem);
  for (int i = 0; i < problem.matrix.size; ++i) x[2 * i] = x_[to_size(i)];
  return true;
}

bool Solver::solve_rows(const Problem& problem) {
  sort_rows(problem);
  Outcome outcome = Outcome::kAgain;
  for (int start = 0; outcome == Outcome::kAgain; ++start) {
    few_ = start < kMostRestarts ? kFew : problem.matrix.size;
    outcome = solve_sorted(problem);
  }
  return outcome == Outcome::kDone;
}

Solver::Outcome Solver::solve_sorted(const Problem& problem) {
  list_rows(problem);
  pattern_.scan(problem.matrix, late_);
  structure_ = cache_.find(pattern_);
  if (structure_ == nullptr) return Outcome::kGaveUp;
  gather(problem);
  if (!eliminate_early()) return Outcome::kGaveUp;
  fill_tableau(problem);
  const Outcome outcome = settle(problem, false);
  if (outcome != Outcome::kDone || problem.friction == nullptr) return outcome;
  release_friction(problem);
  const Outcome rubbing = settle(problem, true);
  return rubbing == Outcome::kDone && problem.friction_rounds > 0 ? couple_friction(problem) : rubbing;
}

// What adopted rows add to the others is the product of large numbers, and loses digits: one step of iterative
// refinement brings them back.
void Solver::refine(const Problem& problem) {
  const int late = static_cast<int>(late_rows_.size());
  finish(problem);
  for (int i = 0; i < problem.matrix.size; ++i) right_[to_size(i)] = problem.right[2 * i];
  subtract_product(problem.matrix.data, problem.matrix.size, problem.matrix.stride, x_.data(), right_.data());
  for (int k = 0; k < tableau_.size(); ++k)
    if (k >= late) right_[to_size(adopted_[to_size(k - late)])] += tableau_.w(k);
  substitute_down(right_, z_);
  coupling_.clear();
  for (const int row : late_rows_) {
    coupling_.push_back(right_[to_size(row)]);
    right_[to_size(row)] = 0;
  }
  substitute_up(z_, right_);
  for (const int row : adopted_) coupling_.push_back(right_[to_size(row)]);
  for (std::size_t i = 0; i < given_.size(); ++i) given_[i] += z_[i];
  tableau_.correct(coupling_);
  find_early();
}

// Rows that are at a bound are there exactly.
void Solver::finish(const Problem& problem) {
  const int late = static_cast<int>(late_rows_.size());
  for (int k = 0; k < late; ++k) x_[to_size(late_rows_[to_size(k)])] = tableau_.x(k);
  for (int k = late; k < tableau_.size(); ++k)
    if (tableau_.place(k) != Place::kFree) x_[to_size(adopted_[to_size(k - late)])] = tableau_.x(k);
  for (const int row : bounded_rows_)
    x_[to_size(row)] = std::clamp(x_[to_size(row)], problem.bounds[2 * row], problem.bounds[2 * row + 1]);
}

bool Solver::rubs(const Problem& problem, int row) const {
  return problem.friction != nullptr && row >= problem.unbounded && problem.friction[row] >= 0;
}

void Solver::sort_rows(const Problem& problem) {
  const int n = problem.matrix.size;
  late_.assign(to_size(n), 0);
  for (int i = problem.unbounded; i < n; ++i)
    if (rubs(problem, i) || problem.bounds[2 * i] == 0 || problem.bounds[2 * i + 1] == 0) late_[to_size(i)] = 1;
}

void Solver::list_rows(const Problem& problem) {
  is_adopted_.assign(late_.size(), 0);
  entry_.assign(late_.size(), -1);
  late_rows_.clear();
  bounded_rows_.clear();
  adopted_.clear();
  for (int i = problem.unbounded; i < problem.matrix.size; ++i) {
    if (late_[to_size(i)] != 0) {
      entry_[to_size(i)] = static_cast<int>(late_rows_.size());
      late_rows_.push_back(i);
    } else if (std::isfinite(problem.bounds[2 * i]) || std::isfinite(problem.bounds[2 * i + 1])) {
      bounded_rows_.push_back(i);
    }
  }
}

void Solver::gather(const Problem& problem) {
  const std::size_t n = to_size(problem.matrix.size);
  for (std::vector<double>* v : {&x_, &right_, &given_, &z_, &pivots_, &smallest_}) v->resize(n);
  columns_.resize(to_size(structure_->storage_size()));
  local_.resize(to_size(structure_->widest_stride()));
  for (const Front& front : structure_->fronts()) {
    const std::span<const int> members = structure_->members(front);
    double* column = columns_.data() + front.storage;
    for (int a = 0; a < front.own; ++a, column += front.stride) {
      const int row = members[to_size(a)];
      std::fill(column, column + a, 0.0);
      for (int b = a; b < front.size; ++b) column[b] = problem.matrix.at(row, members[to_size(b)]);
      std::fill(column + front.size, column + front.stride, 0.0);
      smallest_[to_size(front.pivots + a)] = kSmallestPivot * column[a];
    }
    std::fill(column, columns_.data() + front.storage + front.size * front.stride, 0.0);
  }
}

FrontView Solver::view(const Front& front) {
  return {columns_.data() + front.storage, pivots_.data() + front.pivots, front.own, front.size, front.stride};
}

bool Solver::eliminate_early() {
  for (const Front& front : structure_->fronts()) {
    add_children(front);
    if (front.own > 0 && !eliminate(view(front), smallest_.data() + front.pivots)) return false;
  }
  return true;
}

void Solver::add_children(const Front& front) {
  double* columns = columns_.data() + front.storage;
  for (const int c : structure_->children(front)) {
    const Front& child = structure_->fronts()[to_size(c)];
    const std::span<const int> places = structure_->places_in_parent(child);
    const int count = child.size - child.own;
    for (int a = 0; a < count; ++a) {
      const double* source = columns_.data() + child.storage + (child.own + a) * child.stride + child.own;
      double* target = columns + places[to_size(a)] * front.stride;
      for (int b = a; b < count; ++b) target[places[to_size(b)]] += source[b];
    }
  }
}

// Afterwards z has D^-1 L^-1 of the early rows, and `right` what is left of the late ones.
void Solver::substitute_down(std::span<double> right, std::span<double> z) {
  for (const Front& front : structure_->fronts()) {
    if (front.own == 0) continue;
    const std::span<const int> members = structure_->members(front);
    bool any = false;
    for (int a = 0; a < front.own; ++a) any |= right[to_size(members[to_size(a)])] != 0;
    if (!any) {
      std::fill_n(z.begin() + front.pivots, front.own, 0.0);
      continue;
    }
    for (int b = 0; b < front.size; ++b) local_[to_size(b)] = right[to_size(members[to_size(b)])];
    std::fill(local_.begin() + front.size, local_.begin() + front.stride, 0.0);
    substitute_forward(view(front), local_.data(), z.data() + front.pivots);
    for (int b = front.own; b < front.size; ++b) right[to_size(members[to_size(b)])] = local_[to_size(b)];
  }
}

// From z and the late rows of x, the early ones.
void Solver::substitute_up(std::span<const double> z, std::span<double> x) {
  const std::span<const Front> fronts = structure_->fronts();
  for (std::size_t f = fronts.size(); f-- > 0;) {
    const Front& front = fronts[f];
    if (front.own == 0) continue;
    const std::span<const int> members = structure_->members(front);
    for (int b = front.own; b < front.size; ++b) local_[to_size(b)] = x[to_size(members[to_size(b)])];
    std::fill(local_.begin() + front.size, local_.begin() + front.stride, 0.0);
    substitute_backward(view(front), local_.data(), z.data() + front.pivots);
    for (int a = 0; a < front.own; ++a) x[to_size(members[to_size(a)])] = local_[to_size(a)];
  }
}

void Solver::fill_tableau(const Problem& problem) {
  const Front& last = structure_->fronts().back();
  tableau_.reset(last.size, static_cast<int>(bounded_rows_.size()));
  for (int a = 0; a < last.size; ++a) {
    const double* column = columns_.data() + last.storage + a * last.stride;
    for (int b = a; b < last.size; ++b)
      tableau_.set(b, a, column[b] + problem.matrix.at(late_rows_[to_size(a)], late_rows_[to_size(b)]));
  }
  for (int i = 0; i < problem.matrix.size; ++i) right_[to_size(i)] = problem.right[2 * i];
  substitute_down(right_, given_);
  for (int k = 0; k < last.size; ++k) {
    const int row = late_rows_[to_size(k)];
    const bool rubbing = rubs(problem, row);
    tableau_.set_entry(k, -right_[to_size(row)], rubbing ? 0 : problem.bounds[2 * row],
                       rubbing ? 0 : problem.bounds[2 * row + 1]);
  }
}

void Solver::release_friction(const Problem& problem) {
  for (int k = 0; k < static_cast<int>(late_rows_.size()); ++k) {
    const int row = late_rows_[to_size(k)];
    if (!rubs(problem, row)) continue;
    const double most = friction_bound(problem.bounds[2 * row + 1], x_[to_size(problem.friction[row])]);
    tableau_.set_bounds(k, -most, most);
  }
}

Solver::Outcome Solver::couple_friction(const Problem& problem) {
  for (int round = 0; round < problem.friction_rounds; ++round) {
    bool moved = false;
    const double share = round < kWholeRounds ? 1 : kLaterShare;
    if (!follow_pressure(problem, share, moved)) return Outcome::kGaveUp;
    if (!moved) return Outcome::kDone;
    const Outcome outcome = return_early_to_bounds(problem);
    if (outcome != Outcome::kDone) return outcome;
  }
  return Outcome::kDone;
}

bool Solver::follow_pressure(const Problem& problem, double share, bool& moved) {
  const double least = kFrictionTolerance * largest_friction(problem);
  for (int k = 0; k < static_cast<int>(late_rows_.size()); ++k) {
    const int row = late_rows_[to_size(k)];
    if (!rubs(problem, row)) continue;
    const double wanted = friction_bound(problem.bounds[2 * row + 1], pressure(problem.friction[row]));
    const double before = tableau_.upper(k);
    if (!(std::abs(wanted - before) > least)) continue;
    const double most = before + share * (wanted - before);
    moved |= tableau_.place(k) != Place::kFree || !(std::abs(tableau_.x(k)) <= most);
    if (!tableau_.follow_bounds(k, -most, most)) return false;
  }
  return true;
}

// The tableau's values are newer than those of find_early.
double Solver::pressure(int row) const {
  const int entry = entry_[to_size(row)];
  return entry >= 0 ? tableau_.x(entry) : x_[to_size(row)];
}

double Solver::largest_friction(const Problem& problem) const {
  double largest = 0;
  for (const int row : late_rows_) {
    if (!rubs(problem, row)) continue;
    largest = std::max(largest, friction_bound(problem.bounds[2 * row + 1], pressure(problem.friction[row])));
  }
  return largest;
}

Solver::Outcome Solver::settle(const Problem& problem, bool rubbing) {
  const int late = static_cast<int>(late_rows_.size());
  for (int k = 0; k < late; ++k)
    if (rubs(problem, late_rows_[to_size(k)]) == rubbing && !tableau_.settle(k)) return Outcome::kGaveUp;
  return return_early_to_bounds(problem);
}

void Solver::find_early() {
  const int late = static_cast<int>(late_rows_.size());
  for (int k = 0; k < late; ++k) x_[to_size(late_rows_[to_size(k)])] = tableau_.x(k);
  substitute_up(given_, x_);
  const double* response = responses_.data();
  for (int k = late; k < tableau_.size(); ++k, response += x_.size()) {
    const double w = tableau_.w(k);
    if (w == 0) continue;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += w * response[i];
  }
}

Solver::Outcome Solver::return_early_to_bounds(const Problem& problem) {
  const int late = static_cast<int>(late_rows_.size());
  for (;;) {
    find_early();
    find_beyond(problem);
    if (beyond_.empty()) return Outcome::kDone;
    if (static_cast<int>(beyond_.size()) > few_) {
      for (const int row : beyond_) late_[to_size(row)] = 1;
      return Outcome::kAgain;
    }
    const std::size_t before = adopted_.size();
    for (const int row : beyond_) adopt(row);
    for (std::size_t a = before; a < adopted_.size(); ++a) {
      const int k = late + static_cast<int>(a);
      tableau_.set_bounds(k, problem.bounds[2 * adopted_[a]], problem.bounds[2 * adopted_[a] + 1]);
      if (!tableau_.settle(k)) return Outcome::kGaveUp;
    }
  }
}

void Solver::find_beyond(const Problem& problem) {
  beyond_.clear();
  for (const int row : bounded_rows_) {
    if (is_adopted_[to_size(row)] != 0) continue;
    const double value = x_[to_size(row)];
    const bool below = value < problem.bounds[2 * row] * (1 + kRounding);
    const bool above = value > problem.bounds[2 * row + 1] * (1 + kRounding);
    if (below || above) beyond_.push_back(row);
  }
}

void Solver::adopt(int row) {
  const std::size_t n = x_.size();
  responses_.resize((adopted_.size() + 1) * n);
  const std::span<double> response(responses_.data() + adopted_.size() * n, n);
  std::fill(response.begin(), response.end(), 0.0);
  response[to_size(row)] = 1;
  substitute_down(response, z_);
  coupling_.clear();
  for (const int other : late_rows_) {
    coupling_.push_back(-response[to_size(other)]);
    response[to_size(other)] = 0;
  }
  substitute_up(z_, response);
  for (const int other : adopted_) coupling_.push_back(-response[to_size(other)]);
  tableau_.adopt(coupling_, -response[to_size(row)], x_[to_size(row)]);
  adopted_.push_back(row);
  is_adopted_[to_size(row)] = 1;
}

}  // namespace sinew::lcp
// NOLINTEND(bugprone-implicit-widening-of-multiplication-result)
