#include "libanim/stages/refine/spline_plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

SmcOptions four_points() {
  SmcOptions options;
  options.base = SplineBase::kNone;
  options.points = 4;
  options.horizon = 1.2;
  options.shortest = 0.05;
  return options;
}

VectorXd counted(Index size) { return VectorXd::LinSpaced(size, 1, static_cast<double>(size)); }

TEST(PlanLayout, TheVectorIsPointAfterPoint) {
  const Figure figure = test::small_humanoid();
  const PlanLayout layout(figure, four_points());
  EXPECT_EQ(layout.axes(), figure.axis_count());
  EXPECT_EQ(layout.size(), 4 * (figure.axis_count() + 3 + 1));
  const VectorXd x = counted(layout.size());
  const SplinePoints points = layout.unpack(x);
  const Index width = layout.value_size() + 1;
  ASSERT_EQ(points.count(), 4);
  for (Index p = 0; p < 4; ++p) {
    EXPECT_EQ(VectorXd(points.values.col(p)), VectorXd(x.segment(p * width, width - 1)));
    EXPECT_EQ(points.durations[p], x[p * width + width - 1]);
  }
  EXPECT_EQ(layout.pack(points), x);
}

TEST(PlanLayout, PassedPointsGoAndTheLastIsRepeated) {
  const PlanLayout layout(test::small_humanoid(), four_points());
  EXPECT_DOUBLE_EQ(layout.longest(), 0.3);
  const SplinePoints points = layout.unpack(counted(layout.size()));
  for (Index passed = 0; passed <= 4; ++passed) {
    const SplinePoints left = layout.without_passed(points, passed);
    ASSERT_EQ(left.count(), 4);
    for (Index i = 0; i < 4; ++i) {
      const bool there = passed + i < 4;
      const Index from = there ? passed + i : 3;
      EXPECT_EQ(VectorXd(left.values.col(i)), VectorXd(points.values.col(from))) << passed << ' ' << i;
      EXPECT_EQ(left.durations[i], there ? points.durations[from] : layout.longest()) << passed << ' ' << i;
    }
  }
}

TEST(PlanLayout, WithoutABaseTheBoundsAreTheJoints) {
  const Figure figure = test::small_humanoid();
  SmcOptions options = four_points();
  options.least_torque = 0.35;
  const PlanLayout layout(figure, options);
  const SplinePoints lower = layout.unpack(layout.lower());
  const SplinePoints upper = layout.unpack(layout.upper());
  for (Index p = 0; p < 4; ++p) {
    for (std::size_t j = 0; j < figure.joints.size(); ++j) {
      const FigureJoint& joint = figure.joints[j];
      const Index axis = figure.first_axis(static_cast<int>(j));
      for (int i = 0; i < joint.axis_count(); ++i) {
        const std::size_t of = joint.kind == JointKind::kHinge ? 1 : to_size(i);
        EXPECT_EQ(lower.values(axis + i, p), joint.lower[of]) << j;
        EXPECT_EQ(upper.values(axis + i, p), joint.upper[of]) << j;
      }
    }
    for (Index g = 0; g < kTorqueGroups; ++g) {
      EXPECT_EQ(lower.values(layout.axes() + g, p), 0.35);
      EXPECT_EQ(upper.values(layout.axes() + g, p), 1);
    }
    EXPECT_EQ(lower.durations[p], p == 0 ? 0 : 0.05);
    EXPECT_DOUBLE_EQ(upper.durations[p], 0.3);
  }
}

TEST(PlanLayout, WithABaseTheyAreOffsetsByPart) {
  const Figure figure = test::small_humanoid();
  SmcOptions options = four_points();
  options.range = 0.2;
  for (const SplineBase base : {SplineBase::kReference, SplineBase::kTake}) {
    options.base = base;
    const PlanLayout layout(figure, options);
    const auto bound = [&](Part part, Side side) {
      const int joint = test::body_of(figure, part, side) - 1;
      const Index axis = figure.first_axis(joint);
      EXPECT_EQ(layout.lower()[axis], -layout.upper()[axis]);
      return layout.upper()[axis];
    };
    EXPECT_EQ(bound(Part::kThigh, Side::kLeft), 0.2);
    EXPECT_EQ(bound(Part::kShin, Side::kRight), 0.2);
    EXPECT_LT(bound(Part::kForearm, Side::kLeft), 0.2);
    EXPECT_LT(bound(Part::kHead, Side::kCentre), bound(Part::kChest, Side::kCentre));
    EXPECT_GT(bound(Part::kHead, Side::kCentre), 0);
  }
}

TEST(PlanLayout, PointsAreNeverNearerThanTheShortest) {
  SmcOptions options = four_points();
  options.horizon = 0.1;
  const PlanLayout layout(test::small_humanoid(), options);
  EXPECT_EQ(layout.longest(), layout.shortest());
  EXPECT_TRUE((layout.lower().array() <= layout.upper().array()).all());
}

TEST(TorqueGroup, EveryPartHasOne) {
  for (const Part part : {Part::kThigh, Part::kShin, Part::kFoot, Part::kToes, Part::kLimb, Part::kPaw}) {
    EXPECT_EQ(torque_group(part), TorqueGroup::kLegs);
  }
  for (const Part part : {Part::kClavicle, Part::kUpperArm, Part::kForearm, Part::kHand}) {
    EXPECT_EQ(torque_group(part), TorqueGroup::kArms);
  }
  for (const Part part : {Part::kPelvis, Part::kAbdomen, Part::kChest, Part::kNeck, Part::kHead, Part::kTrunk,
                          Part::kTail, Part::kOther}) {
    EXPECT_EQ(torque_group(part), TorqueGroup::kTorso);
  }
}

TEST(SmcOptions, AreChecked) {
  const auto refused = [](auto change) {
    SmcOptions options;
    change(options);
    EXPECT_THROW(options.validate(), Error);
  };
  SmcOptions().validate();
  refused([](SmcOptions& o) { o.sampler.samples = 0; });
  refused([](SmcOptions& o) { o.reference_share = -0.1; });
  refused([](SmcOptions& o) { o.extension_share = 1.1 - o.reference_share - o.sampler.greedy; });
  refused([](SmcOptions& o) { o.elites = -0.1; });
  refused([](SmcOptions& o) { o.elites = NAN; });
  refused([](SmcOptions& o) { o.points = 0; });
  refused([](SmcOptions& o) { o.points = 101; });
  refused([](SmcOptions& o) { o.shortest = 0; });
  refused([](SmcOptions& o) { o.horizon = 0.5 * o.shortest; });
  refused([](SmcOptions& o) { o.horizon = NAN; });
  refused([](SmcOptions& o) { o.slack = 0; });
  refused([](SmcOptions& o) { o.advance = 0; });
  refused([](SmcOptions& o) { o.range = 0; });
  refused([](SmcOptions& o) { o.smoothing = NAN; });
  refused([](SmcOptions& o) { o.leg_smoothing = -1; });
  refused([](SmcOptions& o) { o.least_torque = 0; });
  refused([](SmcOptions& o) { o.least_torque = 1.5; });
  refused([](SmcOptions& o) { o.lost_distance = 0; });
  refused([](SmcOptions& o) { o.abandon = 0.5; });
  refused([](SmcOptions& o) { o.velocity_cutoff = NAN; });
  refused([](SmcOptions& o) { o.tolerances.angle = -1; });
  refused([](SmcOptions& o) { o.tolerances.jerk = NAN; });
}

}  // namespace
}  // namespace sinew
