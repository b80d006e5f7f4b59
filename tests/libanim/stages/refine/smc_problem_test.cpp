#include "libanim/stages/refine/smc_problem.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/refine/waving.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd within_limits(const Figure& figure, double share, Rng& rng) {
  const PlanLayout layout(figure, test::thesis_options());
  const auto axes = layout.axes();
  VectorXd angles(axes);
  for (Index a = 0; a < axes; ++a) {
    const double low = share * layout.lower()[a];
    angles[a] = low + rng.uniform() * (share * layout.upper()[a] - low);
  }
  return angles;
}

/// A plan anywhere within the bounds about the guide.
VectorXd random_plan(const SmcProblem& problem, int frame, Rng& rng) {
  VectorXd x = problem.guide_spline(frame, rng);
  const VectorXd& low = problem.layout().lower();
  const VectorXd& high = problem.layout().upper();
  for (Index i = 0; i < x.size(); ++i) {
    x[i] = std::clamp(x[i] + 0.1 * (high[i] - low[i]) * rng.normal(), low[i], high[i]);
  }
  return x;
}

PlanStart start_of(const SmcProblem& problem, const World& world) {
  StateRecord record = world.initial_record();
  const StateRecord& start = problem.reference().start;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) record.bodies[i] = start.bodies[i];
  return {0, record, record, problem.cursor_at(0)};
}

