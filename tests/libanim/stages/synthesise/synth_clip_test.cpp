#include "libanim/stages/synthesise/synth_clip.h"

#include <gtest/gtest.h>

#include <numbers>

#include "importers/import_file.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/synthesise/synth_clip_checks.h"
#include "tests/support/stick_person.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

using test::HandMadeMotion;
using test::SynthActor;

SynthActor sample(const std::string& name) {
  return SynthActor(import_file(test::source_dir() / "samples/data" / name, {}).character);
}

SynthClipOptions plain() {
  SynthClipOptions options;
  options.smoothing = 0;
  options.soft_reach = 1;
  return options;
}

TEST(SynthClip, TheNeutralStartIsTheNeutralStance) {
  for (const SynthActor& actor : {sample("hero.glb"), sample("hound.glb"), SynthActor(test::stick_person())}) {
    const SynthStart start = make_start(actor.model, StartPose::kNeutral, {{1, 0.5, 2}, 0.8});
    const SynthClip result = HandMadeMotion(actor.model, start, 1, 0.5).clip(actor, plain());
    EXPECT_LT(result.missed, 1e-6) << actor.character.name;
    EXPECT_LT(test::farthest_from_neutral(actor, result.clip, 0), 1e-3) << actor.character.name;
    const auto world = world_at(actor.character.skeleton, result.clip, 0);
    const auto bodies = bodies_from_pose(actor.figure, actor.character.skeleton, world);
    const Vec3 centre = centre_of_mass(actor.figure, record_from_bodies(bodies));
    EXPECT_LT((centre - start.torso.translation).norm(), 1e-3) << actor.character.name;
    EXPECT_NEAR(lowest_point(actor.figure, bodies), 0.5, 2e-3) << actor.character.name;
  }
}

TEST(SynthClip, ReproducesADance) {
  test::expect_good_dance(sample("hero.glb"));
  test::expect_good_dance(SynthActor(test::stick_person()));
  test::expect_good_dance(
      SynthActor(test::stick_person({.scale = 0.5, .arm_drop = 0.8, .yaw = 2.0, .spine_joints = 1})));
}

TEST(SynthClip, HandsAndFeetTurnAsTheirEndEffectors) {
  const SynthActor hero = sample("hero.glb");
  const HandMadeMotion made = test::dance(hero.model);
  const SynthClip result = made.clip(hero, plain());
  const Anatomy anatomy = find_anatomy(hero.character, detailed_figure().anatomy);
  const std::array<Part, 4> parts{Part::kFoot, Part::kFoot, Part::kHand, Part::kHand};
  for (int l = 0; l < 4; ++l) {
    const int body = test::body_of_limb(anatomy, hero.model.limbs[to_size(l)].name, parts[to_size(l)]);
    const std::size_t joint = to_size(anatomy.bodies[to_size(body)].joint);
    // What the joint has turned since the first frame is what the end-effector has.
    const Quat first = world_at(hero.character.skeleton, result.clip, 0)[joint].rotation;
    const Quat start = evaluate(made.motion, l + 1, 0).pose.rotation;
    for (int f = 0; f < result.clip.frames(); f += 5) {
      const Quat turned = world_at(hero.character.skeleton, result.clip, f)[joint].rotation * first.conjugate();
      const Quat wanted = evaluate(made.motion, l + 1, f / 30.0).pose.rotation * start.conjugate();
      EXPECT_LT(angle_between(turned, wanted), 1e-6) << l << " frame " << f;
    }
  }
}

