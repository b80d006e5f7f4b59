#pragma once

#include <span>

#include "libanim/model/character.h"
#include "libanim/model/clip.h"

namespace sinew {

/// Replaces a character's meshes and skins by a mannequin: a tapered capsule along every bone (joint to child, end
/// sites included), moved by the joint, and a small sphere at every joint from which no bone goes out.
/// Thickness follows what a bone carries: the square root of the bone lengths beyond it, within bounds set by
/// its own length.
///
/// Left out are bones shorter than 1 mm, bones to children that a clip carries away from their place, and the pole from
/// a reference joint up to the body (a root's long single bone to a joint that branches). At most 56
/// triangles per bone. The existing materials stay, one plain grey one is added.
void add_proxy_mesh(Character& character, std::span<const Clip> clips = {});

}  // namespace sinew
