#include "pipelines/synth_configuration.h"

#include <array>

#include "pipelines/option_fields.h"

namespace sinew {

namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 2> kSolverWords = {"hybrid", "lbfgs"};
constexpr double kHuge = 1e6;

template <typename Visitor>
void visit_weights(Visitor& v, SynthWeights& w) {
  // Names every field: a new one does not compile until it has a key.
  [[maybe_unused]] const auto& [contact, gap, normal, slip, spin, clearance, physics, k0, k1, force, torque, length,
                                limits, penetration, task, still, torso_acceleration, torso_turning, limb_acceleration,
                                limb_turning, rest, leg_rest, posture, duration, hint, hint_slack] = w;
  const auto weight = [&](const char* name, double& field, const char* help) {
    v.number(name, field, "", 0, kHuge, help);
  };
  weight("weight.contact", w.contact, "of all that active contacts ask for; much more, and nothing is found");
  weight("weight.gap", w.gap, "active contacts that do not touch");
  weight("weight.normal", w.normal, "soles and palms that do not lie on what they touch");
  weight("weight.slip", w.slip, "active contacts that slide");
  weight("weight.spin", w.spin, "active contacts that turn");
  weight("weight.clearance", w.clearance, "limbs that hurry close to a surface: raise it if swinging feet skim");
  weight("weight.physics", w.physics,
         "motion that contact forces do not explain: raise it if the check's residuals fail");
  weight("weight.k0", w.k0, "cost of forces at inactive contacts: k0 / (c^2 + k1)");
  weight("weight.k1", w.k1, "how inactive a contact has to be for that");
  weight("weight.force", w.force, "of all forces: raise it if the work should be shared more evenly");
  weight("weight.torque", w.torque,
         "of knees and elbows that carry while bent, 0.2 and more where someone climbs: raise it if nobody is that "
         "strong");
  weight("weight.length", w.length, "limbs that stretch: raise it if hands or feet miss their place in the clip");
  weight("weight.limits", w.limits, "joints beyond their limits");
  weight("weight.penetration", w.penetration, "bodies inside one another");
  weight("weight.task", w.task, "of the goals: raise it if they are missed");
  weight("weight.still", w.still, "velocities where a goal asks for rest");
  weight("weight.torso_acceleration", w.torso_acceleration, "raise it if the motion is jerky");
  weight("weight.torso_turning", w.torso_turning, "raise it if the torso sways");
  weight("weight.limb_acceleration", w.limb_acceleration, "raise it if limbs jerk");
  weight("weight.limb_turning", w.limb_turning, "raise it if hands and feet twist");
  weight("weight.rest", w.rest, "arms away from their rest: raise it if they drift");
  weight("weight.leg_rest", w.leg_rest, "legs away from their rest");
  weight("weight.posture", w.posture, "a torso that leans: raise it if walking dives or crouches");
  weight("weight.duration", w.duration, "phases that are longer or shorter than asked for, where they may be");
  weight("weight.hint", w.hint, "balance while contacts are sought: the zero moment point over the support; 0 = none");
  v.number("weight.hint_slack", w.hint_slack, "m", 0, 10, "how far from the support that point may be for free");
}

template <typename Visitor>
void visit_stiffness(Visitor& v, SynthStiffness& s) {
  [[maybe_unused]] const auto& [gap, normal, slip, body, k0, task, physics] = s;
  const auto factor = [&](const char* name, double& field, const char* help) {
    v.number(name, field, "", 0, kHuge, help);
  };
  factor("stiff.gap", s.gap, "factor of weight.gap at the search's end");
  factor("stiff.normal", s.normal, "of weight.normal");
  factor("stiff.slip", s.slip, "of weight.slip: raise it if the check finds slipping contacts");
  factor("stiff.body", s.body, "of weight.length, weight.limits and weight.penetration");
  factor("stiff.k0", s.k0, "of weight.k0");
  factor("stiff.task", s.task, "of weight.task: raise it if goals are missed");
  factor("stiff.physics", s.physics, "of weight.physics, in the rounds after the second");
}

template <typename Visitor>
void visit_search(Visitor& v, SynthOptions& o) {
  [[maybe_unused]] const auto& [seed, starts, round, wanted, threads, solver, weights, stiff, durations, noise, samples,
                                fine_samples, task_iterations, gradual_iterations, rises, rise_iterations,
                                refine_iterations, newton_iterations, polish_iterations, polish_rounds] = o;
  v.count("seed", o.seed, 0, 9e15, "of the random numbers");
  v.count("starts", o.starts, 1, 1000,
          "most searches from different noise, of which the best that passes the check is kept: raise it if none does");
  v.count("round", o.round, 1, 1000, "so many at a time, until enough pass");
  v.count("wanted", o.wanted, 1, 1000, "so many have to pass: raise it to choose among more");
  v.word("solver", o.solver, kSolverWords, "L-BFGS and then Levenberg-Marquardt, or L-BFGS throughout as in the paper");
  v.flag("durations", o.durations,
         "phases may become longer and shorter (weight.duration); not where goals have times of their own");
  v.number("noise", o.noise, "", 0, 10, "what is added to the solution before each phase of the search");
  v.count("samples", o.samples, 1, 1000, "moments per phase of the motion at which costs are taken");
  v.count("fine_samples", o.fine_samples, 1, 1000,
          "the same with obstacles or objects: raise it if limbs pass through thin ones");
  v.count("task_iterations", o.task_iterations, 0, kHuge, "of the search's first phase: goals alone");
  v.count("gradual_iterations", o.gradual_iterations, 0, kHuge, "of its second: contacts are decided");
  v.count("rises", o.rises, 1, 1000, "steps in which obstacles rise during that: raise it if limbs end up inside one");
  v.count("rise_iterations", o.rise_iterations, 0, kHuge, "of each of these, instead of gradual_iterations");
  v.count("refine_iterations", o.refine_iterations, 0, kHuge, "of its third by L-BFGS");
  v.count("newton_iterations", o.newton_iterations, 0, kHuge, "of its third by Levenberg-Marquardt");
  v.count("polish_iterations", o.polish_iterations, 0, kHuge, "of a round at its end, with stiff contacts");
  v.count("polish_rounds", o.polish_rounds, 0, 100,
          "of those, each stiffer; from the third on only while the check finds something");
  visit_weights(v, o.weights);
  visit_stiffness(v, o.stiff);
}

template <typename Visitor>
void visit_character(Visitor& v, SynthCharacterOptions& o) {
  [[maybe_unused]] const auto& [foot_friction, hand_friction, hand_strength, hands_grab, foot_load, hand_load] = o;
  v.number("foot_friction", o.foot_friction, "", 0, 100, "of the soles, times that of the surface: 2 to climb walls");
  v.number("hand_friction", o.hand_friction, "", 0, 100, "of the palms, likewise");
  v.number("hand_strength", o.hand_strength, "", 1e-3, 1e3,
           "divides the cost of the hands' forces: raise it if hands should help more");
  v.flag("hands_grab", o.hands_grab, "hands may pull on what they touch");
  v.number("foot_load", o.foot_load, "body weights", 1e-3, 1e6,
           "most that a foot carries: lower it if someone leaps, raise it if he should");
  v.number("hand_load", o.hand_load, "body weights", 1e-3, 1e6,
           "most that a hand carries: lower it if someone throws himself up with a hand, raise it for acrobats");
}

template <typename Visitor>
void visit_clip(Visitor& v, SynthClipOptions& o) {
  [[maybe_unused]] const auto& [frame_rate, smoothing, active, head_level, soft_reach, balance] = o;
  v.number("frame_rate", o.frame_rate, "Hz", 1, 1000, "of the clip");
  v.number("smoothing", o.smoothing, "Hz", 0, 1000,
           "low pass over the torso and limbs in the air, 0 = none: lower it if the clip looks mechanical, raise it if "
           "fast punches lose their reach");
  v.number("active", o.active, "", 1e-6, 1e6, "a limb is planted where its contact is at least this active");
  v.number("head_level", o.head_level, "", 0, 1, "share of the torso's tilt that neck and head take back");
  v.number("soft_reach", o.soft_reach, "", 0.5, 1,
           "share of a limb's length from which on its reach is softened: lower it if knees snap");
  v.number(
      "balance", o.balance, "", 0, 1,
      "share of the way by which the figure's centre of mass is off that the torso is moved back: lower it if hands "
      "miss their places");
}

template <typename Options, typename Visit>
void add_keys(std::vector<ConfigKey>& keys, const char* prefix, const Visit& visit) {
  Options defaults;
  KeyMaker maker(prefix);
  visit(maker, defaults);
  for (ConfigKey& key : maker.keys()) keys.push_back(std::move(key));
}

}  // namespace

