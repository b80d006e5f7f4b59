#include <gtest/gtest.h>

#include "importers/import_file.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/support/rng.h"
#include "tests/libanim/stages/synthesise/synth_motions.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

AxesOf<double> axes_of(const Quat& rotation) {
  const Mat3 m = rotation.toRotationMatrix();
  return {m.col(0), m.col(1), m.col(2)};
}

TEST(SynthJoint, AnglesAreThoseOfFigures) {
  Rng rng(11);
  const auto any = [&] { return exp_rotation(Vec3(rng.normal(), rng.normal(), rng.normal())); };
  FigureJoint joint;
  joint.kind = JointKind::kBall;
  for (int i = 0; i < 1000; ++i) {
    const Quat parent = any();
    joint.axes = any();
    joint.neutral = any();
    const Quat relative = i % 5 == 0 ? joint_rotation(joint, 1e-4 * Vec3(1, -2, 3)) : any();
    const Vec3 expected = swing_twist_angles(joint, relative);
    if (expected.tail<2>().norm() > 3.1) continue;  // near half a turn twist and swing are open
    // The child's axes are those of the joint where it does not turn.
    const Quat child = parent * relative * joint.neutral.conjugate() * joint.axes;
    EXPECT_LT((ball_angles<double>(axes_of(parent * joint.axes), axes_of(child)) - expected).norm(), 1e-5);
  }
}

/// Someone who stands, the knees bent by lowering the torso, the feet turned about the ankles' own axes of flexion.
SynthStart with_flexed_ankles(const SynthCharacter& model, double lowered, double flexion) {
  SynthStart start = make_start(model, StartPose::kStand, {});
  start.torso.translation.y() -= lowered;
  for (std::size_t l = 0; l < model.limbs.size(); ++l) {
    if (model.limbs[l].kind != EffectorKind::kFoot) continue;
    Transform& foot = start.effectors[l];
    const Vec3 ankle = foot * model.limbs[l].joint;
    const Quat turn = exp_rotation(flexion * (foot.rotation * (model.limbs[l].turn.axes * Vec3::UnitY())));
    foot = {ankle + turn * (foot.translation - ankle), turn * foot.rotation};
  }
  return start;
}

/// Hips and ankles of the skeleton turn as the simplified character says, as long as the leg bends in its own plane.
/// Knees of the skeleton look a little where the toes point: 0.024 rad.
TEST(SynthJoint, AnglesOfAClipAreThoseOfItsMotion) {
  const test::SynthActor actor(import_file(test::source_dir() / "samples/data/hero.glb", {}).character);
  const Skeleton& skeleton = actor.character.skeleton;
  SynthClipOptions options;
  options.smoothing = 0;
  options.soft_reach = 1;
  options.balance = 0;
  for (const double flexion : {-0.8, -0.3, 0., 0.4}) {
    for (const double lowered : {0., 0.15}) {
      const SynthStart start = with_flexed_ankles(actor.model, lowered, flexion);
      const Clip clip = test::HandMadeMotion(actor.model, start, 1, 0.2).clip(actor, options).clip;
      const std::vector<Transform> bodies = bodies_from_pose(actor.figure, skeleton, world_at(skeleton, clip, 0));
      for (const FigureJoint& joint : actor.figure.joints) {
        const FigureBody& body = actor.figure.bodies[to_size(joint.child)];
        const bool foot = body.part == Part::kFoot;
        if (!foot && body.part != Part::kThigh) continue;
        const int l = actor.model.find_limb(std::string(side_name(body.side)) + "_foot");
        const SynthLimb& limb = actor.model.limbs[to_size(l)];
        const Quat& parent = bodies[to_size(joint.parent)].rotation;
        const Vec3 expected = joint_angles(joint, parent.conjugate() * bodies[to_size(joint.child)].rotation);
        const Vec3 angles = foot ? turn_angles(limb, start.torso, start.effectors[to_size(l)])
                                 : swing_angles(limb, start.torso, start.effectors[to_size(l)]);
        EXPECT_LT((angles - expected).norm(), 0.03) << body.name << " " << flexion << " " << lowered;
        const SynthJoint& modelled = foot ? limb.turn : limb.swing;
        EXPECT_EQ(modelled.upper, Vec3(joint.upper.data())) << body.name;
        EXPECT_EQ(modelled.lower, Vec3(joint.lower.data())) << body.name;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
