#include "libanim/simulation/figure_state.h"

#include <gtest/gtest.h>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew {
namespace {

Vec3 random_vector(Rng& rng, double size) {
  return size * Vec3(2 * rng.uniform() - 1, 2 * rng.uniform() - 1, 2 * rng.uniform() - 1);
}

/// Angles within the limits of every joint.
std::vector<Quat> random_joints(const Figure& figure, Rng& rng) {
  std::vector<Quat> relative;
  for (const FigureJoint& joint : figure.joints) {
    Vec3 angles;
    for (int i = 0; i < 3; ++i) {
      const double lower = joint.lower[to_size(i)];
      angles[i] = lower + rng.uniform() * (joint.upper[to_size(i)] - lower);
    }
    relative.push_back(joint_rotation(joint, angles));
  }
  return relative;
}

StateRecord random_record(const Figure& figure, Rng& rng) {
  const Transform root{random_vector(rng, 2), exp_rotation(random_vector(rng, 1.5))};
  StateRecord record = record_from_bodies(bodies_from_joints(figure, root, random_joints(figure, rng)));
  for (BodyState& body : record.bodies) body.set_velocity(random_vector(rng, 3), random_vector(rng, 5));
  return record;
}

TEST(JointSpace, AnglesAndRotationAreInverse) {
  Rng rng(1);
  const Figure figure = test::small_humanoid();
  for (int trial = 0; trial < 200; ++trial) {
    for (FigureJoint joint : figure.joints) {
      joint.axes = exp_rotation(random_vector(rng, 1.5));
      joint.neutral = exp_rotation(random_vector(rng, 1.5));
      Vec3 angles = random_vector(rng, 1.4);
      if (joint.kind == JointKind::kHinge) angles[0] = angles[2] = 0;
      const Vec3 back = joint_angles(joint, joint_rotation(joint, angles));
      EXPECT_LT((back - angles).norm(), 1e-12);  // measured 2e-15
    }
  }
}

TEST(JointSpace, AngleOneTurnsAboutTheFlexionAxis) {
  FigureJoint joint;
  joint.kind = JointKind::kHinge;
  joint.axes = exp_rotation({0.3, -0.4, 0.9});
  joint.neutral = exp_rotation({0.1, 0.2, -0.7});
  const Quat expected = Quat(Eigen::AngleAxisd(0.8, joint.axes * Vec3::UnitY())) * joint.neutral;
  EXPECT_LT(angle_between(joint_rotation(joint, {0, 0.8, 0}), expected), 1e-12);
  joint.kind = JointKind::kBall;
  EXPECT_LT(angle_between(joint_rotation(joint, {0, 0.8, 0}), expected), 1e-12);
}

TEST(JointSpace, ClampingStopsAtTheLimitAndKeepsWhatIsInside) {
  Rng rng(2);
  const Figure figure = test::small_humanoid();
  for (const FigureJoint& joint : figure.joints) {
    for (int trial = 0; trial < 100; ++trial) {
      const Quat wild = exp_rotation(random_vector(rng, 1.7));
      const Vec3 clamped = joint_angles(joint, clamp_to_limits(joint, wild));
      for (int i = 0; i < 3; ++i) {
        EXPECT_GE(clamped[i], joint.lower[to_size(i)] - 1e-9);
        EXPECT_LE(clamped[i], joint.upper[to_size(i)] + 1e-9);
      }
    }
    const Quat inside = joint_rotation(joint, {0.5 * joint.upper[0], 0.5 * joint.upper[1], 0.5 * joint.upper[2]});
    EXPECT_LT(angle_between(inside, clamp_to_limits(joint, inside)), 1e-12);
  }
}

TEST(JointSpace, BodiesFromJointsMeetAtTheirAnchors) {
  Rng rng(3);
  const Figure figure = test::small_humanoid();
  const StateRecord record = random_record(figure, rng);
  EXPECT_LT(anchor_gap(figure, record), 1e-12);
  const std::vector<Quat> relative = joint_rotations(figure, record);
  const std::vector<Transform> again = bodies_from_joints(figure, record.bodies[0].pose(), relative);
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_LT((again[i].translation - record.bodies[i].pose().translation).norm(), 1e-12);
  }
}

TEST(JointSpace, TheDifferenceLeadsToTheTarget) {
  Rng rng(4);
  const Figure figure = test::small_humanoid();
  const StateRecord record = random_record(figure, rng);
  const std::vector<Quat> target = random_joints(figure, rng);
  const std::vector<Quat> now = joint_rotations(figure, record);
  const std::vector<double> difference = joint_difference(figure, record, target);
  ASSERT_EQ(static_cast<int>(difference.size()), figure.axis_count());
  for (int i = 0; i < static_cast<int>(figure.joints.size()); ++i) {
    const FigureJoint& joint = figure.joints[to_size(i)];
    const double* axis = &difference[to_size(figure.first_axis(i))];
    const Vec3 turn = joint.kind == JointKind::kHinge ? Vec3(0, axis[0], 0) : Vec3(axis[0], axis[1], axis[2]);
    const Quat reached = exp_rotation(joint.axes * turn) * now[to_size(i)];
    EXPECT_LT(angle_between(reached, target[to_size(i)]), 1e-9);
  }
  const Control control = control_towards(figure, record, target, 0.5);
  for (std::size_t i = 0; i < difference.size(); ++i) EXPECT_NEAR(control.axes[i].target, 2 * difference[i], 1e-9);
}

