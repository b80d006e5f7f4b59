#pragma once

#include <Eigen/Core>

#include <cmath>

namespace sinew {

/// Forward automatic differentiation: a number and its derivatives with respect to N variables. For functions of few
/// variables; write the function as a template over its scalar and call it with Dual<N> in place of double.
template <int N>
struct Dual {
  using Gradient = Eigen::Array<double, N, 1>;

  double value = 0;
  Gradient d = Gradient::Zero();

  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT(google-explicit-constructor): constants mix with variables in formulas
  Dual(double v, const Gradient& g) : value(v), d(g) {}

  /// The variable number `index`.
  [[nodiscard]] static Dual variable(double v, int index) {
    Dual x(v);
    x.d[index] = 1;
    return x;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator-(const Dual& a) { return {-a.value, -a.d}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.value * b.value, a.d * b.value + b.d * a.value}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return {q, (a.d - q * b.d) / b.value};
  }
  friend Dual operator+(const Dual& a, double b) { return {a.value + b, a.d}; }
  friend Dual operator+(double a, const Dual& b) { return {a + b.value, b.d}; }
  friend Dual operator-(const Dual& a, double b) { return {a.value - b, a.d}; }
  friend Dual operator-(double a, const Dual& b) { return {a - b.value, -b.d}; }
  friend Dual operator*(const Dual& a, double b) { return {a.value * b, a.d * b}; }
  friend Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.d}; }
  friend Dual operator/(const Dual& a, double b) { return {a.value / b, a.d / b}; }

  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend Dual sqrt(const Dual& a) {
    const double r = std::sqrt(a.value);
    return {r, a.d / (2 * r)};
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.value);
    return {e, a.d * e};
  }
  friend Dual sin(const Dual& a) { return {std::sin(a.value), a.d * std::cos(a.value)}; }
  friend Dual cos(const Dual& a) { return {std::cos(a.value), -a.d * std::sin(a.value)}; }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const double square = x.value * x.value + y.value * y.value;
    return {std::atan2(y.value, x.value), (y.d * x.value - x.d * y.value) / square};
  }
  friend Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
};

/// The number without its derivatives.
[[nodiscard]] inline double number(double a) { return a; }
template <int N>
[[nodiscard]] double number(const Dual<N>& a) {
  return a.value;
}

}  // namespace sinew

namespace Eigen {

template <int N>
struct NumTraits<sinew::Dual<N>> : GenericNumTraits<sinew::Dual<N>> {
  using Real = sinew::Dual<N>;
  using NonInteger = sinew::Dual<N>;
  using Nested = sinew::Dual<N>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = N,
    AddCost = N,
    MulCost = 2 * N,
  };
};

template <int N, typename Op>
struct ScalarBinaryOpTraits<sinew::Dual<N>, double, Op> {
  using ReturnType = sinew::Dual<N>;
};
template <int N, typename Op>
struct ScalarBinaryOpTraits<double, sinew::Dual<N>, Op> {
  using ReturnType = sinew::Dual<N>;
};

}  // namespace Eigen