TEST(SynthClip, KneesDoNotFlipWhereALegPassesStraight) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 4, 0.5);
  // Down, out of reach, and up again to a bent leg; then behind the hip.
  HandMadeMotion::move_from(made.limb(0), 1, {0, -0.08, 0});
  HandMadeMotion::move_from(made.limb(0), 2, {0, 0.3, 0.1});
  HandMadeMotion::move_from(made.limb(0), 3, {0, -0.15, -0.7});
  SynthClipOptions options;
  options.frame_rate = 120;
  const SynthClip result = made.clip(hero, options);
  EXPECT_GT(result.missed, 0.02);  // it is out of reach indeed
  const Anatomy anatomy = find_anatomy(hero.character, detailed_figure().anatomy);
  const auto track = [&](Part part) {
    const int body = test::body_of_limb(anatomy, "left", part);
    return test::joint_track(hero, result.clip, anatomy.bodies[to_size(body)].joint);
  };
  const std::vector<Vec3> hip = track(Part::kThigh);
  const std::vector<Vec3> knee = track(Part::kShin);
  const std::vector<Vec3> ankle = track(Part::kFoot);
  double fastest = 0;
  for (std::size_t i = 0; i < knee.size(); ++i) {
    const Vec3 along = (ankle[i] - hip[i]).normalized();
    const Vec3 off = knee[i] - hip[i] - along * along.dot(knee[i] - hip[i]);
    // The knee is never behind the leg, whichever way the leg points.
    EXPECT_GT(off.dot(along.cross(Vec3::UnitX())), -1e-6) << i;
    if (i > 0) fastest = std::max(fastest, (knee[i] - knee[i - 1]).norm() * 120);
  }
  EXPECT_LT(fastest, 6);  // (unit: m/s) measured: 4.4, of a foot that moves at 2.2 m/s; a flip would be 10 and more
}

TEST(SynthClip, ElbowsDoNotFlipWhereAnArmPassesTheFarSide) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 4, 0.5);
  const Vec3 shoulder = made.problem.starts[0].torso * hero.model.limbs[2].base;
  // The hand goes overhead, and there from one side of the singular direction to the other.
  const std::array<Vec3, 4> places{Vec3(0, 0.45, 0.06), Vec3(0.04, 0.46, -0.04), Vec3(-0.05, 0.46, 0.0),
                                   Vec3(0.02, 0.45, 0.06)};
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Vec3 now = made.limb(2).position[k];
    HandMadeMotion::move_from(made.limb(2), static_cast<int>(k) + 1, shoulder + places[k] - now,
                              k == 0 ? Vec3(-std::numbers::pi * 0.95, 0, 0) : Vec3(Vec3::Zero()));
  }
  made.limb(2).velocity[1] = Vec3::Zero();
  SynthClipOptions options;
  options.frame_rate = 120;
  const SynthClip result = made.clip(hero, options);
  const Anatomy anatomy = find_anatomy(hero.character, detailed_figure().anatomy);
  const int body = test::body_of_limb(anatomy, "left", Part::kForearm);
  const std::vector<Vec3> elbow = test::joint_track(hero, result.clip, anatomy.bodies[to_size(body)].joint);
  double fastest = 0;
  for (std::size_t i = 61; i < elbow.size(); ++i) fastest = std::max(fastest, (elbow[i] - elbow[i - 1]).norm() * 120);
  // (unit: m/s) measured: 2.3; the hand moves at 0.3 m/s, a flip from one frame to the next would be 20
  EXPECT_LT(fastest, 3);
}

