#include "libanim/simulation/contact_finder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// `other` of the ground, and of the first static box; see ContactForce.
constexpr int kGround = -1;
constexpr int kFirstBox = -2;

/// Contacts of a foot, hand or object: a face has four corners.
constexpr int kMostPoints = 4;
constexpr int kThinnedPoints = 2;
/// Slower than this a contact counts as sticking and friction acts along fixed axes (unit: m/s).
constexpr double kSlideSpeed = 0.01;
/// The gap shrinks at least by half of what is left to go in each; what is not found by then is found at touch.
constexpr int kMostAdvances = 8;

bool carries_weight(Part part) {
  return part == Part::kFoot || part == Part::kToes || part == Part::kHand || part == Part::kPaw;
}

FigureShape shape_of(const DynamicObject& object) {
  FigureShape shape;
  shape.kind = object.kind == ObjectKind::kBall ? ShapeKind::kSphere : ShapeKind::kBox;
  shape.radius = object.kind == ObjectKind::kBall ? object.radius : 0;
  shape.half = object.half;
  return shape;
}

}  // namespace

ContactFinder::ContactFinder(const Figure& figure, const Scene& scene, const SimulationOptions& options, double step)
    : scene_(scene),
      options_(options),
      step_(step),
      figure_bodies_(figure.body_count()),
      self_pairs_(self_collision_pairs(figure, options.self_collision)) {
  for (const FigureBody& body : figure.bodies) {
    Collider collider;
    collider.most_points = options.thin_contacts && !carries_weight(body.part) ? kThinnedPoints : kMostPoints;
    add_collider(body.shapes, collider);
  }
  for (const DynamicObject& object : scene.objects) {
    Collider collider;
    collider.friction = object.friction;
    collider.restitution = object.restitution;
    collider.most_points = kMostPoints;
    add_collider({shape_of(object)}, collider);
  }
  for (const StaticBox& box : scene.boxes) {
    FigureShape shape;
    shape.kind = ShapeKind::kBox;
    shape.half = box.half;
    boxes_.push_back(placed_shape(shape, {box.pose.translation, box.pose.rotation.normalized()}));
  }
}

void ContactFinder::add_collider(const std::vector<FigureShape>& shapes, const Collider& properties) {
  Collider collider = properties;
  collider.first = shapes_.size();
  collider.count = shapes.size();
  for (const FigureShape& shape : shapes) {
    shapes_.push_back({shape, shape.body_from_shape.rotation.normalized().toRotationMatrix()});
    const double bound = placed_shape(shape, {}).bound() + shape.body_from_shape.translation.norm();
    collider.bound = std::max(collider.bound, bound);
  }
  colliders_.push_back(collider);
}

PlacedShape ContactFinder::place(int body, std::size_t shape, double time) const {
  const BodyFrame& motion = motions_[to_size(body)];
  const BodyShape& fixed = shapes_[shape];
  Mat3 rotation = motion.rotation;
  if (time > 0) rotation = exp_rotation(time * motion.spin).toRotationMatrix() * rotation;
  const Vec3 centre = motion.position + time * motion.velocity + rotation * fixed.shape.body_from_shape.translation;
  return {fixed.shape.kind,        centre,          rotation * fixed.rotation, fixed.shape.radius,
          fixed.shape.half_length, fixed.shape.half};
}

const PlacedShape& ContactFinder::placed(int body, std::size_t shape, double time) {
  if (placed_at_[shape] != time) {
    placed_[shape] = place(body, shape, time);
    placed_at_[shape] = time;
  }
  return placed_[shape];
}

void ContactFinder::find(const std::vector<BodyFrame>& bodies, const std::vector<char>& present) {
  motions_ = bodies;
  collect(present);
}

bool ContactFinder::relearn(const std::vector<BodyFrame>& bodies, const StateRecord& reached,
                            const std::vector<char>& present) {
  if (!options_.speculative) return false;
  double surprise = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyFrame& before = bodies[i];
    const BodyState& after = reached.bodies[i];
    const double turned = (after.angular() - before.spin).norm() * colliders_[i].bound;
    surprise = std::max(surprise, step_ * ((after.linear() - before.velocity).norm() + turned));
  }
  if (surprise < options_.contact_margin) return false;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    motions_[i].velocity = reached.bodies[i].linear();
    motions_[i].spin = reached.bodies[i].angular();
  }
  first_found_ = found_;
  again_ = true;
  collect(present);
  again_ = false;
  if (deepest_later_ < -kMissedDepth) return true;
  found_ = first_found_;
  return false;
}

