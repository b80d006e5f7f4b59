#include "libanim/kinematics/figure_inertia.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew::test {
namespace {

struct Sum {
  double volume = 0;
  Vec3 moments = Vec3::Zero();
};

/// Volume and moments about the shape's centre by adding up small cubes.
Sum added_up(const BoneShape& shape, int cells) {
  const Vec3 half = half_extents(shape);
  const Vec3 step = 2 * half / cells;
  Sum sum;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      for (int k = 0; k < cells; ++k) {
        const Vec3 p = Vec3(i + 0.5, j + 0.5, k + 0.5).cwiseProduct(step) - half;
        if (signed_distance(shape, shape.centre + p) > 0) continue;
        const Vec3 s = p.cwiseAbs2();
        sum.volume += step.prod();
        sum.moments += step.prod() * Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
      }
    }
  }
  return sum;
}

std::vector<BoneShape> shapes() {
  BoneShape box;
  box.kind = ShapeKind::kBox;
  box.half = {0.2, 0.1, 0.05};
  BoneShape capsule = capsule_along_x(0.1, 0.5, 0.1);
  BoneShape across = capsule;
  across.axis = 2;
  return {box, capsule, across, capsule_along_x(0.2, 0.2, 0.15)};
}

TEST(FigureInertia, AgreesWithAddedUpCubes) {
  for (const BoneShape& shape : shapes()) {
    const Sum sum = added_up(shape, 100);
    EXPECT_NEAR(volume(shape), sum.volume, 2e-3 * sum.volume);  // worst: 1e-3
    const Vec3 expected = sum.moments / sum.volume;
    EXPECT_LT((unit_moments(shape) - expected).norm(), 2e-3 * expected.norm());
  }
}

TEST(FigureInertia, AShiftedCentreIsALinearDensity) {
  // A box of half length h, density 1 + c x / h: the centre of mass is at c h / 3.
  BoneShape box;
  box.kind = ShapeKind::kBox;
  box.half = {0.3, 0.05, 0.05};
  const double c = 0.6;
  const double shift = c * 0.3 / 3;
  double mass = 0;
  double moment = 0;
  constexpr int kSlices = 10000;
  for (int i = 0; i < kSlices; ++i) {
    const double x = 0.3 * ((i + 0.5) / kSlices * 2 - 1);
    const double m = 1 + c * x / 0.3;
    mass += m;
    moment += m * ((x - shift) * (x - shift) + 0.05 * 0.05 / 3);
  }
  EXPECT_NEAR(shifted_moments(box, shift).y(), moment / mass, 1e-8);
  EXPECT_NEAR(shifted_moments(box, shift).x(), unit_moments(box).x(), 1e-15);
  EXPECT_NEAR(largest_shift(box), 0.3 / 3, 1e-12);
}

TEST(FigureInertia, ThinLimbsGetAFloorAndStayPossible) {
  const BoneShape needle = capsule_along_x(0, 0.5, 0.001);
  const Vec3 moments = with_least_moments(shifted_moments(needle, largest_shift(needle)), 1.0);
  EXPECT_GE(moments.minCoeff(), kLeastMomentRatio * moments.maxCoeff());
  EXPECT_GE(moments.minCoeff(), kLeastGyration * kLeastGyration);
  EXPECT_GE(moments.sum() - moments.maxCoeff(), moments.maxCoeff());
  const Vec3 stout(1, 1.2, 1.5);
  EXPECT_EQ(with_least_moments(stout, 1.0), stout);
}

}  // namespace
}  // namespace sinew::test
