#include "libanim/validity/body_motion.h"

#include <algorithm>
#include <numeric>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

BodyMotion record_motion(const Take& take) {
  BodyMotion motion;
  motion.reserve(to_size(take.frames()));
  for (int frame = 0; frame < take.frames(); ++frame) {
    std::vector<Transform>& bodies = motion.emplace_back();
    for (int b = 0; b < take.figure.body_count(); ++b) {
      Transform pose = take.record(frame).bodies[to_size(b)].pose();
      pose.rotation.normalize();
      bodies.push_back(pose);
    }
  }
  return motion;
}

BodyMotion clip_motion(const Take& take, const Clip& clip) {
  BodyMotion motion;
  motion.reserve(to_size(clip.frames()));
  for (int frame = 0; frame < clip.frames(); ++frame) {
    motion.push_back(
        bodies_from_pose(take.figure, take.character.skeleton, world_at(take.character.skeleton, clip, frame)));
  }
  return motion;
}

std::vector<std::vector<Vec3>> point_paths(const Take& take, const std::vector<int>& points, const BodyMotion& motion) {
  std::vector<std::vector<Vec3>> paths;
  paths.reserve(points.size());
  for (const int p : points) {
    const FigureContactPoint& point = take.figure.points[to_size(p)];
    std::vector<Vec3>& path = paths.emplace_back();
    path.reserve(motion.size());
    for (const std::vector<Transform>& bodies : motion) path.push_back(bodies[to_size(point.body)] * point.position);
  }
  return paths;
}

std::vector<int> foot_points(const Figure& figure) {
  std::vector<int> all(figure.points.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<int> feet;
  std::ranges::copy_if(all, std::back_inserter(feet), [&](int p) {
    const Part part = figure.bodies[to_size(figure.points[to_size(p)].body)].part;
    return part == Part::kFoot || part == Part::kToes || part == Part::kPaw;
  });
  return feet.empty() ? all : feet;
}

}  // namespace sinew
