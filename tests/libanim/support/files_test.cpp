#include "libanim/support/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "libanim/support/error.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

ErrorKind kind_of(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "no error";
  return ErrorKind::kInternal;
}

TEST(Files, WritesAndReadsBack) {
  const test::TempDir dir;
  write_file_atomic(dir.path() / "a.txt", as_bytes("hello"), Existing::kRefuse);
  EXPECT_EQ(as_text(read_file(dir.path() / "a.txt")), "hello");
  EXPECT_EQ(entries(dir.path()), 1U);
}

TEST(Files, RefusesOrReplacesWhatIsThere) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "a.txt";
  write_file_atomic(file, as_bytes("one"), Existing::kReplace);
  EXPECT_EQ(kind_of([&] { write_file_atomic(file, as_bytes("two"), Existing::kRefuse); }), ErrorKind::kUsage);
  EXPECT_EQ(as_text(read_file(file)), "one");
  write_file_atomic(file, as_bytes("three"), Existing::kReplace);
  EXPECT_EQ(as_text(read_file(file)), "three");
  EXPECT_EQ(entries(dir.path()), 1U);
}

TEST(Files, APendingFileAppearsWhenPublished) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "a.bin";
  {
    PendingFile pending(file);
    // As a library does that makes a file by its path.
    std::ofstream(pending.work_path(), std::ios::trunc) << "first";
    std::fstream(pending.work_path(), std::ios::in | std::ios::out) << "F";
    EXPECT_FALSE(fs::exists(file));
    pending.publish(Existing::kRefuse);
  }
  EXPECT_EQ(as_text(read_file(file)), "First");
  {
    PendingFile abandoned(file);
    std::ofstream(abandoned.work_path(), std::ios::trunc) << "second";
  }
  EXPECT_EQ(as_text(read_file(file)), "First");
  PendingFile late(file);
  std::ofstream(late.work_path(), std::ios::trunc) << "third";
  EXPECT_EQ(kind_of([&] { late.publish(Existing::kRefuse); }), ErrorKind::kUsage);
  late.publish(Existing::kReplace);
  EXPECT_EQ(as_text(read_file(file)), "third");
  EXPECT_EQ(entries(dir.path()), 1U);
}

TEST(Files, AMissingFolderIsAnIoErrorAndLeavesNothing) {
  const test::TempDir dir;
  EXPECT_EQ(kind_of([&] { write_file_atomic(dir.path() / "no" / "a.txt", as_bytes("x"), Existing::kRefuse); }),
            ErrorKind::kIo);
  EXPECT_EQ(entries(dir.path()), 0U);
}

TEST(Files, NewFilesHaveOrdinaryPermissions) {
  const test::TempDir dir;
  const mode_t before = ::umask(022);
  write_file_atomic(dir.path() / "a.txt", as_bytes("x"), Existing::kRefuse);
  ::umask(before);
  EXPECT_EQ(fs::status(dir.path() / "a.txt").permissions(), fs::perms(0644));
}

TEST(Files, LimitsAndOddFilesAreErrors) {
  const test::TempDir dir;
  std::ofstream(dir.path() / "big") << "0123456789";
  EXPECT_EQ(kind_of([&] { (void)read_file(dir.path() / "big", 9); }), ErrorKind::kAsset);
  EXPECT_EQ(read_file(dir.path() / "big", 10).size(), 10U);
  EXPECT_EQ(kind_of([&] { (void)read_file(dir.path()); }), ErrorKind::kIo);
  EXPECT_EQ(kind_of([&] { (void)read_file(dir.path() / "missing"); }), ErrorKind::kIo);
}

}  // namespace
}  // namespace sinew
