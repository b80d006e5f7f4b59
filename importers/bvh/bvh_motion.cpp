#include "importers/bvh/bvh_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>

#include "importers/bvh/bvh_half_angles.h"
#include "importers/bvh/bvh_number.h"

namespace sinew {

namespace {

/// q * (rotation about a coordinate axis, given by cosine and sine of its half angle): half the work of a product
/// of general quaternions.
inline Quat turned(const Quat& q, int axis, double c, double s) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  if (axis == 0) return {w * c - x * s, x * c + w * s, y * c + z * s, z * c - y * s};
  if (axis == 1) return {w * c - y * s, x * c - z * s, y * c + w * s, z * c + x * s};
  return {w * c - z * s, x * c + y * s, y * c - x * s, z * c + w * s};
}

/// Long lines are what memchr is made for.
std::size_t count_of(char c, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(c); at != std::string_view::npos; at = text.find(c, at + 1)) ++count;
  return count;
}

Clip empty_clip(const BvhHierarchy& hierarchy) {
  Clip clip;
  clip.joint_count = static_cast<int>(hierarchy.joints.size());
  for (int j = 0; j < clip.joint_count; ++j) {
    const BvhJoint& joint = hierarchy.joints[static_cast<std::size_t>(j)];
    if (joint.parent < 0 || joint.has_position()) clip.translated.push_back(j);
  }
  return clip;
}

/// A joint without channels costs memory in every frame but no bytes of the file. Real files become at most about
/// ten times their size; beyond these bounds a small file would fill the memory.
constexpr std::size_t kFreeMemory = std::size_t{256} << 20;
constexpr std::size_t kMemoryPerByte = 32;

/// Reads frames one after the other into a clip.
class FrameReader {
 public:
  FrameReader(BvhCursor& cursor, const BvhHierarchy& hierarchy, const ImportLimits& limits)
      : cursor_(cursor), joints_(hierarchy.joints), clip_(empty_clip(hierarchy)) {
    channels_ = hierarchy.channel_count();
    values_.resize(channels_);
    cosines_.resize(channels_);
    sines_.resize(channels_);
    const auto bytes = static_cast<std::size_t>(cursor.end() - cursor.position());
    max_frames_ = std::min({limits.max_frames, limits.max_clip_values / joints_.size(),
                            (kFreeMemory + kMemoryPerByte * bytes) / (joints_.size() * sizeof(Quat))});
  }

  Clip read() {
    cursor_.skip_space();
    if (channels_ == 0 && !cursor_.at_end()) throw cursor_.expected("no frames, because no joint has channels");
    reserve();
    while (!cursor_.at_end()) {
      if (frames_ == max_frames_) {
        throw cursor_.error_at(
            cursor_.position(),
            fmt::format("more than {} frames of {} joints, which is the limit for a file of this size", max_frames_,
                        joints_.size()));
      }
      if (!read_frame()) break;
      ++frames_;
      cursor_.skip_space();
    }
    return std::move(clip_);
  }

  /// Values of the last frame when it was incomplete and dropped, else 0.
  [[nodiscard]] std::size_t dropped_values() const { return dropped_values_; }

 private:
  /// Exact for a file with one line per frame, so that vectors do not grow by copying.
  void reserve() {
    if (channels_ == 0) return;
    const auto bytes = static_cast<std::size_t>(cursor_.end() - cursor_.position());
    const std::string_view text(cursor_.position(), bytes);
    const std::size_t lines = count_of('\n', text);
    const std::size_t possible = std::min((bytes + 1) / 2 / channels_, (lines > 0 ? lines : count_of('\r', text)) + 1);
    const std::size_t frames = std::min(possible, max_frames_);
    clip_.rotations.reserve(frames * joints_.size());
    clip_.translations.reserve(frames * clip_.translated.size());
  }

  /// False when the file ended within the frame, which then is not in the clip.
  bool read_frame() {
    const char* const begin = cursor_.position();
    const std::size_t count = read_values();
    if (count < channels_) {
      dropped_values_ = count;
      return false;
    }
    check_line_end(begin);
    half_angle_sines(values_, cosines_, sines_);
    add_pose();
    return true;
  }

  /// Reads the values of a frame; returns how many there were before the end of the file.
  std::size_t read_values() {
    const char* p = cursor_.position();
    const char* const end = cursor_.end();
    for (std::size_t i = 0; i < channels_; ++i) {
      while (p != end && is_bvh_space(*p)) ++p;
      if (p == end) return cursor_.move_to(p), i;
      double value = 0;
      const char* const behind = read_decimal(p, end, value);
      const bool whole_word = behind != nullptr && (behind == end || is_bvh_space(*behind));
      if (!whole_word || !(std::abs(value) <= kLargestBvhNumber)) throw bad_value(p, i);
      values_[i] = value;
      p = behind;
    }
    cursor_.move_to(p);
    return channels_;
  }

