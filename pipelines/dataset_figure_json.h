#pragma once

#include <nlohmann/json.hpp>

#include "exporters/training/training_array.h"
#include "libanim/model/take.h"
#include "pipelines/dataset_form.h"

namespace sinew {

// The parts of a training set's description that all its episodes have in common. For the .cpp files of this folder.

/// What two takes have to share to be in one set, as far as it can be said without their pairs: figure and rates.
[[nodiscard]] nlohmann::ordered_json kind_json(const Take& take);

/// Figure, conventions, rates, controls, and the layout of every array.
[[nodiscard]] nlohmann::ordered_json common_json(const Take& setting, const TrainingEpisode& episode,
                                                 const DatasetForm& form);

/// What one episode has of its own: length, split, end, seed, scene, objects, and where it came from.
[[nodiscard]] nlohmann::ordered_json episode_json(const Take& setting, const TrainingEpisode& episode);

}  // namespace sinew
