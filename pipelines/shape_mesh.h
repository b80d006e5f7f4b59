#pragma once

#include "libanim/model/character.h"
#include "libanim/model/figure.h"

namespace sinew {

/// Adds the surface of a shape (append_surface) to a primitive, bound to one joint of its skin with weight 1. The
/// primitive has one set of influences.
void append_shape(Primitive& primitive, const FigureShape& shape, const Transform& world_from_body, int skin_joint);

}  // namespace sinew
