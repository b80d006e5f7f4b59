#include <gtest/gtest.h>

#include "tests/importers/fbx/ascii_fbx.h"

namespace sinew::test {
namespace {

// Single precision does not occur on the way of a rest pose; measured: below 1e-15.
constexpr double kExact = 1e-12;

/// A chain whose tip lies at (1, 2, 3) in the file's own axes.
AsciiFbx chain() {
  AsciiFbx file;
  file.units(1);
  const int root = file.bone("root", 0, {1, 0, 0});
  file.bone("tip", root, {0, 2, 3});
  return file;
}

void expect_tip(const Asset& asset, const Vec3& expected) {
  EXPECT_LT((position(asset, "tip") - expected).norm(), kExact) << position(asset, "tip").transpose();
}

TEST(FbxAxes, YUpStaysAsItIs) {
  AsciiFbx file = chain();
  file.axes('X', 'Y', 'Z');
  const Asset asset = import(file);
  expect_tip(asset, {1, 2, 3});
  EXPECT_EQ(asset.source.up, 'Y');
  EXPECT_FALSE(asset.ledger.has(NoteCode::kAxisTurn));
}

TEST(FbxAxes, ZUpWithFrontMinusYIsTheUsualTurn) {
  AsciiFbx file = chain();
  file.axes('X', 'Z', 'y');
  const Asset asset = import(file);
  expect_tip(asset, {1, 3, -2});
  EXPECT_EQ(asset.source.up, 'Z');
}

TEST(FbxAxes, EveryRightHandedSetOfAxesMapsRightUpFront) {
  // World x, y, z are the file's right, up and front coordinates, whichever these are.
  const std::string letters = "XxYyZz";
  const Vec3 tip(1, 2, 3);
  int tried = 0;
  for (const char up : letters) {
    for (const char front : letters) {
      if (std::tolower(up) == std::tolower(front)) continue;
      const auto unit = [](char c) -> Vec3 { return (std::isupper(c) ? 1 : -1) * Vec3::Unit(std::tolower(c) - 'x'); };
      const Vec3 right = unit(up).cross(unit(front));
      Eigen::Index axis = 0;
      right.cwiseAbs().maxCoeff(&axis);
      AsciiFbx file = chain();
      file.axes(static_cast<char>((right[axis] > 0 ? 'X' : 'x') + axis), up, front);
      const Asset asset = import(file);
      expect_tip(asset, {right.dot(tip), unit(up).dot(tip), unit(front).dot(tip)});
      EXPECT_EQ(asset.source.up, up);
      ++tried;
    }
  }
  EXPECT_EQ(tried, 24);
}

TEST(FbxAxes, LeftHandedAxesAreMirrored) {
  AsciiFbx file = chain();
  file.axes('x', 'Y', 'Z');  // the file's x points left
  const Asset asset = import(file);
  expect_tip(asset, {-1, 2, 3});
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAxisTurn));
}

TEST(FbxAxes, TheUserOverridesUpAndUnit) {
  AsciiFbx file = chain();
  file.axes('X', 'Y', 'Z');
  ImportOptions options;
  options.up = 'Z';
  options.unit = 0.5;
  const Asset asset = import(file, options);
  expect_tip(asset, {0.5, 1.5, -1});
  EXPECT_EQ(asset.source.unit, 0.5);
}

TEST(FbxAxes, UnitOfTheFileScalesToMetres) {
  AsciiFbx file;
  file.axes('X', 'Y', 'Z');
  file.units(0.0254);
  const int root = file.bone("root", 0);
  file.bone("tip", root, {100, 0, 0});
  const Asset asset = import(file);
  EXPECT_NEAR(position(asset, "tip").x(), 2.54, 1e-12);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kUnitScale));
}

TEST(FbxAxes, PivotsAndPreRotationMoveTheChild) {
  // FBX: world = T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1.
  AsciiFbx file;
  file.units(1);
  file.axes('X', 'Y', 'Z');
  const int root = file.bone("root", 0, {10, 0, 0});
  file.property(root, "RotationActive", 1);
  file.property(root, "PreRotation", {0, 0, 90});
  file.property(root, "Lcl Rotation", {0, 90, 0});
  file.property(root, "RotationPivot", {1, 0, 0});
  file.bone("tip", root, {2, 0, 0});
  const Asset asset = import(file);
  // About the pivot (1,0,0): (2,0,0) - pivot = (1,0,0); turned 90 degrees about y: (0,0,-1); about z: the same; back.
  EXPECT_LT((position(asset, "tip") - Vec3(11, 0, -1)).norm(), kExact);
  // The root's own origin: (0,0,0) - pivot = (-1,0,0) -> (0,0,1) -> (0,0,1); plus pivot and translation.
  EXPECT_LT((position(asset, "root") - Vec3(11, 0, 1)).norm(), kExact);
}

}  // namespace
}  // namespace sinew::test
