#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// A number as a whole count of units in the last printed decimal: round(value * 10^decimals), for up to 9
/// decimals. Throws Error (kAsset) with the joint's name above 1e9, which readers refuse.
[[nodiscard]] std::int64_t to_decimal(double value, int decimals, const std::string& joint);

/// Appends count / 10^decimals in the shortest spelling: no exponent, no trailing zeros, no "-0".
void append_decimal(std::string& text, std::int64_t count, int decimals);

}  // namespace sinew
