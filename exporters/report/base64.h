#pragma once

#include <string>

#include "libanim/support/bytes.h"

namespace sinew {

/// RFC 4648, with padding, without line feeds.
[[nodiscard]] std::string encode_base64(ByteSpan bytes);

}  // namespace sinew
