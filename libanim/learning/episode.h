#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// One control step as an example to learn from: in `state`, `control` was applied, and `next` came of it.
struct TrainingPair {
  StateRecord state;
  Control control;         ///< what the motors got
  StateRecord next;        ///< World::step(state, control), bit for bit
  StepReport report;       ///< contacts and torques of the step
  Eigen::VectorXd spline;  ///< the plan of the near future that the control is the beginning of (see SplineForm); empty
                           ///< where the control was found in another way
  double reward = 0;       ///< minus the cost of the step, or the logarithm of the plan's fitness; no unit
  int frame = 0;           ///< of the reference, at `state`
};

/// How the splines of an episode are written, as in Hämäläinen et al. 2014: per control point the target angle of every
/// actuated axis, shares of the torque limits of torso, arms and legs, and the time since the point before.
struct SplineForm {
  int points = 0;         ///< 0: there are no splines
  Eigen::VectorXd lower;  ///< bounds of every entry, points x (axes + 4)
  Eigen::VectorXd upper;
};

enum class EpisodeEnd {
  kTruncated,   ///< the reference ended; the motion could have gone on
  kTerminated,  ///< control was lost
};

[[nodiscard]] std::string_view episode_end_name(EpisodeEnd end);

/// Pairs that follow one another, and everything that they depend on.
///
/// validate() checks:
///  1. the setting is a valid take without start and steps;
///  2. there is at least one pair; all controls have the same mode and an entry per axis;
///  3. records have the figure's bodies and the scene's objects; each pair begins with the bits in which the one before
///     ends; physics steps count on by `substeps`;
///  4. frames count on by one, within the reference; reports have `substeps` entries;
///  5. splines, where the form has points, have points x (axes + 4) entries, else none; bounds likewise, lower <=
///  upper;
///  6. all numbers are finite, those of records below 1e6; physics steps are at most 2^53, so that a double holds them.
struct Episode {
  std::string name;  ///< unique in a data set, fit for a file's name
  Take setting;      ///< character, figure, scene, options, reference, provenance (with the episode's own seed)
  SplineForm splines;
  std::vector<TrainingPair> pairs;
  EpisodeEnd end = EpisodeEnd::kTruncated;

  /// The record of the i-th pair, or the one after the last.
  [[nodiscard]] const StateRecord& record(std::size_t i) const {
    return i < pairs.size() ? pairs[i].state : pairs.back().next;
  }

  /// Throws Error (kAsset) that names the pair and the rule.
  void validate() const;
};

/// The steps of a take as an episode without splines; terminated when they end before the reference does. Throws Error
/// (kAsset) when the take has no steps.
[[nodiscard]] Episode episode_from_take(const Take& take, std::string name);

/// A take without start and steps: what an episode has as its setting.
[[nodiscard]] Take setting_of(const Take& take);

}  // namespace sinew
