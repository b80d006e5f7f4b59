#include "libanim/simulation/lcp_kernels_tableau.h"

#include <cmath>
#include <limits>

#include "libanim/simulation/lcp_kernels_avx2.h"
#include "libanim/support/index.h"

namespace sinew::lcp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A pivot this much smaller than the diagonal entry it came from is mostly rounding. With ODE's softness of 1e-8 at 30
// Hz the pivots of redundant contacts are 1e-8 of theirs.
constexpr double kSmallestPivot = 1e-13;

// Dantzig's rule ends after finitely many pivots unless rounding sends it in circles; figures need one to three per
// entry.
constexpr int kPivotsPerEntry = 20;

}  // namespace

void Tableau::reset(int size, int adopted) {
  original_ = size_ = size;
  const std::size_t most = to_size(size + adopted);
  stride_ = whole_vectors(size + adopted);
  pivots_ = 0;
  values_.assign(most * stride(), 0);
  column_.assign(stride(), 0);
  factor_.assign(stride(), 0);
  for (std::vector<double>* v : {&scale_, &x_, &w_, &lower_, &upper_}) v->assign(most, 0);
  place_.assign(most, Place::kWaiting);
}

void Tableau::set(int i, int j, double value) {
  row(i)[j] = value;
  if (i == j) scale_[to_size(i)] = value;
}

void Tableau::load_column(int k) {
  const double* values = row(k);
  for (int l = 0; l <= k; ++l) column_[to_size(l)] = values[l];
  for (int l = k + 1; l < size_; ++l) column_[to_size(l)] = row(l)[k];
}

void Tableau::set_entry(int k, double w, double lower, double upper) {
  w_[to_size(k)] = w;
  set_bounds(k, lower, upper);
}

void Tableau::set_bounds(int k, double lower, double upper) {
  lower_[to_size(k)] = lower;
  upper_[to_size(k)] = upper;
}

// With G the entries that are not where `coupling` supposes them, t the coupling, and s = 1 for original entries, -1
// for adopted ones: T(k, new) = [t_k unless k in G] - sum over G of T(k, l) s_l t_l, T(new, new) = self + sum over k, l
// in G of s_k t_k T(k, l) s_l t_l. It follows from the definition of T by eliminating the free ones.
void Tableau::adopt(std::span<const double> coupling, double self, double x) {
  const int next = size_;
  double* values = row(next);
  for (int k = 0; k < next; ++k) factor_[to_size(k)] = 0;
  for (int l = 0; l < next; ++l) {
    const bool original = l < original_;
    const bool moved = (place_[to_size(l)] == Place::kFree) == original;
    values[l] = moved ? 0 : coupling[to_size(l)];
    if (moved) factor_[to_size(l)] = original ? coupling[to_size(l)] : -coupling[to_size(l)];
  }
  for (int k = 0; k < next; ++k) {
    load_column(k);
    double sum = 0;
    for (int l = 0; l < next; ++l) sum += column_[to_size(l)] * factor_[to_size(l)];
    values[k] -= sum;
    self += factor_[to_size(k)] * sum;
  }
  values[next] = self;
  const std::size_t i = to_size(next);
  scale_[i] = 0;
  x_[i] = x;
  w_[i] = 0;
  place_[i] = Place::kFree;
  set_bounds(next, -kInfinity, kInfinity);
  ++size_;
}

void Tableau::correct(std::span<const double> change) {
  for (int l = 0; l < size_; ++l) {
    const bool free = place_[to_size(l)] == Place::kFree;
    const bool original = l < original_;
    factor_[to_size(l)] = free != original ? 0 : original ? change[to_size(l)] : -change[to_size(l)];
  }
  for (int k = 0; k < size_; ++k) {
    const bool free = place_[to_size(k)] == Place::kFree;
    const bool original = k < original_;
    if (free != original) continue;
    load_column(k);
    double sum = 0;
    for (int l = 0; l < size_; ++l) sum += column_[to_size(l)] * factor_[to_size(l)];
    if (original)
      x_[to_size(k)] -= sum;
    else
      w_[to_size(k)] += sum;
  }
}

bool Tableau::settle(int k) {
  const std::size_t i = to_size(k);
  if (place_[i] == Place::kFree) {
    if (x_[i] >= lower_[i] && x_[i] <= upper_[i]) return true;
    return sweep(k) && push(k);
  }
  if (place_[i] != Place::kWaiting) return true;
  if (lower_[i] == 0 && (w_[i] >= 0 || upper_[i] == 0)) return set_place(k, Place::kLower);
  if (upper_[i] == 0 && w_[i] <= 0) return set_place(k, Place::kUpper);
  if (w_[i] == 0) return set_place(k, Place::kFree);
  return push(k);
}