TEST(AxisAngles, RotationsAndBack) {
  const Figure figure = test::small_humanoid();
  Rng rng(1);
  for (int trial = 0; trial < 100; ++trial) {
    const VectorXd angles = within_limits(figure, 1, rng);
    // Measured: 7.8e-16.
    EXPECT_LT((axis_angles(figure, rotations_of(figure, angles)) - angles).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(ControlTarget, IsWhatTheControlWasMadeFor) {
  const Figure figure = test::small_humanoid();
  Rng rng(2);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<Quat> now = rotations_of(figure, within_limits(figure, 0.5, rng));
    const std::vector<Quat> aim = rotations_of(figure, within_limits(figure, 0.9, rng));
    const StateRecord record = record_from_bodies(bodies_from_joints(figure, {}, now));
    const Control control = control_towards(figure, record, aim, 1.0 / 30);
    const std::vector<Quat> found = control_target(figure, record, control, 1.0 / 30);
    ASSERT_EQ(found.size(), aim.size());
    // Measured: 1.6e-15.
    for (std::size_t j = 0; j < aim.size(); ++j) EXPECT_LT(angle_between(found[j], aim[j]), 1e-12) << j;
  }
}

TEST(SmcProblem, TheTakesControlsAreNeeded) {
  const Take reference = test::waving_take(10);
  SmcOptions options = test::thesis_options();
  EXPECT_EQ(SmcProblem(reference, options).steps(), 9);
  options.guide = SplineGuide::kTake;
  EXPECT_THROW(SmcProblem(reference, options), Error);
  options.guide = SplineGuide::kReference;
  options.base = SplineBase::kTake;
  EXPECT_THROW(SmcProblem(reference, options), Error);
  Take shorter = test::followed(reference, 0);
  EXPECT_EQ(SmcProblem(shorter, options).steps(), 9);
  shorter.steps.pop_back();
  EXPECT_THROW(SmcProblem(shorter, options), Error);
}

TEST(SmcProblem, AHorizonHasOneFrameAtLeast) {
  SmcOptions options = test::thesis_options();
  options.horizon = 0.5;
  EXPECT_EQ(SmcProblem(test::waving_take(5), options).horizon_frames(), 15);
  options.horizon = options.shortest = 0.001;
  EXPECT_EQ(SmcProblem(test::waving_take(5), options).horizon_frames(), 1);
}

TEST(SmcProblem, AGuideSplineLiesOnTheReference) {
  const Take take = test::waving_take(40);
  const SmcProblem problem(take, test::thesis_options());
  const std::vector<ReferenceFrame>& frames = problem.reference().frames;
  Rng rng(3);
  for (const int frame : {0, 7, 30}) {
    const VectorXd x = problem.guide_spline(frame, rng);
    const SplinePoints points = problem.layout().unpack(x);
    double time = frame;  // in frames
    for (Index p = 0; p < points.count(); ++p) {
      EXPECT_GE(points.durations[p], problem.layout().shortest());
      EXPECT_LE(points.durations[p], problem.layout().longest());
      time = time + 30 * points.durations[p];
      const double at = std::min(time, 39.0);
      const auto before = std::min<std::size_t>(static_cast<std::size_t>(at), 38);
      const VectorXd low = axis_angles(take.figure, frames[before].joints);
      const VectorXd high = axis_angles(take.figure, frames[before + 1].joints);
      const VectorXd expected = low + (at - static_cast<double>(before)) * (high - low);
      const auto axes = problem.layout().axes();
      EXPECT_LT((points.values.col(p).head(axes) - expected).norm(), 1e-12) << frame << ' ' << p;
      EXPECT_TRUE(points.values.col(p).tail(kTorqueGroups).isOnes(0));
    }
  }
}

TEST(SmcProblem, TheCursorMovesAsTheGuideDoes) {
  const Take take = test::waving_take(40);
  const SmcProblem problem(take, test::thesis_options());
  const auto axes = problem.layout().axes();
  const auto angles = [&](std::size_t f) { return axis_angles(take.figure, problem.reference().frames[f].joints); };
  const SplineCursor cursor = problem.cursor_at(8);
  EXPECT_LT((cursor.value.head(axes) - angles(8)).norm(), 1e-15);
  EXPECT_LT((cursor.rate.head(axes) - 30 * (angles(9) - angles(8))).norm(), 1e-12);
  EXPECT_GT(cursor.rate.norm(), 2);  // both elbows at 3.1 rad/s
  EXPECT_TRUE(cursor.value.tail(kTorqueGroups).isOnes(0));
  EXPECT_TRUE(cursor.rate.tail(kTorqueGroups).isZero(0));
  EXPECT_TRUE(problem.cursor_at(39).rate.isZero(0));
}

TEST(SmcProblem, TheGuideOfATakeIsWhatItsControlsAimAt) {
  const Take take = test::followed(test::waving_take(20), 0.02);
  SmcOptions options = test::thesis_options();
  options.guide = SplineGuide::kTake;
  const SmcProblem problem(take, options);
  const auto axes = problem.layout().axes();
  for (int f = 0; f < 19; ++f) {
    const std::vector<Quat> aim = control_target(take.figure, take.record(f), take.steps[to_size(f)].control, 1.0 / 30);
    EXPECT_EQ(VectorXd(problem.cursor_at(f + 1).value.head(axes)), axis_angles(take.figure, aim)) << f;
  }
}

TEST(SmcProblem, TheTakesTargetsAreSmoothedAboutTheReference) {
  const Take take = test::followed(test::waving_take(60), 0.02);
  SmcOptions options = test::thesis_options();
  options.guide = SplineGuide::kTake;
  const auto roughness = [&](Part part) {
    const SmcProblem problem(take, options);
    const int axis =
        take.figure.first_axis(test::body_of(take.figure, part, Side::kLeft) - 1) + (part == Part::kForearm ? 0 : 1);
    const auto offset = [&](int f) {
      return problem.cursor_at(f).value[axis] -
             axis_angles(take.figure, problem.reference().frames[to_size(f)].joints)[axis];
    };
    double sum = 0;
    for (int f = 2; f < 59; ++f) sum += std::abs(offset(f + 1) - 2 * offset(f) + offset(f - 1));
    return sum / 57;
  };
  const double arm = roughness(Part::kForearm);
  const double leg = roughness(Part::kThigh);
  options.smoothing = 0.1;
  // Measured: 0.0006 of 0.031 rad; and the legs are left alone.
  EXPECT_LT(roughness(Part::kForearm), 0.1 * arm);
  EXPECT_EQ(roughness(Part::kThigh), leg);
  options.smoothing = 0;
  options.leg_smoothing = 0.1;
  EXPECT_EQ(roughness(Part::kForearm), arm);
  EXPECT_LT(roughness(Part::kThigh), 0.1 * leg);
}

TEST(SmcProblem, APlanOfNoOffsetsPlaysTheTake) {
  const Take take = test::followed(test::waving_take(20), 0.01);
  SmcOptions options = test::thesis_options();
  options.base = SplineBase::kTake;
  const SmcProblem problem(take, options);
  Rng rng(4);
  VectorXd x = problem.guide_spline(0, rng);
  EXPECT_TRUE(problem.layout().unpack(x).values.topRows(problem.layout().axes()).isZero(0));
  World world(take.figure, take.scene, take.simulation);
  PlanStart start{0, take.start, take.start, problem.cursor_at(0)};
  for (int f = 0; f < 10; ++f) {
    const Control played = problem.play(world, start, x, nullptr);
    const Control& stored = take.steps[to_size(f)].control;
    for (std::size_t a = 0; a < stored.axes.size(); ++a) {
      EXPECT_EQ(played.axes[a].torque_limit, stored.axes[a].torque_limit);
    }
    double gap = 0;
    for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) {
      const Vec3 off = start.record.bodies[b].pose().translation - take.record(f + 1).bodies[b].pose().translation;
      gap = std::max(gap, off.norm());
    }
    // Measured: 6.9e-12 m.
    EXPECT_LT(gap, 1e-9) << f;
  }
}

/// The controls and records of a plan that is never shifted.
struct LongRollout {
  std::vector<Control> controls;
  std::vector<StateRecord> records;
};

LongRollout rollout(const SmcProblem& problem, World& world, const PlanStart& start, const VectorXd& x, int frames) {
  const Figure& figure = problem.figure();
  LongRollout out;
  SplineCursor cursor = start.cursor;
  SplinePoints points = problem.layout().unpack(x);
  Index first = 0;
  StateRecord record = start.record;
  for (int i = 0; i < frames; ++i) {
    advance(cursor, points, first, 1.0 / 30);
    const auto aim = rotations_of(figure, cursor.value.head(problem.layout().axes()));
    Control control = control_towards(figure, record, aim, 1.0 / 30);
    for (std::size_t j = 0; j < figure.joints.size(); ++j) {
      const auto group = static_cast<Index>(torque_group(figure.bodies[j + 1].part));
      const double share = std::clamp(cursor.value[problem.layout().axes() + group], 0.0, 1.0);
      for (int a = 0; a < figure.joints[j].axis_count(); ++a) {
        control.axes[to_size(figure.first_axis(static_cast<int>(j)) + a)].torque_limit *= share;
      }
    }
    record = world.step(record, control);
    out.controls.push_back(control);
    out.records.push_back(record);
  }
  return out;
}

TEST(SmcProblem, AWoundPlanPlaysAsTheOneThatIsNotWound) {
  const Take take = test::waving_take(40);
  SmcOptions options = test::thesis_options();
  options.horizon = 0.5;
  options.shortest = 0.02;
  const SmcProblem problem(take, options);
  World world(take.figure, take.scene, take.simulation);
  World other(take.figure, take.scene, take.simulation);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Rng rng(seed);
    PlanStart start = start_of(problem, world);
    VectorXd x = random_plan(problem, 0, rng);
    VectorXd wound = x;
    const LongRollout expected = rollout(problem, other, start, x, 25);
    for (std::size_t f = 0; f < 25; ++f) {
      const StateRecord before = start.record;
      const Control control = problem.play(world, start, x, nullptr);
      problem.wind_forward(wound);
      ASSERT_EQ(x, wound) << "what is played and what is kept are wound alike; seed " << seed << ", frame " << f;
      ASSERT_EQ(control, expected.controls[f]) << "seed " << seed << ", frame " << f;
      ASSERT_EQ(start.record, expected.records[f]) << "seed " << seed << ", frame " << f;
      ASSERT_EQ(start.before, before);
      ASSERT_EQ(start.frame, static_cast<int>(f) + 1);
    }
  }
}

