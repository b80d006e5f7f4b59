#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// Heights on a regular grid over the x-z plane; between grid points the surface is two triangles per cell, which meet
/// in the diagonal from (column + 1, row) to (column, row + 1), as in ODE.
struct HeightField {
  int columns = 0;              ///< points along x, at least 2
  int rows = 0;                 ///< points along z, at least 2
  double spacing = 0.1;         ///< between neighbours (unit: m)
  Vec3 origin = Vec3::Zero();   ///< of the point (0, 0); y is added to all heights (unit: m)
  std::vector<double> heights;  ///< [row * columns + column] (unit: m)
};

enum class GroundKind {
  kNone,   ///< nothing to stand on (flight)
  kPlane,  ///< through `point`, with `normal`: level ground or a slope
  kField,  ///< a height field, as far as it reaches
};

struct Ground {
  GroundKind kind = GroundKind::kPlane;
  Vec3 point = Vec3::Zero();    ///< (unit: m)
  Vec3 normal = Vec3::UnitY();  ///< unit length
  HeightField field;
  double friction = 0.8;  ///< Coulomb coefficient
};

/// A box that does not move: a wall, a step, something to jump on.
struct StaticBox {
  std::string name;
  Transform pose;            ///< world_from_box
  Vec3 half = Vec3::Ones();  ///< half extents (unit: m)
  double friction = 0.8;
};

enum class ObjectKind { kBall, kBox };

/// A ball or box that moves. With `release` > 0 it is a projectile: not there until that time, then at `pose` with its
/// velocities.
struct DynamicObject {
  std::string name;
  ObjectKind kind = ObjectKind::kBall;
  Transform pose;                   ///< world_from_object at the start
  double radius = 0.1;              ///< ball (unit: m)
  Vec3 half = Vec3::Constant(0.1);  ///< box: half extents (unit: m)
  double mass = 1;                  ///< (unit: kg)
  Vec3 velocity = Vec3::Zero();     ///< (unit: m/s)
  Vec3 spin = Vec3::Zero();         ///< (unit: rad/s)
  double friction = 0.8;
  double restitution = 0;  ///< share of the normal speed that comes back, 0 to 1
  double release = 0;      ///< (unit: s)
};

/// A force on a body of the figure or a dynamic object for a while. An impulse is a force whose duration is one
/// physics step: give `impulse` instead of `force`.
struct Push {
  std::string body;             ///< a figure's body or an object, by name
  double start = 0;             ///< (unit: s)
  double duration = 0;          ///< 0 for an impulse (unit: s)
  Vec3 force = Vec3::Zero();    ///< world (unit: N)
  Vec3 impulse = Vec3::Zero();  ///< world (unit: N s)
  Vec3 point = Vec3::Zero();    ///< where it acts, in the body's frame (unit: m)
};

/// Everything around the figure.
///
/// validate() checks: finite numbers; unit normal pointing up (y > 0.1) and rotations; sizes, masses and spacings
/// positive; friction >= 0, restitution in [0, 1]; release, start and duration >= 0; heights has rows x columns entries
/// (at most 4 million); names of boxes and objects unique and not empty; a push has either a force with a duration or
/// an impulse without.
struct Scene {
  std::string name;
  Vec3 gravity{0, -9.81, 0};  ///< (unit: m/s^2)
  Ground ground;
  std::vector<StaticBox> boxes;
  std::vector<DynamicObject> objects;
  std::vector<Push> pushes;

  /// Throws Error (kAsset) that names the part and the rule.
  void validate() const;
};

/// Height of the ground (field, plane or top of a static box, whichever is highest) under a point; -infinity where
/// there is none.
[[nodiscard]] double ground_height(const Scene& scene, double x, double z);

/// The same without boxes whose top is above `ceiling` there: a wall is nothing to stand on.
[[nodiscard]] double ground_height(const Scene& scene, double x, double z, double ceiling);

}  // namespace sinew
