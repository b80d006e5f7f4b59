#pragma once

#include <span>
#include <vector>

#include "libanim/simulation/lcp_kernels_avx2.h"
#include "libanim/simulation/lcp_kernels_structure.h"
#include "libanim/simulation/lcp_kernels_tableau.h"

namespace sinew::lcp {

/// The problem of one island in one step, as ODE poses it: find x and w with A x = b + w such that for every row
///   x = lower and w >= 0,   or   x = upper and w <= 0,   or   lower <= x <= upper and w = 0.
/// A is symmetric and positive definite, lower <= 0 <= upper. Rows with friction[i] >= 0 stay zero while all others are
/// solved; then their bounds become +-|upper[i] x[friction[i]]| and everything is solved together. ODE leaves it there:
/// friction is bounded by the pressure that there would be without friction. A contact that friction relieves of its
/// pressure keeps its grip; feet were seen to be held by 0.2 to 0.7 body weights without any pressure. With
/// friction_rounds > 0 the bounds follow the pressure, and everything is solved again, until they agree.
struct Problem {
  SymmetricView matrix;
  const double* right = nullptr;   ///< b of row i at right[2 i]
  const double* bounds = nullptr;  ///< lower at bounds[2 i], upper at bounds[2 i + 1]; +-infinity where there is none
  const int* friction = nullptr;   ///< may be null
  int friction_rounds = 0;         ///< at most so many times
  int unbounded = 0;               ///< rows before this one have no bounds, whatever `bounds` says
};

/// Solves it exactly. The solution is unique, so this gives what ODE's own solver gives, up to rounding, at a fraction
/// of the cost. ODE pays two dense triangular solves and more for every row with bounds. Here
///  1. rows without bounds, and rows that rarely reach theirs (motors), are *early*: they are eliminated in
///     an order that keeps the factors sparse;
///  2. the *late* rows, contacts and joint stops, remain as a small dense problem, a Tableau;
///  3. an early row whose value turns out to be beyond its bound is adopted by the tableau, at the price of one sparse
///     solve, and pushed back; until there is none. If there are many, they join the late rows and all begins again.
///
/// Limits: gives up when a pivot is too small (redundant contacts without any softness) or the pivoting goes in
/// circles.
class Solver {
 public:
  /// Writes x[2 i]. False when it gave up; x is untouched then.
  [[nodiscard]] bool solve(const Problem& problem, double* x);

  /// Of the last solve: principal pivots, and early rows that reached a bound.
  [[nodiscard]] int pivots() const { return tableau_.pivots(); }
  [[nodiscard]] int late() const { return static_cast<int>(late_rows_.size()); }
  [[nodiscard]] int adopted() const { return static_cast<int>(adopted_.size()); }

 private:
  enum class Outcome {
    kDone,
    kGaveUp,
    kAgain,  ///< many early rows were beyond their bounds and are late ones now
  };

  [[nodiscard]] bool solve_rows(const Problem& problem);
  void sort_rows(const Problem& problem);
  [[nodiscard]] Outcome solve_sorted(const Problem& problem);
  void list_rows(const Problem& problem);
  void gather(const Problem& problem);
  [[nodiscard]] bool eliminate_early();
  void add_children(const Front& front);
  void substitute_down(std::span<double> right, std::span<double> z);
  void substitute_up(std::span<const double> z, std::span<double> x);
  void fill_tableau(const Problem& problem);
  void release_friction(const Problem& problem);
  [[nodiscard]] Outcome couple_friction(const Problem& problem);
  [[nodiscard]] bool follow_pressure(const Problem& problem, double share, bool& moved);
  [[nodiscard]] double pressure(int row) const;
  [[nodiscard]] double largest_friction(const Problem& problem) const;
  [[nodiscard]] Outcome settle(const Problem& problem, bool rubbing);
  void find_early();
  [[nodiscard]] Outcome return_early_to_bounds(const Problem& problem);
  void find_beyond(const Problem& problem);
  void adopt(int row);
  void refine(const Problem& problem);
  void finish(const Problem& problem);
  [[nodiscard]] FrontView view(const Front& front);
  [[nodiscard]] bool rubs(const Problem& problem, int row) const;

  Pattern pattern_;
  StructureCache cache_;
  const Structure* structure_ = nullptr;
  Tableau tableau_;
  std::vector<char> late_;         ///< per row
  std::vector<int> late_rows_;     ///< the tableau's first entries
  std::vector<int> entry_;         ///< per late row: its place among those
  std::vector<int> bounded_rows_;  ///< early rows with bounds
  std::vector<int> beyond_;        ///< early rows found beyond their bounds
  int few_ = 0;                    ///< how many of those may be adopted at a time
  std::vector<int> adopted_;       ///< rows of the tableau's further entries
  std::vector<char> is_adopted_;   ///< per row
  std::vector<double> columns_;    ///< the fronts
  std::vector<double> pivots_;     ///< inverse pivots, front by front
  std::vector<double> smallest_;   ///< least pivots that are accepted
  std::vector<double> x_;
  std::vector<double> right_;
  std::vector<double> given_;      ///< D^-1 L^-1 b of the early rows, front by front
  std::vector<double> responses_;  ///< per adopted row: the early rows' answer to w = 1 there
  std::vector<double> coupling_;
  std::vector<double> z_;
  std::vector<double> local_;
};

}  // namespace sinew::lcp
