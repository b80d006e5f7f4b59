#pragma once

#include <cstdint>

#include "libanim/optimisation/kd_sampler.h"

namespace sinew {

/// Tolerances of the fitness: a deviation of this size costs exp(-1/2) (see smc_fitness.h); zero leaves a term out. The
/// names in brackets are those of seed 002, Table 7.1, with its values where ours differ. With these, a body that turns
/// 1 rad/s too fast (sigma_v1 = 0.02) weighs more than the figure lying beside its reference: a walk (02_01) ends 244
/// mm off after 2 s, with ours 48 mm (tests/benchmarks/RESULTS.md).
struct SmcTolerances {
  // Average cost: how the motion looks.
  double angle = 0.05;   ///< joint angles [sigma_a1] (unit: rad)
  double spin = 1;       ///< angular velocities of the bodies [sigma_v1: 0.02] (unit: rad/s)
  double head = 0;       ///< orientation of head and chest [sigma_head: 0.05] (unit: rad)
  double place = 0.02;   ///< position of the root; not in the thesis, whose figure drifts (unit: m)
  double bodies = 0.01;  ///< positions of the bodies, mean of the squares; not in the thesis (unit: m)
  double slip = 0;       ///< speed along the ground of points that stand in the reference, beyond their speed there;
                         ///< not in the thesis (unit: m/s)
  // Terminal cost: whether the motion can go on.
  double end_angle = 0.2;      ///< [sigma_a2] (unit: rad)
  double end_spin = 2;         ///< [sigma_v2: 0.1] (unit: rad/s)
  double root = 0.1;           ///< orientation of the root [sigma_root] (unit: rad)
  double root_spin = 2;        ///< [sigma_rvel: 0.1] (unit: rad/s)
  double end_effectors = 0.1;  ///< heights of heels, balls and hands [sigma_end] (unit: m)
  double balance = 0.1;        ///< end effectors from the centre of mass, on the ground [sigma_bal] (unit: m)
  double velocity = 0.5;       ///< of the centre of mass [sigma_bvel] (unit: m/s)
  double end_place = 0.1;      ///< position of the root; not in the thesis (unit: m)
  // Smoothness.
  double acceleration = 0;  ///< root mean square over bodies and frames [sigma_a: 10] (unit: m/s^2)
  double jerk = 100;        ///< likewise [sigma_J: 20] (unit: m/s^3)

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// What the target angles of a spline are added to.
enum class SplineBase {
  kNone,       ///< nothing: the spline is the target, as in seeds 000 and 002
  kReference,  ///< the reference's angles
  kTake,       ///< the targets that the take's own controls aim at
};

/// What random splines go through.
enum class SplineGuide {
  kReference,  ///< the reference's angles, as in seed 002
  kTake,       ///< the targets that the take's own controls aim at
};

/// Sequential Monte Carlo over splines in a receding horizon: seed 002, chapter 5. The shares of the samples are those
/// of its section 5.3. Departures, each measured (tests/benchmarks/RESULTS.md): plans are offsets from the reference's
/// angles, which a spline of 7 points follows only roughly; greedy samples change a fifth of a plan's numbers; the mean
/// of the best plans is a guess for the next frame; tolerances as above.
struct SmcOptions {
  SmcTolerances tolerances;
  KdSamplerOptions sampler{.samples = 250,
                           .kept = 0.25,
                           .greedy = 0.5,
                           .greedy_sigma = 0.03,
                           .greedy_of_bounds = true,
                           .greedy_changes = 0.2};
  double reference_share = 0.25;  ///< of the samples: random splines through the reference
  double extension_share = 0.05;  ///< of the samples: the previous best with a new end
  double elites = 0.2;            ///< share of the samples whose weighted mean is a guess in the next search
  int points = 7;                 ///< control points of a spline
  double horizon = 1;             ///< longest spline (unit: s)
  double shortest = 0.1;          ///< between two control points (unit: s)
  int slack = 5;                  ///< frames before the horizon's end of which the terminal cost takes the best
  int advance = 1;                ///< frames that are played before the next search
  SplineBase base = SplineBase::kReference;
  SplineGuide guide = SplineGuide::kReference;
  double range = 0.3;          ///< with a base: largest offset (unit: rad)
  double smoothing = 0;        ///< kTake: width of the bell over which the take's offsets from the reference are
                               ///< averaged (unit: s)
  double leg_smoothing = 0;    ///< the same for the legs, which balance depends on (unit: s)
  double least_torque = 0.5;   ///< least share of a joint's torque that a spline may allow
  double lost_distance = 0.5;  ///< bodies farther than this on average: control is lost (unit: m)
  double abandon = 0;          ///< plans are not played to their end once they cost this many times as much as the best
                               ///< found so far in the frame, whatever comes (see FitnessMeter::least_cost); 0: all are
  double agree = 0;            ///< how far two legs that stand agree where the pelvis goes (see StanceAgreement)
  double velocity_cutoff = 6;  ///< low pass of the reference's velocities (unit: Hz)
  std::uint64_t seed = 1;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

}  // namespace sinew
