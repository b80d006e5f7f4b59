#include <gtest/gtest.h>

#include "importers/bvh/bvh_frame_rate.h"
#include "importers/bvh/bvh_unit.h"
#include "importers/bvh/bvh_up_axis.h"
#include "tests/importers/bvh/bvh_samples.h"

namespace sinew::test {
namespace {

struct Rate {
  double rate;
  bool noted;
};

Rate rate_of(const std::string& spelling) {
  Ledger ledger;
  const double rate = settle_bvh_frame_rate(std::stod(spelling), spelling, ledger);
  return {rate, ledger.has(NoteCode::kFrameRate)};
}

TEST(BvhFrameRate, PrintedDigitsDecide) {
  const std::vector<std::pair<std::string, double>> cases = {{".0083333", 120},
                                                             {"0.008333", 120},
                                                             {"0.00833333", 120},
                                                             {"0.033333", 30},
                                                             {"0.0333333", 30},
                                                             {"0.03333333333333333", 30},
                                                             {"0.0333", 30},
                                                             {"0.041667", 24},
                                                             {"0.0416667", 24},
                                                             {"0.0417", 24},
                                                             {"0.0083", 120},
                                                             {"0.016667", 60},
                                                             {"0.016666666666666666", 60},
                                                             {"0.01", 100},
                                                             {"1e-2", 100},
                                                             {"0.04", 25},
                                                             {"0.0138889", 72},
                                                             {"0.033367", 30000.0 / 1001},
                                                             {"0.008342", 120000.0 / 1001},
                                                             {"0.0417083750417", 23.976},
                                                             {"1", 1}};
  for (const auto& [spelling, expected] : cases) {
    EXPECT_EQ(rate_of(spelling).rate, expected) << spelling;
    EXPECT_FALSE(rate_of(spelling).noted) << spelling;
  }
}

TEST(BvhFrameRate, NearlyUsualRatesAreCorrectedAndNoted) {
  EXPECT_EQ(rate_of("0.008330000").rate, 120.0);
  EXPECT_TRUE(rate_of("0.008330000").noted);
  EXPECT_EQ(rate_of("0.03331").rate, 30.0);
  EXPECT_TRUE(rate_of("0.03331").noted);
}

TEST(BvhFrameRate, OtherRatesStay) {
  EXPECT_EQ(rate_of("0.03").rate, 1 / 0.03);
  EXPECT_EQ(rate_of("0.0271828").rate, 1 / 0.0271828);
  EXPECT_FALSE(rate_of("0.0271828").noted);
}

/// A body: hips, a leg of half the height, spine to the head, an arm; span = 2.5 * leg.
Skeleton body(double leg, const Vec3& up) {
  const auto joint = [](std::string name, int parent, const Vec3& offset) {
    Joint j;
    j.name = std::move(name);
    j.parent = parent;
    j.rest.translation = offset;
    return j;
  };
  return {{joint("Hips", kNoParent, Vec3::Zero()), joint("LeftLeg", 0, -0.5 * leg * up),
           joint("LeftFoot", 1, -0.5 * leg * up), joint("Spine", 0, 0.5 * leg * up), joint("Head", 3, 0.5 * leg * up),
           joint("LeftArm", 3, Vec3(leg, 0, 0))}};
}

TEST(BvhUnit, HumansBySpan) {
  for (const auto& [unit, name] : std::vector<std::pair<double, std::string>>{{1.0, "metre"},
                                                                              {0.1, "decimetre"},
                                                                              {0.0254 / 0.45, "CMU unit (1/0.45 inch)"},
                                                                              {0.0254, "inch"},
                                                                              {0.01, "centimetre"},
                                                                              {0.001, "millimetre"}}) {
    const BvhUnitGuess guess = guess_bvh_unit(body(0.9 / unit, Vec3::UnitY()));
    EXPECT_EQ(guess.name, name);
    EXPECT_EQ(guess.metres, unit);
    EXPECT_NEAR(guess.span, 2.25 / unit, 1e-9 / unit);
    EXPECT_TRUE(guess.humanoid);
  }
}

TEST(BvhUnit, OthersAreInMetresOrCentimetres) {
  Skeleton snake = body(1, Vec3::UnitY());
  for (Joint& joint : snake.joints) joint.name = "segment" + joint.name.substr(0, 1);
  EXPECT_EQ(guess_bvh_unit(snake).metres, 1.0);
  for (Joint& joint : snake.joints) joint.rest.translation *= 16;  // span 40: a human's would be CMU's unit
  EXPECT_EQ(guess_bvh_unit(snake).metres, 0.01);
}

TEST(BvhUnit, IsNotedWithTheHeight) {
  const Asset asset = read_bvh(chain_bvh(kOneFrame), {});
  EXPECT_NE(note(asset, NoteCode::kUnitGuess).find("metre (1 m)"), std::string::npos)
      << note(asset, NoteCode::kUnitGuess);
  EXPECT_NE(note(asset, NoteCode::kUnitGuess).find("3.00 m high"), std::string::npos)
      << note(asset, NoteCode::kUnitGuess);
}

/// Frames with one rotation of the root.
Clip turned_clip(const Skeleton& skeleton, const std::vector<Quat>& roots, const Vec3& at) {
  Clip clip = rest_clip(skeleton, static_cast<int>(roots.size()), 30);
  for (int i = 0; i < clip.frames(); ++i) {
    clip.frame_rotations(i)[0] = roots[static_cast<std::size_t>(i)];
    clip.frame_translations(i)[0] = at;
  }
  return clip;
}

Quat about(const Vec3& axis, double degrees) { return Quat(Eigen::AngleAxisd(degrees * EIGEN_PI / 180, axis)); }

TEST(BvhUp, RestPoseAlone) {
  for (int axis = 0; axis < 3; ++axis) {
    const BvhUpGuess guess = guess_bvh_up(body(1, Vec3::Unit(axis)), {});
    EXPECT_EQ(guess.axis, axis);
    EXPECT_TRUE(guess.certain);
  }
}

TEST(BvhUp, MotionDecidesWhereItStandsSteadily) {
  const Skeleton skeleton = body(1, Vec3::UnitY());
  const BvhUpGuess guess =
      guess_bvh_up(skeleton, turned_clip(skeleton, std::vector<Quat>(5, about(Vec3::UnitX(), 90)), {0, 0, 1}));
  EXPECT_EQ(guess.axis, 2);
  EXPECT_FALSE(guess.certain);
}

TEST(BvhUp, LyingBodiesDoNotTurnTheWorld) {
  const Skeleton skeleton = body(1, Vec3::UnitY());
  const Quat lying = about(Vec3::UnitX(), 90);
  // Standing first, as behind an added rest pose.
  const Clip lies_down = turned_clip(skeleton, {Quat::Identity(), lying, lying, lying, lying, lying}, {0, 0, 1});
  EXPECT_EQ(guess_bvh_up(skeleton, lies_down).axis, 1);
  // Lying all the time, far from the origin.
  const Clip far = turned_clip(skeleton, std::vector<Quat>(5, lying), {0, 0.2, 7});
  EXPECT_EQ(guess_bvh_up(skeleton, far).axis, 1);
  // Head downwards all the time.
  const Clip handstand = turned_clip(skeleton, std::vector<Quat>(5, about(Vec3::UnitX(), 180)), {0, 1, 0});
  EXPECT_EQ(guess_bvh_up(skeleton, handstand).axis, 1);
}

TEST(BvhUp, WithoutHeadAndFeetItIsYAndUncertain) {
  const Asset asset = read_bvh(chain_bvh(kOneFrame), {});
  EXPECT_EQ(asset.source.up, 'Y');
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAxisGuess));
}

}  // namespace
}  // namespace sinew::test
