#include "samples/04-ball-throw/throw_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace sinew::samples {

namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

/// Halves the step whenever none of the four neighbours is better.
double descend(const ThrowTask& task, Vector2d x, Vector2d step) {
  double distance = task.distance(x);
  for (int halvings = 0; halvings < 30;) {
    bool better = false;
    for (const Vector2d& way : {Vector2d(1, 0), Vector2d(-1, 0), Vector2d(0, 1), Vector2d(0, -1)}) {
      const Vector2d there = (x + way.cwiseProduct(step)).cwiseMax(task.lower()).cwiseMin(task.upper());
      const double other = task.distance(there);
      if (other >= distance) continue;
      distance = other;
      x = there;
      better = true;
    }
    if (better) continue;
    step /= 2;
    ++halvings;
  }
  return distance;
}

}  // namespace

double ThrowTask::distance(const VectorXd& x) const {
  const std::vector<Flight> flights = way(x);
  return goal == ThrowGoal::kClosest ? closest_distance(flights, target) : (position_at(flights, time) - target).norm();
}

double ThrowTask::log_fitness(const VectorXd& x) const {
  const double d = distance(x) / tolerance;
  return -d * d;
}

Vector2d moving_target(int step) {
  constexpr int kStepsPerSide = 20;
  static const std::array<Vector2d, 5> kCorners{Vector2d(5, 2.4), Vector2d(5, 0.4), Vector2d(7.4, 0.4),
                                                Vector2d(6.2, 3), Vector2d(3.6, 2.8)};
  const auto side = static_cast<std::size_t>(step / kStepsPerSide % 5);
  const double share = static_cast<double>(step % kStepsPerSide) / kStepsPerSide;
  return kCorners[side] + share * (kCorners[(side + 1) % 5] - kCorners[side]);
}

double optimal_distance(const ThrowTask& task, int cells) {
  const Vector2d cell = (task.upper() - task.lower()) / cells;
  std::vector<std::pair<double, Vector2d>> found;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const Vector2d x = task.lower() + cell.cwiseProduct(Vector2d(i + 0.5, j + 0.5));
      found.emplace_back(task.distance(x), x);
    }
  }
  const auto nearer = [](const auto& a, const auto& b) { return a.first < b.first; };
  const std::size_t count = std::min<std::size_t>(40, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), nearer);
  double best = found.front().first;
  for (std::size_t i = 0; i < count; ++i) best = std::min(best, descend(task, found[i].second, cell / 2));
  return best;
}

double throw_step(KdSampler& sampler, const KdSamplerOptions& options, double uniform_share, const ThrowTask& task,
                  const Rng& rng) {
  constexpr std::uint64_t kGuesses = 1000;  // a stream that the sampler does not use
  std::vector<VectorXd> guesses;
  if (sampler.tree().size() > 0) guesses.push_back(sampler.best().x);
  Rng stream = rng.derive(kGuesses);
  for (int i = 0; i < std::lround(uniform_share * options.samples); ++i) guesses.push_back(sampler.uniform(stream));
  const auto evaluate = [&](std::span<const VectorXd> points) {
    std::vector<double> values;
    for (const VectorXd& x : points) values.push_back(task.log_fitness(x));
    return values;
  };
  sampler.set_options(options);
  sampler.step(guesses, evaluate, rng);
  return task.distance(sampler.best().x);
}

}  // namespace sinew::samples
