#include "libanim/stages/refine/smc_tracker.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/optimisation/cma_es.h"
#include "libanim/support/index.h"
#include "libanim/validity/surface_gap.h"

namespace sinew {

namespace {

// Streams below the run's.
enum Stream : std::uint64_t { kGuide = 1, kExtension = 2, kSampler = 3 };

int share_of(double share, int samples) { return static_cast<int>(std::lround(share * samples)); }

}  // namespace

SmcTracker::SmcTracker(const SmcProblem& problem, WorldPool& pool, const StateRecord& start, int frame)
    : problem_(problem),
      pool_(pool),
      sampler_(problem.layout().lower(), problem.layout().upper(), problem.options().sampler),
      first_(start),
      start_{frame, start, start, problem.cursor_at(frame)},
      searched_(frame) {}

std::vector<Eigen::VectorXd> SmcTracker::guesses(const Rng& rng) const {
  const SmcOptions& options = problem_.options();
  std::vector<Eigen::VectorXd> plans;
  if (best_.size() > 0) plans.push_back(best_);
  if (mean_.size() > 0) plans.push_back(mean_);
  if (options.base == SplineBase::kTake) {
    Rng unused(0);
    plans.push_back(problem_.guide_spline(start_.frame, unused));
  }
  const int samples = options.sampler.samples;
  for (int i = 0; i < share_of(options.reference_share, samples); ++i) {
    Rng stream = rng.derive(kGuide).derive(static_cast<std::uint64_t>(i));
    plans.push_back(problem_.guide_spline(start_.frame, stream));
  }
  for (int i = 0; i < share_of(options.extension_share, samples) && best_.size() > 0; ++i) {
    Rng stream = rng.derive(kExtension).derive(static_cast<std::uint64_t>(i));
    plans.push_back(problem_.extended(start_.frame, best_, stream));
  }
  // With few samples, or shares that add up to one, the surest guesses have to do.
  if (plans.size() > to_size(samples)) plans.resize(to_size(samples));
  return plans;
}

double SmcTracker::bearable_cost() const {
  const double abandon = problem_.options().abandon;
  if (abandon <= 0 || !sampler_.has_best()) return std::numeric_limits<double>::infinity();
  return -abandon * sampler_.best().log_fitness;
}

std::vector<double> SmcTracker::evaluate(std::span<const Eigen::VectorXd> plans) {
  std::vector<PlanValue> values(plans.size());
  const double bearable = bearable_cost();
  pool_.run(plans.size(),
            [&](std::size_t i, World& world) { values[i] = problem_.evaluate(world, start_, plans[i], bearable); });
  std::vector<double> fitness;
  for (const PlanValue& value : values) {
    fitness.push_back(value.log_fitness);
    simulated_ += value.frames;
  }
  return fitness;
}

void SmcTracker::iterate() {
  const Rng rng = Rng(problem_.options().seed).derive(static_cast<std::uint64_t>(start_.frame));
  const int elapsed = start_.frame - searched_;
  const auto wind = [&](Eigen::VectorXd& x) {
    for (int i = 0; i < elapsed; ++i) problem_.wind_forward(x);
  };
  searched_ = start_.frame;
  sampler_.step(
      guesses(rng), [this](std::span<const Eigen::VectorXd> plans) { return evaluate(plans); }, rng.derive(kSampler),
      wind);
  best_ = sampler_.best().x;
  best_log_fitness_ = sampler_.best().log_fitness;
  mean_ = mean_of_elites();
  for (int i = 0; i < problem_.options().advance && !done(); ++i) play_frame();
}

Eigen::VectorXd SmcTracker::mean_of_elites() const {
  const int count = share_of(problem_.options().elites, problem_.options().sampler.samples);
  if (count < 1) return {};
  std::vector<const KdSample*> ranked;
  for (const KdSample& sample : sampler_.samples()) {
    if (!sample.stale) ranked.push_back(&sample);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const KdSample* a, const KdSample* b) { return a->log_fitness > b->log_fitness; });
  ranked.resize(std::min(ranked.size(), static_cast<std::size_t>(count)));
  const Eigen::VectorXd weights = log_rank_weights(static_cast<int>(ranked.size()));
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(problem_.layout().size());
  for (std::size_t i = 0; i < ranked.size(); ++i) mean += weights[static_cast<Eigen::Index>(i)] * ranked[i]->x;
  return mean;
}

void SmcTracker::play_frame() {
  if (mean_.size() > 0) problem_.wind_forward(mean_);
  SmcPair pair{start_.frame, start_.record, best_, {}, {}, best_log_fitness_};
  StepReport report;
  pair.control = problem_.play(pool_.front(), start_, best_, &report);
  pair.next = start_.record;
  const ReferenceFrame& reference = problem_.reference().frames[to_size(start_.frame)];
  lost_ = !(mean_body_distance(reference, start_.record) < problem_.options().lost_distance);
  pairs_.push_back(std::move(pair));
  reports_.push_back(std::move(report));
}

StateRecord reference_start(const Take& take, const SmcProblem& problem, const World& world) {
  StateRecord record = world.initial_record();
  const StateRecord& start = problem.reference().start;
  const double lift = lift_out(take.figure, take.scene, start);
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    record.bodies[i] = start.bodies[i];
    record.bodies[i].position[1] += lift;
  }
  return record;
}

}  // namespace sinew
