#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "libanim/optimisation/kd_sampler.h"
#include "libanim/support/index.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

/// An unnormalised density over the unit interval or square, compared in bins.
struct Density {
  int dimensions = 1;
  int bins = 20;  ///< per dimension
  std::function<double(const VectorXd&)> log_value;

  [[nodiscard]] int cells() const { return dimensions == 1 ? bins : bins * bins; }
  [[nodiscard]] std::size_t cell(const VectorXd& x) const {
    int cell = 0;
    for (Eigen::Index j = dimensions - 1; j >= 0; --j) {
      cell = cell * bins + std::min(bins - 1, static_cast<int>(x[j] * bins));
    }
    return to_size(cell);
  }
  /// Integrals over the bins, by a fine grid; `offset` is taken off the logarithm.
  [[nodiscard]] std::vector<double> probabilities(double offset) const {
    const int fine = dimensions == 1 ? 20'000 : 200;
    std::vector<double> shares(to_size(cells()));
    double sum = 0;
    for (int k = 0; k < (dimensions == 1 ? fine : fine * fine); ++k) {
      VectorXd x(dimensions);
      const int row = k / fine;
      x[0] = (k % fine + 0.5) / fine;
      if (dimensions == 2) x[1] = (row + 0.5) / fine;
      const double value = std::exp(log_value(x) - offset);
      shares[cell(x)] += value;
      sum += value;
    }
    for (double& share : shares) share /= sum;
    return shares;
  }
};

/// How a density is sampled: one step from 20 uniform guesses, no greedy phase.
struct Run {
  int samples = 1000;
  int batch = 16;
  int seeds = 10;
  double offset = 0;
};

/// Shares of the samples in the bins, for one seed.
std::vector<double> histogram(const Density& density, const Run& run, std::uint64_t seed) {
  KdSampler sampler(VectorXd::Zero(density.dimensions), VectorXd::Ones(density.dimensions),
                    {.samples = run.samples, .greedy = 0, .batch = run.batch});
  std::vector<double> shares(to_size(density.cells()));
  Rng rng(seed, {1});
  std::vector<VectorXd> guesses;
  constexpr int kUniform = 20;
  guesses.reserve(to_size(kUniform));
  for (int i = 0; i < kUniform; ++i) guesses.push_back(sampler.uniform(rng));
  const auto evaluate = [&](std::span<const VectorXd> points) {
    std::vector<double> values;
    for (const VectorXd& x : points) values.push_back(density.log_value(x));
    return values;
  };
  sampler.step(guesses, evaluate, Rng(seed));
  // The guesses come first and are no draws from the density.
  const auto drawn = sampler.samples().subspan(to_size(kUniform));
  for (const KdSample& sample : drawn) shares[density.cell(sample.x)] += 1 / static_cast<double>(drawn.size());
  return shares;
}

double total_variation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]) / 2;
  return sum;
}

/// Mean over seeds of the distance between histogram and density.
double distance(const Density& density, const Run& run) {
  const std::vector<double> truth = density.probabilities(run.offset);
  double sum = 0;
  for (int seed = 0; seed < run.seeds; ++seed) {
    sum += total_variation(histogram(density, run, static_cast<std::uint64_t>(seed)), truth);
  }
  return sum / run.seeds;
}

double normal(double x, double mean, double deviation) {
  return std::exp(-0.5 * (x - mean) * (x - mean) / (deviation * deviation));
}

Density one_peak() {
  return {.log_value = [](const VectorXd& x) { return -0.5 * std::pow((x[0] - 0.4) / 0.1, 2); }};
}
Density two_peaks() {
  return {.log_value = [](const VectorXd& x) {
    return std::log(normal(x[0], 0.25, 0.05) + 0.5 * normal(x[0], 0.8, 0.05));
  }};
}
Density border_peak() {
  return {.log_value = [](const VectorXd& x) { return -x[0] / 0.1; }};
}
Density two_peaks_2d() {
  return {.dimensions = 2, .bins = 10, .log_value = [](const VectorXd& x) {
            return std::log(normal(x[0], 0.25, 0.08) * normal(x[1], 0.3, 0.08) +
                            normal(x[0], 0.75, 0.08) * normal(x[1], 0.7, 0.08));
          }};
}
Density ridge_2d() {
  return {.dimensions = 2, .bins = 10, .log_value = [](const VectorXd& x) {
            return -0.5 * std::pow((x[0] - x[1] * x[1] - 0.1) / 0.04, 2);
          }};
}

