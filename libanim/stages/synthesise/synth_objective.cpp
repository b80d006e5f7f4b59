#include "libanim/stages/synthesise/synth_objective.h"

#include <algorithm>

namespace sinew {

SynthObjective::SynthObjective(const SynthScene& scene, const SynthTrajectory& trajectory, int samples_per_phase,
                               int body_grid)
    : scene_(scene),
      trajectory_(trajectory),
      dynamics_(scene),
      first_order_(trajectory.index(), false),
      second_order_(trajectory.index(), true) {
  for (int phase = 0; phase < trajectory.phases(); ++phase) {
    for (int i = 0; i < samples_per_phase; ++i) {
      const double u = (i + 0.5) / samples_per_phase;
      samples_.push_back({{phase, u}, kPerPhase / samples_per_phase, true, body_grid == 1, {}, {}});
    }
    const int fine = body_grid > 1 ? body_grid * samples_per_phase : 0;
    for (int i = 0; i < fine; ++i) {
      samples_.push_back({{phase, (i + 0.5) / fine}, kPerPhase / fine, false, true, {}, {}});
    }
  }
  for (const SynthGoal& goal : scene.problem.goals) {
    const SampleTime when = goal.time < 0 ? trajectory.end() : trajectory.at(goal.time);
    samples_.push_back({when, 1, false, false, {&goal}, {}});
  }
}

void SynthObjective::add_terms(Sample& sample, SampleCost& cost) {
  if (sample.running) {
    if (parts.contact) {
      add_contact_terms(scene_, weights, state_, cost);
    }
    if (parts.dynamics) {
      dynamics_.add(weights, state_, cost, nullptr);
    }
    if (parts.effort) {
      add_effort_terms(scene_, weights, state_, cost);
    }
    if (parts.hint && weights.hint > 0) {
      add_hint_terms(scene_, weights, state_, cost);
    }
  }
  if (sample.body && parts.body) {
    add_body_terms(scene_, weights, state_, cost);
  }
  if (parts.goals) {
    for (const SynthGoal* goal : sample.goals) {
      add_goal_terms(scene_, weights, *goal, state_, cost);
    }
  }
}

Eigen::MatrixXd SynthObjective::carried(const Eigen::VectorXd& x) {
  Eigen::MatrixXd most = Eigen::MatrixXd::Zero(trajectory_.index().contacts, trajectory_.phases());
  for (Sample& sample : samples_) {
    if (!sample.running) {
      continue;
    }
    trajectory_.sample(x, sample.when, state_);
    first_order_.clear();
    dynamics_.add(weights, state_, first_order_, nullptr);
    for (int i = 0; i < trajectory_.index().contacts; ++i) {
      const SynthPatchFrame& patch = scene_.patches[static_cast<std::size_t>(i)];
      const auto weight = [&](int body) { return scene_.bodies[static_cast<std::size_t>(body)].mass * scene_.gravity; };
      const double lighter =
          patch.other_body < 0 ? weight(patch.body) : std::min(weight(patch.body), weight(patch.other_body));
      double& entry = most(i, sample.when.phase);
      entry = std::max(entry, dynamics_.force().segment<3>(6 * i).norm() * scene_.unit_force / lighter);
    }
  }
  return most;
}

double SynthObjective::operator()(const Eigen::VectorXd& x, Eigen::VectorXd* gradient, BlockTridiagonal* hessian) {
  ++evaluations_;
  SampleCost& cost = hessian != nullptr ? second_order_ : first_order_;
  double value = 0;
  for (Sample& sample : samples_) {
    if (!(sample.running || (sample.body && parts.body) || (parts.goals && !sample.goals.empty()))) {
      continue;
    }
    trajectory_.sample(x, sample.when, state_);
    cost.clear(sample.running ? 2 : sample.goals.empty() ? 0 : 1);
    add_terms(sample, cost);
    value += sample.weight * cost.value;
    if (gradient != nullptr) {
      cost.gradient *= sample.weight;
      if (hessian != nullptr) {
        cost.hessian.topLeftCorner(cost.used(), cost.used()) *= sample.weight;
      }
      trajectory_.pull_back(x, sample.when, cost, *gradient, hessian);
    }
  }
  if (trajectory_.has_durations()) {
    value += duration_terms(x, gradient, hessian);
  }
  if (contacts_decided && gradient != nullptr) {
    trajectory_.hold_contacts(*gradient, hessian);
  }
  return value;
}

double SynthObjective::duration_terms(const Eigen::VectorXd& x, Eigen::VectorXd* gradient,
                                      BlockTridiagonal* hessian) const {
  double value = 0;
  for (int k = 0; k < trajectory_.phases(); ++k) {
    const int at = trajectory_.duration_variable(k);
    value += weights.duration * x[at] * x[at];
    if (gradient != nullptr) {
      (*gradient)[at] += 2 * weights.duration * x[at];
    }
    if (hessian != nullptr) {
      const int row = trajectory_.block() - 1;
      hessian->diagonal[static_cast<std::size_t>(k)](row, row) += 2 * weights.duration;
    }
  }
  if (durations_held && gradient != nullptr) {
    trajectory_.hold_durations(*gradient, hessian);
  }
  return value;
}

}  // namespace sinew
