#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exporters/training/training_array.h"
#include "libanim/model/take.h"
#include "pipelines/dataset_form.h"

namespace sinew {

/// Gathers what is to be said about a training set while its episodes pass by. It keeps names and sums, no arrays.
class DatasetSummary {
 public:
  explicit DatasetSummary(DatasetForm form);
  ~DatasetSummary();
  DatasetSummary(DatasetSummary&&) noexcept;
  DatasetSummary& operator=(DatasetSummary&&) noexcept;

  /// `setting` is that of the episode. Throws Error (kUsage) when figure, rates or kind of control are not those of the
  /// first episode, or the name is taken: such episodes belong in different sets.
  void add(const Take& setting, const TrainingEpisode& episode);

  [[nodiscard]] std::size_t episodes() const;
  [[nodiscard]] std::uint64_t pairs() const;
  [[nodiscard]] const DatasetForm& form() const;

  /// JSON, with a line feed at the end: "schema" 1, version, figure (bodies, joints, axes, limits), conventions, rates,
  /// meaning and bounds of controls and actions, layout of every array (name, offset, size, unit), episodes with
  /// provenance and scene, splits, statistics (mean, std, min, max) of observations, actions, splines and rewards.
  [[nodiscard]] std::string description() const;
  /// robomimic's env_args, as JSON.
  [[nodiscard]] std::string environment() const;
  /// Minari's metadata.json for a folder of that name.
  [[nodiscard]] std::string minari_metadata(const std::string& name) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// What a description says about how its set was made. The text is not trusted. Throws Error (kAsset).
[[nodiscard]] DatasetForm parse_dataset_form(const std::string& description);

/// A file of a training set.
struct DatasetFile {
  std::string file;  ///< relative, with '/'
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// dataset.json: a description with "files" at its end.
[[nodiscard]] std::string index_json(const std::string& description, const std::vector<DatasetFile>& files);

struct DatasetIndex {
  std::string description;
  std::vector<DatasetFile> files;  ///< paths stay in the folder
};
/// Takes it apart again. The text is not trusted. Throws Error (kAsset).
[[nodiscard]] DatasetIndex parse_index(const std::string& text);

/// Where two JSON texts first differ, as a JSON pointer; empty when they say the same. Throws Error (kAsset).
[[nodiscard]] std::string json_difference(const std::string& a, const std::string& b);

}  // namespace sinew
