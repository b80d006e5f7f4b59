#include "libanim/optimisation/kd_sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kMostSigma = 10;
constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

/// Streams of a step's parts.
enum Stream : std::uint64_t { kShuffle, kAdaptive, kGreedy };

double log_weight(const KdSample& sample) { return sample.log_fitness + sample.log_volume; }

int share(double of, int n) { return static_cast<int>(std::lround(of * n)); }

/// A normal number of which those outside of [lower, upper] are drawn again. The mean is inside, and a deviation of ten
/// times the range (kMostSigma) still leaves one in twenty-five.
double truncated_normal(double mean, double deviation, double lower, double upper, Rng& rng) {
  while (true) {
    const double x = mean + deviation * rng.normal();
    if (x >= lower && x <= upper) return x;
  }
}

/// Each coordinate of x stays with probability `changes` and is that of `old` otherwise; one stays at least.
void keep_some(VectorXd& x, const VectorXd& old, double changes, Rng& rng) {
  const VectorXd proposed = x;
  bool changed = false;
  for (Index j = 0; j < x.size(); ++j) {
    if (rng.uniform() < changes) {
      changed = true;
    } else {
      x[j] = old[j];
    }
  }
  if (changed) return;
  const Index one = rng.below(static_cast<std::uint32_t>(x.size()));
  x[one] = proposed[one];
}

std::vector<double> evaluated(const KdSampler::Evaluate& evaluate, std::span<const VectorXd> points) {
  if (points.empty()) return {};
  std::vector<double> fitness = evaluate(points);
  if (fitness.size() != points.size()) throw Error::internal("kD sampler: expected one fitness for every point");
  for (const double value : fitness) {
    if (!(value < -kMinusInfinity)) throw Error::internal("kD sampler: expected a log fitness below +inf, not NaN");
  }
  return fitness;
}

