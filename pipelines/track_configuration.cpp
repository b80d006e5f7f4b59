#include "pipelines/track_configuration.h"

#include <algorithm>
#include <array>

#include "pipelines/option_fields.h"

namespace sinew {

namespace {

// In the order of the enums.
constexpr std::array<std::string_view, 2> kActionWords = {"pose", "velocity"};
constexpr std::array<std::string_view, 2> kCovarianceWords = {"diagonal", "full"};
constexpr std::array<std::string_view, 2> kLostWords = {"distance", "paper"};
constexpr std::array<std::string_view, 3> kQualityWords = {"draft", "normal", "best"};

// The one list of fields: what is described here is read here. Ranges are those of TrackOptions::validate where it has
// any; else they keep numbers finite and runs bounded.

constexpr double kHuge = 1e6;

template <typename Visitor>
void visit_search(Visitor& v, TrackOptions& o) {
  v.count("seed", o.seed, 0, 9e15, "of the random numbers: another one gives another result of the same kind");
  v.count("samples", o.samples, 4, kHuge, "per knot and iteration: raise it if clips are lost, lower it for speed");
  v.number("elites", o.elites, "", 0, 1, "share of the samples that the search learns from");
  v.number("survival", o.survival, "", 0, 1, "share of the samples that go on to the next knot");
  v.word("action", o.action, kActionWords,
         "what is searched: pose offsets from the reference, or the motors' target velocities as in the paper");
  v.count("knot_frames", o.knot_frames, 1, 1000,
          "control frames between two knots: lower it if control is lost, raise it if the motion trembles");
  v.count("growth", o.growth, 1, 1000, "knots by which the window's end goes ahead per iteration");
  v.count("window", o.window, 1, 1000,
          "longest look-ahead in knots: raise it if the figure does not see a landing coming");
  v.count("iterations", o.iterations, 1, 10'000,
          "how often a knot is sampled before it is settled: raise it if the result is far from the reference");
  v.count("starts", o.starts, 1, kHuge, "states that are kept where the window starts: raise it if clips are lost");
  v.count("clusters", o.clusters, 1, 1000, "Gaussians per knot, at most: raise it where there is more than one way");
  v.number("prune", o.prune, "", 0, 1, "clusters with less weight among the elites go");
  v.flag("rank_each_step", o.rank_each_step, "elites are ranked anew at each step, as in the paper");
  v.flag("smoothing", o.smoothing, "each knot's Gaussian is multiplied with that of the knot before, as in the paper");
  v.number("smoothing_scale", o.smoothing_scale, "", 1e-6, kHuge, "by which the covariance of that product is widened");
  v.word("covariance", o.covariance, kCovarianceWords,
         "diagonal: a variance per axis; full: CMA-ES with evolution paths, for many samples");
  v.number("covariance_rate", o.covariance_rate, "", 0, 1, "diagonal: how fast variances follow the elites");
  v.number("covariance_floor", o.covariance_floor, "", 0, 1,
           "diagonal: least deviation as a share of the first: lower it if the result trembles");
  v.number("inherited", o.inherited, "", 0, 1, "share of a new knot's covariance that comes from the knot before");
  v.number("inherited_mean", o.inherited_mean, "", 0, 1, "share of a new knot's mean that comes from the knot before");
}

template <typename Visitor>
void visit_control(Visitor& v, TrackOptions& o) {
  v.word("lost", o.lost, kLostWords,
         "when control is lost: distance from the reference, or the paper's tests of lean and touch");
  v.number("lost_distance", o.lost_distance, "m", 1e-6, kHuge,
           "mean distance of the bodies from the reference at which control is lost");
  v.number("far", o.far, "m", 0, kHuge,
           "where the search is farther from the reference than this, samples are multiplied");
  v.count("far_effort", o.far_effort, 1, 1000, "by this: raise it if hard moments fail; 1: they get no more");
  v.count("patience", o.patience, 1, kHuge, "iterations without progress after which the search goes back");
  v.count("standstill", o.standstill, 1, kHuge,
          "the same where no sample gets farther ahead without losing control: raise it if clips are lost");
  v.count("restarts", o.restarts, 0, 1000, "how often it goes back at one place before the clip is given up");
  v.count("most_effort", o.most_effort, 1, 1000, "samples after going back are multiplied by 2, 4, ... up to this");
  v.number("restart_spread", o.restart_spread, "", 1, 10,
           "deviations after a restart are multiplied by this each time");
  v.number("sigma_legs", o.sigma_legs, "rad", 1e-9, 10, "first deviation of the offsets of the legs");
  v.number("sigma_torso", o.sigma_torso, "rad", 1e-9, 10, "of the torso, or a creature's trunk");
  v.number("sigma_arms", o.sigma_arms, "rad", 1e-9, 10, "of the arms");
  v.number("sigma_shoulders", o.sigma_shoulders, "rad", 0, 10, "of the shoulders; 0: as the arms");
  v.number("sigma_head", o.sigma_head, "rad", 1e-9, 10, "of head and tail");
  v.number("calm", o.calm, "", 1e-6, 1,
           "where the reference stands still deviations are multiplied by this: lower it if standing feet shuffle");
  v.number("calm_speed", o.calm_speed, "m/s", 1e-6, 100, "from this speed of feet or centre of mass on they are not");
  v.number("agree", o.agree, "", 0, 1,
           "how far two legs that stand agree where the pelvis goes: raise it if standing feet shuffle; 0: not at all");
  v.number("velocity_cutoff", o.velocity_cutoff, "Hz", 1e-3, 1000,
           "low pass of the reference's velocities: raise it for very fast motions, lower it for noisy ones");
  v.flag("search_start", o.search_start,
         "the first frame's velocity is searched too: for clips that start in mid-stride");
  v.number("sigma_launch", o.sigma_launch, "m/s", 0, 100, "first deviation of that velocity");
  v.number("sigma_launch_spin", o.sigma_launch_spin, "rad/s", 0, 100, "and of its angular part");
}

template <typename Visitor>
void visit_weights(Visitor& v, TrackWeights& w) {
  const auto weight = [&](const char* name, double& field, const char* unit, const char* help) {
    v.number(name, field, unit, 0, kHuge, help);
  };
  weight("weight.root_position", w.root_position, "1/m", "raise it if the figure drifts away");
  weight("weight.root_rotation", w.root_rotation, "1/rad", "raise it if the figure leans");
  weight("weight.pose", w.pose, "1/m", "bodies in the root's frame: raise it if limbs go astray");
  weight("weight.balance", w.balance, "1/m", "bodies from the centre of mass, on the ground");
  weight("weight.orientation", w.orientation, "1/rad", "bodies in the world: raise it if feet or hands turn");
  weight("weight.stable_head", w.stable_head, "1/rad", "head and chest in the world: raise it if they wobble");
  weight("weight.end_effectors", w.end_effectors, "1/m", "heights of heels, balls and hands: raise it if feet drag");
  weight("weight.slip", w.slip, "s/m", "speed of feet that stand in the reference: raise it if they skate");
  weight("weight.centre_velocity", w.centre_velocity, "s/m", "of the centre of mass: raise it if jumps fall short");
  weight("weight.root_spin", w.root_spin, "s/rad", "angular velocity of the root: raise it if turns come late");
  weight("weight.spin", w.spin, "s/rad", "angular velocities of the bodies: raise it if limbs tremble");
}

template <typename Visitor>
void visit_options(Visitor& v, TrackOptions& o) {
  // Names every field: a new one does not compile until it has a key.
  [[maybe_unused]] const auto& [weights, action, samples, elites, survival, knot_frames, growth, window, iterations,
                                starts, clusters, prune, rank_each_step, smoothing, smoothing_scale, covariance,
                                covariance_rate, covariance_floor, inherited, inherited_mean, lost, lost_distance, far,
                                far_effort, patience, standstill, restarts, most_effort, restart_spread, sigma_legs,
                                sigma_torso, sigma_arms, sigma_shoulders, sigma_head, calm, calm_speed, agree,
                                velocity_cutoff, search_start, sigma_launch, sigma_launch_spin, seed] = o;
  visit_search(v, o);
  visit_control(v, o);
  visit_weights(v, o.weights);
}

}  // namespace

std::vector<ConfigKey> track_keys() {
  TrackOptions defaults;
  KeyMaker maker("track.");
  visit_options(maker, defaults);
  return maker.keys();
}

TrackOptions track_options(const Config& config) {
  TrackOptions options;
  FieldReader reader(config, "track.");
  visit_options(reader, options);
  options.validate();
  return options;
}

std::optional<Quality> quality_from_name(std::string_view name) {
  const auto found = std::ranges::find(kQualityWords, name);
  if (found == kQualityWords.end()) return std::nullopt;
  return static_cast<Quality>(found - kQualityWords.begin());
}

void apply_quality(Config& config, Quality quality) {
  constexpr std::array kDraft = {"track.samples=64", "track.far_effort=1"};
  // Going back is what hard clips cost. 02_04, 40 core-s per clip-s is the bound, steps of tracking with one seed: 8.6
  // million with 4 times the samples and deviations that grow by 1.5 each time, 7.3 with standstill = 8, 3.5 where they
  // grow by 2.25, 2.4 with twice the samples.
  constexpr std::array kBest = {"track.samples=384",  "track.iterations=15", "track.patience=24",
                                "track.restarts=5",   "track.most_effort=2", "track.restart_spread=2.25",
                                "track.far_effort=1", "refine.attempts=2",   "refine.samples=240",
                                "refine.far=0.2"};
  if (quality == Quality::kDraft) {
    for (const char* assignment : kDraft) config.set(assignment);
  }
  if (quality == Quality::kBest) {
    for (const char* assignment : kBest) config.set(assignment);
  }
}

}  // namespace sinew
