#pragma once

#include <vector>

#include "libanim/model/simulation_options.h"
#include "libanim/model/state_record.h"
#include "libanim/simulation/collision_shapes.h"
#include "libanim/simulation/step_frames.h"

namespace sinew {

/// Between two bodies of a figure. Skin and cloth on each other: 0.46 on average over sites and materials (Zhang and
/// Mak 1999, in vivo).
inline constexpr double kSelfFriction = 0.46;

/// A contact of the coming step.
struct FoundContact {
  int body = 0;               ///< as in ContactForce
  int other = -1;             ///< as in ContactForce
  Vec3 point = Vec3::Zero();  ///< world, now (unit: m)
  Vec3 normal = Vec3::UnitY();
  double gap = 0;             ///< now; negative: depth (unit: m)
  double target_speed = 0;    ///< least speed at which the two part along the normal (unit: m/s)
  double friction = 0;        ///< Coulomb coefficient of the pair
  Vec3 slide = Vec3::Zero();  ///< unit tangent along which they slide on each other; zero when they do not
};

/// Finds the contacts of a state, in an order that depends on nothing but the state: body by body against the ground,
/// the boxes and the objects, then the pairs of the figure's own bodies.
///
/// Friction of a pair: the geometric mean of the two surfaces' coefficients. The figure has no coefficient of its own:
/// with it, that of the other surface counts; between two bodies of the figure kSelfFriction.
///
/// Ahead of touch (speculative): two surfaces `gap` apart may approach each other by no more than `gap` within the
/// step, so the contact only acts when they would meet, pushes never pulls, and lets them arrive exactly. A contact is
/// made when, after the step at the present velocities, the gap would be below the margin. A pair that moves more than
/// the margin in a step is moved forward to where it first comes within the margin (conservative advancement), and
/// meets there: the normal is that of the place where it arrives, so that a foot may pass above a stair's edge.
///
/// Restitution: a ball that would touch within the step turns round at once, at the speed that brings it to the height
/// (restitution squared) of its fall, in the integrator's own energy v^2/2 + g y - g v dt/2, which free flight keeps.
class ContactFinder {
 public:
  /// Keeps references to the scene and the options.
  ContactFinder(const Figure& figure, const Scene& scene, const SimulationOptions& options, double step);

  /// `present`: per body of the record, whether it is there yet.
  void find(const std::vector<BodyFrame>& bodies, const std::vector<char>& present);
  [[nodiscard]] const std::vector<FoundContact>& found() const { return found_; }

  /// After a first try of the step: true when a blow has turned a body so that it ends deeper than kMissedDepth where
  /// no contact had been foreseen. The contacts are then found anew with the velocities of the try, except for pairs
  /// that bounce, which need the velocities before it.
  [[nodiscard]] bool relearn(const std::vector<BodyFrame>& bodies, const StateRecord& reached,
                             const std::vector<char>& present);
  static constexpr double kMissedDepth = 0.005;  ///< (unit: m)

  /// Pairs of the figure's bodies that can collide with each other.
  [[nodiscard]] const std::vector<std::pair<int, int>>& self_pairs() const { return self_pairs_; }

 private:
  struct BodyShape {
    FigureShape shape;
    Mat3 rotation;
  };
  struct Collider {
    std::size_t first = 0;  ///< of its shapes
    std::size_t count = 0;
    double bound = 0;      ///< of all shapes about the body's origin (unit: m)
    double friction = -1;  ///< negative: none of its own
    double restitution = 0;
    int most_points = 4;
  };

  void collect(const std::vector<char>& present);
  [[nodiscard]] double pair_restitution(int body, int other) const;

  void add_collider(const std::vector<FigureShape>& shapes, const Collider& properties);
  [[nodiscard]] PlacedShape place(int body, std::size_t shape, double time) const;
  /// The shape of a body at `time`; valid until the next call for the same shape.
  [[nodiscard]] const PlacedShape& placed(int body, std::size_t shape, double time);
  [[nodiscard]] double touch(int body, int other, double time, double reach);
  [[nodiscard]] double touch_ground(const PlacedShape& shape, double reach);
  [[nodiscard]] double closing_bound(int body, int other) const;
  [[nodiscard]] bool far_apart(int body, int other, double reach) const;
  [[nodiscard]] double advance(int body, int other, double gap, double speed);
  void consider(int body, int other);
  [[nodiscard]] double closing(double speed, double time) const;
  void emit(int body, int other, double time);
  void complete(FoundContact& contact, const Vec3& relative) const;
  [[nodiscard]] Vec3 velocity_at(int body, const Vec3& point, double time) const;
  [[nodiscard]] double target_speed(double gap, double speed, double pull, double restitution) const;
  [[nodiscard]] double pair_friction(int body, int other) const;

  const Scene& scene_;
  const SimulationOptions& options_;
  double step_;
  int figure_bodies_;
  std::vector<BodyShape> shapes_;
  std::vector<Collider> colliders_;
  std::vector<PlacedShape> boxes_;
  std::vector<std::pair<int, int>> self_pairs_;

  std::vector<BodyFrame> motions_;   ///< where contacts are found anew, with other velocities than the state's
  std::vector<PlacedShape> placed_;  ///< of all shapes
  std::vector<double> placed_at_;    ///< their times; negative: not yet placed
  TouchList touches_;
  TouchList later_;  ///< touches with the gaps at the end of the step
  std::vector<FoundContact> found_;
  std::vector<FoundContact> first_found_;  ///< of the first try, while contacts are found anew
  bool again_ = false;
  double deepest_later_ = 0;  ///< least gap of a contact at the end of the step, at the velocities used
};

/// Pairs of bodies for a self-collision mode: connected by no joint, apart in the neutral stance.
[[nodiscard]] std::vector<std::pair<int, int>> self_collision_pairs(const Figure& figure, SelfCollision mode);

/// The shape of a body at `world_from_body`.
[[nodiscard]] PlacedShape placed_shape(const FigureShape& shape, const Transform& world_from_body);

}  // namespace sinew