TEST(FigurePose, PoseAndRecordAreInverse) {
  Rng rng(5);
  const auto [skeleton, figure] = test::small_humanoid_model();
  for (int trial = 0; trial < 50; ++trial) {
    const StateRecord record = random_record(figure, rng);
    const std::vector<Transform> local = pose_from_record(figure, skeleton, record, rest_pose(skeleton));
    const std::vector<Transform> bodies = bodies_from_pose(figure, skeleton, world_from_local(skeleton, local));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_LT((bodies[i].translation - record.bodies[i].pose().translation).norm(), 1e-9);
      EXPECT_LT(angle_between(bodies[i].rotation, record.bodies[i].pose().rotation), 1e-6);
    }
  }
}

TEST(FigurePose, TheLastJointOfAMergedChainShowsTheBody) {
  // A head on two joints whose reference nods in the second: the body's rotation has that already.
  Rng rng(7);
  auto [skeleton, figure] = test::small_humanoid_model();
  FigureBody& head = figure.bodies[to_size(*figure.find_body(Part::kHead, Side::kCentre))];
  const int last = skeleton.size();
  skeleton.joints.push_back({.name = "skull", .parent = head.joint, .rest = {{0, 0.1, 0}, Quat::Identity()}});
  head.joints.push_back(last);
  head.orientation_joint = last;
  std::vector<Transform> reference = rest_pose(skeleton);
  reference[to_size(last)].rotation = exp_rotation({0.5, 0, 0});
  const StateRecord record = random_record(figure, rng);
  const std::vector<Transform> world =
      world_from_local(skeleton, pose_from_record(figure, skeleton, record, reference));
  const StateRecord shown = record_from_bodies(bodies_from_pose(figure, skeleton, world));
  for (std::size_t i = 0; i < record.bodies.size(); ++i) {
    EXPECT_LT(angle_between(shown.bodies[i].pose().rotation, record.bodies[i].pose().rotation), 1e-6);
  }
}

TEST(FigurePose, ALimbBentOutOfItsHingesPlaneTurnsAboutItsBone) {
  // Both thighs are twisted about their bones, so that the knees' planes are wrong; the feet must stay in place.
  const auto [skeleton, figure] = test::small_humanoid_model();
  const int thigh = *figure.find_body(Part::kThigh, Side::kLeft);
  const int shin = *figure.find_body(Part::kShin, Side::kLeft);
  std::vector<Quat> relative;
  for (const FigureJoint& joint : figure.joints) {
    relative.push_back(joint_rotation(joint, {0, joint.child == shin ? 0.5 * joint.upper[1] : 0, 0}));
  }
  const StateRecord bent = record_from_bodies(bodies_from_joints(figure, {{0, 1, 0}, Quat::Identity()}, relative));
  std::vector<Transform> local = pose_from_record(figure, skeleton, bent, rest_pose(skeleton));
  const std::size_t hip = to_size(figure.bodies[to_size(thigh)].joint);
  const std::size_t knee = to_size(figure.bodies[to_size(shin)].joint);
  const Vec3 bone = skeleton.joints[knee].rest.translation.normalized();
  const Quat twist(Eigen::AngleAxisd(0.6, bone));
  local[hip].rotation = local[hip].rotation * twist;
  local[knee].rotation = twist.conjugate() * local[knee].rotation;
  const std::vector<Transform> bodies = bodies_from_pose(figure, skeleton, world_from_local(skeleton, local));
  const Vec3 expected = bent.bodies[to_size(shin)].pose().translation;
  // Measured 3.7 mm: the turn fades with the bend, and at this one a little is missing.
  EXPECT_LT((bodies[to_size(shin)].translation - expected).norm(), 0.005);
}

TEST(FigurePose, VelocitiesLeadFromOnePoseToTheNext) {
  Rng rng(6);
  const Figure figure = test::small_humanoid();
  const Transform a{random_vector(rng, 1), exp_rotation(random_vector(rng, 1))};
  const Transform b{random_vector(rng, 1), exp_rotation(random_vector(rng, 1))};
  const StateRecord record = record_from_bodies(std::vector{a}, std::vector{b}, 0.25);
  EXPECT_LT((a.translation + 0.25 * record.bodies[0].linear() - b.translation).norm(), 1e-12);
  EXPECT_LT(angle_between(exp_rotation(0.25 * record.bodies[0].angular()) * a.rotation, b.rotation), 1e-12);
}

TEST(FigureMeasures, MomentaOfARigidMotion) {
  // The whole figure turns about its centre of mass and moves on: L = I w and P = m v.
  const Figure figure = test::small_humanoid();
  StateRecord record = record_from_bodies(stance(figure));
  const Vec3 centre = centre_of_mass(figure, record);
  const Vec3 w(0.3, -0.7, 1.1);
  const Vec3 v(1, 2, -3);
  Mat3 inertia = Mat3::Zero();
  for (std::size_t i = 0; i < record.bodies.size(); ++i) {
    const Vec3 r = record.bodies[i].pose().translation - centre;
    record.bodies[i].set_velocity(v + w.cross(r), w);
    const Mat3 R = record.bodies[i].pose().rotation.toRotationMatrix();
    inertia += R * figure.bodies[i].inertia * R.transpose() +
               figure.bodies[i].mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  EXPECT_LT((linear_momentum(figure, record) - figure.mass() * v).norm(), 1e-10);
  EXPECT_LT((angular_momentum(figure, record) - inertia * w).norm(), 1e-10);
}

TEST(FigureMeasures, TheStanceTouchesTheGround) {
  const Figure figure = test::small_humanoid();
  EXPECT_NEAR(lowest_point(figure, stance(figure)), 0, 1e-12);
}

}  // namespace
}  // namespace sinew
