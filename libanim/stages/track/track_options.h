#pragma once

#include <cstdint>

namespace sinew {

/// Weights of the cost of a state (see tracking_cost.h). The first four are those of seed 003's equations 3 to 6; the
/// others are what the thesis (seed 002, chapter 5) adds. The defaults keep a figure where the reference is first, and
/// like it second.
struct TrackWeights {
  double root_position = 20;   ///< raise if the figure drifts away (unit: 1/m)
  double root_rotation = 4;    ///< raise if it leans (unit: 1/rad)
  double pose = 0.3;           ///< bodies in the root's frame, summed; raise if limbs go astray (unit: 1/m)
  double balance = 0.1;        ///< bodies from the centre of mass on the ground, summed (unit: 1/m)
  double orientation = 0.1;    ///< bodies in the world, summed (unit: 1/rad)
  double stable_head = 0;      ///< head and chest in the world, beyond `orientation` (unit: 1/rad)
  double end_effectors = 2;    ///< heights of heels, balls and hands, summed; raise if feet drag (unit: 1/m)
  double slip = 0.8;           ///< horizontal speed of points that are planted in the reference, summed; raise if feet
                               ///< skate (unit: s/m)
  double centre_velocity = 1;  ///< of the centre of mass (unit: s/m)
  double root_spin = 0;        ///< angular velocity of the root (unit: s/rad)
  double spin = 0.02;          ///< angular velocities of the bodies, summed; raise if limbs tremble (unit: s/rad)
};

enum class ActionKind {
  kPoseOffset,  ///< joint offsets from the reference's pose at the end of a segment, interpolated between
  kVelocity,    ///< target angular velocities, as in seed 003
};

enum class CovarianceModel {
  kDiagonal,  ///< a variance per axis, moved by a fixed rate towards that of the elites
  kFull,      ///< the CMA-ES update with evolution paths and step size
};

enum class LostControl {
  kDistance,  ///< bodies are farther from the reference than a distance, on average
  kPaper,     ///< also, as in seed 003: the root leans more than the reference ever does, a body other than the feet
              ///< touches the ground (unless it is near it in the reference), or the legs touch each other
};

/// How a clip is followed in simulation. Names in brackets are those of seed 003, Algorithm 1.
struct TrackOptions {
  TrackWeights weights;
  ActionKind action = ActionKind::kPoseOffset;
  int samples = 96;             ///< per knot and iteration [n_samples]; raise if clips are lost
  double elites = 0.25;         ///< share of the samples that the distribution learns from [n_save]
  double survival = 0.4;        ///< share of the samples that go on to the next knot [p_filter]
  int knot_frames = 3;          ///< control frames between two knots; lower if control is lost, higher if it trembles
  int growth = 1;               ///< knots by which the window's end goes ahead per iteration [n_window]
  int window = 8;               ///< longest window (unit: knots)
  int iterations = 10;          ///< how often a knot is sampled before the window leaves it behind [n_iter]
  int starts = 8;               ///< states that are kept where the window starts
  int clusters = 1;             ///< of the Gaussian mixture, at most [k_max]
  double prune = 0.01;          ///< clusters with less weight among the elites go
  bool rank_each_step = false;  ///< elites are ranked by their cost up to each step instead of over the whole window
  bool smoothing = false;       ///< equation 2: multiply each knot's Gaussian with that of the knot before
  double smoothing_scale = 2;   ///< by which the covariance of that product is widened
  CovarianceModel covariance = CovarianceModel::kDiagonal;
  double covariance_rate = 0.3;   ///< kDiagonal
  double covariance_floor = 0.3;  ///< kDiagonal: least deviation, as a share of the first one
  double inherited = 0.5;         ///< share of a new knot's covariance that comes from the knot before
  double inherited_mean = 0;      ///< share of a new knot's mean that comes from the knot before
  LostControl lost = LostControl::kDistance;
  double lost_distance = 0.5;   ///< (unit: m)
  double far = 0.03;            ///< where the best trajectory is farther from the reference, samples are multiplied
  int far_effort = 2;           ///< by this (unit of far: m)
  int patience = 30;            ///< iterations without progress after which the search goes back
  int standstill = 8;           ///< the same where the window is not full and its end does not get ahead
  int restarts = 3;             ///< how often at one place, before the clip is given up
  int most_effort = 4;          ///< samples after a restart are multiplied by 2, 4, ... up to this
  double restart_spread = 1.5;  ///< and the first deviations by this each time

  double sigma_legs = 0.045;  ///< first deviation of the offsets (unit: rad)
  double sigma_torso = 0.02;  ///< also of a creature's trunk
  double sigma_arms = 0.02;
  double sigma_shoulders = 0;  ///< 0: as the arms
  double sigma_head = 0.005;   ///< and tail
  double calm = 0.25;          ///< where the reference stands still, first deviations are multiplied by this (see
                               ///< TrackProblem::sigma)
  double calm_speed = 0.5;     ///< from this speed of feet or centre of mass on they are as above (unit: m/s)

  /// How far two legs that stand agree where the pelvis goes (see StanceAgreement); not at all where control was lost.
  double agree = 1;

  double velocity_cutoff = 6;  ///< low pass of the reference's velocities; raise for very fast motions (unit: Hz)
  bool search_start = true;    ///< the velocity of the first frame is searched too (seed 002, 5.1.1); clips that start
                               ///< mid-stride need it, since the difference of two noisy frames says little
  double sigma_launch = 0.15;  ///< first deviation of the start's velocity (unit: m/s)
  double sigma_launch_spin = 0.15;  ///< and of its angular velocity (unit: rad/s)

  std::uint64_t seed = 1;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// The method of seed 003 as its section 4.1 sets it up: velocities of every frame at 30 Hz, weights 1, 1, 1 and 0.1,
/// window growth 10, 10 iterations, 60 % filter, smoothing, full CMA-ES, and no search of the start or restarts.
[[nodiscard]] TrackOptions paper_options(int clusters, int samples, double elites);

}  // namespace sinew