TEST(SynthClip, PlantedFeetStandStillAndStepsStaySmooth) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made = test::dance(hero.model);
  // A search leaves a little slip: plants that drift by 4 mm, and a knot with a kink.
  for (std::size_t k = 0; k < 7; ++k) made.limb(0).position[k].x() += 0.004 * std::sin(3.0 * static_cast<double>(k));
  made.torso().velocity[2] = {0.1, 0.2, 0};
  SynthClipOptions options;
  options.frame_rate = 60;
  const SynthClip result = made.clip(hero, options);
  EXPECT_EQ(result.limbs[0].plants, 1);
  EXPECT_EQ(result.limbs[1].plants, 2);
  EXPECT_EQ(result.limbs[0].frames, result.clip.frames());
  EXPECT_LT(result.limbs[0].smoothed, 0.01);
  EXPECT_GT(result.limbs[0].smoothed, 0.003);
  EXPECT_GT(result.torso_moved, 1e-4);
  EXPECT_LT(result.torso_moved, 0.01);
  const Anatomy anatomy = find_anatomy(hero.character, detailed_figure().anatomy);
  for (const int l : {0, 1}) {
    const std::string& name = hero.model.limbs[to_size(l)].name;
    const int body = test::body_of_limb(anatomy, name, Part::kFoot);
    const std::vector<Vec3> ankle = test::joint_track(hero, result.clip, anatomy.bodies[to_size(body)].joint);
    for (std::size_t f = 1; f < ankle.size(); ++f) {
      if (result.planted[to_size(l)][f] < 0 || result.planted[to_size(l)][f - 1] < 0) continue;
      EXPECT_LT((ankle[f] - ankle[f - 1]).norm(), 1e-9) << name << " frame " << f;
    }
    EXPECT_LT(test::largest_jerk(ankle) * 3600, 8) << name;  // (unit: m/s^2) measured: 4.5
  }
  // The step is in the phases without contact: frames 31 to 89 at 60 Hz, the boundaries themselves are planted.
  EXPECT_EQ(result.planted[1][30], 1);
  EXPECT_EQ(result.planted[1][31], -1);
  EXPECT_EQ(result.planted[1][89], -1);
  EXPECT_EQ(result.planted[1][90], 1);
}

TEST(SynthClip, TheTorsoSinksWhereAPlantedLegWouldNotReach) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 4, 0.5);
  for (const int l : {0, 1}) made.motion.activity[to_size(l)].assign(4, 100.0);
  // Up by 20 mm: legs of 99 % of their length.
  HandMadeMotion::move_from(made.torso(), 2, {0, 0.02, 0});
  HandMadeMotion::move_from(made.torso(), 3, {0, -0.02, 0});
  const SynthClip result = made.clip(hero);
  for (const std::size_t foot : {0U, 1U}) EXPECT_LT(result.limbs[foot].missed, 1e-6);
  EXPECT_GT(result.lowered, 0.003);  // measured: 6 mm
  EXPECT_LT(result.lowered, 0.01);
  SynthClipOptions stiff;
  stiff.soft_reach = 1;
  EXPECT_EQ(made.clip(hero, stiff).lowered, 0);
}

// Who stands on one foot and holds the other leg out ahead leans back for it, in a figure whose legs have mass.
TEST(SynthClip, TheTorsoGivesWayForTheMassOfLimbs) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 4, 0.5);
  made.motion.activity[0].assign(4, 100.0);
  HandMadeMotion::move_from(made.limb(1), 2, {0, 0.6, 0.5});
  const auto off = [&](double balance) {
    SynthClipOptions options = plain();
    options.balance = balance;
    const SynthClip result = made.clip(hero, options);
    double worst = 0;
    for (int f = 0; f < result.clip.frames(); ++f) {
      const auto world = world_at(hero.character.skeleton, result.clip, f);
      const Vec3 centre = centre_of_mass(
          hero.figure, record_from_bodies(bodies_from_pose(hero.figure, hero.character.skeleton, world)));
      const Vec3 wanted = evaluate(made.motion, 0, f / result.clip.frame_rate).pose.translation;
      worst = std::max(worst, std::hypot(centre.x() - wanted.x(), centre.z() - wanted.z()));
    }
    EXPECT_EQ(result.balanced > 0, balance > 0);
    EXPECT_LT(result.limbs[0].missed, 1e-6);
    return worst;
  };
  EXPECT_GT(off(0), 0.04);  // measured 0.047
  EXPECT_NEAR(off(0.5), off(0) / 2, 0.002);
  EXPECT_LT(off(1), 0.002);  // measured 0.0006
}

