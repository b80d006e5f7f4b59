#include "importers/bvh/bvh_up_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "importers/bvh/bvh_names.h"
#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

constexpr int kSampledFrames = 17;

/// The joints that show which way a body stands.
struct Landmarks {
  std::optional<std::size_t> head;
  std::vector<std::size_t> feet;
};

Landmarks find_landmarks(const Skeleton& skeleton) {
  Landmarks found;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (skeleton.joints[j].end_site) continue;
    const BodyWords words = body_words(skeleton.joints[j].name);
    if (words.head && !found.head) found.head = j;
    if (words.foot) found.feet.push_back(j);
  }
  return found;
}

/// Feet and the way from there to the head in one pose.
struct Stance {
  Vec3 feet = Vec3::Zero();
  Vec3 body = Vec3::Zero();

  /// The axis along which the body points upwards, if there is one.
  [[nodiscard]] std::optional<int> upright_axis(double longest) const {
    const double length = body.norm();
    for (int axis = 0; axis < 3; ++axis) {
      if (length > 0 && length >= 0.75 * longest && body[axis] >= 0.85 * length) return axis;
    }
    return std::nullopt;
  }
};

Stance stance_of(const Landmarks& marks, const std::vector<Transform>& world) {
  Stance stance;
  for (const std::size_t foot : marks.feet) stance.feet += world[foot].translation;
  stance.feet /= static_cast<double>(marks.feet.size());
  stance.body = world[*marks.head].translation - stance.feet;
  return stance;
}

std::vector<Stance> sample_stances(const Skeleton& skeleton, const Clip& clip, const Landmarks& marks) {
  const int count = std::min(clip.frames(), kSampledFrames);
  std::vector<Stance> stances;
  for (int i = 0; i < count; ++i) {
    const auto frame = count == 1 ? 0 : static_cast<std::int64_t>(clip.frames() - 1) * i / (count - 1);
    stances.push_back(stance_of(marks, world_at(skeleton, clip, static_cast<int>(frame))));
  }
  return stances;
}

/// How the sampled frames vote.
struct MotionVote {
  std::optional<int> axis;
  bool steady = false;  ///< nearly all frames agree, the first one too, with the feet near the ground
};

MotionVote vote_of(const std::vector<Stance>& stances) {
  MotionVote vote;
  if (stances.empty()) return vote;
  double longest = 0;
  for (const Stance& stance : stances) longest = std::max(longest, stance.body.norm());
  std::array<std::size_t, 3> votes{};
  for (const Stance& stance : stances) {
    if (const auto axis = stance.upright_axis(longest)) ++votes[static_cast<std::size_t>(*axis)];
  }
  const auto best = std::ranges::max_element(votes);
  if (*best * 10 < stances.size() * 6) return vote;
  const int axis = static_cast<int>(best - votes.begin());
  const bool grounded =
      std::ranges::all_of(stances, [&](const Stance& stance) { return std::abs(stance.feet[axis]) <= 0.25 * longest; });
  vote.axis = axis;
  vote.steady = *best * 10 >= stances.size() * 9 && stances.front().upright_axis(longest) == axis && grounded;
  return vote;
}

Vec3 turned(const Vec3& v, int up_axis) {
  return up_axis == 2 ? Vec3(v.x(), v.z(), -v.y()) : Vec3(-v.y(), v.x(), v.z());
}

}  // namespace

BvhUpGuess guess_bvh_up(const Skeleton& skeleton, const Clip& clip) {
  constexpr std::string_view kNames = "XYZ";
  const Landmarks marks = find_landmarks(skeleton);
  if (!marks.head || marks.feet.empty()) return {1, false, "no head and feet by name; Y is the custom of the format"};
  const auto rest = stance_of(marks, rest_world(skeleton)).upright_axis(0);
  const MotionVote motion = vote_of(sample_stances(skeleton, clip, marks));
  const auto name = [&](int axis) { return kNames[static_cast<std::size_t>(axis)]; };
  if (rest && motion.axis && *rest != *motion.axis) {
    const std::string both =
        fmt::format("the rest pose stands along {}, the motion along {}", name(*rest), name(*motion.axis));
    return motion.steady ? BvhUpGuess{*motion.axis, false, both + "; the motion decides"}
                         : BvhUpGuess{*rest, false, both + " but not steadily; the rest pose decides"};
  }
  if (motion.axis) return {*motion.axis, true, "the motion stands along it"};
  if (rest) return {*rest, true, "the rest pose stands along it"};
  return {1, false, "neither the rest pose nor the motion stands along an axis; Y is the custom of the format"};
}

void turn_bvh_to_y_up(Skeleton& skeleton, Clip& clip, int up_axis) {
  if (up_axis == 1) return;
  for (Joint& joint : skeleton.joints) joint.rest.translation = turned(joint.rest.translation, up_axis);
  for (Vec3& translation : clip.translations) translation = turned(translation, up_axis);
  for (Quat& rotation : clip.rotations) rotation.vec() = turned(rotation.vec(), up_axis);
}

}  // namespace sinew