void ContactFinder::collect(const std::vector<char>& present) {
  found_.clear();
  placed_.resize(shapes_.size());
  placed_at_.assign(shapes_.size(), -1);
  deepest_later_ = 0;
  const int count = static_cast<int>(colliders_.size());
  for (int body = 0; body < count; ++body) {
    if (present[to_size(body)] == 0) continue;
    if (scene_.ground.kind != GroundKind::kNone) consider(body, kGround);
    for (int box = 0; box < static_cast<int>(boxes_.size()); ++box) consider(body, kFirstBox - box);
    for (int object = std::max(body + 1, figure_bodies_); object < count; ++object) {
      if (present[to_size(object)] != 0) consider(body, object);
    }
  }
  for (const auto& [body, other] : self_pairs_) consider(body, other);
}

double ContactFinder::closing_bound(int body, int other) const {
  const auto turning = [&](int i) { return motions_[to_size(i)].spin.norm() * colliders_[to_size(i)].bound; };
  const Vec3& velocity = motions_[to_size(body)].velocity;
  if (other < 0) return velocity.norm() + turning(body);
  return (velocity - motions_[to_size(other)].velocity).norm() + turning(body) + turning(other);
}

bool ContactFinder::far_apart(int body, int other, double reach) const {
  const Vec3& centre = motions_[to_size(body)].position;
  const double bound = colliders_[to_size(body)].bound + reach;
  if (other >= 0) {
    const double sum = bound + colliders_[to_size(other)].bound;
    return (centre - motions_[to_size(other)].position).squaredNorm() > sum * sum;
  }
  if (other <= kFirstBox) {
    const PlacedShape& box = boxes_[to_size(kFirstBox - other)];
    return ((box.axes.transpose() * (centre - box.centre)).cwiseAbs() - box.half).maxCoeff() > bound;
  }
  const Ground& ground = scene_.ground;
  return ground.kind == GroundKind::kPlane && ground.normal.dot(centre - ground.point) > bound;
}

double ContactFinder::touch_ground(const PlacedShape& shape, double reach) {
  const Ground& ground = scene_.ground;
  if (ground.kind == GroundKind::kPlane) return touch_plane(shape, ground.point, ground.normal, reach, touches_);
  return touch_field(shape, ground.field, reach, touches_);
}

double ContactFinder::touch(int body, int other, double time, double reach) {
  touches_.clear();
  double gap = std::numeric_limits<double>::infinity();
  const Collider& a = colliders_[to_size(body)];
  for (std::size_t s = a.first; s < a.first + a.count; ++s) {
    const PlacedShape& shape = placed(body, s, time);
    if (other == kGround) {
      gap = std::min(gap, touch_ground(shape, reach));
    } else if (other < 0) {
      gap = std::min(gap, touch_shape(shape, boxes_[to_size(kFirstBox - other)], reach, touches_));
    } else {
      const Collider& b = colliders_[to_size(other)];
      for (std::size_t o = b.first; o < b.first + b.count; ++o) {
        gap = std::min(gap, touch_shape(shape, placed(other, o, time), reach, touches_));
      }
    }
  }
  return gap;
}

/// Moves the pair forward until its gap is below the margin, and leaves the touches of that moment; without touches
/// when that does not happen within the step. Returns the moment.
double ContactFinder::advance(int body, int other, double gap, double speed) {
  double time = 0;
  for (int i = 0; i < kMostAdvances && gap >= options_.contact_margin && time < step_; ++i) {
    time = std::min(step_, time + (gap - options_.contact_margin / 2) / speed);
    // What comes near later in the step counts as well.
    gap = touch(body, other, time, options_.contact_margin + speed * (step_ - time));
  }
  if (gap >= options_.contact_margin) touches_.clear();
  return time;
}

double ContactFinder::pair_restitution(int body, int other) const {
  const double theirs = other >= 0 ? colliders_[to_size(other)].restitution : 0;
  return std::max(colliders_[to_size(body)].restitution, theirs);
}

void ContactFinder::consider(int body, int other) {
  if (again_ && pair_restitution(body, other) > 0) {
    std::copy_if(first_found_.begin(), first_found_.end(), std::back_inserter(found_),
                 [&](const FoundContact& c) { return c.body == body && c.other == other; });
    return;
  }
  const double speed = options_.speculative ? closing_bound(body, other) : 0;
  const double reach = options_.speculative ? options_.contact_margin + speed * step_ : 0;
  if (far_apart(body, other, reach)) return;
  const double gap = touch(body, other, 0, reach);
  if (gap >= reach) return;
  // Along a plane the present gap says all.
  const bool plane = other == kGround && scene_.ground.kind == GroundKind::kPlane;
  double time = 0;
  if (!plane && speed * step_ > options_.contact_margin) time = advance(body, other, gap, speed);
  emit(body, other, time);
}

