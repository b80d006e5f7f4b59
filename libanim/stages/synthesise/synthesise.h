#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "libanim/stages/synthesise/synth_motion.h"
#include "libanim/stages/synthesise/synth_weights.h"

namespace sinew {

enum class SynthSolver {
  kHybrid,  ///< L-BFGS while the contacts are decided, Levenberg-Marquardt afterwards
  kLbfgs,   ///< L-BFGS throughout, as in the paper
};

/// By what the polish multiplies weights. Contacts that are soft while the search decides are made stiff when it has
/// decided (a trial: gaps of 3.4 mm become 0.1 mm; stiff from the start, nothing is found).
struct SynthStiffness {
  double gap = 100;
  double normal = 10;
  double slip = 10;
  double body = 50;  ///< limb length, limits of joints, penetration
  double k0 = 10;    ///< of W, eq. 7: forces of contacts that are not quite there
  /// Goals, which would lose against all that became stiff. A tall block, 20 phases: with 10 hands miss their goals by
  /// 8 to 11 cm in 6 of 6 searches, physics valid in 3 of them; with 100 by at most 2 cm, and 2 pass.
  double task = 100;
  double physics = 9;  ///< the same for the dynamics, in the rounds after the second
};

/// How a motion is searched.
struct SynthOptions {
  std::uint64_t seed = 1;
  int starts = 16;  ///< most searches from different noise
  /// So many searches at a time; when `wanted` of them pass the check, no more follow, and the cheapest that passes is
  /// kept. Of handstands and climbing a quarter of the searches pass: in 4 of them one does in 68 of 100 cases, in 16
  /// in 99. What is easy is found in the first round.
  int round = 4;
  /// No more searches follow when so many motions pass. Who follows them in simulation wants some to choose from: over
  /// one in two get-ups from the back control is lost.
  int wanted = 1;
  int threads = 0;  ///< 0 = all cores; the result does not depend on it

  SynthSolver solver = SynthSolver::kHybrid;
  SynthWeights weights;
  SynthStiffness stiff;
  /// Whether phases may become longer and shorter from phase 2 on (weights.duration holds them back). Those of motions
  /// with goals at given times do not.
  bool durations = false;
  double noise = 0.01;           ///< standard deviation of what is added to the solution before each phase
  int samples = 5;               ///< per phase, of the costs; the paper's 0.1 s
  int fine_samples = 5;          ///< the same where there are obstacles or objects
  int task_iterations = 30;      ///< of phase 1, by Levenberg-Marquardt
  int gradual_iterations = 300;  ///< of phase 2
  int rises = 6;                 ///< in how many steps obstacles rise during phase 2; 15 cm in 3: 0/3, in 6: 3/4
  int rise_iterations = 150;     ///< of phase 2 for each of them
  int refine_iterations = 1000;  ///< of phase 3 by L-BFGS, and twice a round of its polish
  int newton_iterations = 100;   ///< of phase 3 by Levenberg-Marquardt
  int polish_iterations = 50;    ///< of a round of the polish by Levenberg-Marquardt
  int polish_rounds = 4;         ///< the third and later ones only while the check finds something

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// An independent look at a motion, at 60 Hz, off the grid of the costs: only patches within 1 cm of a surface may
/// push, and what they cannot explain is the residual.
struct SynthCheck {
  double task_position = 0;  ///< worst goal, distance (unit: m)
  double task_angle = 0;     ///< worst goal, angle (unit: rad)
  double task_velocity = 0;  ///< worst timed velocity (unit: m/s)
  double force_rms = 0;      ///< residual force, as a share of the body's weight; worst root body
  double moment_rms = 0;     ///< residual moment (unit: body weights x m)
  double force_peak = 0;     ///< the same in the worst moment
  double moment_peak = 0;
  double contact_distance = 0;  ///< largest, where c is active (unit: m)
  double contact_slip = 0;      ///< largest, where c is active (unit: m/s)
  double penetration = 0;       ///< largest (unit: m)
  double stretch = 0;           ///< of a limb beyond its links' length, largest (unit: m)
  bool pass = false;
  /// Whether forces explain the motion in every moment, not only on average. Of motions that pass those are better to
  /// follow in simulation.
  bool balanced = false;
  std::string sentence;  ///< the numbers, and which of them do not hold
};
[[nodiscard]] SynthCheck check_motion(const SynthProblem& problem, const SynthMotion& motion);

/// One search from one seed.
struct SynthAttempt {
  std::uint64_t start = 0;
  double cost = 0;
  int iterations = 0;
  int evaluations = 0;
  double cpu = 0;  ///< (unit: s); for people, never in a result
  std::string sentence;
  SynthCheck check;
};

struct SynthReport {
  bool success = false;
  std::string sentence;  ///< what was found, or why nothing was
  int best = -1;         ///< index in attempts
  std::vector<SynthAttempt> attempts;

  /// Indices of attempts, the best first: those that pass and are balanced, then those that pass, then the others; the
  /// cheapest of each.
  [[nodiscard]] std::vector<int> ranking() const;
};

struct SynthResult {
  std::vector<SynthMotion> motions;  ///< of all attempts, also of those that do not pass
  SynthReport report;

  /// Of the best attempt.
  [[nodiscard]] const SynthMotion& motion() const { return motions.at(static_cast<std::size_t>(report.best)); }

  /// Makes another attempt the best, where there is a reason that the search did not know.
  void choose(int attempt);
};

/// Called now and then; returns false to stop.
using SynthWatcher = std::function<bool(int attempt, const std::string& phase, int iteration, double cost)>;

/// Contact-invariant optimisation: finds a motion, its contacts and their forces from goals alone.
[[nodiscard]] SynthResult synthesise(const SynthProblem& problem, const SynthOptions& options,
                                     const SynthWatcher& watcher = {});

}  // namespace sinew
