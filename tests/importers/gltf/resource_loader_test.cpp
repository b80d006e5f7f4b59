#include "importers/scene/resource_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "libanim/support/bytes.h"
#include "libanim/support/error.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ResourceLoaderTest : public ::testing::Test {
 protected:
  ResourceLoaderTest() {
    fs::create_directories(asset_ / "sub");
    write(root_.path() / "secret", "secret");
    write(root_.path() / "asset-twin", "secret");
    write(asset_ / "a b.bin", "ab");
    write(asset_ / "sub" / "c.bin", "c");
  }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  [[nodiscard]] std::string load(std::string_view uri) const {
    const std::vector<std::byte> bytes = folder_loader(asset_)(uri);
    return std::string(as_text(bytes));
  }
  [[nodiscard]] std::string refusal(std::string_view uri) const {
    try {
      (void)load(uri);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kAsset) << uri;
      return error.what();
    }
    ADD_FAILURE() << "not refused: " << uri;
    return "";
  }
  test::TempDir root_;
  fs::path asset_ = root_.path() / "asset";
};

TEST_F(ResourceLoaderTest, LoadsFilesOfTheFolder) {
  EXPECT_EQ(load("a b.bin"), "ab");
  EXPECT_EQ(load("a%20b.bin"), "ab");
  EXPECT_EQ(load("./sub/c.bin"), "c");
  EXPECT_EQ(load("sub\\c.bin"), "c");
}

TEST_F(ResourceLoaderTest, RefusesToLeaveTheFolder) {
  EXPECT_THAT(refusal("../secret"), HasSubstr("\"..\""));
  EXPECT_THAT(refusal("sub/../../secret"), HasSubstr("\"..\""));
  EXPECT_THAT(refusal("%2e%2e/secret"), HasSubstr("\"..\""));
  EXPECT_THAT(refusal("..%2Fsecret"), HasSubstr("\"..\""));
  EXPECT_THAT(refusal("..\\secret"), HasSubstr("\"..\""));
  EXPECT_THAT(refusal((root_.path() / "secret").string()), HasSubstr("absolute path"));
  EXPECT_THAT(refusal("%2Fetc/passwd"), HasSubstr("absolute path"));
  EXPECT_THAT(refusal("file:///etc/passwd"), HasSubstr("scheme or drive"));
  EXPECT_THAT(refusal("https://example.org/a.bin"), HasSubstr("scheme or drive"));
  EXPECT_THAT(refusal("C%3A/a.bin"), HasSubstr("scheme or drive"));
}

TEST_F(ResourceLoaderTest, RefusesLinksThatLeadOut) {
  fs::create_symlink("../secret", asset_ / "link");
  fs::create_directory_symlink("..", asset_ / "up");
  fs::create_symlink("a b.bin", asset_ / "inside");
  // A sibling whose name begins like the folder's is outside, too.
  fs::create_symlink("../asset-twin", asset_ / "twin");
  EXPECT_THAT(refusal("link"), HasSubstr("symbolic link"));
  EXPECT_THAT(refusal("up/secret"), HasSubstr("symbolic link"));
  EXPECT_THAT(refusal("twin"), HasSubstr("symbolic link"));
  EXPECT_EQ(load("inside"), "ab");
}

TEST_F(ResourceLoaderTest, RefusesWhatIsNoFile) {
  EXPECT_THAT(refusal("gone.bin"), HasSubstr("not found"));
  EXPECT_THAT(refusal("sub"), HasSubstr("not a regular file"));
  ASSERT_EQ(mkfifo((asset_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(refusal("pipe"), HasSubstr("not a regular file"));
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal("./"), HasSubstr("names no file"));
  EXPECT_THAT(refusal("a%00b"), HasSubstr("control characters"));
  EXPECT_THAT(refusal("a%2"), HasSubstr("hexadecimal"));
}

TEST_F(ResourceLoaderTest, RefusesFilesAboveTheLimit) {
  ImportLimits limits;
  limits.max_file_bytes = 1;
  EXPECT_THROW((void)folder_loader(asset_, limits)("a b.bin"), Error);
  EXPECT_EQ(folder_loader(asset_, limits)("sub/c.bin").size(), 1U);
}

}  // namespace
}  // namespace sinew
