/// Runs the tasks of synthesis over several seeds and prints the table of RESULTS.md.
///
///   synthesis_benchmark [--seeds 5] [--first 1] [--starts 1] [--task NAME] [--phases K] [--walk DISTANCE,K,TIME]
///   [--set WEIGHT=VALUE]
///                        [--solver hybrid|lbfgs] [--verbose] [--dump FILE.json]
///   synthesis_benchmark --scaling [--seeds 1] [--first 1]: cost against phases and end-effectors

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#include "libanim/stages/synthesise/synth_forces.h"
#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/stages/synthesise/synthesise.h"
#include "tests/benchmarks/synthesis_scaling.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

struct Arguments {
  int seeds = 5;
  std::uint64_t first = 1;
  std::string task;
  std::string dump;
  int phases = 0;            ///< another K
  double walk_distance = 0;  ///< a walk of one's own: distance, phases, time of a phase
  int walk_phases = 0;
  double walk_time = 0;
  bool verbose = false;
  bool scaling = false;
  SynthOptions options;
};

/// "physics=50": another weight or option.
void set(const std::string& text, SynthOptions& options) {
  SynthWeights& w = options.weights;
  const std::map<std::string, double*> numbers{{"contact", &w.contact},
                                               {"gap", &w.gap},
                                               {"normal", &w.normal},
                                               {"slip", &w.slip},
                                               {"spin", &w.spin},
                                               {"clearance", &w.clearance},
                                               {"physics", &w.physics},
                                               {"k0", &w.k0},
                                               {"k1", &w.k1},
                                               {"force", &w.force},
                                               {"torque", &w.torque},
                                               {"length", &w.length},
                                               {"limits", &w.limits},
                                               {"penetration", &w.penetration},
                                               {"task", &w.task},
                                               {"still", &w.still},
                                               {"torso_acceleration", &w.torso_acceleration},
                                               {"torso_turning", &w.torso_turning},
                                               {"limb_acceleration", &w.limb_acceleration},
                                               {"limb_turning", &w.limb_turning},
                                               {"rest", &w.rest},
                                               {"leg_rest", &w.leg_rest},
                                               {"posture", &w.posture},
                                               {"duration", &w.duration},
                                               {"hint", &w.hint},
                                               {"hint_slack", &w.hint_slack},
                                               {"noise", &options.noise},
                                               {"stiff_gap", &options.stiff.gap},
                                               {"stiff_normal", &options.stiff.normal},
                                               {"stiff_slip", &options.stiff.slip},
                                               {"stiff_body", &options.stiff.body},
                                               {"stiff_task", &options.stiff.task},
                                               {"stiff_k0", &options.stiff.k0},
                                               {"stiff_physics", &options.stiff.physics}};
  const std::map<std::string, int*> counts{{"samples", &options.samples},
                                           {"fine_samples", &options.fine_samples},
                                           {"rises", &options.rises},
                                           {"rise_iterations", &options.rise_iterations},
                                           {"task_iterations", &options.task_iterations},
                                           {"gradual_iterations", &options.gradual_iterations},
                                           {"refine_iterations", &options.refine_iterations},
                                           {"newton_iterations", &options.newton_iterations},
                                           {"polish_iterations", &options.polish_iterations},
                                           {"polish_rounds", &options.polish_rounds}};
  if (text == "durations=1") {
    options.durations = true;
    return;
  }
  const auto sign = text.find('=');
  const std::string key = text.substr(0, sign);
  const double value = std::stod(text.substr(sign + 1));
  if (const auto number = numbers.find(key); number != numbers.end()) {
    *number->second = value;
  } else {
    *counts.at(key) = static_cast<int>(value);
  }
}

