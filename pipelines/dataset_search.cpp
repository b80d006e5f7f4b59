#include "pipelines/dataset_search.h"

#include <algorithm>

#include "libanim/simulation/figure_state.h"
#include "libanim/stages/refine/smc_track.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "pipelines/config_keys.h"
#include "pipelines/smc_configuration.h"

namespace sinew {

namespace {

constexpr int kTries = 3;
constexpr const char* kPrefix = "dataset.search.";
// Streams of a repetition.
enum Stream : std::uint64_t { kStart = 1, kSearch = 2 };

Vec3 normal_vector(Rng& rng, double deviation) {
  const double x = rng.normal();
  const double y = rng.normal();
  const double z = rng.normal();
  return deviation * Vec3(x, y, z);
}

/// The whole figure gets another velocity, as one rigid body would: joints stay together.
void push(const Figure& figure, const Vec3& velocity, const Vec3& spin, StateRecord& record) {
  const Vec3 centre = centre_of_mass(figure, record);
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    BodyState& body = record.bodies[i];
    const Vec3 arm = body.pose().translation - centre;
    body.set_velocity(body.linear() + velocity + spin.cross(arm), body.angular() + spin);
  }
}

struct Beginning {
  StateRecord record;
  int frame = 0;
};

Beginning beginning_of(const Take& take, const DatasetSearch& search, int repeat, Rng rng) {
  Beginning beginning{take.start, 0};
  if (repeat == 0) return beginning;
  const int half = std::max(1, (take.frames() - 1) / 2);
  beginning.frame = static_cast<int>(rng.below(static_cast<std::uint32_t>(half)));
  beginning.record = take.record(beginning.frame);
  const Vec3 velocity = normal_vector(rng, search.push_speed);
  push(take.figure, velocity, normal_vector(rng, search.push_spin), beginning.record);
  return beginning;
}

Episode episode_of(const Take& take, const SmcResult& found, const SmcOptions& options) {
  Episode episode;
  episode.setting = setting_of(take);
  episode.setting.provenance.seed = options.seed;
  const PlanLayout layout(take.figure, options);
  episode.splines = {options.points, layout.lower(), layout.upper()};
  episode.end = found.report.end == SmcEnd::kLost ? EpisodeEnd::kTerminated : EpisodeEnd::kTruncated;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    const SmcPair& pair = found.pairs[i];
    episode.pairs.push_back({.state = pair.state,
                             .control = pair.control,
                             .next = pair.next,
                             .report = found.take.steps[i].report,
                             .spline = pair.spline,
                             .reward = pair.log_fitness,
                             .frame = pair.frame});
  }
  return episode;
}

}  // namespace

SmcOptions DatasetSearch::training_search() {
  SmcOptions o;
  o.base = SplineBase::kNone;
  o.guide = SplineGuide::kTake;
  o.sampler.greedy_sigma = 0.01;
  o.tolerances.end_place = 0.03;
  return o;
}

void DatasetSearch::validate() const {
  smc.validate();
  if (smc.base != SplineBase::kNone) {
    throw Error::usage("a training set has splines of target angles: expected dataset.search.base = none");
  }
  if (!(push_speed >= 0 && push_spin >= 0)) throw Error::usage("expected pushes that are not negative");
}

std::vector<ConfigKey> dataset_search_keys() {
  const DatasetSearch o;
  std::vector<ConfigKey> keys{
      number_key("dataset.push_speed", o.push_speed, "m/s", 0, 100,
                 "with --repeats: how much starts are pushed; lower it if episodes lose control"),
      number_key("dataset.push_spin", o.push_spin, "rad/s", 0, 100, "the same for turns")};
  // A table of their own: below the keys of the table that it is in.
  for (ConfigKey& key : smc_keys(kPrefix, o.smc)) keys.push_back(std::move(key));
  return keys;
}

DatasetSearch dataset_search(const Config& config) {
  DatasetSearch search;
  search.smc = smc_options(config, kPrefix);
  search.push_speed = config.number("dataset.push_speed");
  search.push_spin = config.number("dataset.push_spin");
  search.validate();
  return search;
}

EpisodeSource searched_episodes(const DatasetSearch& search, std::function<bool()> go_on) {
  search.validate();
  return [search, go_on = std::move(go_on)](const Take& take, int repeat) {
    if (take.frames() != take.reference.frames()) {
      throw Error::asset("take " + take.name, "ends before its reference does; only complete takes are followed again");
    }
    SmcOptions options = search.smc;
    Episode best;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      const Rng rng = Rng(search.smc.seed, {to_size(repeat), to_size(attempt)});
      const Beginning beginning = beginning_of(take, search, repeat, rng.derive(kStart));
      Rng seeds = rng.derive(kSearch);
      options.seed = seeds.bits();
      const SmcResult found = smc_track(
          take, options, search.threads, [&](int) { return !go_on || go_on(); }, &beginning.record, beginning.frame);
      if (found.report.end == SmcEnd::kStopped) return Episode{};
      if (found.pairs.size() > best.pairs.size()) best = episode_of(take, found, options);
      if (found.report.end == SmcEnd::kComplete) break;
    }
    return best;
  };
}

}  // namespace sinew
