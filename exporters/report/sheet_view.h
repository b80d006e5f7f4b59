#pragma once

#include <span>
#include <vector>

#include "exporters/report/camera.h"
#include "libanim/kinematics/shape_surface.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

/// A take's bodies in every frame, and their surfaces.
struct SheetMotion {
  BodyMotion result;
  BodyMotion reference;
  std::vector<ShapeSurface> surfaces;
};

/// One way of looking for all cells: only what is followed changes from frame to frame.
struct SheetView {
  CameraAxes axes;
  Framing framing;
  std::vector<Vec3> followed;  ///< for every shown frame: the root, or the ground under it

  [[nodiscard]] Camera camera(std::size_t cell, const ScreenBox& viewport) const {
    return {axes, followed[cell] + framing.centre, framing.distance, viewport};
  }
};

/// See contact_sheet for where the eye is. Figures and arrows of all shown frames fit into the viewport; of the
/// reference those that are near the result.
[[nodiscard]] SheetView sheet_view(const Take& take, const SheetMotion& motion, std::span<const int> frames,
                                   const ScreenBox& viewport);

}  // namespace sinew
