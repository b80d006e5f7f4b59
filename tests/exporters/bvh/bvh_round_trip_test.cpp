#include <gtest/gtest.h>

#include "exporters/bvh/bvh_export.h"
#include "importers/bvh/bvh_import.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/files.h"
#include "tests/support/test_data.h"

namespace sinew::test {
namespace {

struct Difference {
  double distance = 0;  ///< of joints in the world (unit: m)
  double angle = 0;     ///< of joints in the world (unit: rad)
};

Difference difference(const Asset& a, const Asset& b) {
  Difference largest;
  for (int frame = 0; frame < a.clips[0].frames(); ++frame) {
    const auto at_a = world_at(a.character.skeleton, a.clips[0], frame);
    const auto at_b = world_at(b.character.skeleton, b.clips[0], frame);
    for (std::size_t j = 0; j < at_a.size(); ++j) {
      largest.distance = std::max(largest.distance, (at_a[j].translation - at_b[j].translation).norm());
      largest.angle = std::max(largest.angle, angle_between(at_a[j].rotation, at_b[j].rotation));
    }
  }
  return largest;
}

std::string write(const Asset& asset, const BvhExportOptions& options) {
  Ledger ledger;
  return export_bvh(asset.character.skeleton, asset.clips.at(0), options, ledger);
}

Asset read(const std::string& text, const BvhExportOptions& options) {
  ImportOptions import;
  import.unit = options.unit;
  import.up = options.up;
  return import_bvh(as_bytes(text), import);
}

BvhExportOptions options_named(const std::string& name) {
  if (name == "MetresZUp") return {1.0, "XYZ", 'Z'};
  if (name == "InchesXUp") return {0.0254, "YZX", 'X'};
  return {};
}

class BvhRoundTrip : public testing::TestWithParam<std::string> {};

// All joints of all data files come back, and the second text is the first one.
TEST_P(BvhRoundTrip, DataFiles) {
  SINEW_NEEDS_DATA();
  const BvhExportOptions options = options_named(GetParam());
  int files = 0;
  for (const auto& path : data_files()) {
    if (path.extension() != ".bvh") continue;
    const Asset original = import_bvh(read_file(*data_dir() / path), {});
    const std::string first = write(original, options);
    const Asset back = read(first, options);
    ASSERT_TRUE(same_structure(original.character.skeleton, back.character.skeleton)) << path;
    ASSERT_EQ(original.clips[0].frames(), back.clips[0].frames()) << path;
    EXPECT_EQ(original.clips[0].frame_rate, back.clips[0].frame_rate) << path;
    EXPECT_EQ(original.clips[0].translated, back.clips[0].translated) << path;
    const Difference apart = difference(original, back);
    EXPECT_LT(apart.distance, 1e-6) << path;  // 5.6e-8
    EXPECT_LT(apart.angle, 1e-6) << path;     // 7.0e-8
    EXPECT_EQ(write(back, options), first) << path;
    ++files;
  }
  EXPECT_GE(files, 100);
}

INSTANTIATE_TEST_SUITE_P(Options, BvhRoundTrip, testing::Values("Default", "MetresZUp", "InchesXUp"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace sinew::test
