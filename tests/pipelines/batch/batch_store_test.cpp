#include "pipelines/batch_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "libanim/support/hash.h"
#include "pipelines/batch_library.h"
#include "pipelines/batch_motion_file.h"
#include "tests/pipelines/batch/temporary_folder.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

const std::string kKey(64, 'a');

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

BatchResult stored(const TemporaryFolder& folder, const BatchStore& store) {
  store.prepare();
  write(folder / "made.glb", "content");
  BatchResult result;
  result.metrics[0] = 0.125;
  result.message = "said \xff";
  store.keep(kKey, result, folder / "made.glb");
  return result;
}

TEST(BatchStore, KeepsAndFinds) {
  const TemporaryFolder folder;
  const BatchStore store(folder / "store");
  EXPECT_FALSE(store.find(kKey));
  const BatchResult result = stored(folder, store);
  EXPECT_EQ(result.object, sha256_hex(as_bytes("content")));
  EXPECT_FALSE(fs::exists(folder / "made.glb"));
  const BatchResult found = store.find(kKey).value_or(BatchResult{});
  EXPECT_EQ(found.metrics[0], 0.125);
  EXPECT_FALSE(found.metrics[1]);
  EXPECT_EQ(found.object, result.object);
  EXPECT_TRUE(store.is_whole(found));
  EXPECT_FALSE(store.find(std::string(64, 'b')));
  store.forget(kKey);
  EXPECT_FALSE(store.find(kKey));
}

TEST(BatchStore, DamagedObjectsAndRecordsAreNoticed) {
  const TemporaryFolder folder;
  const BatchStore store(folder / "store");
  const BatchResult result = stored(folder, store);
  write(store.object_path(result.object), "Content");
  EXPECT_FALSE(store.is_whole(result));
  write(store.object_path(result.object), "conten");
  EXPECT_FALSE(store.is_whole(result));
  fs::remove(store.object_path(result.object));
  EXPECT_FALSE(store.is_whole(result));
  // A record under the name of another key is none.
  const std::string other(64, 'b');
  const fs::path results = folder / "store/results";
  fs::create_directories(results / "bb");
  fs::copy_file(results / "aa" / (kKey + ".json"), results / "bb" / (other + ".json"));
  EXPECT_FALSE(store.find(other));
}

TEST(BatchStore, HashesOfGltfCoverTheirBuffers) {
  const TemporaryFolder folder;
  write(folder / "a.gltf", R"({"buffers": [{"uri": "a.bin"}], "images": [{"uri": "data:x"}]})");
  write(folder / "a.bin", "one");
  const std::string one = content_hash(folder / "a.gltf");
  write(folder / "a.bin", "two");
  EXPECT_NE(content_hash(folder / "a.gltf"), one);
  write(folder / "a.bin", "one");
  EXPECT_EQ(content_hash(folder / "a.gltf"), one);
  write(folder / "b.bvh", "one");
  EXPECT_EQ(content_hash(folder / "b.bvh"), sha256_hex(as_bytes("one")));
}

TEST(BatchLibrary, LoopsEndAndOddFilesAreListed) {
  const TemporaryFolder folder;
  write(folder / "lib/b/2.BVH", "");
  write(folder / "lib/a.fbx", "");
  write(folder / "lib/notes.txt", "");
  fs::create_directories(folder / "lib/dir.bvh");
  fs::create_directory_symlink(folder / "lib", folder / "lib/b/loop");
  fs::create_symlink("nowhere", folder / "lib/dangling.bvh");
  ASSERT_EQ(::mkfifo((folder / "lib/pipe.bvh").c_str(), 0600), 0);
  const Library library = find_motions({folder / "lib", folder / "lib/a.fbx"});
  std::vector<std::string> names;
  names.reserve(library.files.size());
  for (const LibraryFile& file : library.files) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a.fbx", "b/2.BVH", "dangling.bvh", "pipe.bvh", "a.fbx"}));
  EXPECT_TRUE(library.problems.empty());
  EXPECT_EQ(look_into(folder / "lib/pipe.bvh").problem, "expected an ordinary file");
  EXPECT_FALSE(look_into(folder / "lib/dangling.bvh").problem.empty());
  EXPECT_THROW((void)find_motions({folder / "nothing"}), Error);
}

TEST(BatchLibrary, BvhFilesAreSkimmed) {
  const TemporaryFolder folder;
  write(folder / "a.bvh", "HIERARCHY\nMOTION\nFrames: 240\nFrame Time: 0.0083333\n");
  EXPECT_NEAR(look_into(folder / "a.bvh").clips.at(0).seconds, 2, 1e-3);
  write(folder / "b.bvh", "MOTION\nFrames: x\n");
  EXPECT_EQ(look_into(folder / "b.bvh").clips.at(0).seconds, 0);
}

}  // namespace
}  // namespace sinew
