#include "pipelines/smc_configuration.h"

#include <array>

#include "pipelines/option_fields.h"

namespace sinew {

namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 3> kBaseWords = {"none", "reference", "take"};
constexpr std::array<std::string_view, 2> kGuideWords = {"reference", "take"};
constexpr double kHuge = 1e6;

template <typename Visitor>
void visit_sampler(Visitor& v, KdSamplerOptions& o) {
  // Names every field: a new one does not compile until it has a key.
  [[maybe_unused]] const auto& [samples, kept, greedy, sigma, greedy_sigma, greedy_of_bounds, greedy_least,
                                greedy_changes, batch] = o;
  v.count("samples", o.samples, 1, kHuge, "plans that are tried per frame: raise it if clips are lost");
  v.number("kept", o.kept, "", 0, 1, "share of the samples that goes on to the next frame");
  v.number("greedy", o.greedy, "", 0, 1, "share of the samples that is drawn around the best");
  v.number("sigma", o.sigma, "", 1e-9, 10, "deviation of a sample as a share of its cell");
  v.number("greedy_sigma", o.greedy_sigma, "", 1e-9, 10, "the same around the best: lower it if the motion trembles");
  v.flag("greedy_of_bounds", o.greedy_of_bounds, "that is a share of the bounds instead of the cell");
  v.number("greedy_least", o.greedy_least, "", 1e-9, 1, "smallest factor of that deviation; each sample draws its own");
  v.number("greedy_changes", o.greedy_changes, "", 1e-9, 1, "share of a plan's numbers that a sample there changes");
  v.count("batch", o.batch, 1, kHuge, "samples that are drawn and simulated together");
}

template <typename Visitor>
void visit_tolerances(Visitor& v, SmcTolerances& t) {
  [[maybe_unused]] const auto& [angle, spin, head, place, bodies, slip, end_angle, end_spin, root, root_spin,
                                end_effectors, balance, velocity, end_place, acceleration, jerk] = t;
  const auto tolerance = [&](const char* name, double& field, const char* unit, const char* help) {
    v.number(name, field, unit, 0, kHuge, help);
  };
  tolerance("tolerance.angle", t.angle, "rad", "joint angles, along the way; 0 leaves a term out");
  tolerance("tolerance.spin", t.spin, "rad/s", "angular velocities of the bodies: lower it if limbs tremble");
  tolerance("tolerance.head", t.head, "rad", "orientation of head and chest");
  tolerance("tolerance.place", t.place, "m", "position of the root: lower it if the figure drifts away");
  tolerance("tolerance.bodies", t.bodies, "m", "positions of the bodies: lower it to keep nearer to the reference");
  tolerance("tolerance.slip", t.slip, "m/s",
            "speed of feet that stand in the reference, beyond theirs there: lower it if they skate");
  tolerance("tolerance.end_angle", t.end_angle, "rad", "joint angles at the horizon's end");
  tolerance("tolerance.end_spin", t.end_spin, "rad/s", "angular velocities of the bodies there");
  tolerance("tolerance.root", t.root, "rad", "orientation of the root there");
  tolerance("tolerance.root_spin", t.root_spin, "rad/s", "angular velocity of the root there");
  tolerance("tolerance.end_effectors", t.end_effectors, "m", "heights of heels, balls and hands there");
  tolerance("tolerance.balance", t.balance, "m", "feet and hands from the centre of mass there");
  tolerance("tolerance.velocity", t.velocity, "m/s", "velocity of the centre of mass there");
  tolerance("tolerance.end_place", t.end_place, "m", "position of the root there");
  tolerance("tolerance.acceleration", t.acceleration, "m/s^2", "accelerations of the bodies");
  tolerance("tolerance.jerk", t.jerk, "m/s^3", "jerk of the bodies: lower it for a smoother motion");
}

template <typename Visitor>
void visit_smc(Visitor& v, SmcOptions& o) {
  [[maybe_unused]] const auto& [tolerances, sampler, reference_share, extension_share, elites, points, horizon,
                                shortest, slack, advance, base, guide, range, smoothing, leg_smoothing, least_torque,
                                lost_distance, abandon, agree, velocity_cutoff, seed] = o;
  v.count("seed", o.seed, 0, 9e15, "of the random numbers");
  visit_sampler(v, o.sampler);
  v.number("reference_share", o.reference_share, "", 0, 1,
           "share of the samples that are random fits of the reference");
  v.number("extension_share", o.extension_share, "", 0, 1, "share of the samples that give the best plan a new end");
  v.number("elites", o.elites, "", 0, 1, "share of the samples whose mean is tried in the next frame; 0: none");
  v.count("points", o.points, 1, 100, "control points of a plan");
  v.number("horizon", o.horizon, "s", 0.01, 60, "how far plans look ahead");
  v.number("shortest", o.shortest, "s", 1e-3, 10, "least time between two control points");
  v.count("slack", o.slack, 1, 10'000, "frames at the horizon's end of which the best counts");
  v.count("advance", o.advance, 1, 10'000, "frames that are played before the next search");
  v.word("base", o.base, kBaseWords, "what a plan's angles are added to");
  v.word("guide", o.guide, kGuideWords, "what random plans go through: the reference, or what the take aims at");
  v.number("range", o.range, "rad", 1e-9, 10, "largest offset from that base, in the legs; arms and torso have less");
  v.number("smoothing", o.smoothing, "s", 0, 10, "the take's own offsets are averaged over this time");
  v.number("leg_smoothing", o.leg_smoothing, "s", 0, 10, "the same in the legs");
  v.number("least_torque", o.least_torque, "", 1e-6, 1, "least share of a joint's torque that a plan may allow");
  v.number("abandon", o.abandon, "", 0, kHuge,
           "plans are given up once they cost this many times as much as the best of the frame; 0: never");
  v.number("lost_distance", o.lost_distance, "m", 1e-6, kHuge, "distance from the reference at which control is lost");
  v.number("agree", o.agree, "", 0, 1,
           "how far two legs that stand agree where the pelvis goes: raise it if standing feet shuffle; 0: not at all");
  v.number("velocity_cutoff", o.velocity_cutoff, "Hz", 1e-3, 1000, "low pass of the reference's velocities");
  visit_tolerances(v, o.tolerances);
}

template <typename Visitor>
void visit_refine(Visitor& v, RefineOptions& o) {
  [[maybe_unused]] const auto& [search, attempts, far, tighten] = o;
  v.count("attempts", o.attempts, 1, 100, "how often it is tried while the result is not better, or still far");
  v.number("far", o.far, "m", 0, kHuge, "a better take is refined once more where its worst frame is farther off");
  v.number("tighten", o.tighten, "", 1e-6, 1, "factor of tolerance.bodies for every further attempt");
  visit_smc(v, o.search);
}

}  // namespace

std::vector<ConfigKey> smc_keys() { return smc_keys("smc.", {}); }

std::vector<ConfigKey> smc_keys(const std::string& prefix, SmcOptions defaults) {
  KeyMaker maker(prefix);
  visit_smc(maker, defaults);
  return maker.keys();
}

std::vector<ConfigKey> refine_keys() {
  RefineOptions defaults;
  KeyMaker maker("refine.");
  visit_refine(maker, defaults);
  return maker.keys();
}

SmcOptions smc_options(const Config& config) { return smc_options(config, "smc."); }

SmcOptions smc_options(const Config& config, const std::string& prefix) {
  SmcOptions options;
  FieldReader reader(config, prefix);
  visit_smc(reader, options);
  options.validate();
  return options;
}

RefineOptions refine_options(const Config& config) {
  RefineOptions options;
  FieldReader reader(config, "refine.");
  visit_refine(reader, options);
  options.validate();
  return options;
}

}  // namespace sinew
