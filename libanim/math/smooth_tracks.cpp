#include "libanim/math/smooth_tracks.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

template <typename T>
const T& continued(const std::vector<T>& values, std::ptrdiff_t i) {
  return values[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, std::ssize(values) - 1))];
}

template <typename T>
void smooth_with_bell(std::vector<T>& values, double width) {
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(3 * width));
  if (values.empty() || width <= 0) return;
  std::vector<double> bell;
  double sum = 0;
  for (std::ptrdiff_t k = -reach; k <= reach; ++k) {
    const double u = static_cast<double>(k) / width;
    bell.push_back(std::exp(-0.5 * u * u));
    sum += bell.back();
  }
  const std::vector<T> old = values;
  for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
    T mean = 0 * old.front();
    for (std::ptrdiff_t k = -reach; k <= reach; ++k) {
      mean += bell[static_cast<std::size_t>(k + reach)] / sum * continued(old, i + k);
    }
    values[static_cast<std::size_t>(i)] = mean;
  }
}

}  // namespace

double ramp(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

void soften(std::vector<double>& values, int reach) {
  for (int pass = 0; pass < 2; ++pass) {
    const std::vector<double> old = values;
    for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
      double sum = 0;
      for (int k = -reach; k <= reach; ++k) sum += continued(old, i + k);
      values[static_cast<std::size_t>(i)] = sum / (2 * reach + 1);
    }
  }
}

void smooth(std::vector<Vec3>& values, double width) { smooth_with_bell(values, width); }
void smooth(std::vector<double>& values, double width) { smooth_with_bell(values, width); }

std::vector<double> largest_around(const std::vector<double>& values, int reach) {
  std::vector<double> result = values;
  for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
    for (int k = -reach; k <= reach; ++k) {
      result[static_cast<std::size_t>(i)] = std::max(result[static_cast<std::size_t>(i)], continued(values, i + k));
    }
  }
  return result;
}

}  // namespace sinew
