#pragma once

#include <memory>
#include <string>

#include "libanim/support/bytes.h"

namespace sinew {

/// SHA-256 in lower-case hexadecimal.
[[nodiscard]] std::string sha256_hex(ByteSpan bytes);

/// The same in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(ByteSpan bytes);
  /// Of all pieces; nothing can be added afterwards.
  [[nodiscard]] std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace sinew
