#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

namespace sinew {

/// A stream of random numbers that depends only on its key: counter-based (Philox 4x32, 10 rounds; Salmon,
/// Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"). A task derives its stream from what
/// it is about (seed, clip, stage, window, iteration, sample), never from a shared generator, so that the
/// thread count cannot matter. The distributions are our own: those of the standard library differ
/// between implementations.
class Rng {
 public:
  /// The stream of a seed and a path of numbers, for example Rng(seed, {stage, window, sample}).
  explicit Rng(std::uint64_t seed, std::initializer_list<std::uint64_t> path = {});

  /// The stream one level below this one; it does not depend on how much was drawn here.
  [[nodiscard]] Rng derive(std::uint64_t element) const;

  [[nodiscard]] std::uint32_t bits();
  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] double uniform();
  /// Uniform in [0, count), without bias. `count` must be positive.
  [[nodiscard]] std::uint32_t below(std::uint32_t count);
  /// Standard normal (Box-Muller).
  [[nodiscard]] double normal();

 private:
  explicit Rng(std::array<std::uint32_t, 2> key) : key_(key) {}
  void refill();

  std::array<std::uint32_t, 2> key_{};
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace sinew
