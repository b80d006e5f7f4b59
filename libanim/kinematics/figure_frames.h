#pragma once

#include <vector>

#include "libanim/kinematics/anatomy.h"

namespace sinew {

/// What a body has to stand on.
enum class Sole {
  kNone,
  kFlat,  ///< a foot, or a paw that lies on the ground
  kPost,  ///< the steep last piece of a leg of a creature that has only one or two: a box with a level end
};

/// How a bone lies in the rest pose, and the axes of its joint.
///
/// The axes: x along the bone, y the flexion axis, z = x cross y. They are set up in the neutral stance and carried
/// back to the rest pose with the body. Mirroring a rotation in the figure's median plane keeps its part along left and
/// turns the others round; so that an angle about y means the same on both sides (flexion is positive), the axes of a
/// right body are the mirror images of the left one's with y turned round. In bone coordinates a mirror image is
/// therefore (x, -y, z), and the angles about x and z change sign.
struct BoneFrame {
  Vec3 origin = Vec3::Zero();    ///< the bone's start in the rest pose, world (unit: m)
  double length = 0;             ///< (unit: m)
  Mat3 axes = Mat3::Identity();  ///< rest_world_from_bone: the joint's axes
  /// rest_world_from_shape: the axes along which shapes are fitted. Those of the joint, but for
  ///  - flat soles: x level and ahead, z down, in the neutral stance;
  ///  - posts: x down;
  ///  - a humanoid's pelvis and head: x up, z ahead or back, in the neutral stance.
  Mat3 shape_axes = Mat3::Identity();
  Sole sole = Sole::kNone;
};

/// A frame for each body. Flexion axes of a humanoid: the left-right axis, signed so that flexion is positive (hip,
/// shoulder, elbow, neck and waist bend ahead, the knee back, the ankle lifts the toes); the fore-aft axis for
/// clavicles (up is positive) and hands (towards the palm). Of other creatures: perpendicular to the plane in which the
/// limb bends at the joint, or the figure's left-right axis where it is straight.
[[nodiscard]] std::vector<BoneFrame> bone_frames(const Anatomy& anatomy);

/// A length that stands for "as large as the figure": its height, or its longest bone if that is more (unit: m).
[[nodiscard]] double figure_scale(const Anatomy& anatomy);

/// Index of the first body that hangs on `body`, or -1.
[[nodiscard]] int first_child(const Anatomy& anatomy, int body);

/// The body of this part and side, or -1.
[[nodiscard]] int find_part(const Anatomy& anatomy, Part part, Side side);

}  // namespace sinew
