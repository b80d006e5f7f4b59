#include "libanim/stages/synthesise/synth_penetration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/stages/synthesise/synth_distance.h"

namespace sinew {

namespace {

/// A depth, and what it hangs on: point minus the place in the other thing that it touches.
struct Depth {
  double depth = 0;
  Vec3 normal = Vec3::UnitY();
  const BodyPoint* point = nullptr;
  const BodyPoint* against = nullptr;  ///< a point of another character
  int track = -1;                      ///< of an object, where it is one
};

/// How many times the way out of an obstacle counts that leads through a side. Counted once, the foot that swings
/// through a bar is pushed back before the middle and ahead behind it, and all of it adds up to nothing: step over
/// 15 cm, single starts, seeds 11 to 18: 3 of 8; with 2.5 4, with 3 3, with 4 6, with 5 5, with 8 1.
constexpr double kSides = 4;
/// Cosine of the steepest normal that is no side's, above and below.
constexpr double kUpwards = 0.5;
/// From this height of its bottom on, a box leaves room below it (unit: m).
constexpr double kFloats = 0.1;

/// Calls visit(Depth) for all that is deeper than 0.
template <typename Visit>
class PenetrationFinder {
 public:
  PenetrationFinder(const SynthScene& scene, const SampleState& state, const BodyShape& shape, double sides,
                    const Visit& visit)
      : scene_(scene), state_(state), shape_(shape), sides_(sides), visit_(visit) {
    for (const SynthSurface& surface : scene.problem.surfaces) {
      surface_axes_.push_back(surface.pose.rotation.toRotationMatrix());
    }
  }

  void run() const {
    for (const BodyPoint& point : shape_.points) {
      against_environment(point);
      for (std::size_t o = 0; o < scene_.problem.objects.size(); ++o) {
        against_object(point, static_cast<int>(o));
      }
    }
    objects_against_environment();
    for (std::size_t i = 0; i < shape_.links.size(); ++i) {
      for (std::size_t j = i + 1; j < shape_.links.size(); ++j) {
        if (may_meet(shape_.links[i], shape_.links[j])) {
          links(shape_.links[i], shape_.links[j]);
        }
      }
    }
  }

 private:
  /// Links of different characters; of one character, lower links of different limbs.
  [[nodiscard]] bool may_meet(const BodyLink& a, const BodyLink& b) const {
    return a.character != b.character || (a.limb >= 0 && b.limb >= 0 && a.limb != b.limb && !a.upper && !b.upper);
  }

  void report(double depth, const Vec3& normal, const BodyPoint& point, int track) const {
    if (depth > 0) {
      visit_(Depth{depth, normal, &point, nullptr, track});
    }
  }

  void against_environment(const BodyPoint& point) const {
    for (std::size_t i = 0; i < surface_axes_.size(); ++i) {
      const SynthSurface& surface = scene_.problem.surfaces[i];
      const Mat3& axes = surface_axes_[i];
      if (surface.kind == SynthSurface::Kind::kPlane) {
        const SignedDistance d = distance_to_plane(point.place, surface.pose.translation, axes.col(1));
        report(point.radius - d.distance, d.normal, point, -1);
      } else {
        against_obstacle(point, surface.pose.translation, axes, surface.half);
      }
    }
  }

  /// A box that stands: as against_box, but of what is inside the way out through a side counts `sides_` times.
  void against_obstacle(const BodyPoint& point, const Vec3& centre, const Mat3& axes, const Vec3& half) const {
    const Vec3 local = axes.transpose() * (point.place - centre);
    if (sides_ == 1 || (local.cwiseAbs() - half).maxCoeff() >= 0) {
      return against_box(point, centre, axes, half, -1);
    }
    double least = std::numeric_limits<double>::infinity();
    Vec3 slope = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {1., -1.}) {
        const Vec3 normal = sign * axes.col(axis);
        const double upwards = normal.dot(scene_.up);
        if (upwards < -kUpwards && (centre + half[axis] * normal).dot(scene_.up) < scene_.ground_height + kFloats) {
          continue;  // no way out leads into the ground
        }
        const double steep = std::abs(upwards) > kUpwards ? 1 : sides_;
        if (const double depth = steep * (half[axis] - sign * local[axis]); depth < least) {
          least = depth;
          slope = steep * normal;
        }
      }
    }
    report(point.radius + least, slope, point, -1);
  }

  void against_box(const BodyPoint& point, const Vec3& centre, const Mat3& axes, const Vec3& half, int track) const {
    const Vec3 local = axes.transpose() * (point.place - centre);
    if ((local.cwiseAbs() - half).maxCoeff() >= point.radius) {
      return;  // at least that far away
    }
    const SignedDistance d = distance_to_box(local, half);
    report(point.radius - d.distance, axes * d.normal, point, track);
  }

  void against_object(const BodyPoint& point, int object) const {
    const int track = scene_.object_track(object);
    const SynthTrackState& at = state_.tracks[static_cast<std::size_t>(track)];
    against_box(point, at.p, at.R, scene_.problem.objects[static_cast<std::size_t>(object)].half, track);
  }