bool Tableau::follow_bounds(int k, double lower, double upper) {
  set_bounds(k, lower, upper);
  return place_[to_size(k)] == Place::kFree ? settle(k) : push(k);
}

// Moves entry k, which is not free, until it is on its line, all that have joined staying on theirs.
bool Tableau::push(int k) {
  const std::size_t i = to_size(k);
  place_[i] = Place::kWaiting;
  for (;;) {
    const bool above = x_[i] > upper_[i];
    const bool below = x_[i] < lower_[i];
    const double direction = above ? -1 : below ? 1 : w_[i] <= 0 ? 1 : -1;
    load_column(k);
    Limit limit = find_limit(k, direction, above || below);
    limit_others(k, direction, limit);
    if (!(limit.distance < kInfinity)) return false;
    move(k, direction, limit.distance);
    if (!set_place(limit.entry, limit.place)) return false;
    if (limit.entry == k) return true;
  }
}

Tableau::Limit Tableau::find_limit(int k, double direction, bool beyond) const {
  const std::size_t i = to_size(k);
  if (beyond)
    return direction > 0 ? Limit{lower_[i] - x_[i], k, Place::kLower} : Limit{x_[i] - upper_[i], k, Place::kUpper};
  const double slope = column_[i] * direction;
  Limit limit{slope != 0 ? -w_[i] / slope : kInfinity, k, Place::kFree};
  const double room = direction > 0 ? upper_[i] - x_[i] : x_[i] - lower_[i];
  if (room < limit.distance) limit = {room, k, direction > 0 ? Place::kUpper : Place::kLower};
  return limit;
}

void Tableau::limit_others(int k, double direction, Limit& limit) const {
  const auto consider = [&](double room, double speed, int entry, Place place) {
    if (!(room < limit.distance * speed)) return;
    // Rounding may have put an entry a little past its corner.
    limit = {room > 0 ? room / speed : 0, entry, place};
  };
  for (int l = 0; l < size_; ++l) {
    const std::size_t j = to_size(l);
    if (l == k) continue;
    const double slope = column_[j] * direction;
    switch (place_[j]) {
      case Place::kWaiting: break;
      case Place::kFree:
        if (slope > 0) consider(x_[j] - lower_[j], slope, l, Place::kLower);
        if (slope < 0) consider(upper_[j] - x_[j], -slope, l, Place::kUpper);
        break;
      case Place::kLower:
        if (slope < 0 && lower_[j] != upper_[j]) consider(w_[j], -slope, l, Place::kFree);
        break;
      case Place::kUpper:
        if (slope > 0 && lower_[j] != upper_[j]) consider(-w_[j], slope, l, Place::kFree);
        break;
    }
  }
}

void Tableau::move(int k, double direction, double distance) {
  const double step = direction * distance;
  for (int l = 0; l < size_; ++l) {
    const std::size_t j = to_size(l);
    if (place_[j] == Place::kFree)
      x_[j] -= column_[j] * step;
    else
      w_[j] += column_[j] * step;
  }
  x_[to_size(k)] += step;
}

bool Tableau::set_place(int k, Place place) {
  const std::size_t i = to_size(k);
  const bool turns = (place_[i] == Place::kFree) != (place == Place::kFree);
  if (place == Place::kFree) w_[i] = 0;
  if (place == Place::kLower) x_[i] = lower_[i];
  if (place == Place::kUpper) x_[i] = upper_[i];
  if (turns && !sweep(k)) return false;
  place_[i] = place;
  return true;
}

// The principal pivot on entry k, to be called before its place changes.
bool Tableau::sweep(int k) {
  const bool out = place_[to_size(k)] == Place::kFree;
  load_column(k);
  const double pivot = column_[to_size(k)];
  if (++pivots_ > kPivotsPerEntry * (size_ + 1)) return false;
  if (out ? !(pivot < 0) : !(pivot > kSmallestPivot * scale_[to_size(k)])) return false;
  const double inverse = 1 / pivot;
  for (int l = 0; l < size_; ++l) factor_[to_size(l)] = column_[to_size(l)] * inverse;
  subtract_outer(values_.data(), size_, stride_, factor_.data(), column_.data());
  const double sign = out ? -1 : 1;
  double* values = row(k);
  for (int l = 0; l < k; ++l) values[l] = sign * factor_[to_size(l)];
  values[k] = -inverse;
  for (int l = k + 1; l < size_; ++l) row(l)[k] = sign * factor_[to_size(l)];
  return true;
}

}  // namespace sinew::lcp
