#include <fmt/format.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/importers/fbx/ascii_fbx.h"

namespace sinew::test {
namespace {

std::string refusal(std::string_view text, const ImportOptions& options = {}, const FbxLimits& limits = {}) {
  try {
    (void)import_fbx(as_bytes(text), options, limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "";
}

AsciiFbx small() {
  AsciiFbx file;
  file.bone("root", 0);
  return file;
}

TEST(FbxError, SaysWhatIsWrong) {
  EXPECT_NE(refusal("").find("empty"), std::string::npos) << refusal("");
  const std::string text = small().text();
  EXPECT_EQ(refusal(text), "");
  EXPECT_NE(refusal("hello, this is a letter and no scene at all"), "");
  EXPECT_NE(refusal(std::string("Kaydara FBX Binary  \0\x1a\0", 23)), "");
  EXPECT_NE(refusal(text.substr(0, text.size() / 2)), "") << "cut short";
}

TEST(FbxError, ASceneWithoutJointsIsRefused) {
  AsciiFbx file;
  file.mesh("only a mesh", 0);
  EXPECT_NE(refusal(file.text()).find("skeleton"), std::string::npos) << refusal(file.text());
}

TEST(FbxError, ArraysThatClaimToBeHugeAreRefused) {
  AsciiFbx file = small();
  file.object("Geometry: 5, \"Geometry::\", \"Mesh\" { Vertices: *2000000000 { a: 1,2,3 } }\n");
  file.object("Pad: \"" + std::string(100'000, 'x') + "\"\n");
  FbxLimits limits;
  limits.memory_base = 50'000;
  limits.memory_factor = 1;
  const std::string message = refusal(file.text(), {}, limits);
  EXPECT_NE(message.find("memory"), std::string::npos) << message;
}

TEST(FbxError, DeepNestingIsRefused) {
  AsciiFbx file;
  int parent = 0;
  for (int i = 0; i < 600; ++i) parent = file.bone(fmt::format("b{}", i), parent);
  EXPECT_NE(refusal(file.text()).find("deep"), std::string::npos) << refusal(file.text());
}

TEST(FbxError, TooManyNodesOrVerticesAreRefused) {
  AsciiFbx file;
  for (int i = 0; i < 40; ++i) file.bone(fmt::format("b{}", i), 0);
  file.mesh("m", 0);
  ImportOptions options;
  options.limits.max_joints = 3;
  EXPECT_NE(refusal(file.text(), options).find("nodes"), std::string::npos);
  options.limits.max_joints = 100;
  options.limits.max_vertices = 0;
  EXPECT_NE(refusal(file.text(), options).find("vertices"), std::string::npos);
  options.limits.max_vertices = 100;
  EXPECT_EQ(refusal(file.text(), options), "");
}

TEST(FbxError, NumbersThatAreNoneAreRefused) {
  AsciiFbx file;
  const int root = file.bone("root", 0);
  file.property(root, "Lcl Scaling", Triple{1e308, 1e308, 1e308});
  file.property(root, "ScalingPivot", Triple{1e308, 0, 0});
  const std::string message = refusal(file.text());
  EXPECT_NE(message.find("finite"), std::string::npos) << message;
}

TEST(FbxError, AFileLargerThanTheLimitIsNotParsed) {
  ImportOptions options;
  options.limits.max_file_bytes = 100;
  EXPECT_NE(refusal(small().text(), options).find("limit"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
