#pragma once

#include "exporters/training/training_file.h"
#include "libanim/learning/episode.h"
#include "libanim/model/take_file.h"
#include "libanim/support/files.h"
#include "libanim/support/rng.h"
#include "pipelines/dataset.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew::test {

/// The small take as an episode with made-up splines of two points.
inline Episode episode_with_splines(const Take& take, const std::string& name) {
  Episode episode = episode_from_take(take, name);
  const Eigen::Index size = 2 * (Eigen::Index{take.figure.axis_count()} + 4);
  episode.splines = {2, Eigen::VectorXd::Constant(size, -2), Eigen::VectorXd::Constant(size, 3)};
  Rng rng(3);
  for (TrainingPair& pair : episode.pairs) {
    pair.spline.resize(size);
    for (double& x : pair.spline) x = -2 + 5 * rng.uniform();
  }
  return episode;
}

/// A request for takes of these lengths, which are written into the folder as take_0.take, ...
inline DatasetRequest request_for(const std::filesystem::path& folder, const std::vector<int>& frames) {
  DatasetRequest request;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    SmallTakeOptions options;
    options.frames = frames[i];
    const auto file = folder / ("take_" + std::to_string(i) + ".take");
    write_file_atomic(file, encode_take(small_take(options), TakeMeshes::kKept), Existing::kReplace);
    request.takes.push_back(file);
  }
  request.output = folder / "set";
  request.form.version = "0.0.0";
  request.form.configuration = "none";
  return request;
}

inline DatasetReport made(const DatasetRequest& request) {
  return make_dataset(request, plan_dataset(request), [](const DatasetProgress&) { return true; });
}

}  // namespace sinew::test