/// A wound plan stays within the bounds, or the sampler would change it.
TEST(SmcProblem, AWoundPlanStaysWithinTheBounds) {
  const SmcProblem problem(test::waving_take(5), test::thesis_options());
  Rng rng(6);
  for (int trial = 0; trial < 50; ++trial) {
    VectorXd x = random_plan(problem, 0, rng);
    for (int f = 0; f < 40; ++f) {
      problem.wind_forward(x);
      ASSERT_TRUE((x.array() >= problem.layout().lower().array()).all());
      ASSERT_TRUE((x.array() <= problem.layout().upper().array()).all());
    }
  }
}

double measured(const SmcProblem& problem, const Take& take, const PlanStart& start, const LongRollout& motion,
                int planned) {
  const FitnessParts parts = fitness_parts(take.figure);
  FitnessMeter meter(take.figure, take.scene, parts, problem.options(), 1.0 / 30, start.before, start.record);
  const auto frames = static_cast<int>(motion.records.size());
  for (int i = 0; i < frames; ++i) {
    meter.add(problem.reference().frames[to_size(start.frame + i + 1)], motion.records[to_size(i)],
              i >= planned - problem.options().slack);
  }
  return meter.log_fitness(planned);
}

TEST(SmcProblem, TheFitnessIsThatOfTheMotion) {
  const Take take = test::waving_take(40);
  SmcOptions options = test::thesis_options();
  options.horizon = 0.5;
  const SmcProblem problem(take, options);
  World world(take.figure, take.scene, take.simulation);
  Rng rng(7);
  PlanStart start = start_of(problem, world);
  VectorXd x = random_plan(problem, 0, rng);
  for (int f = 0; f < 5; ++f) {
    const LongRollout motion = rollout(problem, world, start, x, 15);
    EXPECT_EQ(problem.evaluate(world, start, x).log_fitness, measured(problem, take, start, motion, 15)) << f;
    static_cast<void>(problem.play(world, start, x, nullptr));
  }
  // At the clip's end there are fewer frames.
  start.frame = 36;
  const LongRollout motion = rollout(problem, world, start, x, 3);
  EXPECT_EQ(problem.evaluate(world, start, x).log_fitness, measured(problem, take, start, motion, 3));
}