/// Distances for 100, 1000 and 10,000 samples: below the bounds, and falling at least threefold from the first to the
/// last.
void expect_convergence(const Density& density, const std::array<double, 3>& bounds) {
  std::array<double, 3> measured{};
  for (std::size_t i = 0; i < 3; ++i) {
    const int samples = i == 0 ? 100 : i == 1 ? 1000 : 10'000;
    measured[i] = distance(density, {.samples = samples});
    EXPECT_LT(measured[i], bounds[i]) << samples << " samples";
  }
  EXPECT_LT(measured[2], measured[0] / 3);
  EXPECT_LT(measured[1], measured[0]);
  EXPECT_LT(measured[2], measured[1]);
}

TEST(KdDensity, OnePeak) {
  expect_convergence(one_peak(), {0.20, 0.050, 0.016});  // measured 0.168, 0.042, 0.013
}
TEST(KdDensity, TwoPeaks) {
  expect_convergence(two_peaks(), {0.20, 0.060, 0.015});  // measured 0.172, 0.051, 0.012
}
TEST(KdDensity, PeakOnTheBorder) {
  expect_convergence(border_peak(), {0.19, 0.046, 0.014});  // measured 0.164, 0.039, 0.011
}
TEST(KdDensity, TwoPeaksInTwoDimensions) {
  expect_convergence(two_peaks_2d(), {0.47, 0.14, 0.040});  // measured 0.422, 0.120, 0.032
}
TEST(KdDensity, RidgeInTwoDimensions) {
  expect_convergence(ridge_2d(), {0.57, 0.18, 0.042});  // measured 0.521, 0.155, 0.034
}

TEST(KdDensity, BorderIsNotAvoidedNorPreferred) {
  // First of 20 bins: 39.3 % of the density.
  const Density density = border_peak();
  double first = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) first += histogram(density, {.samples = 10'000}, seed)[0] / 10;
  EXPECT_NEAR(first, density.probabilities(0)[0], 0.005);  // measured 0.3923, true 0.3935
}

TEST(KdDensity, FarBelowTheSmallestDoubleIsTheSame) {
  Density density = two_peaks();
  const auto shifted = [log_value = density.log_value](const VectorXd& x) { return log_value(x) - 1e5; };
  const double before = distance(density, {});
  density.log_value = shifted;
  const double after = distance(density, {.offset = -1e5});
  EXPECT_NEAR(after, before, 0.001);  // measured 0.05126 and 0.05126
}

TEST(KdDensity, DifferencesOfOneMatterAtMinusHundredThousand) {
  // Left half exp(-100,000), right half e times as much.
  const Density density{.bins = 2, .log_value = [](const VectorXd& x) { return x[0] < 0.5 ? -1e5 : -1e5 + 1; }};
  EXPECT_NEAR(density.probabilities(-1e5)[1], 0.7311, 1e-4);
  EXPECT_LT(distance(density, {.samples = 10'000, .offset = -1e5}), 0.006);  // measured 0.0031
}

TEST(KdDensity, BatchesAreAsGoodAsTheSequentialForm) {
  for (const Density& density : {two_peaks(), two_peaks_2d(), ridge_2d()}) {
    const double sequential = distance(density, {.batch = 1, .seeds = 30});
    const double batches = distance(density, {.batch = 16, .seeds = 30});
    EXPECT_LT(batches, 1.15 * sequential);  // measured 0.051 / 0.052, 0.119 / 0.113, 0.166 / 0.169
  }
}

}  // namespace
}  // namespace sinew
