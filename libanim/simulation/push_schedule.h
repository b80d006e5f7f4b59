#pragma once

#include <cstdint>
#include <vector>

#include "libanim/model/figure.h"
#include "libanim/model/scene.h"

namespace sinew {

/// The scene's pushes on the grid of physics steps.
///
/// A push acts from the step nearest to its start to the step nearest to its end, for at least one step. Its force is
/// scaled so that the impulse is that of the scene, whatever the step.
class PushSchedule {
 public:
  struct Entry {
    int body = 0;  ///< of the record
    std::int64_t first = 0;
    std::int64_t end = 0;       ///< the first step without it
    Vec3 force = Vec3::Zero();  ///< world (unit: N)
    Vec3 point = Vec3::Zero();  ///< in the body's frame (unit: m)
    [[nodiscard]] bool acts(std::int64_t step) const { return step >= first && step < end; }
  };

  /// Throws Error (kAsset) when a push names a body that is neither of the figure nor of the scene.
  PushSchedule(const Figure& figure, const Scene& scene, double step);

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// The physics step nearest to a time; times beyond any simulation end up at one far away.
[[nodiscard]] std::int64_t nearest_step(double seconds, double step);

}  // namespace sinew
