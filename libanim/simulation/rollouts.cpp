#include "libanim/simulation/rollouts.h"

#include "libanim/support/parallel.h"

namespace sinew {

WorldPool::WorldPool(const Figure& figure, const Scene& scene, const SimulationOptions& options, int threads) {
  const int count = thread_count(threads);
  worlds_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) worlds_.emplace_back(figure, scene, options);
}

void WorldPool::run(std::size_t count, const std::function<void(std::size_t, World&)>& body) {
  parallel_for_slots(count, threads(), [&](std::size_t i, std::size_t slot) { body(i, worlds_[slot]); });
}

std::vector<std::vector<StateRecord>> rollouts(WorldPool& pool, std::span<const Rollout> jobs) {
  std::vector<std::vector<StateRecord>> results(jobs.size());
  pool.run(jobs.size(), [&](std::size_t i, World& world) {
    const Rollout& job = jobs[i];
    const StateRecord* now = job.start;
    results[i].resize(job.controls.size());
    for (std::size_t step = 0; step < job.controls.size(); ++step) {
      world.step(*now, job.controls[step], results[i][step]);
      now = &results[i][step];
    }
  });
  return results;
}

}  // namespace sinew
