#include "libanim/model/clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

template <typename T>
std::span<T> slice(std::span<T> all, int frame, std::size_t width) {
  return all.subspan(to_size(frame) * width, width);
}

Error refuse(const Clip& clip, std::string_view message) {
  return Error::asset(fmt::format("clip {}", clip.name), std::string(message));
}

void check_shape(const Clip& clip, const Skeleton& skeleton) {
  if (!(clip.frame_rate > 0 && clip.frame_rate <= 1e6)) throw refuse(clip, "frame rate: expected 0 < rate <= 1e6 Hz");
  if (clip.joint_count != skeleton.size()) {
    throw refuse(clip, fmt::format("{} joints per frame, the skeleton has {}", clip.joint_count, skeleton.size()));
  }
  if (clip.frames() < 1) throw refuse(clip, "expected at least one frame");
  if (clip.rotations.size() != to_size(clip.frames()) * to_size(clip.joint_count) ||
      clip.translations.size() != to_size(clip.frames()) * clip.translated.size()) {
    throw refuse(clip, "rotations or translations do not fill a whole number of frames");
  }
}

void check_channels(const Clip& clip, const Skeleton& skeleton) {
  const bool increasing =
      std::ranges::adjacent_find(clip.translated, std::ranges::greater_equal{}) == clip.translated.end();
  const bool inside =
      clip.translated.empty() || (clip.translated.front() >= 0 && clip.translated.back() < skeleton.size());
  if (!increasing || !inside) throw refuse(clip, "translated joints: expected increasing joint indices");
  for (const int root : skeleton.roots()) {
    if (!std::ranges::binary_search(clip.translated, root)) {
      throw refuse(clip, fmt::format("root {} has no translation channel", skeleton.joints[to_size(root)].name));
    }
  }
}

void check_rotation(const Clip& clip, const Skeleton& skeleton, int frame, int joint) {
  const std::size_t index = to_size(frame) * to_size(clip.joint_count) + to_size(joint);
  const Quat& q = clip.rotations[index];
  const Joint& meta = skeleton.joints[to_size(joint)];
  const auto fail = [&](std::string_view rule) {
    return refuse(clip, fmt::format("frame {}, joint {}: {}", frame, meta.name, rule));
  };
  if (!q.coeffs().allFinite() || std::abs(q.squaredNorm() - 1.0) > 2e-9) throw fail("expected a finite unit rotation");
  if (frame > 0 && q.dot(clip.rotations[index - to_size(clip.joint_count)]) < 0) {
    throw fail("the quaternion changes sign against the frame before");
  }
  if (meta.end_site && std::abs(q.dot(meta.rest.rotation)) < 1.0 - 1e-12) throw fail("an end site rotates");
}

}  // namespace

std::span<Quat> Clip::frame_rotations(int frame) { return slice(std::span(rotations), frame, to_size(joint_count)); }
std::span<const Quat> Clip::frame_rotations(int frame) const {
  return slice(std::span(rotations), frame, to_size(joint_count));
}
std::span<Vec3> Clip::frame_translations(int frame) { return slice(std::span(translations), frame, translated.size()); }
std::span<const Vec3> Clip::frame_translations(int frame) const {
  return slice(std::span(translations), frame, translated.size());
}

void Clip::validate(const Skeleton& skeleton) const {
  check_shape(*this, skeleton);
  check_channels(*this, skeleton);
  for (int frame = 0; frame < frames(); ++frame) {
    for (int joint = 0; joint < joint_count; ++joint) check_rotation(*this, skeleton, frame, joint);
    for (const Vec3& t : frame_translations(frame)) {
      if (!t.allFinite()) throw refuse(*this, fmt::format("frame {}: a translation is not finite", frame));
    }
  }
}

Clip rest_clip(const Skeleton& skeleton, int frames, double frame_rate, std::vector<int> translated) {
  for (const int root : skeleton.roots()) translated.push_back(root);
  std::ranges::sort(translated);
  translated.erase(std::ranges::unique(translated).begin(), translated.end());
  Clip clip;
  clip.frame_rate = frame_rate;
  clip.joint_count = skeleton.size();
  clip.translated = std::move(translated);
  clip.rotations.resize(to_size(frames) * to_size(clip.joint_count));
  clip.translations.resize(to_size(frames) * clip.translated.size());
  for (int frame = 0; frame < frames; ++frame) {
    std::ranges::transform(skeleton.joints, clip.frame_rotations(frame).begin(),
                           [](const Joint& joint) { return joint.rest.rotation; });
    std::ranges::transform(clip.translated, clip.frame_translations(frame).begin(),
                           [&](int joint) { return skeleton.joints[to_size(joint)].rest.translation; });
  }
  return clip;
}

void make_continuous(Clip& clip) {
  for (int joint = 0; joint < clip.joint_count; ++joint) {
    make_continuous(std::span(clip.rotations).subspan(to_size(joint)), to_size(clip.joint_count));
  }
}

}  // namespace sinew
