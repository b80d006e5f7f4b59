#include "libanim/support/hash.h"

#include <openssl/evp.h>

#include <array>

#include "libanim/support/error.h"

namespace sinew {

namespace {

void check(bool works) {
  if (!works) throw Error::internal("SHA-256 is not available in the crypto library");
}

}  // namespace

struct Sha256::Context {
  EVP_MD_CTX* handle = EVP_MD_CTX_new();
  Context() = default;
  ~Context() { EVP_MD_CTX_free(handle); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  check(context_->handle != nullptr && EVP_DigestInit_ex(context_->handle, EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(ByteSpan bytes) { check(EVP_DigestUpdate(context_->handle, bytes.data(), bytes.size()) == 1); }

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  unsigned int length = 0;
  check(EVP_DigestFinal_ex(context_->handle, digest.data(), &length) == 1 && length == digest.size());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string sha256_hex(ByteSpan bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace sinew
