#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "pipelines/batch_state.h"

namespace sinew {

/// Items that one task of a scheduler does, one after the other.
struct FarmTask {
  std::size_t number = 0;  ///< within its array
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Tasks that go to the scheduler together: their numbers are below a limit, and they ask for the same.
struct FarmArray {
  std::size_t first = 0;  ///< item of task 0
  std::size_t per_task = 1;
  double time = 0;          ///< wall-clock time of a task (unit: s)
  std::int64_t memory = 0;  ///< of a task (unit: bytes)
  std::vector<FarmTask> tasks;

  /// "0-5,9": the numbers of its tasks.
  [[nodiscard]] std::string numbers() const;
};

/// What is open, in arrays of at most `most_tasks` task numbers. Items are sorted by cost, so that those of one array
/// need about the same. Items in `without` are with the scheduler already.
[[nodiscard]] std::vector<FarmArray> farm_arrays(const BatchState& state, std::size_t per_task, std::size_t most_tasks,
                                                 const std::set<std::size_t>& without = {});

/// A command of a POSIX shell per task, for schedulers that we do not know: GNU parallel, OpenJD, make, ssh.
[[nodiscard]] std::vector<std::string> farm_commands(const BatchState& state, std::size_t per_task,
                                                     const std::filesystem::path& program, const std::string& options);

}  // namespace sinew
