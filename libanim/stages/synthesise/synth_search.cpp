#include "libanim/stages/synthesise/synth_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

#include "libanim/optimisation/block_newton.h"
#include "libanim/optimisation/lbfgs.h"
#include "libanim/stages/synthesise/synth_forces.h"
#include "libanim/stages/synthesise/synth_limits.h"
#include "libanim/stages/synthesise/synth_opening.h"
#include "libanim/support/rng.h"

namespace sinew {

namespace {

/// Of this thread; for people to read, nothing depends on it.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool has_timed_goals(const SynthProblem& problem) {
  return std::ranges::any_of(problem.goals, [](const SynthGoal& goal) { return goal.time >= 0; });
}

SynthWeights weights_for(const SynthScene& scene, const SynthWeights& weights) {
  if (scene.climbs) {
    return weights.for_climbing();
  }
  if (scene.lies) {
    return weights.for_lying(scene.sits_up);
  }
  return scene.acrobatic ? weights.for_acrobatics() : weights;
}

/// Of limbs and penetration, against the other terms: near obstacles, and where limbs cross in the polish.
constexpr int kBodyGrid = 3;

class Search {
 public:
  Search(const SynthScene& scene, const SynthOptions& options, int start, const SynthWatcher& watcher)
      : scene_(scene),
        options_(options),
        start_(start),
        watcher_(watcher),
        trajectory_(scene, options.durations && !has_timed_goals(scene.problem)),
        rng_(options.seed, {static_cast<std::uint64_t>(start)}),
        weights_(weights_for(scene, options.weights)),
        x_(trajectory_.still()) {
    raise_obstacles(1);
  }

  SynthSearchResult run() {
    const double begin = thread_seconds();
    discover_task();
    enforce_physics_gradually();
    refine();
    polish();
    SynthSearchResult result;
    result.motion = trajectory_.motion(x_);
    add_forces(result.motion);
    attempt_.start = static_cast<std::uint64_t>(start_);
    attempt_.cost = cost();
    attempt_.check = look();
    attempt_.cpu = thread_seconds() - begin;
    attempt_.sentence = attempt_.check.sentence;
    result.attempt = attempt_;
    return result;
  }

 private:
  /// Phase 1: only L_Task. Wishful thinking, but to its end: it spreads the way over all the time that there is. After
  /// 100 iterations of L-BFGS a walk still waits for three seconds and then leaps (5/8, to the end 8/8).
  void discover_task() {
    perturb();
    objective_->parts = {.contact = false, .dynamics = false, .body = false, .effort = true, .goals = true};
    objective_->durations_held = true;  // a slower wish is always cheaper
    descend_by_newton("task", options_.task_iterations);
  }

  /// Phase 2: all terms, the hint (eq. 11) among them, and L_Physics at a tenth. Obstacles rise out of the ground
  /// meanwhile: someone who has wished himself into the middle of one would not find the way over it (Yin et al. 2008,
  /// "Continuation methods").
  void enforce_physics_gradually() {
    const int steps = scene_.rises() ? options_.rises : 1;
    for (int i = 1; i <= steps; ++i) {
      perturb();
      reopen_contacts();
      raise_obstacles(static_cast<double>(i) / steps);
      objective_->parts = {.hint = true};
      objective_->durations_held = false;
      SynthWeights& w = objective_->weights;
      w.physics *= 0.1;
      w.length *= 0.1;
      w.limits *= 0.1;
      w.penetration *= scene_.has_obstacles ? 1 : 0.1;  // a way through an obstacle is not to be found at all
      descend("gradual physics", steps > 1 ? options_.rise_iterations : options_.gradual_iterations);
    }
  }

  void raise_obstacles(double share) {
    if (share < 1) {
      risen_problem_ = with_sunken_obstacles(scene_.problem, share);
      risen_.emplace(risen_problem_);
    }
    evaluate_on(share < 1 ? *risen_ : scene_, scene_.has_obstacles ? kBodyGrid : 1);
  }

  void evaluate_on(const SynthScene& scene, int body_grid) {
    const int samples = scene_.has_obstacles ? options_.fine_samples : options_.samples;
    objective_.emplace(scene, trajectory_, samples, body_grid);
    objective_->weights = weights_;
  }

