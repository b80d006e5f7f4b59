#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>

#include "exporters/training/hdf5_reader.h"
#include "exporters/training/hdf5_writer.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "tests/exporters/training/small_episodes.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "no error";
}

TEST(Hdf5, PlacesAreThoseOfTheBytes) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "a.h5";
  const TrainingArray array = test::small_episode("one", 0).array("states");
  Hdf5Writer writer(file, 1024);
  writer.array("group/states", array);
  writer.text("text", "hello");
  const std::vector<ArrayPlace> places = writer.finish();
  ASSERT_EQ(places.size(), 2U);
  const Bytes bytes = read_file(file);
  const ByteSpan found = ByteSpan(bytes).subspan(places[0].offset, places[0].bytes);
  EXPECT_TRUE(std::ranges::equal(found, array.bytes));
  EXPECT_EQ(as_text(ByteSpan(bytes).subspan(places[1].offset, places[1].bytes)), "hello");
}

/// What others may put into an HDF5 file, made with HDF5 itself.
class Foreign : public testing::Test {
 protected:
  Foreign()
      : file_(dir_.path() / "foreign.h5"), id_(H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}

  void dataset(const char* name, hid_t type, std::vector<hsize_t> shape, hid_t form = H5P_DEFAULT) const {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(id_, name, type, space, H5P_DEFAULT, form, H5P_DEFAULT);
    ASSERT_GE(set, 0);
    H5Dclose(set);
    H5Sclose(space);
  }

  [[nodiscard]] std::string reading(const std::string& path) {
    H5Fclose(id_);
    return refusal([&] { static_cast<void>(Hdf5Reader(file_).array(path)); });
  }

  test::TempDir dir_;
  fs::path file_;
  hid_t id_;
};

TEST_F(Foreign, ExternalFilesAreNotOpened) {
  std::ofstream(dir_.path() / "secret") << "0123456789abcdef";
  const hid_t form = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(form, (dir_.path() / "secret").c_str(), 0, 16);
  dataset("stolen", H5T_IEEE_F64LE, {2}, form);
  H5Pclose(form);
  EXPECT_THAT(reading("stolen"), testing::HasSubstr("stolen: expected contiguous data without filters in this file"));
}

TEST_F(Foreign, ExternalAndSoftLinksAreNotFollowed) {
  H5Lcreate_external("other.h5", "/x", id_, "outside", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_THAT(reading("outside"), testing::HasSubstr("outside: expected a hard link"));
}

TEST_F(Foreign, ChunksAreRefused) {
  const hid_t form = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[] = {1};
  H5Pset_chunk(form, 1, chunk);
  dataset("chunked", H5T_IEEE_F64LE, {2}, form);
  H5Pclose(form);
  EXPECT_THAT(reading("chunked"), testing::HasSubstr("expected contiguous data"));
}

TEST_F(Foreign, SizesBeyondTheFileAreRefused) {
  // Never written: a size of terabytes costs nothing in the file.
  dataset("huge", H5T_IEEE_F64LE, {hsize_t{1} << 40, 1000});
  EXPECT_THAT(reading("huge"), testing::HasSubstr("huge: expected"));
}

TEST_F(Foreign, OtherTypesAreRefused) {
  const hid_t form = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_alloc_time(form, H5D_ALLOC_TIME_EARLY);
  dataset("big_endian", H5T_IEEE_F64BE, {2}, form);
  H5Pclose(form);
  EXPECT_THAT(reading("big_endian"), testing::HasSubstr("expected little-endian"));
}

TEST_F(Foreign, MissingThings) { EXPECT_THAT(reading("no/such"), testing::HasSubstr("no: expected it in the file")); }

TEST(Hdf5, NoHdf5AtAll) {
  const test::TempDir dir;
  std::ofstream(dir.path() / "text.h5") << "hello";
  EXPECT_THAT(refusal([&] { const Hdf5Reader reader(dir.path() / "text.h5"); }),
              testing::HasSubstr("expected an HDF5 file"));
}

}  // namespace
}  // namespace sinew
