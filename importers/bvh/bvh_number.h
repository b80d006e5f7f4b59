#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace sinew {

inline constexpr std::array<double, 16> kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// The number of eight bytes that are 0 to 9, the first one (lowest byte) counting most.
[[nodiscard]] inline std::uint64_t eight_digits(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);  // pairs, in every second byte
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  constexpr std::uint64_t kHundred = 100 + (std::uint64_t{1'000'000} << 32);
  constexpr std::uint64_t kOne = 1 + (std::uint64_t{10'000} << 32);
  return ((digits & kPairs) * kHundred + ((digits >> 16) & kPairs) * kOne) >> 32;
}

/// Reads an unsigned number such as "0", "12.3456" or ".5" whose end shows within the next eight bytes, all of them
/// at once: numbers of different lengths then cost no mispredicted branches. The place behind it, or nullptr
/// where the number is of another kind and has to be read digit by digit.
[[nodiscard]] inline const char* read_short_decimal(const char* begin, double& value) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, begin, sizeof bytes);
  constexpr std::uint64_t kEach = 0x0101010101010101;
  const std::uint64_t digits = bytes ^ (kEach * '0');  // digits become 0 to 9, other characters more
  const std::uint64_t others = (((digits & (kEach * 0x7F)) + kEach * 0x76) | digits) & (kEach * 0x80);
  const std::uint64_t more_others = others & (others - 1);
  if (more_others == 0) return nullptr;
  const int first = std::countr_zero(others) & ~7;  // bits before the first character that is no digit
  const int second = std::countr_zero(more_others) & ~7;
  const bool point = ((bytes >> first) & 0xFF) == '.';
  const std::uint64_t whole = digits & ((std::uint64_t{1} << first) - 1);
  const int length = point ? second : first;
  const int count = point ? second - 8 : first;  // bits of digits
  if (count == 0) return nullptr;
  const std::uint64_t kept = point ? whole | ((digits >> 8 >> first) << first) : whole;
  const std::uint64_t number = eight_digits(kept << (64 - count));
  value = static_cast<double>(number) / kPowersOfTen[static_cast<std::size_t>((count - first) / 8)];
  return begin + length / 8;
}

/// Reads a number of any length and spelling in [begin, end), as read_decimal does.
[[nodiscard]] const char* read_any_decimal(const char* begin, const char* end, double& value);

/// Reads a decimal number at the start of [begin, end): the correctly rounded double in `value`, and the
/// place behind the number, or nullptr where there is none. "nan" and "inf" are numbers here; the caller
/// refuses them.
///
/// Up to 15 digits without an exponent, which is nearly everything that files contain, give an integer
/// and a power of ten that are both exact, so that their quotient is the correctly rounded value.
[[nodiscard]] inline const char* read_decimal(const char* begin, const char* end, double& value) {
  if (std::endian::native != std::endian::little || end - begin < 9) return read_any_decimal(begin, end, value);
  const bool negative = *begin == '-';
  double magnitude = 0;
  const char* const behind = read_short_decimal(begin + (negative ? 1 : 0), magnitude);
  if (behind == nullptr || (*behind | 0x20) == 'e') return read_any_decimal(begin, end, value);
  value = negative ? -magnitude : magnitude;
  return behind;
}

}  // namespace sinew
