#include "exporters/bvh/bvh_decimal.h"

#include <array>
#include <charconv>
#include <cmath>

#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr std::array<std::int64_t, 10> kPowers = {1,       10,        100,        1'000,       10'000,
                                                  100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

}  // namespace

std::int64_t to_decimal(double value, int decimals, const std::string& joint) {
  if (!(std::abs(value) <= 1e9))
    throw Error::asset("joint " + joint, "a number beyond 1e9 file units cannot be written as BVH");
  return std::llround(value * static_cast<double>(kPowers[static_cast<std::size_t>(decimals)]));
}

void append_decimal(std::string& text, std::int64_t count, int decimals) {
  const std::int64_t power = kPowers[static_cast<std::size_t>(decimals)];
  const std::int64_t magnitude = count < 0 ? -count : count;
  std::array<char, 24> digits{};
  if (count < 0) text += '-';
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), magnitude / power).ptr);
  std::int64_t fraction = magnitude % power;
  if (fraction == 0) return;
  while (fraction % 10 == 0) fraction /= 10, --decimals;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), fraction).ptr;
  text += '.';
  text.append(static_cast<std::size_t>(decimals - (end - digits.data())), '0');
  text.append(digits.data(), end);
}

}  // namespace sinew
