#include "libanim/math/rotation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include "libanim/support/rng.h"

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi;

Quat random_rotation(Rng& rng) {
  Quat q(rng.normal(), rng.normal(), rng.normal(), rng.normal());
  return q.normalized();
}

std::vector<std::array<int, 3>> all_orders() {
  std::vector<std::array<int, 3>> orders;
  std::array<int, 3> order = {0, 1, 2};
  do orders.push_back(order);
  while (std::ranges::next_permutation(order).found);
  return orders;
}

TEST(Rotation, ExpAndLogAreInverse) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random_rotation(rng);
    EXPECT_LT(angle_between(exp_rotation(log_rotation(q)), q), 1e-14);  // measured 9e-16
  }
  for (const double angle : {0.0, 1e-12, 1e-9, 1e-5, 3.0}) {
    const Vec3 v = angle * Vec3(1, 2, -2) / 3;
    EXPECT_LT((log_rotation(exp_rotation(v)) - v).norm(), 1e-15 + 1e-15 * angle) << angle;
  }
}

TEST(Rotation, LogTakesTheShortWay) {
  const Quat q = exp_rotation({0, 0, 0.5});
  EXPECT_NEAR(log_rotation(Quat(-q.w(), -q.x(), -q.y(), -q.z())).z(), 0.5, 1e-15);
}

TEST(Rotation, EulerComposesInTheNamedOrder) {
  const Quat q = from_euler({2, 0, 1}, {0.3, -0.4, 0.5});
  const Mat3 expected = (Eigen::AngleAxisd(0.3, Vec3::UnitZ()) * Eigen::AngleAxisd(-0.4, Vec3::UnitX()) *
                         Eigen::AngleAxisd(0.5, Vec3::UnitY()))
                            .toRotationMatrix();
  EXPECT_LT((q.toRotationMatrix() - expected).norm(), 1e-15);
}

TEST(Rotation, EulerRoundTripInEveryOrder) {
  Rng rng(2);
  for (const auto& order : all_orders()) {
    for (int i = 0; i < 500; ++i) {
      const Quat q = random_rotation(rng);
      EXPECT_LT(angle_between(from_euler(order, to_euler(order, q)), q), 1e-13);  // measured 4e-14
    }
  }
}

TEST(Rotation, EulerAtAndNearGimbalLock) {
  Rng rng(3);
  for (const auto& order : all_orders()) {
    for (const double off : {0.0, 1e-12, 1e-9, 3e-9, 1e-8, 1e-7, 1e-5}) {
      for (const double side : {-1.0, 1.0}) {
        const Vec3 angles(rng.uniform() * 6 - 3, side * (kPi / 2 - off), rng.uniform() * 6 - 3);
        const Quat q = from_euler(order, angles);
        const Vec3 near(0.1, side, 0.7);
        EXPECT_LT(angle_between(from_euler(order, to_euler(order, q, near)), q), 1e-7);  // measured 4e-8
      }
    }
  }
}

TEST(Rotation, EulerStaysNearAContinuousSequence) {
  const std::array<int, 3> order = {2, 0, 1};
  Vec3 previous(2.9, 0.2, -1.0);
  for (int i = 0; i < 400; ++i) {
    const Vec3 angles(2.9 + 0.02 * i, 0.2 + 0.01 * i, -1.0 - 0.015 * i);  // passes +-180 and 90 degrees
    const Vec3 found = to_euler(order, from_euler(order, angles), previous);
    EXPECT_LT((found - angles).norm(), 1e-6) << i;
    previous = found;
  }
}

TEST(Rotation, ContinuousSequenceHasNoSignFlips) {
  Rng rng(4);
  std::vector<Quat> sequence;
  Quat q = Quat::Identity();
  for (int i = 0; i < 100; ++i) {
    q = q * exp_rotation(Vec3(0.3, 0.2, 0.1));
    sequence.push_back(rng.uniform() < 0.5 ? q : Quat(-q.w(), -q.x(), -q.y(), -q.z()));
  }
  make_continuous(std::span(sequence));
  EXPECT_GE(sequence[0].w(), 0);
  for (std::size_t i = 1; i < sequence.size(); ++i) EXPECT_GT(sequence[i].dot(sequence[i - 1]), 0);
}

TEST(Rotation, NearestRotationUndoesScale) {
  Rng rng(5);
  const Quat q = random_rotation(rng);
  const Mat3 scaled = q.toRotationMatrix() * Vec3(2, 0.5, 3).asDiagonal();
  EXPECT_LT(angle_between(nearest_rotation(scaled), q), 1e-14);
  EXPECT_LT(angle_between(nearest_rotation(-scaled), q), 1e-14);
}

TEST(Transform, InverseAndProduct) {
  Rng rng(6);
  const Transform a{{1, 2, 3}, random_rotation(rng)};
  const Transform b{{-1, 0.5, 2}, random_rotation(rng)};
  const Vec3 p(0.3, 0.2, 0.1);
  EXPECT_LT(((a * b) * p - a * (b * p)).norm(), 1e-14);
  EXPECT_LT((a.inverse() * (a * p) - p).norm(), 1e-14);
  EXPECT_LT(((a.matrix() * p.homogeneous()).head<3>() - a * p).norm(), 1e-14);
}

}  // namespace
}  // namespace sinew
