#include "pipelines/batch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <tuple>

#include "importers/import_file.h"
#include "libanim/simulation/fingerprint.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/parallel.h"
#include "pipelines/batch_library.h"
#include "pipelines/batch_motion_file.h"
#include "pipelines/batch_recipe.h"
#include "pipelines/figure_file.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Wall-clock limit of an item, where the user gives none: far more than it should take, on a machine that has other
/// things to do, and never so little that starting up counts.
constexpr double kLeastTime = 600;       // s
constexpr double kTimeOverCost = 10;     // s of clock per s of processor time
constexpr double kTimeOverBudget = 4;    // likewise, where the processor time is limited
constexpr double kUnknownSeconds = 600;  // taken for the length of a clip that did not tell

/// Memory limit, likewise. A draft of half a second of the sample walk (161 kB of BVH, character of 348 kB) takes 35
/// MB.
constexpr std::int64_t kLeastMemory = std::int64_t{1} << 30;
constexpr std::int64_t kMostMemory = std::int64_t{16} << 30;
constexpr std::int64_t kMemoryPerByte = 40;

/// A character that no figure can be made of would have every item refused, a night later. Throws Error (kAsset).
void check_character(const fs::path& file, const std::optional<fs::path>& figure) {
  try {
    (void)load_figure(import_file(file, {}).character, {}, figure);
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

class Planning {
 public:
  Planning(const BatchPlanRequest& request, const BatchPlanWatcher& watcher) : request_(request), watcher_(watcher) {}

  BatchManifest run() {
    manifest_.version = SINEW_VERSION;
    manifest_.program = program_hash();
    manifest_.fingerprint = simulation_fingerprint();
    manifest_.store = request_.store.empty() ? "store" : fs::absolute(request_.store).lexically_normal().string();
    manifest_.cpu_budget = request_.cpu_budget;
    add_inputs();
    Library library = find_motions(request_.libraries);
    manifest_.libraries = library.folders;
    manifest_.problems = library.problems;
    add_items(library.files, look_into_all(library.files));
    std::ranges::sort(manifest_.items, [](const BatchItem& a, const BatchItem& b) {
      return std::tie(b.cost, a.library, a.name, a.clip, a.character, a.recipe) <
             std::tie(a.cost, b.library, b.name, b.clip, b.character, b.recipe);
    });
    return std::move(manifest_);
  }

 private:
  void add_inputs() {
    for (const fs::path& path : request_.characters) {
      const fs::path absolute = fs::absolute(path).lexically_normal();
      check_character(absolute, request_.figure);
      manifest_.characters.push_back({absolute.string(), content_hash(absolute)});
    }
    for (const std::string& recipe : request_.recipes) {
      manifest_.recipes.push_back(make_recipe(recipe, request_.assignments, request_.refined));
    }
    manifest_.common.words = request_.words;
    const auto add = [&](const char* option, const std::optional<fs::path>& path) {
      if (path) manifest_.common.files.push_back({option, copied_file(*path), path->string()});
    };
    add("--scene", request_.scene);
    add("--figure", request_.figure);
    add("--map", request_.map);
    const BatchCosts costs{BatchStore(store_folder(request_.output, manifest_))};
    for (BatchRecipe& recipe : manifest_.recipes) {
      for (BatchRung& rung : recipe.rungs) {
        rung.cost = costs.per_second(cost_identity(rung, manifest_.common), rung.cost);
      }
    }
  }

  [[nodiscard]] std::vector<MotionFile> look_into_all(const std::vector<LibraryFile>& files) const {
    std::vector<MotionFile> motions(files.size());
    std::atomic<std::size_t> looked = 0;
    parallel_for(files.size(), request_.threads, [&](std::size_t i) {
      const fs::path folder = manifest_.libraries[static_cast<std::size_t>(files[i].library)];
      motions[i] = look_into(folder / files[i].name);
      constexpr std::size_t kOften = 64;
      if (const std::size_t count = ++looked; watcher_ && count % kOften == 0) watcher_(count, files.size());
    });
    return motions;
  }

  void add_items(const std::vector<LibraryFile>& files, const std::vector<MotionFile>& motions) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (const MotionClip& clip : motions[i].clips) add_clip(files[i], motions[i], clip);
    }
  }

  void add_clip(const LibraryFile& file, const MotionFile& motion, const MotionClip& clip) {
    BatchItem item;
    item.library = file.library;
    item.name = file.name;
    item.clip = clip.name;
    item.sha256 = motion.sha256;
    item.problem = motion.problem;
    item.seconds = request_.most_seconds ? std::min(clip.seconds, *request_.most_seconds) : clip.seconds;
    item.memory =
        request_.memory > 0
            ? request_.memory
            : std::clamp(kMemoryPerByte * motion.bytes, std::int64_t{0}, kMostMemory - kLeastMemory) + kLeastMemory;
    const int characters = static_cast<int>(manifest_.characters.size());
    for (int character = characters > 0 ? 0 : -1; character < characters; ++character) {
      for (std::size_t recipe = 0; recipe < manifest_.recipes.size(); ++recipe) {
        item.character = character;
        item.recipe = static_cast<int>(recipe);
        set_costs(item);
        manifest_.items.push_back(item);
      }
    }
  }

  void set_costs(BatchItem& item) const {
    const std::vector<BatchRung>& rungs = manifest_.recipes[static_cast<std::size_t>(item.recipe)].rungs;
    double most = 0;
    for (const BatchRung& rung : rungs) most = std::max(most, rung.cost);
    const double known = item.seconds > 0 ? item.seconds : kUnknownSeconds;
    item.cost = item.seconds * rungs.front().cost;
    if (request_.time > 0) {
      item.time = request_.time;
    } else if (request_.cpu_budget > 0) {
      item.time = std::max(kLeastTime, kTimeOverBudget * request_.cpu_budget);
    } else {
      item.time = std::max(kLeastTime, kTimeOverCost * known * most);
    }
  }

  const BatchPlanRequest& request_;
  const BatchPlanWatcher& watcher_;
  BatchManifest manifest_;
};

/// Copies files into the plan, where their content is what it was when they were hashed.
void copy_files(const fs::path& folder, const BatchArguments& arguments) {
  for (const BatchArguments::File& given : arguments.files) {
    const fs::path target = folder / given.file.path;
    make_folder(target.parent_path());
    write_file_atomic(target, read_file(given.source), Existing::kReplace);
    if (hash_file(target).sha256 != given.file.sha256) throw Error::io(given.source, "changed while the plan was made");
  }
}

}  // namespace

BatchManifest plan_batch(const BatchPlanRequest& request, const BatchPlanWatcher& watcher) {
  return Planning(request, watcher).run();
}

void write_plan(const BatchPlanRequest& request, const BatchManifest& manifest) {
  if (fs::exists(request.output / "manifest.jsonl")) {
    throw Error::usage(
        "there is a plan already, and plans do not change; plan into another folder, with --store to share "
        "what is done")
        .in_file(request.output.string());
  }
  make_folder(request.output);
  copy_files(request.output, manifest.common);
  for (const BatchRecipe& recipe : manifest.recipes) {
    for (const BatchRung& rung : recipe.rungs) copy_files(request.output, rung.arguments);
  }
  write_manifest(request.output, manifest);
}

}  // namespace sinew
