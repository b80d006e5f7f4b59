#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace sinew {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;

/// The same memory seen as text or as bytes.
[[nodiscard]] std::string_view as_text(ByteSpan bytes);
[[nodiscard]] ByteSpan as_bytes(std::string_view text);

}  // namespace sinew
