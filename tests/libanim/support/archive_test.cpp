#include "libanim/support/archive.h"

#include <gtest/gtest.h>

#include "libanim/support/error.h"

namespace sinew {
namespace {

Bytes sample() {
  ArchiveWriter writer;
  writer.value(std::int32_t{-7});
  writer.text("hip");
  writer.array(std::vector<double>{1.5, -0.0, 1e300});
  return writer.bytes();
}

TEST(Archive, ReadsWhatItWrote) {
  const Bytes bytes = sample();
  ArchiveReader reader(bytes);
  EXPECT_EQ(reader.value<std::int32_t>(), -7);
  EXPECT_EQ(reader.text(), "hip");
  EXPECT_EQ(reader.array<double>(), (std::vector<double>{1.5, -0.0, 1e300}));
  EXPECT_TRUE(reader.at_end());
}

TEST(Archive, EveryTruncationIsAnError) {
  const Bytes bytes = sample();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ArchiveReader reader(ByteSpan(bytes).first(size));
    EXPECT_THROW(
        {
          (void)reader.value<std::int32_t>();
          (void)reader.text();
          (void)reader.array<double>();
        },
        Error)
        << "cut after " << size << " bytes";
  }
}

TEST(Archive, AHugeCountIsRefusedBeforeMemoryIsTaken) {
  ArchiveWriter writer;
  writer.value(std::uint64_t{1} << 60);
  ArchiveReader reader(writer.bytes());
  EXPECT_THROW((void)reader.array<double>(), Error);
}

}  // namespace
}  // namespace sinew
