#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "libanim/simulation/world.h"

namespace sinew {

/// Worlds of one make, one per thread.
class WorldPool {
 public:
  /// `threads` 0 = all cores.
  WorldPool(const Figure& figure, const Scene& scene, const SimulationOptions& options, int threads);

  /// Calls body(i, world) for i in [0, count) on the pool's threads. A body writes only its own results; since worlds
  /// are pure functions, these do not depend on thread count or order.
  void run(std::size_t count, const std::function<void(std::size_t, World&)>& body);

  /// A world for use outside of `run`.
  [[nodiscard]] World& front() { return worlds_.front(); }
  [[nodiscard]] int threads() const { return static_cast<int>(worlds_.size()); }

 private:
  std::vector<World> worlds_;
};

/// Controls applied one after the other from a start state.
struct Rollout {
  const StateRecord* start = nullptr;
  std::span<const Control> controls;
};

/// The records after every control, per rollout.
[[nodiscard]] std::vector<std::vector<StateRecord>> rollouts(WorldPool& pool, std::span<const Rollout> jobs);

}  // namespace sinew
