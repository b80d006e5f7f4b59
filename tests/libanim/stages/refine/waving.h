#pragma once

#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/model/take.h"
#include "libanim/simulation/reference_motion.h"
#include "libanim/simulation/world.h"
#include "libanim/stages/refine/smc_problem.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew::test {

/// The thesis' form, whatever the defaults are: splines of target angles through the reference, its tolerances (seed
/// 002, Table 7.1), and a place to stay at.
inline SmcOptions thesis_options() {
  SmcOptions options;
  options.base = SplineBase::kNone;
  options.guide = SplineGuide::kReference;
  options.elites = 0;
  options.sampler = {.samples = 250, .kept = 0.25, .greedy = 0.5};
  options.tolerances = {.angle = 0.05,
                        .spin = 0.02,
                        .head = 0.05,
                        .place = 0.05,
                        .bodies = 0,
                        .slip = 0,
                        .end_angle = 0.2,
                        .end_spin = 0.1,
                        .root = 0.1,
                        .root_spin = 0.1,
                        .end_effectors = 0.1,
                        .balance = 0.1,
                        .velocity = 0.5,
                        .end_place = 0.1,
                        .acceleration = 10,
                        .jerk = 20};
  return options;
}

/// A reference in which the small humanoid stands and bends its elbows up to a radian, once a second.
inline Take waving_take(int frames) {
  Take take = standing_take(frames);
  take.name = "wave";
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const int body = body_of(take.figure, Part::kForearm, side);
    const FigureJoint& elbow = take.figure.joints[to_size(body) - 1];
    const std::size_t bone = to_size(take.figure.bodies[to_size(body)].joint);
    const Vec3 axis = elbow.axes * Vec3::UnitY();
    for (int f = 0; f < frames; ++f) {
      const double bend = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * f / 30);
      Quat& rotation = take.reference.frame_rotations(f)[bone];
      rotation = rotation * exp_rotation(axis * bend);
    }
  }
  make_continuous(take.reference);
  return take;
}

/// Gives the take the steps of a tracker that aims at the next frame of the reference, off by normal noise in every
/// axis (unit: rad).
inline Take followed(Take take, double noise, std::uint64_t seed = 1) {
  const ReferenceMotion motion = reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, 6);
  World world(take.figure, take.scene, take.simulation);
  StateRecord record = world.initial_record();
  for (std::size_t i = 0; i < motion.start.bodies.size(); ++i) record.bodies[i] = motion.start.bodies[i];
  take.start = record;
  take.steps.clear();
  Rng rng(seed);
  for (int f = 0; f < motion.steps(); ++f) {
    TakeStep step;
    Eigen::VectorXd aim = axis_angles(take.figure, motion.frames[to_size(f + 1)].joints);
    for (double& angle : aim) angle += noise * rng.normal();
    step.control = control_towards(take.figure, record, rotations_of(take.figure, aim), motion.frame_seconds);
    world.step(record, step.control, record, &step.report);
    step.record = record;
    take.steps.push_back(std::move(step));
  }
  return take;
}

}  // namespace sinew::test
