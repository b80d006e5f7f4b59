#include "libanim/learning/features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "tests/libanim/simulation/small_figures.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi;

FeatureOptions everything() {
  FeatureOptions options;
  options.changes = true;
  options.horizon = 0.2;
  return options;
}

/// The whole record turned about the vertical axis through the origin, then moved.
StateRecord moved(const StateRecord& record, const Quat& turn, const Vec3& shift) {
  StateRecord result = record;
  for (BodyState& body : result.bodies) {
    const Transform pose = body.pose();
    const Vec3 linear = turn * body.linear();
    const Vec3 angular = turn * body.angular();
    body.set_pose({turn * pose.translation + shift, turn * pose.rotation});
    body.set_velocity(linear, angular);
  }
  return result;
}

StateRecord standing(const Figure& figure) {
  std::vector<Transform> bodies;
  for (const FigureBody& body : figure.bodies) bodies.push_back({body.rest_position, Quat::Identity()});
  return record_from_bodies(bodies);
}

Quat about(double angle, const Vec3& axis) { return Quat(Eigen::AngleAxisd(angle, axis)); }

const FeatureBlock& block(const std::vector<FeatureBlock>& layout, const std::string& name) {
  for (const FeatureBlock& b : layout) {
    if (b.name == name) return b;
  }
  throw std::out_of_range(name);
}

TEST(Features, LayoutIsWithoutGaps) {
  const Figure figure = test::small_humanoid();
  const std::vector<FeatureBlock> layout = feature_layout(figure, everything());
  ASSERT_EQ(layout.size(), 6U);
  int offset = 0;
  for (const FeatureBlock& b : layout) {
    EXPECT_EQ(b.offset, offset) << b.name;
    EXPECT_EQ(b.size, static_cast<int>(b.items.size())) << b.name;
    offset += b.size;
  }
  EXPECT_EQ(feature_size(layout), 2 * figure.axis_count() + 3 + figure.body_count() + 3 + 4);
  EXPECT_EQ(block(layout, "heights").items.front(), figure.bodies.front().name);
  EXPECT_EQ(block(layout, "joint_angles").items.size(), to_size(figure.axis_count()));
}

TEST(Features, DoNotDependOnPlaceAndHeading) {
  const Take take = test::small_take();
  const FeatureOptions options = everything();
  for (const double yaw : {0.3, 1.9, -2.8}) {
    const Quat turn = about(yaw, Vec3::UnitY());
    const Vec3 shift(3, 0, -7);
    for (const int frame : {3, 12, 22}) {
      const StateRecord& now = take.record(frame);
      const StateRecord& later = take.record(frame + 6);
      const Eigen::VectorXd here = features(take.figure, take.scene, options, now, later);
      const Eigen::VectorXd there =
          features(take.figure, take.scene, options, moved(now, turn, shift), moved(later, turn, shift));
      // Measured: 1.4e-15.
      EXPECT_LT((here - there).cwiseAbs().maxCoeff(), 1e-14) << "yaw " << yaw << ", frame " << frame;
    }
  }
}

TEST(Features, RootOrientationIsTheTilt) {
  const Figure figure = test::small_humanoid();
  const StateRecord upright = standing(figure);
  EXPECT_LT((root_orientation(figure, upright) - Vec3(0, 1, 0)).norm(), 1e-15);
  const double angle = kPi / 6;
  const StateRecord pitched = moved(upright, about(angle, Vec3::UnitX()), Vec3::Zero());
  EXPECT_LT((root_orientation(figure, pitched) - Vec3(0, std::cos(angle), -std::sin(angle))).norm(), 1e-15);
  const StateRecord rolled = moved(upright, about(angle, Vec3::UnitZ()), Vec3::Zero());
  EXPECT_LT((root_orientation(figure, rolled) - Vec3(std::sin(angle), std::cos(angle), 0)).norm(), 1e-15);
}

TEST(Features, VelocityIsThatOfTheMassInTheRootsAxes) {
  const Figure figure = test::small_humanoid();
  StateRecord record = standing(figure);
  for (BodyState& body : record.bodies) body.set_velocity({0.5, -1, 2}, Vec3::Zero());
  EXPECT_LT((root_velocity(figure, record) - Vec3(0.5, -1, 2)).norm(), 1e-13);
  const StateRecord turned = moved(standing(figure), about(kPi / 2, Vec3::UnitY()), Vec3::Zero());
  StateRecord runs = turned;
  for (BodyState& body : runs.bodies) body.set_velocity({2, 0, 0}, Vec3::Zero());
  EXPECT_LT((root_velocity(figure, runs) - Vec3(0, 0, 2)).norm(), 1e-13);
  // One body of known mass.
  StateRecord kick = standing(figure);
  kick.bodies[4].set_velocity({0, 0, 3}, Vec3::Zero());
  EXPECT_NEAR(root_velocity(figure, kick).z(), 3 * figure.bodies[4].mass / figure.mass(), 1e-14);
}

