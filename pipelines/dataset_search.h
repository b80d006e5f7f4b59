#pragma once

#include <functional>

#include "libanim/stages/refine/smc_options.h"
#include "pipelines/dataset.h"

namespace sinew {

/// How takes are followed again to make more examples of them.
struct DatasetSearch {
  SmcOptions smc = training_search();
  double push_speed = 0.3;  ///< deviation of the velocity that a start is pushed by (unit: m/s)
  double push_spin = 0.3;   ///< and of its angular velocity (unit: rad/s)
  int threads = 0;          ///< 0 = all cores

  /// The thesis' form: splines of target angles, which a state alone can be mapped to, through what the take aims at.
  [[nodiscard]] static SmcOptions training_search();

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// The keys dataset.push_* and dataset.search.*.
[[nodiscard]] std::vector<ConfigKey> dataset_search_keys();
[[nodiscard]] DatasetSearch dataset_search(const Config& config);

/// Episodes by sequential Monte Carlo (smc_track.h): every pair has the spline that was the best for the horizon ahead.
/// Repetition 0 starts as the take does; the others in a frame of its first half, pushed by a random velocity of the
/// whole figure, and find back. Each has random numbers of its own, by the search's seed and the repetition. An episode
/// that loses control is tried again with others, and kept as far as it got when that fails, too. `go_on` is asked in
/// every frame; when it says false the episode comes back without pairs.
[[nodiscard]] EpisodeSource searched_episodes(const DatasetSearch& search, std::function<bool()> go_on = {});

}  // namespace sinew
