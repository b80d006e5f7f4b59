#include "libanim/simulation/stance_agreement.h"

#include <gtest/gtest.h>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

constexpr int kFrames = 12;

/// The small humanoid stands with bent knees, and so does its reference.
class StanceAgreementTest : public ::testing::Test {
 protected:
  StanceAgreementTest() : take_(test::standing_take(kFrames)) {
    const double bend = 0.5;
    for (const Side side : {Side::kLeft, Side::kRight}) {
      turn(Part::kThigh, side, -0.5 * bend);
      turn(Part::kShin, side, bend);
      turn(Part::kFoot, side, -0.5 * bend);
    }
    motion_ = reference_motion(take_.figure, take_.scene, take_.character.skeleton, take_.reference, 6);
    const double sole = lowest_point(take_.figure, motion_.frames[0].bodies);
    for (int f = 0; f < kFrames; ++f) take_.reference.frame_translations(f)[0].y() -= sole;
    motion_ = reference_motion(take_.figure, take_.scene, take_.character.skeleton, take_.reference, 6);
    record_ = motion_.start;
  }

  [[nodiscard]] int body(Part part, Side side) const { return test::body_of(take_.figure, part, side); }
  [[nodiscard]] std::vector<Quat>& joints() { return motion_.frames[5].joints; }

  /// Targets as a search would have them: the reference's, each joint of the legs turned a little.
  [[nodiscard]] std::vector<Quat> disturbed() {
    std::vector<Quat> target = joints();
    Rng rng(7, {1});
    for (const Side side : {Side::kLeft, Side::kRight}) {
      for (const Part part : {Part::kThigh, Part::kFoot}) {
        const Vec3 turned(0.03 * rng.normal(), 0.03 * rng.normal(), 0.03 * rng.normal());
        Quat& q = target[static_cast<std::size_t>(body(part, side)) - 1];
        q = exp_rotation(turned) * q;
      }
    }
    return target;
  }

  /// Right foot in the left one's frame.
  [[nodiscard]] Transform between_feet(std::span<const Transform> bodies) const {
    return bodies[static_cast<std::size_t>(body(Part::kFoot, Side::kLeft))].inverse() *
           bodies[static_cast<std::size_t>(body(Part::kFoot, Side::kRight))];
  }
  [[nodiscard]] double disagreement(const std::vector<Quat>& target) const {
    const Transform wanted = between_feet(motion_.frames[0].bodies);
    const Transform now = between_feet(bodies_from_joints(take_.figure, {}, target));
    return (wanted.translation - now.translation).norm() + angle_between(wanted.rotation, now.rotation);
  }
  void lift(Side side, int first, int last) {
    for (std::size_t p = 0; p < take_.figure.points.size(); ++p) {
      if (take_.figure.points[p].body != body(Part::kFoot, side)) continue;
      for (int f = first; f <= last; ++f) motion_.frames[static_cast<std::size_t>(f)].planted[p] = false;
    }
  }
  [[nodiscard]] static double change(const std::vector<Quat>& a, const std::vector<Quat>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, angle_between(a[i], b[i]));
    return most;
  }

  Take take_;
  ReferenceMotion motion_;
  StateRecord record_;

 private:
  void turn(Part part, Side side, double angle) {
    const auto joint = static_cast<std::size_t>(take_.figure.bodies[static_cast<std::size_t>(body(part, side))].joint);
    for (int f = 0; f < kFrames; ++f) {
      Quat& q = take_.reference.frame_rotations(f)[joint];
      q = q * exp_rotation(Vec3(angle, 0, 0));
    }
  }
};

TEST_F(StanceAgreementTest, LegsThatAgreeAreLeftAsTheyAre) {
  const StanceAgreement agreement(take_.figure, motion_);
  std::vector<Quat> target = joints();
  agreement.apply(1, 4, record_, target);
  EXPECT_LT(change(target, joints()), 1e-9);  // measured 2e-15
}

TEST_F(StanceAgreementTest, FeetStayWhereTheyAre) {
  const StanceAgreement agreement(take_.figure, motion_);
  std::vector<Quat> target = disturbed();
  ASSERT_GT(disagreement(target), 0.02);
  agreement.apply(1, 4, record_, target);
  EXPECT_LT(disagreement(target), 1e-9);  // measured 4e-16
}

TEST_F(StanceAgreementTest, FeetThatStandElsewhereStayThere) {
  const StanceAgreement agreement(take_.figure, motion_);
  BodyState& foot = record_.bodies[static_cast<std::size_t>(body(Part::kFoot, Side::kRight))];
  Transform pose = foot.pose();
  pose.translation += Vec3(-0.03, 0.004, 0.02);  // hovering, too: it is to be set down
  foot.set_pose(pose);
  std::vector<Quat> target = joints();
  agreement.apply(1, 4, record_, target);
  const Transform before = between_feet(motion_.frames[0].bodies);
  const Transform now = between_feet(bodies_from_joints(take_.figure, {}, target));
  EXPECT_LT((now.translation - before.translation - Vec3(-0.03, 0, 0.02)).norm(), 1e-9);  // measured 8e-17
}

TEST_F(StanceAgreementTest, OneFootAloneIsTheSearchs) {
  lift(Side::kLeft, 0, kFrames - 1);
  const StanceAgreement agreement(take_.figure, motion_);
  std::vector<Quat> target = disturbed();
  const std::vector<Quat> before = target;
  agreement.apply(1, 4, record_, target);
  for (std::size_t i = 0; i < target.size(); ++i) EXPECT_EQ(target[i].coeffs(), before[i].coeffs());
}

TEST_F(StanceAgreementTest, ItComesAndGoesWithTheFoot) {
  lift(Side::kLeft, 8, kFrames - 1);  // stands in frames 0 to 7
  const StanceAgreement agreement(take_.figure, motion_);
  double last = 0;
  for (int frame = 7; frame >= 3; --frame) {  // steps to frames 8 to 4
    std::vector<Quat> target = disturbed();
    agreement.apply(1, frame, record_, target);
    const double changed = change(target, disturbed());
    if (frame == 7) {
      EXPECT_EQ(changed, 0);
    } else {
      EXPECT_GE(changed, last - 1e-9) << frame;
    }
    last = changed;
  }
  EXPECT_GT(last, 0.01);
}

TEST_F(StanceAgreementTest, AShareGoesPartOfTheWay) {
  const StanceAgreement agreement(take_.figure, motion_);
  std::vector<Quat> none = disturbed();
  agreement.apply(0, 4, record_, none);
  EXPECT_EQ(change(none, disturbed()), 0);
  std::vector<Quat> half = disturbed();
  agreement.apply(0.5, 4, record_, half);
  EXPECT_NEAR(disagreement(half), 0.5 * disagreement(none), 0.05 * disagreement(none));
}

}  // namespace
}  // namespace sinew
