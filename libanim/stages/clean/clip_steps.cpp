#include "libanim/stages/clean/clip_steps.h"

#include <algorithm>

#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

struct Distance {
  double mean = 0;
  double largest = 0;
};

Distance distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  Distance result;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double d = (a[j] - b[j]).norm();
    result.mean += d / static_cast<double>(a.size());
    result.largest = std::max(result.largest, d);
  }
  return result;
}

}  // namespace

ClipSteps clip_steps(const Skeleton& skeleton, const Clip& clip) {
  ClipSteps steps;
  std::vector<Vec3> before = joint_positions(skeleton, clip, 0);
  for (int frame = 1; frame < clip.frames(); ++frame) {
    std::vector<Vec3> now = joint_positions(skeleton, clip, frame);
    const Distance d = distance(before, now);
    steps.mean.push_back(d.mean);
    steps.largest.push_back(d.largest);
    before = std::move(now);
  }
  return steps;
}

double frame_distance(const Skeleton& skeleton, const Clip& clip, int a, int b) {
  return distance(joint_positions(skeleton, clip, a), joint_positions(skeleton, clip, b)).mean;
}

}  // namespace sinew
