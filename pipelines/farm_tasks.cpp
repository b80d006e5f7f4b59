#include "pipelines/farm_tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "pipelines/batch_attempt.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// What a runner and the system take beside its bakes. Schedulers count pages of files, too.
constexpr std::int64_t kMemoryBeside = std::int64_t{256} << 20;
/// Start, checkpoint, store; and a warning that may come two minutes early (unit: s).
constexpr double kTimeBeside = 180 + BatchAttempt::kGrace;

FarmArray make_array(const BatchState& state, std::size_t first, std::size_t end, std::size_t per_task,
                     const std::set<std::size_t>& without) {
  FarmArray array{first, per_task, 0, 0, {}};
  for (std::size_t begin = first; begin < end; begin += per_task) {
    const std::size_t last = std::min(end, begin + per_task) - 1;
    double time = 0;
    for (std::size_t i = begin; i <= last; ++i) {
      if (!state.is_open(i) || without.contains(i)) continue;
      const BatchItem& item = state.manifest().items[i];
      // A second rung, and an attempt with more memory, have to fit as well.
      const std::size_t rungs = state.manifest().recipes[static_cast<std::size_t>(item.recipe)].rungs.size();
      time += item.time * static_cast<double>(rungs);
      array.memory = std::max(array.memory, 2 * item.memory);
    }
    if (time == 0) continue;
    array.time = std::max(array.time, time);
    array.tasks.push_back({(begin - first) / per_task, begin, last});
  }
  array.time += kTimeBeside;
  array.memory += kMemoryBeside;
  return array;
}

}  // namespace

std::string FarmArray::numbers() const {
  std::string text;
  for (std::size_t i = 0; i < tasks.size();) {
    std::size_t end = i + 1;
    while (end < tasks.size() && tasks[end].number == tasks[end - 1].number + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ",", tasks[i].number);
    if (end - i > 1) text += fmt::format("-{}", tasks[end - 1].number);
    i = end;
  }
  return text;
}

std::vector<FarmArray> farm_arrays(const BatchState& state, std::size_t per_task, std::size_t most_tasks,
                                   const std::set<std::size_t>& without) {
  std::vector<FarmArray> arrays;
  const std::size_t all = state.items().size();
  const std::size_t step = per_task * most_tasks;
  for (std::size_t first = 0; first < all; first += step) {
    FarmArray array = make_array(state, first, std::min(all, first + step), per_task, without);
    if (!array.tasks.empty()) arrays.push_back(std::move(array));
  }
  return arrays;
}

std::vector<std::string> farm_commands(const BatchState& state, std::size_t per_task, const fs::path& program,
                                       const std::string& options) {
  std::vector<std::string> commands;
  const std::string folder = shell_quoted(fs::absolute(state.folder()).lexically_normal().string());
  for (const FarmArray& array : farm_arrays(state, per_task, state.items().size() + 1)) {
    for (const FarmTask& task : array.tasks) {
      commands.push_back(fmt::format("{} batch run {} --items {}-{}{}{}", shell_quoted(program.string()), folder,
                                     task.first, task.last, options.empty() ? "" : " ", options));
    }
  }
  return commands;
}

}  // namespace sinew
