#pragma once

#include <array>
#include <charconv>
#include <cstdint>

namespace sinew {

inline constexpr std::array<double, 16> kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Reads a decimal number at the start of [begin, end): the correctly rounded double in `value`, and the
/// place behind the number, or nullptr where there is none. "nan" and "inf" are numbers here; the caller
/// refuses them.
///
/// Up to 15 digits without an exponent, which is nearly everything that files contain, give an integer
/// and a power of ten that are both exact, so that their quotient is the correctly rounded value.
[[nodiscard]] inline const char* read_decimal(const char* begin, const char* end, double& value) {
  const char* p = begin;
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  const char* const unsigned_begin = p;
  std::uint64_t mantissa = 0;
  const auto digits = [&] {
    const char* const first = p;
    for (; p != end && static_cast<unsigned char>(*p - '0') < 10; ++p) {
      mantissa = mantissa * 10 + static_cast<unsigned char>(*p - '0');
    }
    return p - first;
  };
  const auto whole = digits();
  const bool point = p != end && *p == '.';
  if (point) ++p;
  const auto fraction = point ? digits() : 0;
  const bool exponent = p != end && (*p == 'e' || *p == 'E');
  if (whole + fraction > 0 && whole + fraction <= 15 && !exponent) {
    const double magnitude = static_cast<double>(mantissa) / kPowersOfTen[static_cast<std::size_t>(fraction)];
    value = negative ? -magnitude : magnitude;
    return p;
  }
  // from_chars knows no plus sign, and would take a second minus sign.
  if (unsigned_begin != end && *unsigned_begin == '-') return nullptr;
  const auto result = std::from_chars(unsigned_begin, end, value);
  if (result.ec != std::errc{}) return nullptr;
  if (negative) value = -value;
  return result.ptr;
}

}  // namespace sinew