TEST(SynthClip, HandsStayOnAnObjectThatMoves) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 2, 0.5);
  const int hand = 2;
  SynthObject box;
  box.name = "box";
  box.start = {made.limb(hand).position[0] + Vec3(0, 0, 0.1), Quat::Identity()};
  made.problem.objects = {box};
  SynthTrack track = made.limb(hand);
  for (Vec3& place : track.position) place = box.start.translation;
  for (Vec3& rotation : track.rotation) rotation = Vec3::Zero();
  HandMadeMotion::move_from(track, 1, {0, 0.1, 0.1}, {0, 0.3, 0});
  made.motion.tracks.push_back(track);
  SynthContact contact;
  contact.character = 0;
  contact.limb = hand;
  contact.target = SynthContact::Target::kObject;
  contact.target_index = 0;
  made.motion.contacts.push_back(contact);
  made.motion.activity.push_back({50.0, 50.0});
  // The hand's own track follows the box only roughly.
  HandMadeMotion::move_from(made.limb(hand), 1, {0.004, 0.1, 0.1}, {0, 0.3, 0});
  const SynthClip result = made.clip(hero);
  const Anatomy anatomy = find_anatomy(hero.character, detailed_figure().anatomy);
  const std::size_t joint = to_size(anatomy.bodies[to_size(test::body_of_limb(anatomy, "left", Part::kHand))].joint);
  Transform first;
  for (int f = 0; f < result.clip.frames(); ++f) {
    EXPECT_EQ(result.planted[hand][to_size(f)], 4);
    const Transform place = evaluate(made.motion, 5, f / 30.0).pose;
    const Transform seen = place.inverse() * world_at(hero.character.skeleton, result.clip, f)[joint];
    if (f == 0) first = seen;
    EXPECT_LT((seen.translation - first.translation).norm(), 1e-6) << f;
    EXPECT_LT(angle_between(seen.rotation, first.rotation), 1e-6) << f;
  }
}

TEST(SynthClip, HeadsLevelThemselvesALittle) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 1, 0.5);
  HandMadeMotion::move_from(made.torso(), 1, Vec3::Zero(), {0.5, 0, 0});
  const std::size_t head = to_size(*hero.character.skeleton.find("Head"));
  const auto tilt = [&](double share) {
    SynthClipOptions options = plain();
    options.head_level = share;
    const Clip clip = made.clip(hero, options).clip;
    return angle_between(world_at(hero.character.skeleton, clip, 0)[head].rotation,
                         world_at(hero.character.skeleton, clip, clip.frames() - 1)[head].rotation);
  };
  EXPECT_NEAR(tilt(0), 0.5, 1e-6);
  EXPECT_NEAR(tilt(0.5), 0.25, 1e-6);
}

TEST(SynthClip, AHoundsPawsAreWhereTheyShouldBe) {
  const SynthActor hound = sample("hound.glb");
  HandMadeMotion made(hound.model, make_start(hound.model, StartPose::kStand, {}), 4, 0.5);
  for (auto& row : made.motion.activity) row.assign(4, 100.0);
  made.motion.activity[0][0] = made.motion.activity[0][1] = made.motion.activity[3][2] = 0;
  HandMadeMotion::move_from(made.limb(0), 1, {0, 0.12, 0.1});
  HandMadeMotion::move_from(made.limb(0), 2, {0, -0.12, 0.05});
  HandMadeMotion::move_from(made.torso(), 2, {0, -0.03, 0.04}, {0.05, 0.15, 0});
  HandMadeMotion::move_from(made.limb(3), 3, {0, 0, 0.12});
  HandMadeMotion::move_from(made.torso(), 3, {0, 0.05, 0.04}, {-0.05, -0.15, 0});
  const SynthClip result = made.clip(hound, plain());
  result.clip.validate(hound.character.skeleton);
  EXPECT_LT(result.missed, 1e-6);
  // The paws' own shapes: their lowest points are where the end-effectors are.
  const Figure detailed = build_figure(hound.character, detailed_figure()).figure;
  int paws = 0;
  for (int f = 0; f < result.clip.frames(); f += 6) {
    const auto world = world_at(hound.character.skeleton, result.clip, f);
    const auto bodies = bodies_from_pose(detailed, hound.character.skeleton, world);
    for (std::size_t b = 0; b < detailed.bodies.size(); ++b) {
      if (detailed.bodies[b].part != Part::kPaw) continue;
      double nearest = 1e300;
      for (int l = 0; l < 4; ++l) {
        const Vec3 wanted = evaluate(made.motion, l + 1, f / 30.0).pose.translation;
        const FigureShape& shape = detailed.bodies[b].shapes.front();
        const Vec3 cap = bodies[b] * (shape.body_from_shape * Vec3(0, shape.half_length, 0));
        const Vec3 other = bodies[b] * (shape.body_from_shape * Vec3(0, -shape.half_length, 0));
        for (const Vec3& end : {cap, other})
          nearest = std::min(nearest, (end - shape.radius * Vec3::UnitY() - wanted).norm());
      }
      EXPECT_LT(nearest, 1e-3) << detailed.bodies[b].name << " frame " << f;
      ++paws;
    }
  }
  EXPECT_GE(paws, 40);
}

