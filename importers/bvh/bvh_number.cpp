#include "importers/bvh/bvh_number.h"

#include <charconv>
#include <system_error>

namespace sinew {

const char* read_any_decimal(const char* begin, const char* end, double& value) {
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
