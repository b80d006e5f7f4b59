#include "libanim/support/rng.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

std::array<std::uint32_t, 4> philox(std::uint64_t low, std::uint64_t high, const std::array<std::uint32_t, 2>& key) {
  const r123::Philox4x32::ctr_type counter = {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                                               static_cast<std::uint32_t>(high),
                                               static_cast<std::uint32_t>(high >> 32)}};
  const auto block = r123::Philox4x32()(counter, {{key[0], key[1]}});
  return {block[0], block[1], block[2], block[3]};
}

// Draws use counters whose upper half is 0; key derivation uses the upper half 1, so that a derived key is
// never a number that the parent stream also hands out.
constexpr std::uint64_t kDraw = 0;
constexpr std::uint64_t kDerive = 1;

}  // namespace

Rng::Rng(std::uint64_t seed, std::initializer_list<std::uint64_t> path)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {
  for (const std::uint64_t element : path) key_ = derive(element).key_;
}

Rng Rng::derive(std::uint64_t element) const {
  const auto block = philox(element, kDerive, key_);
  return Rng(std::array<std::uint32_t, 2>{block[0], block[1]});
}

void Rng::refill() {
  block_ = philox(counter_++, kDraw, key_);
  used_ = 0;
}

std::uint32_t Rng::bits() {
  if (used_ == 4) refill();
  return block_[static_cast<std::size_t>(used_++)];
}

double Rng::uniform() {
  const std::uint64_t high = bits() >> 5;
  const std::uint64_t low = bits() >> 6;
  return static_cast<double>((high << 26) | low) * 0x1p-53;
}

std::uint32_t Rng::below(std::uint32_t count) {
  // Numbers under the threshold would make some results likelier than others: draw again.
  const std::uint32_t threshold = (0U - count) % count;
  while (true) {
    const std::uint32_t candidate = bits();
    if (candidate >= threshold) return candidate % count;
  }
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

}  // namespace sinew