TEST(SynthClip, JointsOfALegOpenAndCloseTogether) {
  const SynthActor hound = sample("hound.glb");
  const auto bends = [&](double lift) {
    HandMadeMotion made(hound.model, make_start(hound.model, StartPose::kNeutral, {}), 1, 0.5);
    HandMadeMotion::move_from(made.limb(2), 1, {0, lift, 0});
    const Clip clip = made.clip(hound, plain()).clip;
    const auto world = world_at(hound.character.skeleton, clip, clip.frames() - 1);
    const auto at = [&](const char* name) { return world[to_size(*hound.character.skeleton.find(name))].translation; };
    const auto bend = [&](const char* a, const char* b, const char* c) {
      return std::acos((at(b) - at(a)).normalized().dot((at(c) - at(b)).normalized()));
    };
    return std::array{bend("LeftHindUpperLeg", "LeftHindLowerLeg", "LeftHindPastern"),
                      bend("LeftHindLowerLeg", "LeftHindPastern", "LeftHindPaw")};
  };
  const auto stands = bends(0);
  const auto lifted = bends(0.1);
  EXPECT_GT(lifted[0], stands[0] + 0.1);
  EXPECT_GT(lifted[1], stands[1] + 0.1);
}

TEST(SynthClip, TheSecondOfTwoCharactersHasItsOwnTracks) {
  const SynthActor hero = sample("hero.glb");
  HandMadeMotion made(hero.model, make_start(hero.model, StartPose::kStand, {}), 1, 0.5);
  const HandMadeMotion other(hero.model, make_start(hero.model, StartPose::kStand, {{0, 0, 3}, 1}), 1, 0.5);
  made.problem.characters.push_back(hero.model);
  made.problem.starts.push_back(other.problem.starts[0]);
  for (const SynthTrack& track : other.motion.tracks) made.motion.tracks.push_back(track);
  const SynthClip second = clip_of_motion(made.problem, made.motion, 1, hero.character, hero.figure, plain());
  const SynthClip alone = other.clip(hero, plain());
  EXPECT_EQ(second.clip.rotations.size(), alone.clip.rotations.size());
  EXPECT_LT((second.clip.translations[0] - alone.clip.translations[0]).norm(), 1e-12);
  EXPECT_LT((second.clip.rotations[5].coeffs() - alone.clip.rotations[5].coeffs()).norm(), 1e-12);
}

TEST(SynthClip, BadOptionsAreRefusedInWords) {
  const SynthActor stick{test::stick_person()};
  const HandMadeMotion made(stick.model, make_start(stick.model, StartPose::kStand, {}), 1, 0.5);
  SynthClipOptions options;
  options.frame_rate = 0;
  try {
    (void)made.clip(stick, options);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("frame_rate > 0"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sinew
