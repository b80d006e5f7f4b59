#pragma once

#include <vector>

#include "exporters/training/training_array.h"

namespace sinew::test {

/// An episode of three pairs with made-up numbers that differ by `salt`.
inline TrainingEpisode small_episode(const std::string& name, double salt) {
  TrainingEpisode episode;
  episode.name = name;
  episode.split = salt < 2 ? "train" : "valid";
  episode.seed = 7;
  const auto doubles = [&](std::vector<std::uint64_t> shape, double base) {
    std::size_t count = 1;
    for (const std::uint64_t n : shape) count *= n;
    std::vector<double> items;
    for (std::size_t i = 0; i < count; ++i) items.push_back(base + salt + 0.1 * static_cast<double>(i));
    return make_array<double>(ArrayType::kFloat64, std::move(shape), items);
  };
  const auto floats = [&](std::vector<std::uint64_t> shape) {
    const std::vector<double> from = doubles(shape, 3).values<double>();
    const std::vector<float> items(from.begin(), from.end());
    return make_array<float>(ArrayType::kFloat32, std::move(shape), items);
  };
  const auto flags = [](std::vector<std::uint8_t> items) {
    return make_array<std::uint8_t>(ArrayType::kBool, {items.size()}, items);
  };
  episode.arrays["observations"] = floats({4, 5});
  episode.arrays["actions"] = floats({3, 2});
  episode.arrays["rewards"] = doubles({3}, -1);
  episode.arrays["terminations"] = flags({0, 0, 0});
  episode.arrays["truncations"] = flags({0, 0, 1});
  episode.arrays["states"] = doubles({3, 6}, 10);
  episode.arrays["forces"] = floats({3, 2, 3});
  const std::vector<std::int32_t> dones = {0, 0, 1};
  episode.arrays["dones"] = make_array<std::int32_t>(ArrayType::kInt32, {3}, dones);
  const std::vector<std::int64_t> big = {1, -2, std::int64_t{1} << 60};
  episode.arrays["big"] = make_array<std::int64_t>(ArrayType::kInt64, {3}, big);
  return episode;
}

inline std::vector<ArrayBlock> small_blocks() { return {{"legs", 0, 2}, {"arms", 2, 3}}; }

}  // namespace sinew::test