Arguments parse(int count, char** values) {
  Arguments a;
  a.options.starts = 1;
  a.options.threads = 1;
  for (int i = 1; i < count; ++i) {
    const std::string key = values[i];
    const auto next = [&]() -> std::string { return i + 1 < count ? values[++i] : ""; };
    if (key == "--seeds") {
      a.seeds = std::stoi(next());
    } else if (key == "--first") {
      a.first = std::stoull(next());
    } else if (key == "--task") {
      a.task = next();
    } else if (key == "--dump") {
      a.dump = next();
    } else if (key == "--solver") {
      a.options.solver = next() == "lbfgs" ? SynthSolver::kLbfgs : SynthSolver::kHybrid;
    } else if (key == "--starts") {
      a.options.starts = std::stoi(next());
    } else if (key == "--phases") {
      a.phases = std::stoi(next());
    } else if (key == "--walk") {
      std::sscanf(next().c_str(), "%lf,%d,%lf", &a.walk_distance, &a.walk_phases, &a.walk_time);
    } else if (key == "--set") {
      set(next(), a.options);
    } else if (key == "--scaling") {
      a.scaling = true;
    } else if (key == "--verbose") {
      a.verbose = true;
    } else {
      fmt::print(stderr, "unknown option {}\n", key);
      std::exit(2);
    }
  }
  return a;
}

std::string vector(const Vec3& v) { return fmt::format("[{:.4f},{:.4f},{:.4f}]", v.x(), v.y(), v.z()); }

/// Stick figures: per frame and character the torso's axis and head, and per limb base, middle, joint, toe and heel;
/// what touching patches leave unexplained (weights, weights x m), and the deepest penetration (m).
void dump(const SynthProblem& problem, const SynthMotion& motion, const std::string& path) {
  std::ofstream out(path);
  out << "{\"name\":\"" << problem.name << "\",\"surfaces\":[";
  bool first = true;
  for (const SynthSurface& s : problem.surfaces) {
    if (s.kind == SynthSurface::Kind::kBox) {
      out << (first ? "" : ",") << "[" << vector(s.pose.translation) << "," << vector(s.half) << "]";
      first = false;
    }
  }
  out << "],\"activity\":[";
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    out << (i > 0 ? "," : "") << "[\"" << motion.contacts[i].name << "\"";
    for (const double c : motion.activity[i]) {
      out << fmt::format(",{:.3g}", c);
    }
    out << "]";
  }
  out << "],\"frames\":[";
  const SynthScene scene(problem);
  TouchForces touch(scene);
  const int frames = static_cast<int>(motion.duration() * 30) + 1;
  for (int f = 0; f < frames; ++f) {
    const double time = f / 30.;
    out << (f > 0 ? ",\n" : "") << fmt::format("{{\"t\":{:.3f},\"lines\":[", time);
    first = true;
    const auto line = [&](const std::string& kind, const std::vector<Vec3>& points) {
      out << (first ? "" : ",") << "[\"" << kind << "\"";
      for (const Vec3& p : points) {
        out << "," << vector(p);
      }
      out << "]";
      first = false;
    };
    for (int c = 0; c < static_cast<int>(problem.characters.size()); ++c) {
      const SynthCharacter& who = problem.characters[static_cast<std::size_t>(c)];
      const Transform torso = evaluate(motion, torso_track(problem, c), time).pose;
      for (const SynthCapsule& capsule : who.capsules) {
        line("t", {torso * capsule.start, torso * capsule.end});
      }
      for (int i = 0; i < static_cast<int>(who.limbs.size()); ++i) {
        const SynthLimb& limb = who.limbs[static_cast<std::size_t>(i)];
        const Transform end = evaluate(motion, limb_track(problem, c, i), time).pose;
        const auto shape = limb_shape(limb, torso, end);
        line(limb.base.x() > 0 ? "l" : "r",
             {torso * Vec3(0, limb.base.y(), limb.base.z()), shape.base, shape.middle, shape.joint,
              end * Vec3(0, 0, -limb.half_length), end * Vec3(0, 0, limb.half_length)});
      }
    }
    for (int o = 0; o < static_cast<int>(problem.objects.size()); ++o) {
      const Transform at = evaluate(motion, object_track(problem, o), time).pose;
      const Vec3 h = problem.objects[static_cast<std::size_t>(o)].half;
      line("o", {at * Vec3(-h.x(), -h.y(), -h.z()), at * Vec3(h.x(), -h.y(), -h.z()), at * Vec3(h.x(), h.y(), h.z()),
                 at * Vec3(-h.x(), h.y(), h.z()), at * Vec3(-h.x(), -h.y(), -h.z())});
    }
    const SampleState state = state_of(motion, time);
    double residual = 0;
    double turning = 0;
    const TouchForces::Result touched = touch.solve(state);
    for (const Vec3& moment : touched.moment_residual) {
      turning = std::max(turning, moment.norm());
    }
    for (const Vec3& force : touched.force_residual) {
      residual = std::max(residual, force.norm());
    }
    out << fmt::format("],\"residual\":{:.4f},\"moment\":{:.4f},\"depth\":{:.4f}}}", residual, turning,
                       deepest_penetration(scene, state));
  }
  out << "]}\n";
}

