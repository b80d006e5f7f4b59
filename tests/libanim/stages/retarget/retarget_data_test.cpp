#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "importers/import_file.h"
#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/stages/clean/clean.h"
#include "libanim/stages/retarget/retarget.h"
#include "libanim/support/index.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

struct Person {
  Character character;
  BuiltFigure built;
};

Person load_person(const std::string& file) {
  Person person{import_file(*test::data_dir() / file, {}).character, {}};
  person.built = build_figure(person.character, detailed_figure());
  return person;
}

/// Mean horizontal speed of heels and balls in the given frames, in figure heights per second.
double skate(const Person& person, const Clip& clip, const std::vector<std::string>& names,
             const std::vector<std::vector<bool>>& planted) {
  const auto tracks = contact_tracks(person.built.figure, person.character.skeleton, clip);
  double sum = 0;
  int count = 0;
  for (std::size_t p = 0; p < tracks.size(); ++p) {
    const auto found = std::ranges::find(names, person.built.figure.points[p].name);
    if (found == names.end()) continue;
    const std::vector<bool>& flags = planted[to_size(found - names.begin())];
    for (std::size_t i = 1; i + 1 < flags.size(); ++i) {
      if (!flags[i - 1] || !flags[i] || !flags[i + 1]) continue;
      const Vec3 way = tracks[p][i + 1] - tracks[p][i - 1];
      sum += std::hypot(way.x(), way.z()) * clip.frame_rate / 2;
      ++count;
    }
  }
  EXPECT_GT(count, 100);
  return sum / count / person.built.figure.height;
}

double deepest_sole(const Person& person, const Clip& clip, const std::vector<std::string>& names) {
  const auto tracks = contact_tracks(person.built.figure, person.character.skeleton, clip);
  double depth = 0;
  for (std::size_t p = 0; p < tracks.size(); ++p) {
    if (std::ranges::find(names, person.built.figure.points[p].name) == names.end()) continue;
    for (const Vec3& place : tracks[p]) depth = std::max(depth, -place.y());
  }
  return depth / person.built.figure.height;
}

struct Knees {
  double acceleration = 0;  ///< largest (unit: rad/s^2)
  double forwards = 0;      ///< largest bend the wrong way (unit: rad)
};

/// Second differences over 1/60 s, so that noise of single frames does not count.
Knees knees(const Person& person, const Clip& clip) {
  const auto body = [&](Part part, Side side) -> const AnatomyBody& {
    return *std::ranges::find_if(person.built.anatomy.bodies,
                                 [&](const AnatomyBody& b) { return b.part == part && b.side == side; });
  };
  const auto rest = rest_world(person.character.skeleton);
  const Quat facing = person.built.anatomy.facing;
  Knees result;
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const AnatomyBody& thigh = body(Part::kThigh, side);
    std::vector<double> angle;
    for (int frame = 0; frame < clip.frames(); ++frame) {
      const auto world = world_at(person.character.skeleton, clip, frame);
      const auto at = [&](const AnatomyBody& b) { return world[to_size(b.joint)].translation; };
      const Vec3 upper = at(body(Part::kShin, side)) - at(thigh);
      const Vec3 lower = at(body(Part::kFoot, side)) - at(body(Part::kShin, side));
      const std::size_t j = to_size(thigh.orientation_joint);
      const Quat turn = world[j].rotation * rest[j].rotation.conjugate();
      const Vec3 axis = turn * (thigh.neutral.conjugate() * (facing * Vec3::UnitX()));
      const double bend = std::atan2(upper.cross(lower).norm(), upper.dot(lower));
      angle.push_back(upper.cross(lower).dot(axis) < 0 ? -bend : bend);
      result.forwards = std::max(result.forwards, -angle.back());
    }
    const auto step = std::max<std::size_t>(1, to_size(std::lround(clip.frame_rate / 60)));
    const double seconds = static_cast<double>(step) / clip.frame_rate;
    for (std::size_t i = step; i + step < angle.size(); ++i) {
      const double a = (angle[i + step] - 2 * angle[i] + angle[i - step]) / (seconds * seconds);
      result.acceleration = std::max(result.acceleration, std::abs(a));
    }
  }
  return result;
}

class WalkOnCharacter : public testing::TestWithParam<const char*> {};

TEST_P(WalkOnCharacter, FeetStandAndKneesDoNotPop) {
  SINEW_NEEDS_DATA();
  const Person source = load_person("bvh/cmu/02_01.bvh");
  const Asset motion = import_file(*test::data_dir() / "bvh/cmu/02_01.bvh", {});
  const Clip walk = clean(motion.character, motion.clips.front()).clip;
  const Person target = load_person(GetParam());
  const RetargetedClip result = retarget(source.character, walk, target.character);
  EXPECT_TRUE(result.report.humanoid);

  const std::vector<std::string> names = {"left_heel", "left_ball", "right_heel", "right_ball"};
  std::vector<std::vector<bool>> planted;
  const auto tracks = contact_tracks(source.built.figure, source.character.skeleton, walk);
  for (const std::string& name : names) {
    const auto point = std::ranges::find(source.built.figure.points, name, &FigureContactPoint::name);
    const auto& track = tracks[to_size(point - source.built.figure.points.begin())];
    planted.push_back(
        planted_frames(track, std::vector<double>(track.size(), 0), walk.frame_rate, source.built.figure.height));
  }
  // Measured over the five: 0.028 to 0.036 against 0.061 of the source.
  EXPECT_LT(skate(target, result.clip, names, planted), 0.75 * skate(source, walk, names, planted));
  // Measured: 0.0014 to 0.0026, where corners are smoothed.
  EXPECT_LT(deepest_sole(target, result.clip, names), 0.005);
  const Knees before = knees(source, walk);
  const Knees after = knees(target, result.clip);
  // Measured: 168 to 296 rad/s^2 against 174, the highest on CesiumMan; none bends forwards.
  EXPECT_LT(after.acceleration, 2 * before.acceleration);
  EXPECT_LT(after.forwards, before.forwards + 0.02);
  for (const LimbPlants& limb : result.report.limbs)
    EXPECT_LT(limb.missed, 0.01 * target.built.figure.height) << limb.limb;
}

INSTANTIATE_TEST_SUITE_P(Data, WalkOnCharacter,
                         testing::Values("fbx/rocketbox/Female_Adult_01.fbx", "gltf/kaykit/Knight.glb",
                                         "gltf/mesh2motion/human-male.glb", "gltf/khronos/CesiumMan/CesiumMan.glb",
                                         "bvh/makehuman/tpose.bvh"));

TEST(RetargetData, AClipOfAnotherFileOfTheSameRigPassesThrough) {
  SINEW_NEEDS_DATA();
  const Asset fox = import_file(*test::data_dir() / "gltf/mesh2motion/fox-animations.glb", {});
  const Asset rig = import_file(*test::data_dir() / "gltf/mesh2motion/rig-fox.glb", {});
  const RetargetedClip result = retarget(fox.character, fox.clips.front(), rig.character);
  EXPECT_TRUE(result.report.same_skeleton);
  EXPECT_EQ(result.clip.frames(), fox.clips.front().frames());
}

}  // namespace
}  // namespace sinew
