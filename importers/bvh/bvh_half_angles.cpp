#include "importers/bvh/bvh_half_angles.h"

#include <numbers>

namespace sinew {

namespace {

/// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer, without a branch or a call.
inline double rounded(double x) {
  constexpr double kShift = 6755399441055744.0;
  return (x + kShift) - kShift;
}

/// Taylor polynomials; the first omitted terms are below 3e-18 for |x| <= pi/4.
inline double sine_of(double x) {
  const double y = x * x;
  double tail = 1.0 / 355687428096000;  // 1 / 17!
  tail = tail * y - 1.0 / 1307674368000;
  tail = tail * y + 1.0 / 6227020800;
  tail = tail * y - 1.0 / 39916800;
  tail = tail * y + 1.0 / 362880;
  tail = tail * y - 1.0 / 5040;
  tail = tail * y + 1.0 / 120;
  tail = tail * y - 1.0 / 6;
  return x + x * y * tail;
}

inline double cosine_of(double x) {
  const double y = x * x;
  double tail = 1.0 / 20922789888000;  // 1 / 16!
  tail = tail * y - 1.0 / 87178291200;
  tail = tail * y + 1.0 / 479001600;
  tail = tail * y - 1.0 / 3628800;
  tail = tail * y + 1.0 / 40320;
  tail = tail * y - 1.0 / 720;
  tail = tail * y + 1.0 / 24;
  return (1 - 0.5 * y) + y * y * tail;
}

}  // namespace

void half_angle_sines(std::span<const double> degrees, std::span<double> cosines, std::span<double> sines) {
  const double* const angle = degrees.data();
  double* const c = cosines.data();
  double* const s = sines.data();
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    // Whole half turns k leave |rest| <= 90 degrees, exactly: both numbers are multiples of the angle's last bit.
    const double k = rounded(angle[i] * (1.0 / 180));
    const double x = (angle[i] - 180 * k) * (std::numbers::pi / 360);
    // (cos, sin)(x + k pi/2) is, up to the sign, (cos x, sin x) for even k and (-sin x, cos x) for odd k.
    const double part = k - 2 * rounded(0.5 * k);
    const double odd = part * part;
    const double even = 1 - odd;
    const double sine = sine_of(x);
    const double cosine = cosine_of(x);
    c[i] = even * cosine - odd * sine;
    s[i] = even * sine + odd * cosine;
  }
}

}  // namespace sinew
