#include "pipelines/farm_slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

#include "importers/assimp/child_process.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/batch_open_file.h"
#include "pipelines/farm_tasks.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// What a command of Slurm prints. Throws Error (kIo) with what it says when it fails.
std::string slurm_command(const std::string& name, const std::vector<std::string>& arguments, std::string_view input) {
  constexpr ChildLimits kLimits = {.wall_seconds = 60, .output_bytes = std::size_t{64} << 20};
  std::vector<std::string> words = {"-c", "exec \"$0\" \"$@\" 2>&1", name};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ChildResult result = run_child("/bin/sh", words, {}, as_bytes(input), kLimits);
  std::string text(as_text(result.output));
  while (text.ends_with('\n')) text.pop_back();
  if (result.end == ChildEnd::kExited && result.code == 0) return text;
  constexpr std::size_t kLongest = 500;
  throw Error::io(name, result.end == ChildEnd::kTimeOut ? "does not answer" : printable(text, kLongest));
}

/// Task numbers must be below it.
std::size_t most_tasks() {
  constexpr std::size_t kUsual = 1001;
  std::istringstream lines(slurm_command("scontrol", {"show", "config"}, ""));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("MaxArraySize")) continue;
    const std::size_t at = line.find_first_of("0123456789");
    std::size_t value = 0;
    if (at != std::string::npos) std::from_chars(line.data() + at, line.data() + line.size(), value);
    if (value > 0) return value;
  }
  return kUsual;
}

std::vector<std::string> sbatch_arguments(const BatchState& state, const FarmArray& array,
                                          const SlurmOptions& options) {
  constexpr double kMinute = 60;
  constexpr std::int64_t kMegabyte = std::int64_t{1} << 20;
  const fs::path log = fs::absolute(state.folder()) / "logs" / "slurm" / "%A_%a.log";
  std::vector<std::string> words = {"--parsable",
                                    "--job-name=sinew",
                                    "--array=" + array.numbers(),
                                    fmt::format("--time={}", std::lround(std::ceil(array.time / kMinute))),
                                    fmt::format("--mem={}M", array.memory / kMegabyte),
                                    fmt::format("--cpus-per-task={}", options.cpus),
                                    "--requeue",
                                    "--open-mode=append",
                                    "--signal=B:USR1@60",
                                    "--output=" + log.string()};
  words.insert(words.end(), options.options.begin(), options.options.end());
  return words;
}

/// The job's number from "--parsable": "123" or "123;cluster", in the last line.
std::string job_number(const std::string& text) {
  const std::size_t line = text.rfind('\n');
  const std::string last = line == std::string::npos ? text : text.substr(line + 1);
  std::string number = last.substr(0, last.find(';'));
  const bool digits = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) throw Error::io("sbatch", "expected a job's number, it said: " + printable(text));
  return number;
}

std::string job_list(const BatchState& state) {
  std::string jobs;
  for (const BatchSubmission& s : state.submissions()) jobs += (jobs.empty() ? "" : ",") + s.job;
  return jobs;
}

/// Takes lines "123_7|RUNNING". An array that is still whole, "123_[0-5,9]", does not occur: squeue splits it.
void take_states(const std::string& text, const BatchState& state, std::map<std::size_t, std::string>& items) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t under = line.find('_');
    const std::size_t bar = line.find('|');
    if (under == std::string::npos || bar == std::string::npos || under > bar) continue;
    std::size_t task = 0;
    const auto [end, code] = std::from_chars(line.data() + under + 1, line.data() + bar, task);
    if (code != std::errc() || end != line.data() + bar) continue;
    for (const BatchSubmission& s : state.submissions()) {
      if (s.job != line.substr(0, under)) continue;
      const std::size_t first = s.first + task * s.per_task;
      for (std::size_t i = first; i < std::min(first + s.per_task, state.items().size()); ++i) {
        items[i] = line.substr(bar + 1);
      }
    }
  }
}

