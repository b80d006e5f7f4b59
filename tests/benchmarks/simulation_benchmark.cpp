// Microseconds per simulated 1/30 s: a humanoid in flight, standing and lying with each speed setting, beside MuJoCo
// with the same figure in the same run; the share of our own code; threads; cost against bodies and contacts.
//
//     simulation_benchmark [ROUNDS]     default 20
//
// Times are of the thread's CPU, the least mean over 64 controls of ROUNDS rounds; the settings take turns within a
// round, so that what else the machine does hits all of them. Exit status 1 when the default is less than 1.5 times as
// fast as MuJoCo standing.

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <map>

#include "libanim/simulation/lcp_kernels.h"
#include "libanim/simulation/rollouts.h"
#include "libanim/support/rng.h"
#include "tests/benchmarks/simulation_states.h"
#if SINEW_HAS_MUJOCO
#include "tests/benchmarks/mujoco_peer.h"
#endif

namespace {

double ode_seconds = 0;
int ode_calls = 0;
bool time_ode = false;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

struct dxWorld;

/// In front of ODE's own, to tell its time from ours.
extern "C" int dWorldStep(dxWorld* world, double seconds) {
  static const auto stock = reinterpret_cast<int (*)(dxWorld*, double)>(dlsym(RTLD_NEXT, "dWorldStep"));
  if (!time_ode) return stock(world, seconds);
  const double start = thread_seconds();
  const int result = stock(world, seconds);
  ode_seconds += thread_seconds() - start;
  ++ode_calls;
  return result;
}

namespace sinew::bench {
namespace {

/// Something that is measured in every situation.
struct Entrant {
  std::string name;
  std::function<void(const Control&)> step;
  const Workload* work = nullptr;
  double best = std::numeric_limits<double>::infinity();  ///< (unit: us)
};

void measure(std::vector<Entrant>& entrants, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Entrant& entrant : entrants) {
      const double start = thread_seconds();
      for (const Control& control : entrant.work->controls) entrant.step(control);
      const double mean = (thread_seconds() - start) / static_cast<double>(entrant.work->controls.size());
      entrant.best = std::min(entrant.best, 1e6 * mean);
    }
  }
}

struct Setting {
  std::string name;
  bool hands = false;
  SimulationOptions options;
};

std::vector<Setting> settings() {
  std::vector<Setting> list;
  const auto add = [&](const std::string& name, bool hands, const std::function<void(SimulationOptions&)>& change) {
    list.push_back({name, hands, {}});
    change(list.back().options);
  };
  add("default", false, [](SimulationOptions&) {});
  add("ODE's own solver", false, [](SimulationOptions& o) { o.kernels = LcpKernels::kStock; });
  add("motors checked", false, [](SimulationOptions& o) { o.motors = MotorSolve::kChecked; });
  add("motors checked, ODE's own solver", false, [](SimulationOptions& o) {
    o.motors = MotorSolve::kChecked;
    o.kernels = LcpKernels::kStock;
  });
  add("all contact points", false, [](SimulationOptions& o) { o.thin_contacts = false; });
  add("contacts on touch only", false, [](SimulationOptions& o) { o.speculative = false; });
  add("no joint limits", false, [](SimulationOptions& o) { o.joint_limits = false; });
  add("two steps of 1/60 s", false, [](SimulationOptions& o) { o.substeps = 2; });
  add("15 bodies", true, [](SimulationOptions&) {});
  add("15 bodies, ODE's own solver", true, [](SimulationOptions& o) { o.kernels = LcpKernels::kStock; });
  return list;
}

/// Times of all settings, and of MuJoCo, in one situation.
std::vector<Entrant> compare(Situation situation, int rounds, std::string& contacts) {
  static std::map<std::pair<bool, Situation>, Workload> workloads;
  static std::vector<std::unique_ptr<World>> worlds;
  static StateRecord next;
  for (const bool hands : {false, true}) workloads[{hands, situation}] = workload(humanoid(hands), situation);
  std::vector<Entrant> entrants;
  for (const Setting& setting : settings()) {
    const Workload& work = workloads[{setting.hands, situation}];
    World& world = *worlds.emplace_back(std::make_unique<World>(humanoid(setting.hands), Scene{}, setting.options));
    entrants.push_back({setting.name, [&](const Control& c) { world.step(work.start, c, next); }, &work});
  }
  StepReport report;
  World& world = *worlds.emplace_back(std::make_unique<World>(humanoid(false), Scene{}, SimulationOptions{}));
  const Workload& work = workloads[{false, situation}];
  world.step(work.start, work.controls[0], next, &report);
  char text[80];
  std::snprintf(text, sizeof text, "%zu", report.substeps[0].contacts.size());
#if SINEW_HAS_MUJOCO
  static MujocoPeer peer(humanoid(false));
  peer.set_start(work.start, situation != Situation::kFlight);
  entrants.push_back({"MuJoCo, four steps of 1/120 s", [&](const Control& c) { peer.step(c); }, &work});
  for (const Control& control : work.controls) peer.step(control);
  std::snprintf(text, sizeof text, "%zu (MuJoCo %.1f)", report.substeps[0].contacts.size(), peer.mean_contacts());
#endif
  contacts = text;
  measure(entrants, rounds);
  return entrants;
}

/// Prints the table; returns how many times faster than MuJoCo the default is standing, 0 without MuJoCo.
double print_settings(int rounds) {
  std::vector<std::vector<Entrant>> results;
  std::string contacts[3];
  for (const Situation situation : kSituations)
    results.push_back(compare(situation, rounds, contacts[static_cast<int>(situation)]));
  std::printf("\n| us per 1/30 s | flight | standing | lying |\n|---|---|---|---|\n");
  for (std::size_t k = 0; k < results[0].size(); ++k)
    std::printf("| %s | %.1f | %.1f | %.1f |\n", results[0][k].name.c_str(), results[0][k].best, results[1][k].best,
                results[2][k].best);
  std::printf("\nContacts, mean of the steps: flight %s, standing %s, lying %s.\n", contacts[0].c_str(),
              contacts[1].c_str(), contacts[2].c_str());
#if SINEW_HAS_MUJOCO
  std::printf("MuJoCo / default: flight %.2f, standing %.2f, lying %.2f.\n",
              results[0].back().best / results[0][0].best, results[1].back().best / results[1][0].best,
              results[2].back().best / results[2][0].best);
  return results[1].back().best / results[1][0].best;
#else
  std::printf("Built without MuJoCo: no peer.\n");
  return 0;
#endif
}

/// Reading the clock is a system call, which takes as long as a fiftieth of a step.
double clock_seconds() {
  constexpr int kReads = 20000;
  const double start = thread_seconds();
  for (int i = 0; i < kReads; ++i) static_cast<void>(thread_seconds());
  return (thread_seconds() - start) / kReads;
}

void print_own_share(int rounds) {
  std::printf(
      "\n| share of a step outside of dWorldStep | flight | standing | lying |\n|---|---|---|---|\n| default |");
  for (const Situation situation : kSituations) {
    const Figure figure = humanoid(false);
    const Workload work = workload(figure, situation);
    World world(figure, Scene{}, SimulationOptions{});
    StateRecord next;
    time_ode = true;
    ode_seconds = 0;
    ode_calls = 0;
    const double start = thread_seconds();
    for (int round = 0; round < rounds; ++round)
      for (const Control& control : work.controls) world.step(work.start, control, next);
    const double all = thread_seconds() - start;
    // Of the two readings about each call, one is in either part.
    const double clock = ode_calls * clock_seconds();
    const double share = 1 - (ode_seconds - clock) / (all - 2 * clock);
    time_ode = false;
    std::printf(" %.1f %% |", 100 * share);
  }
  std::printf("\n");
}

void print_threads(int rounds) {
  const Figure figure = humanoid(false);
  const Workload work = workload(figure, Situation::kStanding);
  const std::vector<Rollout> jobs(200, Rollout{&work.start, work.controls});
  double best[2] = {1e9, 1e9};
  WorldPool one(figure, Scene{}, {}, 1);
  WorldPool two(figure, Scene{}, {}, 2);
  for (int round = 0; round < rounds; ++round) {
    for (const int threads : {1, 2}) {
      const double start = wall_seconds();
      static_cast<void>(rollouts(threads == 1 ? one : two, jobs));
      best[threads - 1] = std::min(best[threads - 1], wall_seconds() - start);
    }
  }
  const double steps = static_cast<double>(jobs.size() * work.controls.size());
  std::printf("\nRollouts: %.0f steps/s on one thread, %.0f on two: %.2f times.\n", steps / best[0], steps / best[1],
              best[0] / best[1]);
}

void print_chains(int rounds) {
  std::printf("\n| chain of | flight | ODE's own | lying, contacts | lying | ODE's own |\n|---|---|---|---|---|---|\n");
  for (const int bodies : {2, 5, 10, 15, 20, 30}) {
    const Figure figure = chain(bodies);
    SimulationOptions stock;
    stock.kernels = LcpKernels::kStock;
    World fast_world(figure, Scene{}, SimulationOptions{});
    World stock_world(figure, Scene{}, stock);
    StateRecord next;
    std::vector<Workload> works;
    for (const Situation s : {Situation::kFlight, Situation::kStanding}) works.push_back(workload(figure, s));
    std::vector<Entrant> entrants;
    for (const Workload& work : works) {
      entrants.push_back({"", [&](const Control& c) { fast_world.step(work.start, c, next); }, &work});
      entrants.push_back({"", [&](const Control& c) { stock_world.step(work.start, c, next); }, &work});
    }
    measure(entrants, rounds);
    StepReport report;
    fast_world.step(works[1].start, works[1].controls[0], next, &report);
    std::printf("| %d | %.1f | %.1f | %zu | %.1f | %.1f |\n", bodies, entrants[0].best, entrants[1].best,
                report.substeps[0].contacts.size(), entrants[2].best, entrants[3].best);
  }
}

/// A figure that moves at random, falls and struggles: other contacts and motors at other limits in every step, so
/// that nothing about the solver's problems repeats. 200 states are found first, then stepped with either solver.
void print_motion(int rounds) {
  std::printf("\n| moving at random | default | ODE's own solver | ratio |\n|---|---|---|---|\n");
  for (const auto& [speed, strength] : {std::pair{0.2, 1.0}, {1.0, 1.0}, {3.0, 0.5}, {2.0, 0.01}}) {
    const Figure figure = humanoid(false);
    SimulationOptions stock;
    stock.kernels = LcpKernels::kStock;
    World worlds[2] = {{figure, Scene{}, SimulationOptions{}}, {figure, Scene{}, stock}};
    std::vector<StateRecord> states{worlds[0].initial_record()};
    std::vector<Control> controls;
    for (std::uint64_t i = 0; i < 200; ++i) {
      Rng random(77, {i});
      Control& control = controls.emplace_back(holding_control(figure));
      for (AxisControl& axis : control.axes) {
        axis.target = speed * random.normal();
        axis.torque_limit *= strength;
      }
      states.push_back(worlds[0].step(states.back(), control));
    }
    double best[2] = {1e9, 1e9};
    StateRecord next;
    for (int round = 0; round < rounds; ++round) {
      for (const int w : {0, 1}) {
        const double start = thread_seconds();
        for (std::size_t i = 0; i < controls.size(); ++i) worlds[w].step(states[i], controls[i], next);
        best[w] = std::min(best[w], 1e6 * (thread_seconds() - start) / static_cast<double>(controls.size()));
      }
    }
    std::printf("| targets %.1f rad/s, torque limits x %.2f | %.1f | %.1f | %.2f |\n", speed, strength, best[0],
                best[1], best[1] / best[0]);
  }
}

int run(int rounds) {
  if (!fast_lcp_kernels_available()) std::printf("%s\n", lcp_kernel_notice().c_str());
  const double ratio = print_settings(rounds);
  print_motion(std::max(rounds / 4, 1));
  print_own_share(rounds);
  print_chains(std::max(rounds / 4, 1));
  print_threads(std::max(rounds / 4, 1));
#if SINEW_HAS_MUJOCO
  return ratio >= 1.5 ? EXIT_SUCCESS : EXIT_FAILURE;
#else
  static_cast<void>(ratio);
  return EXIT_SUCCESS;
#endif
}

}  // namespace
}  // namespace sinew::bench

int main(int argc, char** argv) { return sinew::bench::run(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 20); }
