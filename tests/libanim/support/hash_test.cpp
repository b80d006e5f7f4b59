#include "libanim/support/hash.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// The examples of FIPS 180-2.
TEST(Hash, Sha256KnownAnswers) {
  EXPECT_EQ(sha256_hex(as_bytes("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(as_bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, Sha256InPieces) {
  Sha256 hash;
  hash.add(as_bytes("a"));
  hash.add(as_bytes(""));
  hash.add(as_bytes("bc"));
  EXPECT_EQ(hash.hex(), sha256_hex(as_bytes("abc")));
}

}  // namespace
}  // namespace sinew
