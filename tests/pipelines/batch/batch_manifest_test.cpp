#include "pipelines/batch_manifest.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "libanim/support/error.h"
#include "pipelines/batch.h"
#include "pipelines/batch_collect.h"
#include "tests/pipelines/batch/temporary_folder.h"

namespace sinew {
namespace {

const std::string kHostile = "a 'b' \"c\"\n%25 \xff\xfe \xc3\xa9 </script>.bvh";

BatchManifest small_manifest() {
  BatchManifest manifest;
  manifest.version = "1";
  manifest.program = "program";
  manifest.fingerprint = "here";
  manifest.store = "store";
  manifest.libraries = {"/library", "/other \xff"};
  manifest.characters = {{"/hero.glb", "c1"}, {"/villain.glb", "c2"}};
  manifest.recipes = {{"draft", {{"draft", {{"--quality", "draft"}, {}}, 2.5}}}};
  manifest.common.words = {"--crop=0:1"};
  manifest.common.files = {{"--scene", {"inputs/ab/stairs.toml", "s1"}, ""}};
  manifest.problems = {kHostile};
  BatchItem item{1, kHostile, "Take\n1", "f1", "", 1, 0, 3.5, 7, 600, 1 << 30};
  manifest.items = {item, {0, "b.bvh", "", "", "cannot open", 0, 0, 0, 0, 600, 1 << 30}};
  return manifest;
}

TEST(BatchManifest, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const BatchManifest written = small_manifest();
  write_manifest(folder.path(), written);
  const BatchManifest read = read_manifest(folder.path());
  ASSERT_EQ(read.items.size(), 2U);
  EXPECT_EQ(read.items[0].name, kHostile);
  EXPECT_EQ(read.items[0].clip, "Take\n1");
  EXPECT_EQ(read.items[1].problem, "cannot open");
  EXPECT_EQ(read.file(read.items[0]).string(), "/other \xff/" + kHostile);
  EXPECT_EQ(read.problems, written.problems);
  EXPECT_EQ(read.recipes[0].rungs[0].cost, 2.5);
  for (const BatchItem& item : read.items) {
    EXPECT_EQ(read.key(item, 0), written.key(item, 0));
    EXPECT_EQ(read.bake_arguments(item, 0, "/out"), written.bake_arguments(item, 0, "/out"));
  }
  EXPECT_THROW(write_manifest(folder.path(), written), Error);  // it does not change
}

TEST(BatchManifest, DamageIsNoticed) {
  const TemporaryFolder folder;
  write_manifest(folder.path(), small_manifest());
  std::stringstream content;
  content << std::ifstream(folder / "manifest.jsonl").rdbuf();
  const std::string text = content.str();
  for (std::size_t length = 0; length < text.size() - 1; length += 7) {
    std::ofstream(folder / "manifest.jsonl") << text.substr(0, length);
    EXPECT_THROW((void)read_manifest(folder.path()), Error) << length;
  }
  for (std::size_t i = 0; i < text.size() - 1; i += 5) {
    std::string flipped = text;
    flipped[i] = static_cast<char>(flipped[i] ^ 4);
    std::ofstream(folder / "manifest.jsonl") << flipped;
    EXPECT_THROW((void)read_manifest(folder.path()), Error) << i;
  }
}

TEST(BatchManifest, KeysDependOnWhatResultsDependOn) {
  const BatchManifest one = small_manifest();
  const std::string key = one.key(one.items[0], 0);
  const auto differs = [&](auto change) {
    BatchManifest other = one;
    change(other);
    return other.key(other.items[0], 0) != key;
  };
  EXPECT_TRUE(differs([](BatchManifest& m) { m.program = "another"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.fingerprint = "there"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.items[0].sha256 = "f2"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.items[0].name = "a.bvh"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.items[0].clip = "2"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.items[0].character = 0; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.characters[1].sha256 = "c3"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.recipes[0].rungs[0].arguments.words[1] = "best"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.common.words[0] = "--crop=0:2"; }));
  EXPECT_TRUE(differs([](BatchManifest& m) { m.common.files[0].file.sha256 = "s2"; }));
  EXPECT_FALSE(differs([](BatchManifest& m) { m.libraries[1] = "/moved"; }));
  EXPECT_FALSE(differs([](BatchManifest& m) { m.items[0].time = 1; }));
  EXPECT_FALSE(differs([](BatchManifest& m) { m.cpu_budget = 1; }));
}

TEST(BatchManifest, CollectedNamesAreTameAndDifferent) {
  BatchManifest manifest = small_manifest();
  manifest.characters.pop_back();
  manifest.items.clear();
  for (const char* name : {"walks/a.bvh", "walks/A.glb", "walks/a.fbx", "../../x.bvh", "n\nl.bvh", ".bvh"}) {
    BatchItem item;
    item.name = name;
    item.character = 0;
    manifest.items.push_back(item);
  }
  const std::vector<std::string> expected = {"walks/a", "walks/A~2", "walks/a~3", "_/_/x", "n_l", ".bvh"};
  EXPECT_EQ(collected_names(manifest), expected);
}

TEST(Batch, PathsSurviveEscaping) {
  EXPECT_EQ(escape_path("a b/\xc3\xa9"), "a b/\xc3\xa9");
  EXPECT_EQ(escape_path("50%\n\xff"), "50%25%0A%FF");
  for (const std::string& path : {kHostile, std::string("%"), std::string("%2"), std::string("%zz"), std::string()}) {
    EXPECT_EQ(unescape_path(escape_path(path)), path);
  }
}

TEST(Batch, ShellWords) {
  EXPECT_EQ(shell_quoted("plain/file.bvh"), "plain/file.bvh");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's $(x)"), "'it'\\''s $(x)'");
}

}  // namespace
}  // namespace sinew