bool is_with_slurm(const std::string& word) {
  constexpr std::array<std::string_view, 7> kAlive = {"PENDING",  "RUNNING",     "SUSPENDED",   "COMPLETING",
                                                      "REQUEUED", "CONFIGURING", "REQUEUE_HOLD"};
  return std::ranges::any_of(kAlive, [&](std::string_view alive) { return word.starts_with(alive); });
}

}  // namespace

std::string slurm_script(const BatchState& state, const BatchSubmission& array, const SlurmOptions& options) {
  const std::string folder = shell_quoted(fs::absolute(state.folder()).lexically_normal().string());
  // The shell waits on, whatever signal comes: the runner stores its checkpoints and ends by itself. When a job is
  // cancelled, Slurm sends SIGTERM to all its processes, and a second one would end the runner at once: it gets SIGINT.
  return fmt::format(
      "#!/bin/sh\n"
      "first=$(({} + SLURM_ARRAY_TASK_ID * {}))\n"
      "{} batch run {} --items \"$first-$((first + {}))\" --jobs 1 --threads {} --progress plain{}{} &\n"
      "runner=$!\n"
      "late=no\n"
      "trap 'kill -INT $runner' TERM\n"
      "trap 'late=yes; kill -INT $runner' USR1\n"
      "code=200\n"
      "while [ $code -gt 128 ]; do wait $runner; code=$?; done\n"
      "if [ $code -eq 5 ] && [ $late = yes ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt 100 ]; then\n"
      "  scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\"\n"
      "fi\n"
      "exit $code\n",
      array.first, array.per_task, shell_quoted(options.program.string()), folder, array.per_task - 1, options.cpus,
      options.run_options.empty() ? "" : " ", options.run_options);
}

std::vector<BatchSubmission> submit_to_slurm(BatchState& state, const SlurmOptions& options) {
  std::set<std::size_t> submitted;
  for (const auto& [item, word] : ask_slurm(state).items) {
    if (is_with_slurm(word)) submitted.insert(item);
  }
  make_folder(state.folder() / "logs" / "slurm");
  std::vector<BatchSubmission> submissions;
  for (const FarmArray& array : farm_arrays(state, options.per_task, most_tasks(), submitted)) {
    BatchSubmission submission{"", array.first, array.tasks.size() * array.per_task, array.per_task, false};
    submission.job = job_number(
        slurm_command("sbatch", sbatch_arguments(state, array, options), slurm_script(state, submission, options)));
    state.note_submission(submission);
    submissions.push_back(std::move(submission));
  }
  return submissions;
}

SlurmView ask_slurm(const BatchState& state) {
  SlurmView view;
  if (state.submissions().empty()) return view;
  const std::string jobs = job_list(state);
  try {
    // Accounting knows what is long over; many sites have none, and then it fails.
    take_states(slurm_command("sacct", {"-n", "-P", "-X", "--delimiter=|", "-o", "JobID,State", "-j", jobs}, ""), state,
                view.items);
  } catch (const Error&) {
    view.items.clear();
  }
  try {
    take_states(
        slurm_command("squeue", {"--noheader", "--array", "--states=all", "--format=%i|%T", "--jobs=" + jobs}, ""),
        state, view.items);
  } catch (const Error& error) {
    // A single job that is over and forgotten is an error to squeue.
    if (std::string_view(error.what()).find("Invalid job id") == std::string_view::npos) view.problem = error.what();
  }
  return view;
}

std::vector<std::string> cancel_slurm(BatchState& state) {
  std::vector<std::string> jobs;
  for (const BatchSubmission& s : state.submissions()) {
    if (!s.cancelled) jobs.push_back(s.job);
  }
  if (!jobs.empty()) (void)slurm_command("scancel", jobs, "");
  for (const std::string& job : jobs) state.note_cancellation(job);
  return jobs;
}

}  // namespace sinew
