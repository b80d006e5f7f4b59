#include "pipelines/batch_recipe.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "pipelines/batch_journal.h"
#include "pipelines/configuration.h"
#include "pipelines/smc_configuration.h"
#include "pipelines/track_configuration.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

/// Processor time of one control step on the sample walk (28 axes); see expected_cpu of `sinew bake`.
constexpr double kStepSeconds = 7.6e-5;
constexpr double kControlRate = 30;
constexpr std::size_t kMostRecipeBytes = std::size_t{1} << 20;

/// Steps that are simulated for a second of motion when nothing goes wrong.
double steps_per_second(const Config& config, bool refined) {
  const TrackOptions track = track_options(config);
  double steps = kControlRate * track.samples * track.iterations;
  if (!refined) return steps;
  const SmcOptions& search = refine_options(config).search;
  return steps + kControlRate * search.sampler.samples * std::round(search.horizon * kControlRate) / search.advance;
}

BatchRung make_rung(const std::string& word, const std::vector<std::string>& assignments, bool refined) {
  BatchRung rung{word, {}, 0};
  Config config = default_config();
  if (const auto quality = quality_from_name(word)) {
    apply_quality(config, *quality);
    rung.arguments.words = {"--quality", word};
    refined = refined && *quality != Quality::kDraft;
  } else {
    if (fs::path(word).extension() != ".toml") {
      throw Error::usage(fmt::format("--recipe {}: expected draft, normal, best or a .toml file", word));
    }
    config.load(as_text(read_file(word, kMostRecipeBytes)), word);
    rung.name = fs::path(word).stem().string();
    rung.arguments.files.push_back({"--recipe", copied_file(word), word});
  }
  for (const std::string& assignment : assignments) config.set(assignment);
  rung.cost = steps_per_second(config, refined) * kStepSeconds;
  return rung;
}

}  // namespace

BatchFile copied_file(const fs::path& path) {
  const std::string sha256 = hash_file(path).sha256;
  constexpr std::size_t kDigits = 16;
  return {(fs::path("inputs") / sha256.substr(0, kDigits) / path.filename()).string(), sha256};
}

BatchRecipe make_recipe(const std::string& text, const std::vector<std::string>& assignments, bool refined) {
  BatchRecipe recipe;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    recipe.rungs.push_back(make_rung(text.substr(begin, end - begin), assignments, refined));
    recipe.name += (begin == 0 ? "" : ",") + recipe.rungs.back().name;
    begin = end + 1;
  }
  return recipe;
}

std::string cost_identity(const BatchRung& rung, const BatchArguments& common) {
  return rung.arguments.identity() + common.identity();
}

BatchCosts::BatchCosts(const BatchStore& store) {
  try {
    BatchJournal(store.cost_file()).read_news([&](std::string_view line) {
      const Json json = Json::parse(line, nullptr, false);
      if (!json.is_object()) return;
      Sum& sum = sums_[json.value("recipe", std::string())];
      sum.seconds += json.value("seconds", 0.0);
      sum.cpu += json.value("cpu", 0.0);
    });
  } catch (const Error&) {
    sums_.clear();
  }
}

double BatchCosts::per_second(const std::string& identity, double otherwise) const {
  const auto found = sums_.find(identity);
  return found == sums_.end() || found->second.seconds <= 0 ? otherwise : found->second.cpu / found->second.seconds;
}

void BatchCosts::note(const BatchStore& store, const std::string& identity, double seconds, double cpu) {
  try {
    BatchJournal(store.cost_file())
        .append(Json{{"recipe", identity}, {"seconds", seconds}, {"cpu", cpu}}.dump(), BatchJournal::Sync::kNo);
  } catch (const Error&) {
    return;  // the next plan estimates without it
  }
}

}  // namespace sinew