  /// Appends the pose that the values of a frame describe.
  void add_pose() {
    const std::size_t first = clip_.rotations.size();
    clip_.rotations.resize(first + joints_.size());
    Quat* rotation = clip_.rotations.data() + first;
    std::size_t value = 0;
    for (const BvhJoint& joint : joints_) {
      Quat q = Quat::Identity();
      Vec3 position = joint.offset;
      bool translated = joint.parent < 0;
      for (int i = 0; i < joint.channel_count; ++i, ++value) {
        const BvhChannel channel = joint.channels[static_cast<std::size_t>(i)];
        if (channel.rotation) {
          q = turned(q, channel.axis, cosines_[value], sines_[value]);
        } else {
          position[channel.axis] = values_[value];
          translated = true;
        }
      }
      if (translated) clip_.translations.push_back(position);
      *rotation = q;
      make_continuous(rotation++);
    }
  }

  Error bad_value(const char* place, std::size_t index) {
    cursor_.move_to(place);
    return cursor_.expected(fmt::format("a decimal number of magnitude {:g} at most (frame {}, value {} of {})",
                                        kLargestBvhNumber, frames_, index + 1, channels_));
  }

  void check_line_end(const char* frame_begin) {
    cursor_.skip_blanks();
    if (cursor_.at_end() || is_bvh_line_end(*cursor_.position())) return;
    const std::string begin = cursor_.error_at(frame_begin, "").place();
    throw cursor_.error_at(cursor_.position(),
                           fmt::format("the {} values of frame {} (from {}) end before this, but the "
                                       "line goes on: expected a frame to end with its line",
                                       channels_, frames_, begin));
  }

  void make_continuous(Quat* rotation) const {
    const double along = frames_ == 0 ? rotation->w() : rotation->dot(*(rotation - joints_.size()));
    if (along < 0) rotation->coeffs() = -rotation->coeffs();
  }

  BvhCursor& cursor_;
  const std::vector<BvhJoint>& joints_;
  Clip clip_;
  std::size_t channels_ = 0;
  std::size_t max_frames_ = 0;
  std::size_t frames_ = 0;
  std::size_t dropped_values_ = 0;
  std::vector<double> values_;  ///< of one frame, and of each value cosine and sine of half of it as an angle
  std::vector<double> cosines_;
  std::vector<double> sines_;
};

}  // namespace

std::uint64_t read_bvh_frame_count(BvhCursor& cursor) {
  if (!cursor.take_label("Frames")) throw cursor.expected("\"Frames:\"");
  const std::string_view word = cursor.peek_word();
  std::uint64_t count = 0;
  const auto [behind, failure] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (word.empty() || failure != std::errc{} || behind != word.data() + word.size()) {
    throw cursor.expected("the number of frames");
  }
  cursor.take_word();
  return count;
}

Clip read_bvh_frames(BvhCursor& cursor, const BvhHierarchy& hierarchy, std::uint64_t declared,
                     const ImportLimits& limits, Ledger& ledger) {
  FrameReader reader(cursor, hierarchy, limits);
  Clip clip = reader.read();
  const auto frames = static_cast<std::uint64_t>(clip.frames());
  const std::size_t channels = hierarchy.channel_count();
  if (frames == 0 && channels > 0 && (declared > 0 || reader.dropped_values() > 0)) {
    throw cursor.expected(fmt::format("{} frames of {} values", declared, channels));
  }
  if (reader.dropped_values() > 0) {
    ledger.add(NoteCode::kFrameCount, "MOTION",
               fmt::format("the last frame has {} of {} values; dropped", reader.dropped_values(), channels));
  }
  if (frames == 0) {
    ledger.add(NoteCode::kFrameCount, "MOTION", "no frames; only the skeleton was imported");
  } else if (frames != declared) {
    ledger.add(NoteCode::kFrameCount, "MOTION",
               fmt::format("{} frames are declared, {} are there; all {} are used", declared, frames, frames));
  }
  return clip;
}

void settle_relative_positions(const BvhHierarchy& hierarchy, Clip& clip, Ledger& ledger) {
  double positions = 0;
  double offsets = 0;
  for (std::size_t i = 0; i < clip.translations.size(); ++i) {
    const BvhJoint& joint = hierarchy.joints[static_cast<std::size_t>(clip.translated[i % clip.translated.size()])];
    if (joint.parent < 0) continue;
    for (int axis = 0; axis < 3; ++axis) {
      if (!joint.has_position(axis)) continue;
      positions += std::abs(clip.translations[i][axis]);
      offsets += std::abs(joint.offset[axis]);
    }
  }
  // Files that replace OFFSET have a ratio of about 1; MakeHuman's relative ones are below 2e-4.
  if (!(positions < 0.05 * offsets)) return;
  for (std::size_t i = 0; i < clip.translations.size(); ++i) {
    const BvhJoint& joint = hierarchy.joints[static_cast<std::size_t>(clip.translated[i % clip.translated.size()])];
    for (int axis = 0; axis < 3; ++axis) {
      if (joint.parent >= 0 && joint.has_position(axis)) clip.translations[i][axis] += joint.offset[axis];
    }
  }
  ledger.add(
      NoteCode::kSuspect, "MOTION",
      fmt::format("the position channels of inner joints are {:.2g} of their OFFSETs in size: read as relative to "
                  "OFFSET instead of replacing it",
                  positions / offsets));
}

}  // namespace sinew