TEST(Features, JointAnglesAndVelocities) {
  const Figure figure = test::small_humanoid();
  std::vector<Quat> now;
  std::vector<Quat> next;
  constexpr double kSeconds = 1e-4;
  for (std::size_t j = 0; j < figure.joints.size(); ++j) {
    const Vec3 angles(0.1, 0.2 + 0.01 * static_cast<double>(j), -0.15);
    const FigureJoint& joint = figure.joints[j];
    now.push_back(joint_rotation(joint, angles));
    next.push_back(joint.axes * exp_rotation(Vec3(0, 2 * kSeconds, 0)) * joint.axes.conjugate() * now.back());
  }
  const Transform root{{0, 1, 0}, about(0.7, Vec3(1, 2, 3).normalized())};
  const StateRecord record =
      record_from_bodies(bodies_from_joints(figure, root, now), bodies_from_joints(figure, root, next), kSeconds);
  const Eigen::VectorXd angles = axis_angles(figure, record);
  const Eigen::VectorXd velocities = axis_velocities(figure, record);
  for (std::size_t j = 0; j < figure.joints.size(); ++j) {
    const int axis = figure.first_axis(static_cast<int>(j)) + (figure.joints[j].kind == JointKind::kBall ? 1 : 0);
    EXPECT_NEAR(angles[axis], 0.2 + 0.01 * static_cast<double>(j), 1e-12);
    // Measured: 2.5e-10.
    EXPECT_NEAR(velocities[axis], 2, 1e-8) << "joint " << j;
  }
}

TEST(Features, HeightsAreAboveWhatIsBelow) {
  const Figure figure = test::single_box();
  StateRecord record = standing(figure);
  const auto height_at = [&](const Scene& scene, const Vec3& place) {
    record.bodies[0].set_pose({place, Quat::Identity()});
    return body_heights(figure, scene, record)[0];
  };
  Scene scene;
  EXPECT_DOUBLE_EQ(height_at(scene, {4, 1.5, 2}), 1.5);
  scene.boxes.push_back({"table", {{0, 0.5, 0}, Quat::Identity()}, {1, 0.25, 1}, 0.8});
  EXPECT_DOUBLE_EQ(height_at(scene, {0.5, 1.5, 0}), 0.75) << "on the table";
  EXPECT_DOUBLE_EQ(height_at(scene, {0.5, 0.1, 0}), 0.1) << "under the table";
  EXPECT_DOUBLE_EQ(height_at(scene, {1.5, 1.5, 0}), 1.5) << "beside the table";

  Scene sloping;
  sloping.ground.normal = Vec3(0, 1, -0.5).normalized();
  EXPECT_NEAR(height_at(sloping, {0, 3, 2}), 2, 1e-12);

  Scene bumps;
  bumps.ground.kind = GroundKind::kField;
  bumps.ground.field = {2, 2, 1.0, {0, 0, 0}, {0, 1, 0, 1}};
  EXPECT_NEAR(height_at(bumps, {0.25, 1, 0.5}), 0.75, 1e-12);
  EXPECT_DOUBLE_EQ(height_at(bumps, {5, 1, 0.5}), kRayLength) << "off the field";
  bumps.ground.kind = GroundKind::kNone;
  EXPECT_DOUBLE_EQ(height_at(bumps, {0, 1, 0}), kRayLength);
}

TEST(Features, ChangesOfVelocityAndHeading) {
  const Figure figure = test::small_humanoid();
  const Quat left = about(kPi / 2, Vec3::UnitY());
  StateRecord now = moved(standing(figure), left, Vec3::Zero());
  EXPECT_NEAR(heading(figure, now), kPi / 2, 1e-15);
  StateRecord later = moved(standing(figure), about(-kPi * 0.9, Vec3::UnitY()), Vec3::Zero());
  for (BodyState& body : now.bodies) body.set_velocity({1, 0, 0}, Vec3::Zero());
  for (BodyState& body : later.bodies) body.set_velocity({3, 0, 1}, Vec3::Zero());
  const Eigen::Vector4d change = motion_change(figure, now, later);
  // Ahead is +x for a figure that faces +x, and its left is -z.
  EXPECT_LT((change.head<3>() - Vec3(-1, 0, 2)).norm(), 1e-13);
  EXPECT_NEAR(change[3], 0.6 * kPi, 1e-14) << "the short way round";
}

TEST(Features, ChangesEndWithTheEpisode) {
  const Episode episode = episode_from_take(test::small_take(), "wave");
  const Eigen::MatrixXd x = episode_features(episode, everything());
  ASSERT_EQ(x.rows(), static_cast<Eigen::Index>(episode.pairs.size()) + 1);
  EXPECT_EQ(x.bottomRightCorner(1, 4).cwiseAbs().maxCoeff(), 0);
  const Figure& figure = episode.setting.figure;
  const Eigen::Vector4d expected = motion_change(figure, episode.record(5), episode.record(11));
  EXPECT_EQ(x.row(5).tail(4).transpose(), expected);
  EXPECT_GT(expected.norm(), 1e-3) << "the small figure moves";
}

TEST(Features, OptionsAreChecked) {
  FeatureOptions options;
  options.horizon = 0;
  EXPECT_THROW(options.validate(), Error);
  options = {false, false, false, false, false, false, 1};
  EXPECT_THROW(options.validate(), Error);
}

}  // namespace
}  // namespace sinew
