#include "libanim/math/low_pass.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

/// y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2], transposed direct form II.
struct Biquad {
  double b0, b1, b2, a1, a2;

  /// In place. The state begins as if the first value had been there forever.
  void run(std::vector<double>& x) const {
    double z2 = (b2 - a2) * x.front();
    double z1 = (b1 - a1) * x.front() + z2;
    for (double& value : x) {
      const double in = value;
      value = b0 * in + z1;
      z1 = b1 * in - a1 * value + z2;
      z2 = b2 * in - a2 * value;
    }
  }
};

/// Bilinear transform of 1 / (s^2 + sqrt(2) s + 1) at prewarped frequency `omega`.
Biquad butterworth(double omega) {
  const double scale = 1 / (1 + std::numbers::sqrt2 * omega + omega * omega);
  const double b = omega * omega * scale;
  return {b, 2 * b, b, 2 * (omega * omega - 1) * scale, (1 - std::numbers::sqrt2 * omega + omega * omega) * scale};
}

}  // namespace

std::vector<double> low_pass(std::span<const double> signal, double rate, double cutoff) {
  if (signal.size() < 2 || 2 * cutoff >= rate) return {signal.begin(), signal.end()};
  // Two passes square the gain; this moves the point of 1/sqrt(2) back to the cutoff.
  const double omega = std::tan(std::numbers::pi * cutoff / rate) / std::pow(std::numbers::sqrt2 - 1, 0.25);
  const Biquad filter = butterworth(omega);
  // The filter's memory is 1 / cutoff: of the slope at the start, 1e-5 of a step is left after two, 1e-9 after four.
  const auto pad = std::min(signal.size() - 1, static_cast<std::size_t>(std::ceil(4 * rate / cutoff)));
  std::vector<double> x;
  x.reserve(signal.size() + 2 * pad);
  for (std::size_t i = pad; i > 0; --i) x.push_back(2 * signal.front() - signal[i]);
  x.insert(x.end(), signal.begin(), signal.end());
  for (std::size_t i = 1; i <= pad; ++i) x.push_back(2 * signal.back() - signal[signal.size() - 1 - i]);
  filter.run(x);
  std::ranges::reverse(x);
  filter.run(x);
  std::ranges::reverse(x);
  const auto first = x.begin() + static_cast<std::ptrdiff_t>(pad);
  return {first, first + static_cast<std::ptrdiff_t>(signal.size())};
}

}  // namespace sinew
