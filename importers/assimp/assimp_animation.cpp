#include <assimp/anim.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "importers/assimp/assimp_reader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::assimp {
namespace {

/// Frame rates that a key grid is tried on, likeliest first (unit: Hz).
constexpr std::array kRates = {30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0,
                               15.0, 12.0, 20.0, 10.0, 40.0, 90.0, 200.0, 240.0};

/// Part of a frame within which a key lies on it. Files round key times to a few digits.
constexpr double kOnFrame = 0.02;

Vec3 to_vec3(const aiVector3D& v) { return {v.x, v.y, v.z}; }

template <typename Key>
void collect_times(const Key* keys, unsigned count, double ticks, std::vector<double>& times) {
  for (unsigned i = 0; i < count; ++i) {
    if (std::isfinite(keys[i].mTime)) times.push_back(keys[i].mTime / ticks);
  }
}

std::vector<double> key_times(const aiAnimation& animation, double ticks) {
  std::vector<double> times;
  for (unsigned c = 0; c < animation.mNumChannels; ++c) {
    const aiNodeAnim& channel = *animation.mChannels[c];
    collect_times(channel.mPositionKeys, channel.mNumPositionKeys, ticks, times);
    collect_times(channel.mRotationKeys, channel.mNumRotationKeys, ticks, times);
    collect_times(channel.mScalingKeys, channel.mNumScalingKeys, ticks, times);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

bool fits(const std::vector<double>& times, double rate) {
  return std::ranges::all_of(times, [&](double time) {
    const double frame = (time - times.front()) * rate;
    return std::abs(frame - std::round(frame)) <= kOnFrame;
  });
}

double find_rate(const std::vector<double>& times, double ticks, const std::string& place, const ImportOptions& options,
                 Ledger& ledger) {
  if (options.frame_rate) return *options.frame_rate;
  if (ticks >= 10 && ticks <= 240 && fits(times, ticks)) return ticks;
  for (const double rate : kRates) {
    if (!fits(times, rate)) continue;
    ledger.add(NoteCode::kFrameRate, place, fmt::format("{} Hz: all keys lie on its frames", rate));
    return rate;
  }
  ledger.add(NoteCode::kFrameRate, place, "30 Hz: the keys lie on no common frame rate, and are interpolated");
  return 30;
}

/// The keys on either side of a time and how far it is between them.
struct Between {
  unsigned first;
  unsigned second;
  double part;
};

template <typename Key>
Between find_keys(const Key* keys, unsigned count, double tick) {
  const Key* after = std::upper_bound(keys, keys + count, tick, [](double t, const Key& key) { return t < key.mTime; });
  const auto second = static_cast<unsigned>(after - keys);
  if (second == 0) return {0, 0, 0};
  if (second == count) return {count - 1, count - 1, 0};
  const double length = keys[second].mTime - keys[second - 1].mTime;
  return {second - 1, second, length > 0 ? (tick - keys[second - 1].mTime) / length : 0};
}

Vec3 vector_at(const aiVectorKey* keys, unsigned count, double tick, const Vec3& otherwise) {
  if (count == 0) return otherwise;
  const Between at = find_keys(keys, count, tick);
  return to_vec3(keys[at.first].mValue) * (1 - at.part) + to_vec3(keys[at.second].mValue) * at.part;
}

Quat to_quat(const aiQuaternion& q) {
  Quat result(q.w, q.x, q.y, q.z);
  const double norm = result.norm();
  if (!std::isfinite(norm) || norm < 1e-6) return Quat::Identity();
  return Quat(result.coeffs() / norm);
}

Quat rotation_at(const aiQuatKey* keys, unsigned count, double tick, const Quat& otherwise) {
  if (count == 0) return otherwise;
  const Between at = find_keys(keys, count, tick);
  return to_quat(keys[at.first].mValue).slerp(at.part, to_quat(keys[at.second].mValue)).normalized();
}

SourceTrack sample(const aiNodeAnim& channel, int node, const SourceNode& rest, double first_tick,
                   double ticks_per_frame, int frames) {
  SourceTrack track;
  track.node = node;
  for (int frame = 0; frame < frames; ++frame) {
    const double tick = first_tick + frame * ticks_per_frame;
    Trs at;
    at.translation = vector_at(channel.mPositionKeys, channel.mNumPositionKeys, tick, rest.local.translation);
    at.rotation = rotation_at(channel.mRotationKeys, channel.mNumRotationKeys, tick, rest.local.rotation);
    at.scale = vector_at(channel.mScalingKeys, channel.mNumScalingKeys, tick, rest.local.scale);
    track.samples.push_back(at);
  }
  return track;
}

/// A keyed but motionless node that is no joint must not become one. Assimp works in single precision.
bool moves(const SourceTrack& track, const SourceNode& node) {
  if (node.is_joint) return true;
  return std::ranges::any_of(track.samples, [&](const Trs& s) {
    const double size = 1 + node.local.translation.norm();
    return (s.translation - node.local.translation).norm() > 1e-5 * size ||
           (s.scale - node.local.scale).norm() > 1e-5 || s.rotation.angularDistance(node.local.rotation) > 1e-4;
  });
}

int count_frames(double seconds, double rate, std::size_t channels, const std::string& place,
                 const ImportLimits& limits) {
  const double frames = std::floor(seconds * rate + kOnFrame) + 1;
  const double most =
      static_cast<double>(std::min(limits.max_frames, limits.max_clip_values / std::max<std::size_t>(channels, 1)));
  if (!(frames <= most)) {
    throw Error::asset(
        place,
        fmt::format("{:.0f} frames of {} nodes at {} Hz are more than the limit; a lower frame rate makes it fit",
                    frames, channels, shortest(rate)));
  }
  return static_cast<int>(frames);
}

void read_animation(const aiAnimation& source, const NodeList& list, const ImportOptions& options,
                    SourceScene& target) {
  const std::string place = fmt::format("animation '{}'", printable(source.mName.C_Str()));
  double ticks = source.mTicksPerSecond;
  if (!std::isfinite(ticks) || ticks <= 0) {
    ticks = 25;
    target.ledger.add(NoteCode::kFrameRate, place, "no ticks per second; took 25");
  }
  const std::vector<double> times = key_times(source, ticks);
  if (source.mNumMorphMeshChannels + source.mNumMeshChannels > 0) {
    target.ledger.add(NoteCode::kDroppedChannel, place, "animation of mesh shapes");
  }
  if (times.empty()) return;
  SourceAnimation made;
  made.name = source.mName.C_Str();
  made.frame_rate = find_rate(times, ticks, place, options, target.ledger);
  made.start_time = times.front();
  made.frames = count_frames(times.back() - times.front(), made.frame_rate, source.mNumChannels, place, options.limits);
  std::size_t lost = 0;
  std::vector<bool> seen(target.nodes.size(), false);
  for (unsigned c = 0; c < source.mNumChannels; ++c) {
    const aiNodeAnim& channel = *source.mChannels[c];
    const auto node = list.index.find(channel.mNodeName.C_Str());
    if (node == list.index.end() || seen[static_cast<std::size_t>(node->second)]) {
      ++lost;
      continue;
    }
    seen[static_cast<std::size_t>(node->second)] = true;
    const SourceNode& rest = target.nodes[static_cast<std::size_t>(node->second)];
    SourceTrack track =
        sample(channel, node->second, rest, times.front() * ticks, ticks / made.frame_rate, made.frames);
    if (moves(track, rest)) made.tracks.push_back(std::move(track));
  }
  if (lost > 0)
    target.ledger.add(NoteCode::kDroppedChannel, place, fmt::format("{} channels without a node of their own", lost));
  target.animations.push_back(std::move(made));
}

}  // namespace

void read_animations(const aiScene& scene, const NodeList& list, const ImportOptions& options, SourceScene& target) {
  for (unsigned i = 0; i < scene.mNumAnimations; ++i) read_animation(*scene.mAnimations[i], list, options, target);
}

}  // namespace sinew::assimp
