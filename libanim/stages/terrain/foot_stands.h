#pragma once

#include <vector>

#include "libanim/stages/terrain/foot_path.h"
#include "libanim/stages/terrain/footing.h"

namespace sinew {

/// A time at which it is known where a foot stands, or would stand.
struct FootStand {
  int first = 0;  ///< frames, both included
  int last = 0;
  double ground = 0;    ///< height of the clip's own ground there (unit: m)
  double hover = 0;     ///< height of a still sole above that ground while it stands, to be taken away (unit: m)
  bool planted = true;  ///< else it is in the air, and the surface under it is what its height is measured from
  Footing footing{};

  [[nodiscard]] double offset() const { return footing.height - ground - hover; }
};

/// Stands of a foot in the order of time: its plants, the clip's two ends, and places on the way of a foot that is in
/// the air for long. `planted` is filled with the frames of plants.
[[nodiscard]] std::vector<FootStand> find_stands(const Scene& scene, const SoleTracks& sole, double frame_rate,
                                                 double height, const TerrainOptions& options,
                                                 std::vector<bool>& planted);

}  // namespace sinew
