#pragma once

#include "exporters/report/page_arrays.h"
#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/figure.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

/// Joints with their rest pose, and the triangles of every primitive with its plain colour: textures, tangents and
/// morph targets stay behind. A vertex keeps its four strongest joints.
[[nodiscard]] PageJson page_character(PageArrays& arrays, const std::string& name, const Character& character);

/// Local rotations of all joints and translations of those that have any, for `frames` frames; a shorter clip stays in
/// its last frame.
[[nodiscard]] PageJson page_clip(PageArrays& arrays, const std::string& name, const Clip& clip, int frames);

/// Bodies with their shapes.
[[nodiscard]] PageJson page_figure(const Figure& figure);

/// World_from_body of every frame as position and rotation: seven numbers each. Returns the array's name.
[[nodiscard]] std::string page_bodies(PageArrays& arrays, const std::string& name, const BodyMotion& motion,
                                      int frames);

}  // namespace sinew
