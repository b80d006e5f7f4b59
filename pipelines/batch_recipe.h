#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pipelines/batch_manifest.h"
#include "pipelines/batch_store.h"

namespace sinew {

/// A file that a plan keeps a copy of: its place in the plan's folder is named by its content. Throws Error (kIo).
[[nodiscard]] BatchFile copied_file(const std::filesystem::path& path);

/// A recipe as the user says it: "draft", "hero.toml", or "draft,normal,hero.toml". `assignments` are those of --set;
/// with them the cost of a second of motion is estimated. Throws Error: kUsage for what is no recipe.
[[nodiscard]] BatchRecipe make_recipe(const std::string& text, const std::vector<std::string>& assignments,
                                      bool refined);

/// Processor time per second of motion that bakes have taken, by the identity of their recipe and common arguments.
class BatchCosts {
 public:
  /// From the store's file; one that is not there, or not readable, has nothing to say.
  explicit BatchCosts(const BatchStore& store);
  /// `otherwise` when there is no experience (unit: s/s).
  [[nodiscard]] double per_second(const std::string& identity, double otherwise) const;

  /// Adds what a bake has cost. Failure is no harm.
  static void note(const BatchStore& store, const std::string& identity, double seconds, double cpu);

 private:
  struct Sum {
    double seconds = 0;
    double cpu = 0;
  };
  std::map<std::string, Sum, std::less<>> sums_;
};

/// What costs are known by.
[[nodiscard]] std::string cost_identity(const BatchRung& rung, const BatchArguments& common);

}  // namespace sinew