void shuffle(std::vector<KdSample>& samples, Rng& rng) {
  for (std::size_t i = samples.size(); i > 1; --i) {
    std::swap(samples[i - 1], samples[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace

void KdSamplerOptions::validate() const {
  if (samples < 1 || samples > 1'000'000) throw Error::usage("kD sampler: expected 1 <= samples <= 1000000");
  if (!(kept >= 0 && kept <= 1)) throw Error::usage("kD sampler: expected 0 <= kept <= 1");
  if (!(greedy >= 0 && greedy <= 1)) throw Error::usage("kD sampler: expected 0 <= greedy <= 1");
  if (!(sigma > 0 && sigma <= kMostSigma)) throw Error::usage("kD sampler: expected 0 < sigma <= 10");
  if (!(greedy_sigma > 0 && greedy_sigma <= kMostSigma)) {
    throw Error::usage("kD sampler: expected 0 < greedy_sigma <= 10");
  }
  if (!(greedy_least > 0 && greedy_least <= 1)) throw Error::usage("kD sampler: expected 0 < greedy_least <= 1");
  if (!(greedy_changes > 0 && greedy_changes <= 1)) throw Error::usage("kD sampler: expected 0 < greedy_changes <= 1");
  if (batch < 1) throw Error::usage("kD sampler: expected batch >= 1");
}

KdSampler::KdSampler(VectorXd lower, VectorXd upper, const KdSamplerOptions& options)
    : options_(options), tree_(std::move(lower), std::move(upper)) {
  options_.validate();
}

void KdSampler::set_options(const KdSamplerOptions& options) {
  options.validate();
  options_ = options;
}

void KdSampler::clear() {
  tree_.clear();
  weights_.reset(1);
  best_ = -1;
}

const KdSample& KdSampler::best() const {
  if (best_ < 0) throw Error::internal("kD sampler: there is no sample before the first step");
  return tree_.sample(best_);
}

VectorXd KdSampler::uniform(Rng& rng) const {
  VectorXd x(tree_.dimensions());
  const KdBox& box = tree_.bounds();
  for (Index j = 0; j < x.size(); ++j) x[j] = box.lower[j] + rng.uniform() * (box.upper[j] - box.lower[j]);
  return x;
}

void KdSampler::step(std::span<const VectorXd> guesses, const Evaluate& evaluate, const Rng& rng, const Move& move) {
  const int n = options_.samples;
  const int guess_count = static_cast<int>(guesses.size());
  if (guess_count > n) throw Error::usage("kD sampler: expected at most as many guesses as samples");
  prune();
  rebuild(move, rng.derive(kShuffle));
  add_guesses(guesses, evaluate);
  const int greedy = std::min(share(options_.greedy, n), n - guess_count);
  sample(n - guess_count - greedy, false, evaluate, rng.derive(kAdaptive));
  sample(greedy, true, evaluate, rng.derive(kGreedy));
}

/// Removes the leaf of least weight until M are left. Removals make other leaves heavier: the queue then holds an entry
/// with the old weight and one with the new, and the old one is passed over.
void KdSampler::prune() {
  using Entry = std::pair<double, int>;
  std::vector<Entry> entries;
  entries.reserve(to_size(tree_.size()));
  for (int i = 0; i < tree_.size(); ++i) entries.emplace_back(log_weight(tree_.sample(i)), i);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue(std::greater<>{}, std::move(entries));
  while (tree_.size() > share(options_.kept, options_.samples)) {
    const auto [weight, i] = queue.top();
    queue.pop();
    if (tree_.sample(i).leaf < 0 || weight != log_weight(tree_.sample(i))) continue;
    for (const int grown : tree_.remove(i)) queue.emplace(log_weight(tree_.sample(grown)), grown);
  }
}

void KdSampler::rebuild(const Move& move, Rng rng) {
  std::vector<KdSample> kept;
  for (const KdSample& sample : tree_.samples()) {
    if (sample.leaf >= 0) kept.push_back(sample);
  }
  for (KdSample& sample : kept) {
    sample.stale = true;
    if (!move) continue;
    move(sample.x);
    sample.x = clamped(sample.x);
  }
  shuffle(kept, rng);
  clear();
  weights_.reset(static_cast<int>(kept.size()) + options_.samples);
  for (KdSample& sample : kept) reweigh(tree_.insert(std::move(sample)));
}

void KdSampler::add_guesses(std::span<const VectorXd> guesses, const Evaluate& evaluate) {
  std::vector<Draw> draws;
  for (const VectorXd& guess : guesses) draws.push_back({.x = clamped(guess)});
  evaluate_and_insert(std::move(draws), evaluate);
}

void KdSampler::sample(int count, bool greedily, const Evaluate& evaluate, const Rng& rng) {
  std::uint64_t stream = 0;
  for (int left = count; left > 0;) {
    const int batch = std::min(options_.batch, left);
    const bool around_best = greedily && best_ >= 0 && std::isfinite(best().log_fitness);
    std::vector<Draw> draws;
    for (int i = 0; i < batch; ++i) {
      const Rng own = rng.derive(stream++);
      draws.push_back(around_best ? draw_around_best(own) : draw(own));
    }
    evaluate_and_insert(std::move(draws), evaluate);
    left -= batch;
  }
}

KdSampler::Draw KdSampler::draw(Rng rng) {
  int i = weights_.select(rng);
  if (i < 0) {
    VectorXd x = uniform(rng);
    i = tree_.sample_at(x);
    if (i < 0) return {.x = std::move(x)};
  }
  const KdSample& leaf = tree_.sample(i);
  if (!leaf.stale) return {.x = propose(leaf.x, options_.sigma * tree_.cell(i).widths(), rng)};
  // Not to be chosen again before its fitness is known.
  tree_.set_stale(i, false);
  weights_.set(i, kMinusInfinity);
  return {.stale = i, .x = leaf.x};
}

KdSampler::Draw KdSampler::draw_around_best(Rng rng) const {
  const KdBox box = options_.greedy_of_bounds ? tree_.bounds() : tree_.cell(best_);
  const double scale = options_.greedy_sigma * std::pow(options_.greedy_least, rng.uniform());
  VectorXd x = propose(best().x, scale * box.widths(), rng);
  if (options_.greedy_changes < 1) keep_some(x, best().x, options_.greedy_changes, rng);
  return {.x = std::move(x)};
}

VectorXd KdSampler::propose(const VectorXd& centre, const VectorXd& deviations, Rng& rng) const {
  const KdBox& box = tree_.bounds();
  VectorXd x(centre.size());
  for (Index j = 0; j < x.size(); ++j) {
    x[j] = truncated_normal(centre[j], deviations[j], box.lower[j], box.upper[j], rng);
  }
  return x;
}

void KdSampler::evaluate_and_insert(std::vector<Draw> draws, const Evaluate& evaluate) {
  std::vector<VectorXd> points;
  points.reserve(draws.size());
  for (Draw& draw : draws) points.push_back(std::move(draw.x));
  const std::vector<double> fitness = evaluated(evaluate, points);
  // Old samples first: a new one that coincides with one of them is compared with its fitness of this step.
  for (std::size_t i = 0; i < draws.size(); ++i) {
    if (draws[i].stale < 0) continue;
    tree_.set_fitness(draws[i].stale, fitness[i]);
    reweigh(draws[i].stale);
    settle(draws[i].stale);
  }
  for (std::size_t i = 0; i < draws.size(); ++i) {
    if (draws[i].stale < 0) insert(std::move(points[i]), fitness[i]);
  }
}

void KdSampler::insert(VectorXd x, double log_fitness) {
  const KdTree::Insertion insertion = tree_.insert({.x = std::move(x), .log_fitness = log_fitness});
  reweigh(insertion);
  settle(insertion.sample);
}

void KdSampler::reweigh(int sample) { weights_.set(sample, log_weight(tree_.sample(sample))); }

void KdSampler::reweigh(const KdTree::Insertion& insertion) {
  reweigh(insertion.sample);
  if (insertion.neighbour >= 0) reweigh(insertion.neighbour);
  for (const int rebuilt : insertion.rebuilt) reweigh(rebuilt);
}

/// A sample has its fitness of this step.
void KdSampler::settle(int sample) {
  if (best_ < 0 || tree_.sample(sample).log_fitness > best().log_fitness) best_ = sample;
}

VectorXd KdSampler::clamped(const VectorXd& x) const {
  if (x.size() != tree_.dimensions() || !x.allFinite()) {
    throw Error::internal("kD sampler: expected finite points with as many coordinates as the bounds");
  }
  return x.cwiseMax(tree_.bounds().lower).cwiseMin(tree_.bounds().upper);
}

}  // namespace sinew
