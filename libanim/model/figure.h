#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/model/skeleton.h"

namespace sinew {

enum class Side { kCentre, kLeft, kRight };

/// What a body stands for. Humanoids use the parts from kPelvis to kToes; kTrunk, kLimb, kTail, kHead (and kOther) are
/// those of any other creature.
enum class Part {
  kPelvis,
  kAbdomen,
  kChest,
  kNeck,
  kHead,
  kClavicle,
  kUpperArm,
  kForearm,
  kHand,
  kThigh,
  kShin,
  kFoot,
  kToes,
  kTrunk,  ///< a piece of a non-humanoid's spine
  kLimb,   ///< a piece of a leg, arm or wing of a non-humanoid
  kPaw,    ///< the last piece of such a leg when it carries weight
  kTail,
  kOther,
};

/// Stable spellings for TOML and JSON: "pelvis", "upper_arm", ...; "centre", "left", "right".
[[nodiscard]] std::string_view part_name(Part part);
[[nodiscard]] std::optional<Part> part_from_name(std::string_view name);
[[nodiscard]] std::string_view side_name(Side side);
[[nodiscard]] std::optional<Side> side_from_name(std::string_view name);

enum class ShapeKind { kSphere, kCapsule, kBox };

/// A collision shape, fixed in its body.
struct FigureShape {
  ShapeKind kind = ShapeKind::kCapsule;
  Transform body_from_shape;  ///< centre of the shape; a capsule lies along the shape's y axis
  double radius = 0;          ///< sphere and capsule (unit: m)
  double half_length = 0;     ///< capsule: from the centre to a cap's centre (unit: m)
  Vec3 half = Vec3::Zero();   ///< box: half extents (unit: m)
};

/// A rigid body of the figure.
///
/// Its frame has the origin in the centre of mass and, in the skeleton's rest pose, the axes of the world. So the
/// rotation of a body in the world is what its skeleton joint has turned since the rest pose, whatever axes the
/// file gave that joint.
struct FigureBody {
  std::string name;  ///< unique: "left_thigh", or the driving joint's name
  Part part = Part::kOther;
  Side side = Side::kCentre;
  int mirror = -1;            ///< the body on the other side; itself when central, -1 when there is none
  int joint = 0;              ///< skeleton joint at which the body hangs on its parent, and that it drives
  int orientation_joint = 0;  ///< the joint whose rotation the body follows: `joint`, or the last one of the chain
                              ///< of joints that were merged (a spine's upper end)
  std::vector<int> joints;    ///< every skeleton joint that moves rigidly with the body, `joint` first
  Vec3 rest_position = Vec3::Zero();  ///< centre of mass in the rest pose, world (unit: m)
  double mass = 1;                    ///< (unit: kg)
  Mat3 inertia = Mat3::Identity();    ///< about the centre of mass, in the body's axes (unit: kg m^2)
  std::vector<FigureShape> shapes;    ///< at least one
};

enum class JointKind {
  kHinge,  ///< turns about its flexion axis (y) alone
  kBall,   ///< turns about all three axes
};

/// The connection of a body to its parent.
///
/// Angles: with R_p, R_c the rotations of parent and child, q = R_p^-1 R_c is their relative rotation (identity in
/// the rest pose), and r = axes^-1 (q neutral^-1) axes is what the joint has turned from its neutral pose, seen in
/// the joint's axes, which are fixed in the parent. r = swing * twist, with twist about x.
///   angle[0]: twist about x, the axis along the child's bone in the neutral pose;
///   angle[1], angle[2]: the y and z components of the swing's rotation vector; y is the flexion axis.
/// A hinge has angle[1] only.
struct FigureJoint {
  int parent = -1;  ///< body
  int child = -1;   ///< body
  JointKind kind = JointKind::kBall;
  Vec3 parent_anchor = Vec3::Zero();     ///< in the parent's frame (unit: m)
  Vec3 child_anchor = Vec3::Zero();      ///< in the child's frame (unit: m)
  Quat axes = Quat::Identity();          ///< parent_from_axes
  Quat neutral = Quat::Identity();       ///< relative rotation q in the neutral pose
  std::array<double, 3> lower{0, 0, 0};  ///< angle limits (unit: rad)
  std::array<double, 3> upper{0, 0, 0};
  std::array<double, 3> torque{0, 0, 0};  ///< largest torque about x, y, z (unit: N m)

  [[nodiscard]] int axis_count() const { return kind == JointKind::kHinge ? 1 : 3; }
};

/// A part of the sole that carries weight: where balance, skating and penetration are measured.
struct FigureContactPoint {
  std::string name;  ///< "left_heel", "left_ball", "right_hand", "head"
  int body = 0;
  Vec3 position = Vec3::Zero();  ///< in the body's frame (unit: m)
};

/// The rigid bodies that stand for a character in simulation. It depends on the character (and its TOML file)
/// alone, never on a clip.
///
/// Body 0 is the root and is driven freely; joint i connects body i + 1 to an earlier body, so there is one joint
/// less than bodies. Actuated axes are numbered in joint order: one for a hinge, three (x, y, z) for a ball.
///
/// validate(skeleton) checks:
///  1. at least one body; names unique, not empty; joints().size() + 1 == bodies().size(), child = index + 1, parent <
///     child;
///  2. masses positive and finite; inertia symmetric, positive definite, principal moments meet the triangle
///     inequality;
///  3. every shape has positive, finite size; every body has one;
///  4. anchors meet in the rest pose to 1e-6 m; axes and neutral are unit quaternions;
///  5. lower <= 0 <= upper, within [-pi, pi]; torques not negative, finite;
///  6. skeleton joints exist, each in at most one body; a body's `joint` and `orientation_joint` are among its
///  `joints`;
///  7. mirror is an involution: mirror of mirror is the body itself.
struct Figure {
  std::string name;
  bool humanoid = false;
  double height = 0;                     ///< of the body in its neutral stance (unit: m)
  Quat facing = Quat::Identity();        ///< world_from_figure in the rest pose: x to the figure's left, y up, z ahead
  Quat root_neutral = Quat::Identity();  ///< rotation of body 0 in the neutral stance
  std::vector<FigureBody> bodies;
  std::vector<FigureJoint> joints;
  std::vector<FigureContactPoint> points;

  [[nodiscard]] int body_count() const { return static_cast<int>(bodies.size()); }
  [[nodiscard]] int axis_count() const;
  /// First axis of a joint.
  [[nodiscard]] int first_axis(int joint) const;
  [[nodiscard]] double mass() const;
  [[nodiscard]] std::optional<int> find_body(Part part, Side side) const;
  [[nodiscard]] std::optional<int> find_body(std::string_view name) const;

  /// Throws Error (kAsset) that names the body or joint and the rule.
  void validate(const Skeleton& skeleton) const;
};

}  // namespace sinew