std::vector<ConfigKey> synth_keys() {
  std::vector<ConfigKey> keys;
  add_keys<SynthOptions>(keys, "synth.", [](auto& v, auto& o) { visit_search(v, o); });
  add_keys<SynthCharacterOptions>(keys, "synth.character.", [](auto& v, auto& o) { visit_character(v, o); });
  add_keys<SynthClipOptions>(keys, "synth.clip.", [](auto& v, auto& o) { visit_clip(v, o); });
  return keys;
}

SynthOptions synth_options(const Config& config) {
  SynthOptions options;
  FieldReader reader(config, "synth.");
  visit_search(reader, options);
  options.validate();
  return options;
}

SynthCharacterOptions synth_character_options(const Config& config) {
  SynthCharacterOptions options;
  FieldReader reader(config, "synth.character.");
  visit_character(reader, options);
  options.validate();
  return options;
}

SynthClipOptions synth_clip_options(const Config& config) {
  SynthClipOptions options;
  FieldReader reader(config, "synth.clip.");
  visit_clip(reader, options);
  options.validate();
  return options;
}

void apply_following(Config& config) {
  // Legs that agree take the sting out of recorded feet that stand some millimetres off, which these do not. They
  // cannot shift weight from one to the other, and slow motions are lost by that: hero's turn-and-walk is followed at
  // 18 mm without and lost near frame 81 of 180 with it, punches-and-kicks at 34 mm and near frame 70 of 150 (one
  // seed).
  // And where control is lost there should be another motion.
  for (const char* assignment : {"track.agree=0", "refine.agree=0", "synth.wanted=3"}) config.set(assignment);
}

}  // namespace sinew