  void objects_against_environment() const {
    for (std::size_t o = 0; o < scene_.problem.objects.size(); ++o) {
      const int track = scene_.object_track(static_cast<int>(o));
      const SynthTrackState& at = state_.tracks[static_cast<std::size_t>(track)];
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 signs((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
        const Vec3 arm = at.R * signs.cwiseProduct(scene_.problem.objects[o].half);
        BodyPoint point;
        point.place = at.p + arm;
        point.first_track = track;
        against_environment(point);
      }
    }
  }

  /// Capsule against capsule: the derivative of the smallest distance is the one at the places where it is attained.
  void links(const BodyLink& a, const BodyLink& b) const {
    const auto at = [&](int i) -> const BodyPoint& { return shape_.points[static_cast<std::size_t>(i)]; };
    const SegmentPair pair =
        closest_on_segments(at(a.begin).place, at(a.end - 1).place, at(b.begin).place, at(b.end - 1).place);
    const BodyPoint p = between(at(a.begin), at(a.end - 1), pair.s);
    const BodyPoint q = between(at(b.begin), at(b.end - 1), pair.t);
    const Vec3 apart = p.place - q.place;
    const double distance = apart.norm();
    const double depth = p.radius + q.radius - distance;
    if (depth > 0 && distance > 1e-6) {
      visit_(Depth{depth, apart / distance, &p, &q, -1});
    }
  }

  static BodyPoint between(const BodyPoint& a, const BodyPoint& b, double share) {
    BodyPoint p = a;
    p.place = a.place + share * (b.place - a.place);
    p.share = share;  // of the whole link, whose ends a and b are
    return p;
  }

  const SynthScene& scene_;
  const SampleState& state_;
  const BodyShape& shape_;
  double sides_;
  const Visit& visit_;
  std::vector<Mat3> surface_axes_;
};

template <typename Visit>
void find_penetration(const SynthScene& scene, const SampleState& state, const BodyShape& shape, double sides,
                      const Visit& visit) {
  PenetrationFinder<Visit>(scene, state, shape, sides, visit).run();
}

/// Outsides of all characters.
BodyShape body_shape(const SynthScene& scene, const SampleState& state) {
  BodyShape shape;
  for (int c = 0; c < static_cast<int>(scene.problem.characters.size()); ++c) {
    const auto& limbs = scene.problem.characters[static_cast<std::size_t>(c)].limbs;
    const SynthTrackState& torso = state.tracks[static_cast<std::size_t>(scene.torso_of[static_cast<std::size_t>(c)])];
    std::vector<LimbShape<LimbDual>> shapes;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const int effector = scene.limb_track(c, static_cast<int>(i));
      shapes.push_back(dual_limb_shape(limbs[i], scene.limb_rests[static_cast<std::size_t>(c)][i], torso,
                                       state.tracks[static_cast<std::size_t>(effector)]));
    }
    append_body(scene, c, state, shapes, shape);
  }
  return shape;
}

/// The derivative of a depth: against the normal for the point, with it for what it is in.
class Slopes {
 public:
  Slopes(const SampleIndex& index, const BodyShape& shape, const SampleState& state)
      : index_(index), shape_(shape), state_(state) {}

  void add(int track, const Eigen::Matrix<double, 1, 6>& slope) {
    if (track < 0) {
      return;
    }
    for (int i = 0; i < 6; ++i) {
      const int variable = i < 3 ? index_.p(track) + i : index_.theta(track) + i - 3;
      const auto found = std::find(at_.begin(), at_.end(), variable);
      if (found == at_.end()) {
        at_.push_back(variable);
        slope_.push_back(slope[i]);
      } else {
        slope_[static_cast<std::size_t>(found - at_.begin())] += slope[i];
      }
    }
  }
  void add(const BodyPoint& point, const Vec3& by) {
    const Eigen::Matrix<double, 1, 12> row = slope_along(shape_, point, by, state_);
    add(point.first_track, row.leftCols<6>());
    add(point.second_track, row.rightCols<6>());
  }

  [[nodiscard]] const std::vector<int>& at() const { return at_; }
  [[nodiscard]] const std::vector<double>& slope() const { return slope_; }

 private:
  const SampleIndex& index_;
  const BodyShape& shape_;
  const SampleState& state_;
  std::vector<int> at_;
  std::vector<double> slope_;
};

}  // namespace

void add_penetration(const SynthScene& scene, double weight, const SampleState& state, const BodyShape& shape,
                     SampleCost& cost) {
  find_penetration(scene, state, shape, kSides, [&](const Depth& found) {
    Slopes slopes(cost.index, shape, state);
    slopes.add(*found.point, -found.normal);
    if (found.against != nullptr) {
      slopes.add(*found.against, found.normal);
    }
    if (found.track >= 0) {
      const Vec3 arm = found.point->place - state.tracks[static_cast<std::size_t>(found.track)].p;
      Eigen::Matrix<double, 1, 6> slope;
      slope << found.normal.transpose(), arm.cross(found.normal).transpose();
      slopes.add(found.track, slope);
    }
    cost.add(weight, found.depth, std::span<const int>(slopes.at()), slopes.slope());
  });
}

double deepest_penetration(const SynthScene& scene, const SampleState& state) {
  const BodyShape shape = body_shape(scene, state);
  double deepest = 0;
  find_penetration(scene, state, shape, 1, [&](const Depth& found) { deepest = std::max(deepest, found.depth); });
  return deepest;
}

}  // namespace sinew
