#pragma once

#include "exporters/report/page_arrays.h"
#include "libanim/model/take.h"

namespace sinew {

/// Ground, boxes and moving objects. Of a height field the part around the figure's way, thinned out where that has
/// more than kMostFieldPoints.
[[nodiscard]] PageJson page_scene(PageArrays& arrays, const Take& take);
inline constexpr int kMostFieldPoints = 60000;

/// What acts on the figure in every frame: forces, contact points, support polygon, centres of pressure and of mass,
/// and how much of its strength each joint uses (in steps of 1/255; more than all of it is all of it).
[[nodiscard]] PageJson page_physics(PageArrays& arrays, const Take& take);

}  // namespace sinew