TEST(SmcProblem, APlanThatLosesControlEndsThere) {
  Take take = test::waving_take(40);
  for (int f = 6; f < 40; ++f) take.reference.frame_translations(f)[0].x() += 5;
  SmcOptions options = test::thesis_options();
  options.horizon = 0.5;
  const SmcProblem problem(take, options);
  World world(take.figure, take.scene, take.simulation);
  Rng rng(8);
  const PlanStart start = start_of(problem, world);
  const VectorXd x = problem.guide_spline(0, rng);
  const PlanValue value = problem.evaluate(world, start, x);
  EXPECT_EQ(value.log_fitness, measured(problem, take, start, rollout(problem, world, start, x, 5), 15));
  EXPECT_EQ(value.frames, 6);
}

TEST(SmcProblem, APlanThatCostsTooMuchIsAbandoned) {
  const Take take = test::waving_take(40);
  SmcOptions options = test::thesis_options();
  options.horizon = 0.5;
  const SmcProblem problem(take, options);
  World world(take.figure, take.scene, take.simulation);
  Rng rng(9);
  const PlanStart start = start_of(problem, world);
  const VectorXd x = random_plan(problem, 0, rng);
  const PlanValue whole = problem.evaluate(world, start, x);
  EXPECT_EQ(whole.frames, 15);
  // What is bearable is borne to the end, with the same result.
  EXPECT_EQ(problem.evaluate(world, start, x, -whole.log_fitness).log_fitness, whole.log_fitness);
  int frames = 15;
  for (const double part : {0.5, 0.2, 0.05}) {
    const PlanValue abandoned = problem.evaluate(world, start, x, -part * whole.log_fitness);
    EXPECT_LT(abandoned.log_fitness, part * whole.log_fitness) << part;
    EXPECT_LE(abandoned.frames, frames) << part;
    frames = abandoned.frames;
  }
  EXPECT_LT(frames, 15);
}

TEST(SmcProblem, AnExtensionHasANewEnd) {
  const Take take = test::waving_take(60);
  const SmcProblem problem(take, test::thesis_options());
  const PlanLayout& layout = problem.layout();
  Rng rng(9);
  const VectorXd x = random_plan(problem, 3, rng);
  const SplinePoints before = layout.unpack(x);
  const SplinePoints after = layout.unpack(problem.extended(3, x, rng));
  const Index last = layout.points() - 1;
  EXPECT_EQ(after.values.leftCols(last), before.values.leftCols(last));
  EXPECT_EQ(after.durations.head(last), before.durations.head(last));
  EXPECT_NE(after.durations[last], before.durations[last]);
  EXPECT_GE(after.durations[last], layout.shortest());
  EXPECT_LE(after.durations[last], layout.longest());
  const double at = 3 + 30 * after.durations.sum();
  const auto frame = static_cast<std::size_t>(at);
  const VectorXd low = axis_angles(take.figure, problem.reference().frames[frame].joints);
  const VectorXd high = axis_angles(take.figure, problem.reference().frames[frame + 1].joints);
  const VectorXd expected = low + (at - static_cast<double>(frame)) * (high - low);
  EXPECT_LT((after.values.col(last).head(layout.axes()) - expected).norm(), 1e-12);
  EXPECT_TRUE(after.values.col(last).tail(kTorqueGroups).isOnes(0));
}

}  // namespace
}  // namespace sinew
