#pragma once

#include <span>
#include <vector>

namespace sinew::lcp {

/// Where an entry of the tableau is on its line (see Problem).
enum class Place : char {
  kWaiting,  ///< not yet looked at; x = 0
  kFree,     ///< w = 0, x between its bounds
  kLower,    ///< x at its lower bound
  kUpper,    ///< x at its upper bound
};

/// A small dense linear complementarity problem with bounds, as a symmetric tableau on which principal pivots are made
/// (the sweep operator; Goodnight 1979). It is solved by Dantzig's rule as ODE does it (Cottle and Dantzig 1968; Baraff
/// 1994): entries join one after the other; each is pushed towards its line while those that have joined stay on
/// theirs, changing place where a segment ends.
///
/// With F the free entries and N the others, and S the matrix of the problem,
///   T_FF = -S_FF^-1,   T_FN = S_FF^-1 S_FN,   T_NN = S_NN - S_NF S_FF^-1 S_FN,
/// so that a column of T says at once how everything moves when the x of one entry of N does.
///
/// An entry may be *adopted*: a variable outside of the tableau, free so far, that turned out to be beyond a bound.
class Tableau {
 public:
  /// Starts with `size` waiting entries at x = 0. At most `adopted` more will come.
  void reset(int size, int adopted);

  /// Entry (i, j) of the matrix, to be set for i >= j after reset.
  void set(int i, int j, double value);
  void set_entry(int k, double w, double lower, double upper);
  void set_bounds(int k, double lower, double upper);

  /// Takes in a free variable with value x, without bounds as yet. `coupling` has T(k, new) for all entries k, and
  /// `self` T(new, new), as they would be with the first `size` entries not free and all adopted ones free.
  void adopt(std::span<const double> coupling, double self, double x);

  /// Lets entry k join, or, if it has joined and is free but beyond a bound, brings it back to it. False when it gives
  /// up: a pivot is too small, or there are too many of them.
  [[nodiscard]] bool settle(int k);

  /// Gives entry k, which has joined, other bounds, and brings it back to its line; all that have joined stay on
  /// theirs. False when it gives up.
  [[nodiscard]] bool follow_bounds(int k, double lower, double upper);

  /// With the places as they are: corrects x of the free original entries, whose reduced right-hand side changes by
  /// change[k], and w of the adopted ones at a bound, whose x would change by change[k] and must not.
  void correct(std::span<const double> change);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] double x(int k) const { return x_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] double w(int k) const { return w_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] double upper(int k) const { return upper_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] Place place(int k) const { return place_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int pivots() const { return pivots_; }

 private:
  /// How far to go, and what ends it.
  struct Limit {
    double distance = 0;
    int entry = -1;
    Place place = Place::kFree;  ///< of `entry`, afterwards
  };

  [[nodiscard]] double* row(int k) { return values_.data() + static_cast<std::size_t>(k) * stride(); }
  [[nodiscard]] std::size_t stride() const { return static_cast<std::size_t>(stride_); }
  void load_column(int k);
  [[nodiscard]] bool push(int k);
  [[nodiscard]] Limit find_limit(int k, double direction, bool beyond) const;
  void limit_others(int k, double direction, Limit& limit) const;
  void move(int k, double direction, double distance);
  [[nodiscard]] bool set_place(int k, Place place);
  [[nodiscard]] bool sweep(int k);

  int original_ = 0;
  int size_ = 0;
  int stride_ = 0;
  int pivots_ = 0;
  std::vector<double> values_;  ///< lower triangle
  std::vector<double> scale_;   ///< the diagonal at first, to judge pivots by
  std::vector<double> x_;
  std::vector<double> w_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  std::vector<Place> place_;
  std::vector<double> factor_;
  std::vector<double> column_;  ///< the whole column of the entry that is moved or pivoted on
};

}  // namespace sinew::lcp
