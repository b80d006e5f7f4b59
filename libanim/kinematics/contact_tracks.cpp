#include "libanim/kinematics/contact_tracks.h"

#include "libanim/kinematics/pose.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

std::vector<Vec3> points_of(const Figure& figure, std::span<const Transform> rest, std::span<const Transform> world) {
  std::vector<Vec3> positions;
  positions.reserve(figure.points.size());
  for (const FigureContactPoint& point : figure.points) {
    const FigureBody& body = figure.bodies[to_size(point.body)];
    const std::size_t turning = to_size(body.orientation_joint);
    const std::size_t hanging = to_size(body.joint);
    const Quat turn = world[turning].rotation * rest[turning].rotation.conjugate();
    // In the rest pose a body's axes are those of the world.
    const Vec3 offset = body.rest_position + point.position - rest[hanging].translation;
    positions.push_back(world[hanging].translation + turn * offset);
  }
  return positions;
}

}  // namespace

std::vector<Vec3> contact_points(const Figure& figure, const Skeleton& skeleton,
                                 std::span<const Transform> world_from_joint) {
  return points_of(figure, rest_world(skeleton), world_from_joint);
}

std::vector<std::vector<Vec3>> contact_tracks(const Figure& figure, const Skeleton& skeleton, const Clip& clip) {
  const std::vector<Transform> rest = rest_world(skeleton);
  std::vector<std::vector<Vec3>> tracks(figure.points.size(), std::vector<Vec3>(to_size(clip.frames())));
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const std::vector<Vec3> points = points_of(figure, rest, world_at(skeleton, clip, frame));
    for (std::size_t p = 0; p < points.size(); ++p) tracks[p][to_size(frame)] = points[p];
  }
  return tracks;
}

}  // namespace sinew