  /// L with the weights of the whole search, so that attempts can be compared whatever their polish took.
  double cost() {
    evaluate_on(scene_, kBodyGrid);
    return (*objective_)(x_, nullptr, nullptr);
  }

  /// Phase 3: all terms in full except the hint.
  void refine() {
    perturb();
    reopen_contacts();
    objective_->parts = {};
    objective_->durations_held = false;
    objective_->weights = weights_;
    if (options_.solver == SynthSolver::kHybrid) {
      descend_by_newton("physics", options_.newton_iterations);
    } else {
      descend("physics", options_.refine_iterations);
    }
  }

  /// The same with contacts, limbs and goals that become stiff. First c may still change, then it is decided; rounds
  /// that are stiffer yet follow while the check finds something or a moment is out of balance, and from the fourth on
  /// contacts that are not kept are given up. What passed before and does not afterwards comes back.
  void polish() {
    evaluate_on(scene_, polish_grid());
    std::optional<Eigen::VectorXd> passed;
    for (int round = 0; round < options_.polish_rounds && !stopped_; ++round) {
      if (round >= 2) {
        const SynthCheck check = look();
        if (check.pass) passed = x_;
        if (check.pass && check.balanced) return;
      }
      if (round < 2) {
        close_idle_contacts();
      } else if (round > 2) {
        give_up_contacts();
      }
      if (round == 1) {
        decide_contacts();
      }
      stiffen(0.5 * (round + 1));
      if (options_.solver == SynthSolver::kHybrid) {
        descend_by_newton("polish", options_.polish_iterations);
      } else {
        descend("polish", options_.refine_iterations / 2);
      }
    }
    if (passed && !look().pass) x_ = *passed;
  }

  [[nodiscard]] SynthCheck look() const { return check_motion(scene_.problem, trajectory_.motion(x_)); }

  /// Finest where a foot hurries over an edge: between samples that are 17 ms apart it passes through it, 1 cm deep
  /// (step over, seed 13: 9.5 mm; 3.5 mm with twice as many).
  [[nodiscard]] int polish_grid() const {
    return scene_.rises() ? 4 * kBodyGrid : scene_.has_obstacles ? 2 * kBodyGrid : kBodyGrid;
  }

  /// `share`: exponent of the stiffness.
  void stiffen(double share) {
    const SynthStiffness& stiff = options_.stiff;
    // One sample of the finer grid of limbs counts less.
    const double body = stiff.body * polish_grid();
    SynthWeights& w = objective_->weights;
    const auto raise = [&](double& weight, double base, double factor) { weight = base * std::pow(factor, share); };
    raise(w.gap, weights_.gap, stiff.gap);
    raise(w.normal, weights_.normal, stiff.normal);
    raise(w.slip, weights_.slip, stiff.slip);
    raise(w.length, weights_.length, body);
    raise(w.limits, weights_.limits, body);
    raise(w.penetration, weights_.penetration, body);
    raise(w.task, weights_.task, stiff.task);
    raise(w.k0, weights_.k0, stiff.k0);
    w.physics = weights_.physics * std::pow(stiff.physics, std::max(0., share - 1));
  }

  /// Zero-mean noise, to break symmetries.
  void perturb() {
    const int moving = 12 * trajectory_.index().tracks;
    for (int i = 0; i < x_.size(); ++i) {
      x_[i] += i % trajectory_.block() < moving ? options_.noise * rng_.normal() : 0;
    }
  }

  /// c = s^2 is stationary at s = 0, from where a contact would never come back.
  void reopen_contacts() {
    const ContactOpening open = contacts_that_may_open(scene_, trajectory_.motion(x_));
    for_contacts([&](int k, int i, double& s) { s = open(i, k) ? std::max(std::abs(s), 1.) : 0; });
  }

  /// A contact that hardly pushes is given up, so that nobody has to hold still for it; one that carries is kept, be
  /// its c ever so small (c below 5 as the measure lets people fall who roll over their seat).
  void close_idle_contacts() {
    constexpr double kIdle = 0.03;   // largest force in a phase (unit: weights of what is carried)
    constexpr double kClosed = 0.1;  // c
    const Eigen::MatrixXd force = objective_->carried(x_);
    for_contacts([&](int k, int i, double& s) { s = force(i, k) < kIdle || s * s < kClosed ? 0 : s; });
  }

