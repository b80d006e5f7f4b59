#include "libanim/stages/refine/smc_fitness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"
#include "tests/libanim/stages/refine/waving.h"

namespace sinew {
namespace {

constexpr double kSeconds = 1.0 / 30;
constexpr SmcTolerances kNothing{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

void shift(StateRecord& record, const Vec3& by) {
  for (BodyState& body : record.bodies) body.set_pose({body.pose().translation + by, body.pose().rotation});
}

void turn(BodyState& body, const Vec3& by) {
  body.set_pose({body.pose().translation, (exp_rotation(by) * body.pose().rotation).normalized()});
}

void push(StateRecord& record, const Vec3& linear, const Vec3& angular) {
  for (BodyState& body : record.bodies) body.set_velocity(body.linear() + linear, body.angular() + angular);
}

/// A figure that stands, in its reference and in the record.
class Fitness : public ::testing::Test {
 protected:
  Fitness() {
    options_.tolerances = kNothing;
    motion_ = reference_motion(take_.figure, take_.scene, take_.character.skeleton, take_.reference, 6);
    record_ = motion_.start;
  }

  [[nodiscard]] FitnessMeter meter(const StateRecord& before, const StateRecord& now) const {
    return {take_.figure, take_.scene, parts_, options_, kSeconds, before, now};
  }
  [[nodiscard]] FitnessMeter meter() const { return meter(record_, record_); }
  [[nodiscard]] const ReferenceFrame& frame() const { return motion_.frames[0]; }
  [[nodiscard]] std::size_t body(Part part, Side side) const {
    return to_size(test::body_of(take_.figure, part, side));
  }
  [[nodiscard]] double bodies() const { return take_.figure.body_count(); }

  /// log f of one frame that is `changed`, with one tolerance of 0.5; the frames before it are the same.
  [[nodiscard]] double one_term(double SmcTolerances::*tolerance, const std::function<void(StateRecord&)>& change) {
    options_.tolerances = kNothing;
    options_.tolerances.*tolerance = 0.5;
    StateRecord record = record_;
    change(record);
    FitnessMeter m = meter(record, record);
    m.add(frame(), record, true);
    return m.log_fitness(1);
  }

  /// The closed form: -1/2 (deviation / 0.5)^2.
  void expect_term(double SmcTolerances::*tolerance, double squared, const std::function<void(StateRecord&)>& change) {
    EXPECT_NEAR(one_term(tolerance, change), -2 * squared, 1e-9 * (1 + squared));
  }

  Take take_ = test::standing_take(8);
  FitnessParts parts_ = fitness_parts(take_.figure);
  SmcOptions options_;
  ReferenceMotion motion_;
  StateRecord record_;
};

TEST_F(Fitness, PartsAreFeetHandsHeadAndChest) {
  Figure figure = take_.figure;
  const auto hand = static_cast<int>(body(Part::kForearm, Side::kLeft));
  const auto head = static_cast<int>(body(Part::kHead, Side::kCentre));
  figure.points.push_back({"left_hand", hand, Vec3::Zero()});
  figure.points.push_back({"head", head, Vec3::Zero()});
  const FitnessParts parts = fitness_parts(figure);
  EXPECT_THAT(parts.points, testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(parts.extremities, testing::ElementsAre(figure.points[0].body, figure.points[2].body, hand));
  EXPECT_THAT(parts.stable, testing::UnorderedElementsAre(head, static_cast<int>(body(Part::kChest, Side::kCentre))));
  EXPECT_DOUBLE_EQ(parts.mass, figure.mass());
}

TEST_F(Fitness, WithoutTolerancesEveryMotionIsPerfect) {
  FitnessMeter m = meter();
  StateRecord record = record_;
  shift(record, {1, 2, 3});
  push(record, {1, 0, 0}, {0, 1, 0});
  m.add(frame(), record, true);
  EXPECT_EQ(m.log_fitness(1), 0);
}

TEST_F(Fitness, TheReferenceItselfHasTheSmoothnessCostAlone) {
  options_ = test::thesis_options();
  options_.tolerances.bodies = 0.005;
  options_.tolerances.slip = 0.1;
  FitnessMeter still = meter();
  for (int i = 0; i < 3; ++i) still.add(frame(), record_, i == 2);
  EXPECT_NEAR(still.log_fitness(3), 0, 1e-9);  // measured -1.2e-44
  StateRecord slower = record_;
  push(slower, {0.3, 0, -0.4}, Vec3::Zero());
  FitnessMeter moved = meter(slower, slower);
  for (int i = 0; i < 3; ++i) moved.add(frame(), record_, i == 2);
  // A change of 0.5 m/s in the first of three frames: twice a jerk of it, once an acceleration.
  const double acceleration = 0.5 * 30 / options_.tolerances.acceleration;
  const double jerk = 0.5 * 30 * 30 / options_.tolerances.jerk;
  const double expected = -0.5 * (acceleration * acceleration + 2 * jerk * jerk) / 3;
  EXPECT_NEAR(moved.log_fitness(3), expected, 1e-9);
}

TEST_F(Fitness, EachToleranceAloneHasItsClosedForm) {
  const Vec3 d(0.3, 0.2, -0.6);
  const Vec3 spin(0, 3, 4);
  const auto bend_elbow = [&](StateRecord& r) {
    const std::size_t b = body(Part::kForearm, Side::kLeft);
    turn(r.bodies[b], 0.3 * (take_.figure.joints[b - 1].axes * Vec3::UnitY()));
  };
  const auto spin_all = [&](StateRecord& r) { push(r, Vec3::Zero(), spin); };
  const auto shift_all = [&](StateRecord& r) { shift(r, d); };
  const auto speed_up = [&](StateRecord& r) { push(r, {0.2, -0.1, 0.2}, Vec3::Zero()); };
  const auto turn_root = [](StateRecord& r) { turn(r.bodies[0], {0, 0.2, 0}); };
  expect_term(&SmcTolerances::angle, 0.09, bend_elbow);
  expect_term(&SmcTolerances::end_angle, 0.09, bend_elbow);
  expect_term(&SmcTolerances::spin, 25 * bodies(), spin_all);
  expect_term(&SmcTolerances::end_spin, 25 * bodies(), spin_all);
  expect_term(&SmcTolerances::root_spin, 25, spin_all);
  expect_term(&SmcTolerances::place, d.squaredNorm(), shift_all);
  expect_term(&SmcTolerances::end_place, d.squaredNorm(), shift_all);
  expect_term(&SmcTolerances::bodies, d.squaredNorm(), shift_all);
  expect_term(&SmcTolerances::end_effectors, 4 * 0.04, shift_all);
  expect_term(&SmcTolerances::root, 0.04, turn_root);
  expect_term(&SmcTolerances::velocity, 0.09, speed_up);
  expect_term(&SmcTolerances::head, 0.04 + 0.01, [&](StateRecord& r) {
    turn(r.bodies[body(Part::kHead, Side::kCentre)], {0.2, 0, 0});
    turn(r.bodies[body(Part::kChest, Side::kCentre)], {0, 0, -0.1});
  });
}

TEST_F(Fitness, OneBodyAstrayCountsByItsShare) {
  const std::size_t foot = body(Part::kFoot, Side::kLeft);
  const double share = take_.figure.bodies[foot].mass / take_.figure.mass();
  const auto aside = [&](StateRecord& r) { r.bodies[foot].position[0] += 0.25; };
  // The centre of mass goes along by the foot's share, and the other foot is off by that. Heights are as they were.
  const double other = 0.25 * share;
  expect_term(&SmcTolerances::balance, (0.25 - other) * (0.25 - other) + other * other, aside);
  expect_term(&SmcTolerances::bodies, 0.0625 / bodies(), aside);
  expect_term(&SmcTolerances::place, 0, aside);
  expect_term(&SmcTolerances::end_effectors, 0, aside);
  // Up and down does not change the balance.
  expect_term(&SmcTolerances::balance, 0, [&](StateRecord& r) { r.bodies[foot].position[1] += 0.25; });
}

TEST_F(Fitness, HeightsAreAboveTheGroundUnderThePoints) {
  take_.scene.ground.point.y() = -0.25;
  expect_term(&SmcTolerances::end_effectors, 4 * 0.0625, [](StateRecord&) {});
  take_.scene.ground.kind = GroundKind::kNone;
  expect_term(&SmcTolerances::end_effectors, 0, [](StateRecord&) {});
}

TEST_F(Fitness, SlipIsTheSpeedOfPointsThatStandBeyondTheReferences) {
  ASSERT_THAT(frame().planted, testing::ElementsAre(true, true, true, true));
  expect_term(&SmcTolerances::slip, 4 * 0.25, [](StateRecord& r) { push(r, {0.3, 5, 0.4}, Vec3::Zero()); });
  // A foot that turns about its own vertical: each point moves by its distance from that.
  const std::size_t foot = body(Part::kFoot, Side::kLeft);
  double squared = 0;
  for (const FigureContactPoint& point : take_.figure.points) {
    if (to_size(point.body) != foot) continue;
    const Vec3 arm = record_.bodies[foot].pose().rotation * point.position;
    squared += 4 * (arm.x() * arm.x() + arm.z() * arm.z());
  }
  ASSERT_GT(squared, 0.05);
  expect_term(&SmcTolerances::slip, squared, [&](StateRecord& r) {
    r.bodies[foot].set_velocity(Vec3::Zero(), {0, 2, 0});
  });
  // What the reference does itself is free.
  motion_.frames[0].slides = {0.5, 0.1, 0, 0.6};
  expect_term(&SmcTolerances::slip, 0.16 + 0.25, [](StateRecord& r) { push(r, {0.3, 5, 0.4}, Vec3::Zero()); });
  motion_.frames[0].planted = {false, true, false, false};
  expect_term(&SmcTolerances::slip, 0.16, [](StateRecord& r) { push(r, {0.3, 5, 0.4}, Vec3::Zero()); });
}

TEST_F(Fitness, TheAverageIsOverFramesAndTheTerminalTheBestOfTheLast) {
  options_.tolerances.place = 0.5;
  options_.tolerances.end_place = 0.25;
  FitnessMeter m = meter();
  double sum = 0;
  for (const double off : {0.1, 0.4, 0.2, 0.3}) {
    StateRecord record = record_;
    shift(record, {off, 0, 0});
    m.add(frame(), record, off != 0.1);
    sum += off * off / 0.25;
  }
  // The 0.1 is nearer, but is not among the last frames.
  EXPECT_NEAR(m.log_fitness(4), -0.5 * (sum / 4 + 0.04 / 0.0625), 1e-12);
}

TEST_F(Fitness, TheTwoFramesBeforeEnterAccelerationAndJerk) {
  const auto with_speed = [&](double x) {
    StateRecord record = record_;
    push(record, {x, 0, 0}, Vec3::Zero());
    return record;
  };
  const auto log_fitness = [&](double before, double now, double next) {
    FitnessMeter m = meter(with_speed(before), with_speed(now));
    m.add(frame(), with_speed(next), false);
    return m.log_fitness(1);
  };
  options_.tolerances.acceleration = 10;
  for (const double before : {0.0, 7.0}) EXPECT_NEAR(log_fitness(before, 1, 1.5), -0.5 * 2.25, 1e-12);
  options_.tolerances = kNothing;
  options_.tolerances.jerk = 400;
  EXPECT_NEAR(log_fitness(0.5, 1, 1.5), 0, 1e-12);
  const double jerk = (1.5 - 2 * 1 + 0.25) * 900 / 400;
  EXPECT_NEAR(log_fitness(0.25, 1, 1.5), -0.5 * jerk * jerk, 1e-12);
  // The history moves on: the second frame sees the first and the one before it.
  FitnessMeter m = meter(with_speed(0), with_speed(0));
  m.add(frame(), with_speed(1), false);
  m.add(frame(), with_speed(1), false);
  EXPECT_NEAR(m.log_fitness(2), -0.5 * (2 * 900.0 * 900 / 160000) / 2, 1e-12);
}

TEST_F(Fitness, OneBodyOfManySharesTheMean) {
  options_.tolerances.acceleration = 10;
  FitnessMeter m = meter();
  StateRecord record = record_;
  record.bodies[4].velocity[2] += 1;
  m.add(frame(), record, false);
  EXPECT_NEAR(m.log_fitness(1), -0.5 * 9 / bodies(), 1e-12);
}

TEST_F(Fitness, LostPlansRankBelowAllOthersAndLaterLossesHigher) {
  options_ = test::thesis_options();
  StateRecord bad = record_;
  shift(bad, {0.2, 0, 0.2});
  push(bad, {3, 0, 0}, {0, 40, 0});
  constexpr int kPlanned = 30;
  const auto after = [&](int frames, const StateRecord& record) {
    FitnessMeter m = meter();
    for (int i = 0; i < frames; ++i) m.add(frame(), record, i >= kPlanned - 5);
    return m.log_fitness(kPlanned);
  };
  const double worst_complete = after(kPlanned, bad);
  EXPECT_LT(worst_complete, -1e7);  // in control, and as bad as motions of the search can be
  for (int frames = 0; frames < kPlanned; ++frames) {
    EXPECT_LT(after(frames, record_), worst_complete) << frames;
    EXPECT_GT(after(frames + 1, bad), after(frames, record_)) << frames;
    EXPECT_TRUE(std::isfinite(after(frames, bad)));
  }
}

}  // namespace
}  // namespace sinew
