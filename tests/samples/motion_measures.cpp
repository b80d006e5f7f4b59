#include "tests/samples/motion_measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::test {

std::vector<Vec3> trace(const Skeleton& skeleton, const Clip& clip, const CarriedPoint& carried) {
  std::vector<Vec3> places;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    places.push_back(world_at(skeleton, clip, frame)[static_cast<std::size_t>(carried.joint)] * carried.point);
  }
  return places;
}

std::vector<Contact> contacts(const std::vector<Vec3>& trace, double height) {
  std::vector<Contact> found;
  bool touching = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const bool touches = std::abs(trace[i].y()) < height;
    const int frame = static_cast<int>(i);
    if (touches && !touching) found.push_back({frame, frame});
    if (touches) found.back().last = frame;
    touching = touches;
  }
  return found;
}

double largest_slide(const std::vector<Vec3>& trace, const std::vector<Contact>& contacts) {
  double largest = 0;
  for (const Contact& contact : contacts) {
    for (int a = contact.first; a <= contact.last; ++a) {
      for (int b = a + 1; b <= contact.last; ++b) {
        const Vec3 way = trace[static_cast<std::size_t>(b)] - trace[static_cast<std::size_t>(a)];
        largest = std::max(largest, std::hypot(way.x(), way.z()));
      }
    }
  }
  return largest;
}

double smallest_bend(const Skeleton& skeleton, const Clip& clip, int upper) {
  double smallest = std::numbers::pi;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto p = joint_positions(skeleton, clip, frame);
    const auto j = static_cast<std::size_t>(upper);
    const Vec3 a = p[j + 1] - p[j], b = p[j + 2] - p[j + 1];
    smallest = std::min(smallest, std::atan2(a.cross(b).norm(), a.dot(b)));
  }
  return smallest * 180 / std::numbers::pi;
}

double largest_acceleration(const Skeleton& skeleton, const Clip& clip) {
  double largest = 0;
  for (int frame = 1; frame + 1 < clip.frames(); ++frame) {
    const auto a = joint_positions(skeleton, clip, frame - 1), b = joint_positions(skeleton, clip, frame),
               c = joint_positions(skeleton, clip, frame + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      largest = std::max(largest, (a[j] - 2 * b[j] + c[j]).norm() * clip.frame_rate * clip.frame_rate);
    }
  }
  return largest;
}

}  // namespace sinew::test
