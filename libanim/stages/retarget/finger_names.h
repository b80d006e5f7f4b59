#pragma once

#include <map>
#include <string>

#include "libanim/model/skeleton.h"

namespace sinew {

/// Joints of fingers under one name for all families: "left_index_0" is the first joint of the left index finger,
/// however the file counts and spells (Mixamo's LeftHandIndex1, MakeHuman's finger2-1.L, VRM's leftIndexProximal).
/// Rocketbox's and MakeHuman's numbered fingers count from the thumb.
[[nodiscard]] std::map<std::string, int> finger_joints(const Skeleton& skeleton);

}  // namespace sinew
