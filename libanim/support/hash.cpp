#include "libanim/support/hash.h"

#include <openssl/evp.h>

#include <array>

#include "libanim/support/error.h"

namespace sinew {

std::string sha256_hex(ByteSpan bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1 || length != 32) {
    throw Error::internal("SHA-256 is not available in the crypto library");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(64);
  for (const unsigned char byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace sinew
