#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "exporters/gltf/gltf_parts.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

using tinygltf::Value;

/// Writes one clip; a clip of one frame has that frame twice, because tools take a single key for no animation.
class AnimationWriter {
 public:
  AnimationWriter(const Skeleton& skeleton, const Clip& clip, GltfBufferWriter& buffer)
      : skeleton_(skeleton),
        clip_(clip),
        buffer_(buffer),
        keys_(std::max(clip.frames(), 2)),
        place_("clip " + clip.name) {}

  tinygltf::Animation write() {
    animation_.name = json_text(clip_.name);
    time_ = buffer_.add_floats(key_times(keys_, clip_.frame_rate, place_), 1, BufferUse::kOther, Extent::kStated);
    for (std::size_t channel = 0; channel < clip_.translated.size(); ++channel) {
      add_track(clip_.translated[channel], "translation", translation_keys(channel));
    }
    for (int joint = 0; joint < skeleton_.size(); ++joint) {
      if (skeleton_.joints[static_cast<std::size_t>(joint)].end_site) continue;
      add_track(joint, "rotation", rotation_keys(static_cast<std::size_t>(joint)));
    }
    animation_.extras = Value(
        Value::Object{{"sinew", Value(Value::Object{
                                    {"frames", Value(clip_.frames())},
                                    {"frame_rate", Value(clip_.frame_rate)},
                                    {"start_time", Value(std::isfinite(clip_.start_time) ? clip_.start_time : 0.0)},
                                })}});
    return std::move(animation_);
  }

 private:
  [[nodiscard]] int frame_of(int key) const { return std::min(key, clip_.frames() - 1); }

  int translation_keys(std::size_t channel) {
    std::vector<Float3> values;
    values.reserve(static_cast<std::size_t>(keys_));
    for (int key = 0; key < keys_; ++key) {
      const Vec3& t = clip_.frame_translations(frame_of(key))[channel];
      const auto number = [&](int axis) { return to_float(t[axis], place_); };
      values.push_back({number(0), number(1), number(2)});
    }
    return buffer_.add_vectors(values, BufferUse::kOther);
  }

  int rotation_keys(std::size_t joint) {
    std::vector<Float4> values;
    values.reserve(static_cast<std::size_t>(keys_));
    for (int key = 0; key < keys_; ++key) {
      const Quat q = clip_.frame_rotations(frame_of(key))[joint].normalized();
      Float4 value = {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
                      static_cast<float>(q.w())};
      // Frames half a turn apart have a dot product near 0, whose sign the rounding can change.
      if (key > 0 && dot(value, values.back()) < 0) {
        for (float& component : value) component = -component;
      }
      values.push_back(value);
    }
    return buffer_.add_vectors(values, BufferUse::kOther);
  }

  static double dot(const Float4& a, const Float4& b) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
  }

  void add_track(int node, const char* path, int output) {
    tinygltf::AnimationSampler sampler;
    sampler.input = time_;
    sampler.output = output;
    sampler.interpolation = "LINEAR";
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation_.samplers.size());
    channel.target_node = node;
    channel.target_path = path;
    animation_.samplers.push_back(std::move(sampler));
    animation_.channels.push_back(std::move(channel));
  }

  const Skeleton& skeleton_;
  const Clip& clip_;
  GltfBufferWriter& buffer_;
  int keys_;
  std::string place_;
  int time_ = -1;
  tinygltf::Animation animation_;
};

}  // namespace

std::vector<float> key_times(int keys, double frame_rate, const std::string& place) {
  std::vector<float> times;
  times.reserve(static_cast<std::size_t>(keys));
  for (int key = 0; key < keys; ++key) {
    const float time = to_float(key / frame_rate, place);
    if (key > 0 && !(time > times.back())) {
      throw Error::asset(place,
                         fmt::format("at {} Hz frames {} and {} fall on the same single-precision time; expected a "
                                     "lower frame rate or a shorter clip",
                                     frame_rate, key - 1, key));
    }
    times.push_back(time);
  }
  return times;
}

void write_animations(const Skeleton& skeleton, std::span<const Clip> clips, GltfBufferWriter& buffer,
                      tinygltf::Model& model, Ledger& ledger) {
  for (const Clip& clip : clips) {
    model.animations.push_back(AnimationWriter(skeleton, clip, buffer).write());
    if (clip.frames() == 1) {
      ledger.add(NoteCode::kPadding, "clip " + clip.name, "its one frame is written as two equal keys");
    }
  }
}

}  // namespace sinew
