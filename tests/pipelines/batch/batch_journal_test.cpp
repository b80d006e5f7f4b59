#include "pipelines/batch_journal.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>
#include <vector>

#include "pipelines/batch_lease.h"
#include "tests/pipelines/batch/temporary_folder.h"

namespace sinew {
namespace {

std::vector<std::string> news(BatchJournal& journal) {
  std::vector<std::string> lines;
  journal.read_news([&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

void append_raw(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app) << text;
}

TEST(BatchJournal, SealsNoticeEveryFlippedBit) {
  const std::string line = sealed("{\"event\":1}");
  EXPECT_EQ(unsealed(line), "{\"event\":1}");
  for (std::size_t i = 0; i < line.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = line;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_EQ(unsealed(flipped), "") << i;
    }
  }
  EXPECT_EQ(unsealed(""), "");
  EXPECT_EQ(unsealed("short"), "");
}

TEST(BatchJournal, GivesEveryLineOnce) {
  const TemporaryFolder folder;
  BatchJournal reader(folder / "journal");
  EXPECT_TRUE(news(reader).empty());
  BatchJournal writer(folder / "journal");
  writer.append("one", BatchJournal::Sync::kNo);
  writer.append("two", BatchJournal::Sync::kYes);
  EXPECT_EQ(news(reader), (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(news(reader).empty());
  writer.append("three", BatchJournal::Sync::kNo);
  EXPECT_EQ(news(reader), (std::vector<std::string>{"three"}));
}

TEST(BatchJournal, AHalfLineHarmsNoOther) {
  const TemporaryFolder folder;
  BatchJournal reader(folder / "journal");
  BatchJournal writer(folder / "journal");
  writer.append("one", BatchJournal::Sync::kNo);
  append_raw(folder / "journal", sealed("two").substr(0, 12));
  EXPECT_EQ(news(reader), (std::vector<std::string>{"one"}));  // it may still become whole
  EXPECT_EQ(reader.damaged(), 0);
  writer.append("three", BatchJournal::Sync::kNo);
  EXPECT_EQ(news(reader), (std::vector<std::string>{"three"}));
  EXPECT_EQ(reader.damaged(), 1);
}

TEST(BatchJournal, ManyWritersDoNotMix) {
  const TemporaryFolder folder;
  constexpr int kWriters = 4;
  constexpr int kLines = 200;
  std::vector<std::thread> threads;
  threads.reserve(kWriters);
  for (int w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      BatchJournal writer(folder / "journal");
      for (int i = 0; i < kLines; ++i) {
        writer.append(std::to_string(w) + std::string(300, 'x'), BatchJournal::Sync::kNo);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  BatchJournal reader(folder / "journal");
  EXPECT_EQ(news(reader).size(), static_cast<std::size_t>(kWriters * kLines));
  EXPECT_EQ(reader.damaged(), 0);
}

TEST(BatchLease, IsHadByOneAtATime) {
  const TemporaryFolder folder;
  const std::string key = "0123456789abcdef";
  EXPECT_FALSE(BatchLease::is_held(folder / "leases", key));
  {
    const auto lease = BatchLease::try_take(folder / "leases", key);
    ASSERT_TRUE(lease);
    EXPECT_TRUE(BatchLease::is_held(folder / "leases", key));
    EXPECT_FALSE(BatchLease::try_take(folder / "leases", key));
    EXPECT_FALSE(BatchLease::is_held(folder / "leases", "fedcba9876543210"));
    EXPECT_TRUE(BatchLease::try_take(folder / "leases", "fedcba9876543210"));
  }
  EXPECT_FALSE(BatchLease::is_held(folder / "leases", key));
  EXPECT_TRUE(BatchLease::try_take(folder / "leases", key));
}

}  // namespace
}  // namespace sinew
