#include <gtest/gtest.h>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "tests/importers/assimp/assimp_samples.h"

namespace sinew::test {
namespace {

// Assimp works in single precision on centimetres. Measured: 3.4e-8 m.
constexpr double kSingle = 2e-6;

Vec3 position(const Asset& asset, const std::string& joint, int frame) {
  const Skeleton& skeleton = asset.character.skeleton;
  return joint_positions(skeleton, asset.clips.at(0), frame).at(static_cast<std::size_t>(skeleton.find(joint).value()));
}

void expect_near(const Vec3& found, const Vec3& expected) {
  EXPECT_LT((found - expected).norm(), kSingle) << found.transpose() << " instead of " << expected.transpose();
}

TEST(AssimpFormats, ColladaSkeletonSkinAndAnimation) {
  const Asset asset = import_with_assimp(as_bytes(collada()), ".dae", {}, test_limits());
  ASSERT_EQ(asset.character.skeleton.size(), 3);
  ASSERT_EQ(asset.clips.size(), 1u);
  const Clip& clip = asset.clips[0];
  EXPECT_EQ(clip.frame_rate, 30);
  ASSERT_EQ(clip.frames(), 31);
  for (int frame = 0; frame <= 30; ++frame) {
    const double angle = frame / 30.0 * M_PI / 2;
    expect_near(position(asset, "hip", frame), {0, 1, 0});
    expect_near(position(asset, "knee", frame), {0, 1.5, 0});
    expect_near(position(asset, "end", frame), {0.3 * std::cos(angle), 1.5 - 0.3 * std::sin(angle), 0});
  }
  ASSERT_EQ(asset.character.meshes.size(), 1u);
  const Primitive& primitive = asset.character.meshes[0].primitives.at(0);
  ASSERT_EQ(primitive.positions.size(), 3u);
  const Skin& skin = asset.character.skins.at(0);
  const auto rest = rest_world(asset.character.skeleton);
  for (std::size_t v = 0; v < 3; ++v) {  // every vertex sits at its joint
    const auto slot = primitive.influences.at(0).joints[v][0];
    const Vec3 vertex = Eigen::Vector3f(primitive.positions[v].data()).cast<double>();
    const Vec3 in_joint = (skin.inverse_bind[slot] * vertex.homogeneous()).head<3>();
    expect_near(in_joint, Vec3::Zero());
    expect_near(rest[static_cast<std::size_t>(skin.joints[slot])] * in_joint, vertex);
  }
}

TEST(AssimpFormats, ColladaUnitsAndAxes) {
  const Asset metres = import_with_assimp(as_bytes(collada("1", "Y_UP")), "dae", {}, test_limits());
  expect_near(position(metres, "knee", 0) / 100, Vec3(0, 0, 1.5));
  ImportOptions options;
  options.unit = 0.02;
  options.up = 'Y';
  const Asset overridden = import_with_assimp(as_bytes(collada()), "dae", options, test_limits());
  expect_near(position(overridden, "knee", 0), {0, 0, 3});
}

TEST(AssimpFormats, TheUserChoosesTheFrameRate) {
  ImportOptions options;
  options.frame_rate = 4;
  const Asset asset = import_with_assimp(as_bytes(collada()), "dae", options, test_limits());
  EXPECT_EQ(asset.clips.at(0).frames(), 5);
  const double angle = M_PI / 8;
  expect_near(position(asset, "end", 1), {0.3 * std::cos(angle), 1.5 - 0.3 * std::sin(angle), 0});
}

TEST(AssimpFormats, ValveSmd) {
  const std::string smd =
      "version 1\nnodes\n0 \"root\" -1\n1 \"tip\" 0\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\n1 1 0 0 0 0 0\n"
      "time 1\n0 0 0 5 0 0 0\n1 1 0 0 0 0 0\nend\ntriangles\nskin\n0 0 0 0 0 0 1 0 0\n1 1 0 0 0 0 1 1 0\n1 1 1 0 0 0 1 "
      "1 1\nend\n";
  const Asset asset = import_with_assimp(as_bytes(smd), ".smd", {}, test_limits());
  EXPECT_TRUE(asset.character.skeleton.find("tip").has_value());
  ASSERT_EQ(asset.clips.at(0).frames(), 2);
  expect_near(position(asset, "tip", 0), {1, 0, 0});
  expect_near(position(asset, "tip", 1), {1, 0, 5});
  EXPECT_TRUE(asset.ledger.has(NoteCode::kUnitGuess));
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAxisGuess));
}

std::string refusal(std::string_view text, std::string_view suffix) {
  try {
    (void)import_with_assimp(as_bytes(text), suffix, {}, test_limits());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
    return error.what();
  }
  return "";
}

TEST(AssimpFormats, BadFilesAreRefusedWithAReason) {
  const std::string good = collada();
  EXPECT_NE(refusal("", "dae"), "");
  EXPECT_NE(refusal("<COLLADA", "dae"), "");
  EXPECT_NE(refusal(good.substr(0, good.size() / 2), "dae"), "");
  EXPECT_NE(refusal("garbage", "x"), "");
  EXPECT_NE(refusal(std::string(5000, '\xff'), "ms3d"), "");
}

TEST(AssimpFormats, OtherSuffixesAreNotTried) {
  const std::string message = refusal("anything", ".docx");
  EXPECT_NE(message.find("docx"), std::string::npos);
  EXPECT_NE(message.find(".dae"), std::string::npos) << "says what it takes: " << message;
  EXPECT_NE(refusal("HIERARCHY", ".bvh").find("unknown"), std::string::npos);
}

TEST(AssimpFormats, FilesThatASceneNamesAreNotOpened) {
  // An MD5 mesh names its animation by its own file's name; a Collada image by a path.
  std::string text = collada();
  text.insert(text.find("<library_geometries>"),
              "<library_images><image id=\"i\"><init_from>/etc/hostname</init_from></image></library_images>");
  const Asset asset = import_with_assimp(as_bytes(text), "dae", {}, test_limits());
  EXPECT_TRUE(asset.character.images.empty());
}

}  // namespace
}  // namespace sinew::test
