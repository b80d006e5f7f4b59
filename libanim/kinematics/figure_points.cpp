#include "libanim/kinematics/figure_points.h"

#include <algorithm>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The heads of the metatarsals lie at about this share of the foot's length from the heel.
constexpr double kBallShare = 0.72;

struct BodyView {
  const AnatomyBody& body;
  const BoneFrame& frame;
  const BoneShape& shape;
  int index;

  /// The point of the shape's surface at `share` of its extents (-1 to 1) along each shape axis, in the rest pose.
  [[nodiscard]] FigureContactPoint point(std::string name, const Vec3& share) const {
    const Vec3 local = shape.centre + share.cwiseProduct(half_extents(shape));
    return {std::move(name), index, frame.origin + frame.shape_axes * local};
  }
};

using Points = std::vector<FigureContactPoint>;

void add_foot(const BodyView& view, bool has_toes, Points& points) {
  const std::string side(side_name(view.body.side));
  const bool foot = view.body.part == Part::kFoot;
  if (foot) {
    points.push_back(view.point(side + "_heel", {-1, 0, 1}));
    points.push_back(view.point(side + "_ball", {has_toes ? 1 : 2 * kBallShare - 1, 0, 1}));
  }
  if (!foot || !has_toes) points.push_back(view.point(side + "_toe", {1, 0, 1}));
}

void add_human_points(const Anatomy& anatomy, const BodyView& view, Points& points) {
  const Side side = view.body.side;
  switch (view.body.part) {
    case Part::kFoot:
    case Part::kToes: add_foot(view, find_part(anatomy, Part::kToes, side) >= 0, points); return;
    case Part::kForearm:
      if (find_part(anatomy, Part::kHand, side) >= 0) return;
      [[fallthrough]];
    case Part::kHand: points.push_back(view.point(std::string(side_name(side)) + "_hand", {1, 0, 0})); return;
    case Part::kHead: points.push_back(view.point("head", {1, 0, 0})); return;
    default: return;
  }
}

/// The shape's lowest point in the rest pose along the shape axis that is nearest to the vertical.
FigureContactPoint lowest(const BodyView& view) {
  Eigen::Index axis = 0;
  view.frame.shape_axes.row(1).cwiseAbs().maxCoeff(&axis);
  Vec3 share = Vec3::Zero();
  share[axis] = view.frame.shape_axes(1, axis) > 0 ? -1 : 1;
  return view.point(view.body.name, share);
}

void add_creature_points(const BodyView& view, bool has_paws, Points& points) {
  if (!has_paws) {
    points.push_back(lowest(view));
  } else if (view.body.part == Part::kPaw) {
    points.push_back(view.point(view.body.name, view.frame.sole == Sole::kFlat ? Vec3(0, 0, 1) : Vec3(1, 0, 0)));
  } else if (view.body.part == Part::kHead) {
    points.push_back(view.point(view.body.name, {1, 0, 0}));
  }
}

}  // namespace

Points rest_contact_points(const Anatomy& anatomy, std::span<const BoneFrame> frames,
                           std::span<const BoneShape> shapes) {
  const bool has_paws = std::ranges::find(anatomy.bodies, Part::kPaw, &AnatomyBody::part) != anatomy.bodies.end();
  Points points;
  for (int b = 0; b < static_cast<int>(anatomy.bodies.size()); ++b) {
    const BodyView view{anatomy.bodies[to_size(b)], frames[to_size(b)], shapes[to_size(b)], b};
    if (anatomy.humanoid) {
      add_human_points(anatomy, view, points);
    } else {
      add_creature_points(view, has_paws, points);
    }
  }
  return points;
}

}  // namespace sinew
