#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipelines/batch_manifest.h"

namespace sinew {

struct BatchPlanRequest {
  std::vector<std::filesystem::path> libraries;
  std::vector<std::filesystem::path> characters;  ///< none: each motion's own
  /// Each gives an item per clip and character. A recipe is a quality (draft, normal, best) or a TOML file, or several
  /// with commas between them: a ladder.
  std::vector<std::string> recipes = {"normal"};
  std::vector<std::string> words;        ///< further arguments of every bake: "--crop=0:3", "--set=track.samples=24"
  std::vector<std::string> assignments;  ///< the values of --set among them, for the expected cost
  std::optional<std::filesystem::path> scene;
  std::optional<std::filesystem::path> figure;
  std::optional<std::filesystem::path> map;
  std::optional<double> most_seconds;  ///< what --crop leaves of a clip (unit: s)
  bool refined = true;
  std::filesystem::path output;
  std::filesystem::path store;  ///< empty: a folder in the output
  double cpu_budget = 0;        ///< processor time per item, 0 = any (unit: s)
  double time = 0;              ///< wall-clock limit per item, 0 = from the expected cost (unit: s)
  std::int64_t memory = 0;      ///< limit per item, 0 = from the file's size (unit: bytes)
  int threads = 0;              ///< that look into files at once; 0 = all cores
};

/// Called now and then with how many files were looked into, of how many.
using BatchPlanWatcher = std::function<void(std::size_t, std::size_t)>;

/// Finds the motions, hashes them with everything else that goes in, estimates what they cost and sorts them, the
/// longest first. Files that cannot be read are items, too: they end as refused. The same library gives the same
/// manifest. Throws Error (kAsset) when a character cannot be made a figure.
[[nodiscard]] BatchManifest plan_batch(const BatchPlanRequest& request, const BatchPlanWatcher& watcher = {});

/// Writes a plan: the copies of its files first, the manifest last. Throws Error: kUsage when the folder has one.
void write_plan(const BatchPlanRequest& request, const BatchManifest& manifest);

}  // namespace sinew
