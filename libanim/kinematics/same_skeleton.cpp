#include "libanim/kinematics/same_skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The nearest ancestor that has a counterpart; -1 when there is none.
int matched_ancestor(const Skeleton& skeleton, int joint, const auto& is_matched) {
  int parent = skeleton.joints[to_size(joint)].parent;
  while (parent != kNoParent && !is_matched(parent)) parent = skeleton.joints[to_size(parent)].parent;
  return parent;
}

/// In which way two bones differ; empty when they do not.
std::string bone_difference(const Vec3& ours, const Vec3& theirs, const SameSkeleton& tolerance) {
  const double longer = std::max(ours.norm(), theirs.norm());
  if (longer < 1e-3) return {};
  if (std::abs(ours.norm() - theirs.norm()) > tolerance.length * longer) {
    return fmt::format("its bone is {:.3g} m long, in the motion {:.3g} m", ours.norm(), theirs.norm());
  }
  const double angle = std::atan2(ours.cross(theirs).norm(), ours.dot(theirs));
  if (angle <= tolerance.direction) return {};
  return fmt::format("its bone's rest direction differs by {:.0f} degrees", angle * 57.29577951308232);
}

class Carry {
 public:
  Carry(const Skeleton& source, const Clip& clip, const Skeleton& target, const SkeletonMatch& match)
      : source_(source),
        clip_(clip),
        target_(target),
        match_(match),
        source_rest_(rest_world(source)),
        target_rest_(rest_world(target)) {}

  [[nodiscard]] Clip run() const {
    std::vector<int> channels;
    for (int j = 0; j < target_.size(); ++j) {
      const int k = match_.source_of[to_size(j)];
      if (k >= 0 && std::ranges::binary_search(clip_.translated, k)) channels.push_back(j);
    }
    Clip result = rest_clip(target_, clip_.frames(), clip_.frame_rate, channels);
    result.name = clip_.name;
    result.start_time = clip_.start_time;
    for (int frame = 0; frame < clip_.frames(); ++frame) carry_frame(frame, result);
    make_continuous(result);
    return result;
  }

 private:
  /// World rotation of a target joint = (what the source joint does against its rest) * target's rest.
  void carry_frame(int frame, Clip& result) const {
    const auto source = world_at(source_, clip_, frame);
    std::vector<Transform> world(target_.joints.size());
    auto rotations = result.frame_rotations(frame);
    auto translations = result.frame_translations(frame);
    std::size_t channel = 0;
    for (std::size_t j = 0; j < world.size(); ++j) {
      const int k = match_.source_of[j];
      const int parent = target_.joints[j].parent;
      const Transform above = parent == kNoParent ? Transform{} : world[to_size(parent)];
      Transform local = target_.joints[j].rest;
      if (k >= 0 && !target_.joints[j].end_site) {
        const Quat turn = source[to_size(k)].rotation * source_rest_[to_size(k)].rotation.conjugate();
        local.rotation = (above.rotation.conjugate() * turn * target_rest_[j].rotation).normalized();
      }
      if (channel < result.translated.size() && result.translated[channel] == static_cast<int>(j)) {
        if (k >= 0) local.translation = above.inverse() * source[to_size(k)].translation;
        translations[channel++] = local.translation;
      }
      rotations[j] = local.rotation;
      world[j] = above * local;
    }
  }

  const Skeleton& source_;
  const Clip& clip_;
  const Skeleton& target_;
  const SkeletonMatch& match_;
  std::vector<Transform> source_rest_;
  std::vector<Transform> target_rest_;
};

}  // namespace

std::string_view bare_name(std::string_view name) {
  const std::size_t mark = name.find_last_of(":|");
  return mark == std::string_view::npos ? name : name.substr(mark + 1);
}

SkeletonMatch match_by_name(const Skeleton& source, const Skeleton& target) {
  std::unordered_map<std::string_view, int> by_name;
  for (int j = 0; j < source.size(); ++j) by_name.emplace(bare_name(source.joints[to_size(j)].name), j);
  SkeletonMatch match;
  match.source_of.assign(target.joints.size(), -1);
  match.is_matched.assign(source.joints.size(), 0);
  for (std::size_t j = 0; j < target.joints.size(); ++j) {
    const auto found = by_name.find(bare_name(target.joints[j].name));
    if (found == by_name.end()) continue;
    match.source_of[j] = found->second;
    match.is_matched[to_size(found->second)] = 1;
    ++match.count;
  }
  return match;
}

std::optional<SkeletonDifference> find_difference(const Skeleton& source, const Skeleton& target,
                                                  const SkeletonMatch& match, const SameSkeleton& tolerance) {
  const std::vector<Transform> source_rest = rest_world(source);
  const std::vector<Transform> target_rest = rest_world(target);
  for (int j = 0; j < target.size(); ++j) {
    const int k = match.source_of[to_size(j)];
    if (k < 0) continue;
    const int p = matched_ancestor(target, j, [&](int a) { return match.source_of[to_size(a)] >= 0; });
    const int q = matched_ancestor(source, k, [&](int a) { return match.is_matched[to_size(a)] != 0; });
    const std::string& name = target.joints[to_size(j)].name;
    if ((p < 0) != (q < 0) || (p >= 0 && match.source_of[to_size(p)] != q)) {
      return SkeletonDifference{name, "hangs on another joint"};
    }
    if (p < 0) continue;
    const Vec3 ours = target_rest[to_size(j)].translation - target_rest[to_size(p)].translation;
    const Vec3 theirs = source_rest[to_size(k)].translation - source_rest[to_size(q)].translation;
    std::string how = bone_difference(ours, theirs, tolerance);
    if (!how.empty()) return SkeletonDifference{name, std::move(how)};
  }
  return std::nullopt;
}

bool is_identical(const Skeleton& a, const Skeleton& b) {
  if (!same_structure(a, b)) return false;
  for (std::size_t j = 0; j < a.joints.size(); ++j) {
    const Transform& x = a.joints[j].rest;
    const Transform& y = b.joints[j].rest;
    if ((x.translation - y.translation).norm() > 1e-9 || angle_between(x.rotation, y.rotation) > 1e-9) return false;
  }
  return true;
}

Clip carry_clip(const Skeleton& source, const Clip& clip, const Skeleton& target, const SkeletonMatch& match) {
  return Carry(source, clip, target, match).run();
}

}  // namespace sinew