void run(const SynthProblem& problem, const Arguments& arguments) {
  int passed = 0;
  for (int s = 0; s < arguments.seeds; ++s) {
    SynthOptions options = arguments.options;
    options.seed = arguments.first + static_cast<std::uint64_t>(s);
    std::string last;
    const auto watcher = [&](int, const std::string& phase, int iteration, double cost) {
      if (arguments.verbose && (phase != last || iteration % 25 == 0)) {
        fmt::print(stderr, "  {} {}: {:.4f}\n", phase, iteration, cost);
        last = phase;
      }
      return true;
    };
    const SynthResult result = synthesise(problem, options, watcher);
    const SynthAttempt& a = result.report.attempts[static_cast<std::size_t>(result.report.best)];
    const SynthCheck& c = a.check;
    passed += c.pass ? 1 : 0;
    const auto& all = result.report.attempts;
    const auto passing = std::ranges::count_if(all, [](const SynthAttempt& one) { return one.check.pass; });
    const auto [least, most] = std::ranges::minmax(all, {}, &SynthAttempt::cpu);
    fmt::print(
        "| {} | {} | {} of {} | {:.1f} cm {:.1f} deg {:.2f} m/s | {:.2f} {:.2f} % | {:.4f} {:.4f} | {:.1f} mm | {:.1f} "
        "cm/s "
        "| {:.1f} mm | {:.1f} mm | {} | {} | {:.2f} to {:.2f} | {:.3f} |\n",
        problem.name, options.seed, passing, result.report.attempts.size(), 100 * c.task_position,
        c.task_angle * 180 / M_PI, c.task_velocity, 100 * c.force_rms, 100 * c.force_peak, c.moment_rms, c.moment_peak,
        1000 * c.contact_distance, 100 * c.contact_slip, 1000 * c.penetration, 1000 * c.stretch, a.iterations,
        a.evaluations, least.cpu, most.cpu, a.cost);
    std::fflush(stdout);
    if (!arguments.dump.empty()) {
      std::string name = problem.name;
      std::replace(name.begin(), name.end(), ' ', '_');
      std::replace(name.begin(), name.end(), '/', '_');
      dump(problem, result.motion(), fmt::format("{}{}.{}.json", arguments.dump, name, options.seed));
    }
  }
  fmt::print("{}: {}/{}\n", problem.name, passed, arguments.seeds);
}

}  // namespace

}  // namespace sinew

int main(int count, char** values) {
  using namespace sinew;
  Arguments arguments = parse(count, values);
  if (arguments.scaling) {
    arguments.options.seed = arguments.first;
    print_scaling(arguments.options, arguments.seeds);
    return 0;
  }
  fmt::print(
      "| task | seed | starts that pass | task error | force RMS, peak | moment RMS, peak | contact distance | slip | "
      "penetration | stretch | "
      "iterations | evaluations | core-s | cost |\n");
  if (arguments.walk_phases > 0) {
    run(test::walk("walk", test::humanoid(), arguments.walk_distance, arguments.walk_phases, arguments.walk_time),
        arguments);
    return 0;
  }
  for (SynthProblem& problem : test::synth_tasks()) {
    if (arguments.task.empty() || problem.name == arguments.task) {
      problem.phases = arguments.phases > 0 ? arguments.phases : problem.phases;
      run(problem, arguments);
    }
  }
  return 0;
}