  /// Contacts that are not kept, however stiff they are, are no contacts: others may carry what they did (a tall block,
  /// seed 12: slip of 8 cm/s, then it passes).
  void give_up_contacts() {
    constexpr int kLooks = 10;  // in a phase
    const SynthMotion motion = trajectory_.motion(x_);
    for_contacts([&](int k, int i, double& s) {
      for (int look = 0; look <= kLooks && s != 0; ++look) {
        const double time = motion.time_in(k, static_cast<double>(look) / kLooks);
        const PatchGap gap = patch_gap(scene_, i, state_of(motion, time));
        s = gap.distance > kSynthDistance || gap.slip > kSynthSlip ? 0 : s;
      }
    });
  }

  /// From here on contacts are there or not, and none can be had for less.
  void decide_contacts() {
    constexpr double kDecided = 10;  // s; searches end with c of some hundreds where a foot stands
    for_contacts([&](int, int, double& s) { s = s == 0 ? 0 : std::max(std::abs(s), kDecided); });
    objective_->contacts_decided = true;
  }

  template <typename Change>
  void for_contacts(const Change& change) {
    for (int k = 0; k < trajectory_.phases(); ++k) {
      for (int i = 0; i < trajectory_.index().contacts; ++i) {
        change(k, i, x_[trajectory_.contact_variable(k, i)]);
      }
    }
  }

  void descend(const std::string& phase, int iterations) {
    if (stopped_) {
      return;
    }
    LbfgsOptions options;
    options.max_iterations = iterations;
    options.function_tolerance = 1e-6;
    options.proceed = [&](const LbfgsProgress& now) { return keep_on(phase, now.iteration, now.value); };
    Eigen::VectorXd at(x_.size());
    Eigen::VectorXd gradient(x_.size());
    const auto function = [&](std::span<const double> x, std::span<double> g) {
      at = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
      gradient.setZero();
      const double value = (*objective_)(at, &gradient, nullptr);
      Eigen::Map<Eigen::VectorXd>(g.data(), static_cast<Eigen::Index>(g.size())) = gradient;
      return value;
    };
    const LbfgsReport report = minimise_lbfgs(function, x_, options);
    x_ = report.x;
    attempt_.iterations += report.iterations;
    attempt_.evaluations += report.evaluations;
  }

  void descend_by_newton(const std::string& phase, int iterations) {
    if (stopped_) {
      return;
    }
    BlockNewtonOptions options;
    options.iterations = iterations;
    options.watcher = [&](int iteration, double value) { return keep_on(phase, iteration, value); };
    const BlockNewtonReport report =
        minimise_block_newton([&](const Eigen::VectorXd& x, Eigen::VectorXd* gradient,
                                  BlockTridiagonal* hessian) { return (*objective_)(x, gradient, hessian); },
                              trajectory_.phases(), x_, options);
    attempt_.iterations += report.iterations;
    attempt_.evaluations += report.evaluations;
  }

  bool keep_on(const std::string& phase, int iteration, double value) {
    stopped_ = stopped_ || (watcher_ && !watcher_(start_, phase, iteration, value));
    return !stopped_;
  }

  void add_forces(SynthMotion& motion) const {
    TouchForces touch(scene_);
    const int samples = static_cast<int>(std::floor(motion.duration() * motion.force_rate + 1e-9)) + 1;
    for (int i = 0; i < samples; ++i) {
      motion.forces.push_back(touch.solve(state_of(motion, i / motion.force_rate)).forces);
    }
  }

  const SynthScene& scene_;
  const SynthOptions& options_;
  int start_;
  const SynthWatcher& watcher_;
  SynthTrajectory trajectory_;
  SynthProblem risen_problem_;
  std::optional<SynthScene> risen_;
  std::optional<SynthObjective> objective_;
  Rng rng_;
  SynthWeights weights_;
  Eigen::VectorXd x_;
  SynthAttempt attempt_;
  bool stopped_ = false;
};

}  // namespace

SynthSearchResult search_motion(const SynthScene& scene, const SynthOptions& options, int start,
                                const SynthWatcher& watcher) {
  return Search(scene, options, start, watcher).run();
}

}  // namespace sinew
