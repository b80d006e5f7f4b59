#pragma once

#include <string>

#include "libanim/support/bytes.h"

namespace sinew {

/// SHA-256 in lower-case hexadecimal.
[[nodiscard]] std::string sha256_hex(ByteSpan bytes);

}  // namespace sinew
