#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libanim/learning/features.h"
#include "libanim/support/config.h"

namespace sinew {

/// A named share of the episodes.
struct DatasetSplit {
  std::string name;
  double share = 0;
};

/// What a training set is made with, apart from its episodes.
struct DatasetForm {
  std::string version;        ///< of Sinew
  std::string configuration;  ///< hash of the effective configuration
  FeatureOptions features;
  std::vector<DatasetSplit> splits{{"train", 0.8}, {"valid", 0.1}, {"test", 0.1}};

  /// Throws Error (kUsage): names of letters, digits and underscores, all different; shares positive, their sum 1.
  void validate() const;
};

/// "train=0.8,valid=0.1,test=0.1". Throws Error (kUsage).
[[nodiscard]] std::vector<DatasetSplit> parse_splits(std::string_view text);

/// The split of an episode goes by its name alone: the first 32 bits of its SHA-256, as a share of all, fall into it.
/// So other episodes, their order and later additions do not move it.
[[nodiscard]] const std::string& split_of(const std::vector<DatasetSplit>& splits, std::string_view episode);

/// The keys dataset.*: every field of FeatureOptions.
[[nodiscard]] std::vector<ConfigKey> dataset_keys();
[[nodiscard]] FeatureOptions feature_options(const Config& config);

}  // namespace sinew