Vec3 ContactFinder::velocity_at(int body, const Vec3& point, double time) const {
  if (body < 0) return Vec3::Zero();
  const BodyFrame& motion = motions_[to_size(body)];
  return motion.velocity + motion.spin.cross(point - motion.position - time * motion.velocity);
}

double ContactFinder::target_speed(double gap, double speed, double pull, double restitution) const {
  const double at_rest = gap > 0 ? -gap / step_ : -options_.contact_erp * gap / step_;
  if (restitution <= 0 || (pull * step_ - speed) * step_ <= gap) return at_rest;
  const double height = std::max(gap, 0.0);
  const double energy = speed * speed / 2 + pull * height - pull * step_ * speed / 2;
  const double back = restitution * restitution * energy;
  // A bounce lower than what gravity takes in one step is not resolved; the ball rests.
  if (2 * back < pull * pull * step_ * step_) return at_rest;
  const double half_pull = pull * step_ / 2;
  const double square = half_pull * half_pull + 2 * back - 2 * pull * height;
  return square > 0 ? std::max(at_rest, std::sqrt(square) - half_pull) : at_rest;
}

double ContactFinder::pair_friction(int body, int other) const {
  const double own = colliders_[to_size(body)].friction;
  const double theirs = other >= 0         ? colliders_[to_size(other)].friction
                        : other == kGround ? scene_.ground.friction
                                           : scene_.boxes[to_size(kFirstBox - other)].friction;
  if (own < 0 && theirs < 0) return kSelfFriction;
  if (own < 0) return theirs;
  return theirs < 0 ? own : std::sqrt(own * theirs);
}

/// How far a touch at `time` will be closed at the end of the step, at the present velocities.
double ContactFinder::closing(double speed, double time) const {
  return options_.speculative ? std::min(speed, 0.0) * (step_ - time) : 0;
}

void ContactFinder::emit(int body, int other, double time) {
  const auto relative_velocity = [&](const Vec3& point) {
    const Vec3 own = velocity_at(body, point, time);
    return other < 0 ? own : Vec3(own - velocity_at(other, point, time));
  };
  const double margin = options_.speculative ? options_.contact_margin : 0;
  // Gaps as they will be: of the many touches of a landing foot, those matter that go deepest.
  later_.clear();
  for (int i = 0; i < touches_.size(); ++i) {
    Touch touch = touches_[i];
    touch.gap += closing(touch.normal.dot(relative_velocity(touch.point)), time);
    if (touch.gap >= margin) continue;
    later_.add(touch);
    // What was deep already is being pushed out.
    if (touches_[i].gap > -kMissedDepth) deepest_later_ = std::min(deepest_later_, touch.gap);
  }
  const int own_most = colliders_[to_size(body)].most_points;
  later_.thin(other >= 0 ? std::min(own_most, colliders_[to_size(other)].most_points) : own_most);
  for (int i = 0; i < later_.size(); ++i) {
    const Touch& touch = later_[i];
    const Vec3 relative = relative_velocity(touch.point);
    const double speed = touch.normal.dot(relative);
    FoundContact contact;
    contact.body = body;
    contact.other = other;
    contact.point = time > 0 ? Vec3(touch.point - time * velocity_at(body, touch.point, time)) : touch.point;
    contact.normal = touch.normal;
    contact.gap = touch.gap - closing(speed, time) - time * speed;
    complete(contact, relative);
    found_.push_back(contact);
  }
}

void ContactFinder::complete(FoundContact& contact, const Vec3& relative) const {
  const double speed = contact.normal.dot(relative);
  const Vec3 tangent = relative - speed * contact.normal;
  const double slide = tangent.norm();
  const double restitution = pair_restitution(contact.body, contact.other);
  const double pull = contact.other < 0 ? std::max(0.0, -scene_.gravity.dot(contact.normal)) : 0;
  contact.target_speed = target_speed(contact.gap, speed, pull, restitution);
  contact.friction = pair_friction(contact.body, contact.other);
  if (slide > kSlideSpeed) contact.slide = tangent / slide;
}

}  // namespace sinew
