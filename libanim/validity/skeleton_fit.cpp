#include "libanim/validity/skeleton_fit.h"

#include <algorithm>

#include "libanim/kinematics/pose.h"
#include "libanim/support/index.h"

namespace sinew {

Spread skeleton_fit(const Take& take, const Clip& animation) {
  const std::vector<Transform> rest = rest_world(take.character.skeleton);
  std::vector<double> distances;
  for (int frame = 0; frame < std::min(animation.frames(), take.frames()); ++frame) {
    const std::vector<Transform> joints = world_at(take.character.skeleton, animation, frame);
    double largest = 0;
    for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) {
      const FigureBody& body = take.figure.bodies[b];
      const std::size_t j = to_size(body.joint);
      const Transform pose = take.record(frame).bodies[b].pose();
      const Vec3 on_body = pose * Vec3(rest[j].translation - body.rest_position);
      largest = std::max(largest, (joints[j].translation - on_body).norm());
    }
    distances.push_back(largest);
  }
  return spread_of(distances);
}

}  // namespace sinew
