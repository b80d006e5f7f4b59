#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pipelines/batch_state.h"

namespace sinew {

// Slurm, by its own commands (sbatch, squeue, sacct, scancel, scontrol), which must be on the PATH. One job array per
// chunk of the plan; task t of an array runs the items first + t x per_task and following. A task that is preempted, or
// whose node is lost, is requeued by Slurm; one whose time is nearly over gets a signal, stores its checkpoints and
// requeues itself. Leases keep a task that comes back from meeting its own ghost.

struct SlurmOptions {
  std::filesystem::path program;     ///< `sinew`, at a place that the nodes see
  std::size_t per_task = 1;          ///< items
  int cpus = 1;                      ///< per task
  std::vector<std::string> options;  ///< further ones of sbatch: "--partition=night"
  std::string run_options;           ///< further ones of `sinew batch run`
};

/// Submits what is open and not with Slurm already; the journal says what was submitted. Throws Error (kIo) with what
/// Slurm said.
[[nodiscard]] std::vector<BatchSubmission> submit_to_slurm(BatchState& state, const SlurmOptions& options);

/// Slurm's view: the state of every item that it knows, "PENDING", "RUNNING", "NODE_FAIL", ...
struct SlurmView {
  std::string problem;  ///< why it could not be asked; empty when it could
  std::map<std::size_t, std::string> items;
};
[[nodiscard]] SlurmView ask_slurm(const BatchState& state);

/// Cancels all arrays of the plan: tasks that run store their checkpoints. Gives their numbers. Throws Error (kIo).
std::vector<std::string> cancel_slurm(BatchState& state);

/// The script of a job array, for a look at it.
[[nodiscard]] std::string slurm_script(const BatchState& state, const BatchSubmission& array,
                                       const SlurmOptions& options);

}  // namespace sinew
