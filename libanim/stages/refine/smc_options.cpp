#include "libanim/stages/refine/smc_options.h"

#include <cmath>

#include "libanim/support/error.h"

namespace sinew {

namespace {

void require(bool holds, const char* rule) {
  if (!holds) throw Error::usage(std::string("sequential Monte Carlo: ") + rule);
}

}  // namespace

void SmcTolerances::validate() const {
  for (const double tolerance : {angle, spin, head, place, bodies, slip, end_angle, end_spin, root, root_spin,
                                 end_effectors, balance, velocity, end_place, acceleration, jerk}) {
    require(tolerance >= 0 && std::isfinite(tolerance), "tolerances are not negative");
  }
}

void SmcOptions::validate() const {
  sampler.validate();
  tolerances.validate();
  require(reference_share >= 0 && extension_share >= 0, "shares of the samples are not negative");
  require(reference_share + extension_share + sampler.greedy <= 1,
          "reference, extension and greedy shares of the samples are at most 1 together");
  require(elites >= 0 && elites <= 1, "the elites are a share of the samples");
  require(points >= 1 && points <= 100, "a spline has 1 to 100 control points");
  require(shortest > 0 && std::isfinite(shortest), "control points are apart by more than nothing");
  require(horizon >= shortest && horizon <= 60, "the horizon is at least one segment and at most 60 s");
  require(slack >= 1, "the terminal cost looks at one frame at least");
  require(advance >= 1, "at least one frame is played between searches");
  require(range > 0 && std::isfinite(range), "offsets have a positive range");
  require(smoothing >= 0 && leg_smoothing >= 0, "widths of smoothing are not negative");
  require(least_torque > 0 && least_torque <= 1, "the least torque is a share above 0");
  require(abandon == 0 || abandon >= 1, "plans are abandoned when they cost more than the best");
  require(agree >= 0 && agree <= 1, "legs agree by a share of the way");
  require(lost_distance > 0, "the distance at which control is lost is positive");
  require(velocity_cutoff > 0, "the cut-off of velocities is positive");
}

}  // namespace sinew
