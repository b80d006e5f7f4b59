#include "pipelines/put_on_character.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// "mixamorig:Hips" and "Character|Hips" are "Hips".
std::string_view bare_name(std::string_view name) {
  const std::size_t mark = name.find_last_of(":|");
  return mark == std::string_view::npos ? name : name.substr(mark + 1);
}

class Transfer {
 public:
  Transfer(const Asset& motion, const Asset& character)
      : motion_(motion),
        character_(character),
        source_(motion.character.skeleton),
        target_(character.character.skeleton),
        source_rest_(rest_world(source_)),
        target_rest_(rest_world(target_)) {}

  Asset run() {
    match();
    for (int j = 0; j < target_.size(); ++j) check_bone(j);
    Asset result = character_;
    note_dropped(result.ledger);
    result.ledger.append(motion_.ledger);
    result.source = motion_.source;
    result.clips.clear();
    for (const Clip& clip : motion_.clips) result.clips.push_back(carry(clip));
    result.validate();
    return result;
  }

 private:
  void match() {
    std::unordered_map<std::string_view, int> by_name;
    for (int j = 0; j < source_.size(); ++j) by_name.emplace(bare_name(source_.joints[to_size(j)].name), j);
    match_.assign(target_.joints.size(), -1);
    matched_.assign(source_.joints.size(), 0);
    int count = 0;
    for (int j = 0; j < target_.size(); ++j) {
      const auto found = by_name.find(bare_name(target_.joints[to_size(j)].name));
      if (found == by_name.end()) continue;
      match_[to_size(j)] = found->second;
      matched_[to_size(found->second)] = 1;
      ++count;
    }
    if (count < 2 && target_.size() > 1) {
      throw Error::asset("skeleton",
                         fmt::format("the motion in {} has no joint names in common with it", motion_.source.file))
          .in_file(character_.source.file);
    }
  }

  /// The nearest ancestor that has a counterpart; -1 when there is none.
  [[nodiscard]] static int matched_ancestor(const Skeleton& skeleton, int joint, const auto& is_matched) {
    int parent = skeleton.joints[to_size(joint)].parent;
    while (parent != kNoParent && !is_matched(parent)) parent = skeleton.joints[to_size(parent)].parent;
    return parent;
  }

  void check_bone(int j) const {
    const int k = match_[to_size(j)];
    if (k < 0) return;
    const int p = matched_ancestor(target_, j, [&](int a) { return match_[to_size(a)] >= 0; });
    const int q = matched_ancestor(source_, k, [&](int a) { return matched_[to_size(a)] != 0; });
    const std::string& name = target_.joints[to_size(j)].name;
    if ((p < 0) != (q < 0) || (p >= 0 && match_[to_size(p)] != q)) throw differ(name, "hangs on another joint");
    if (p < 0) return;
    const Vec3 ours = target_rest_[to_size(j)].translation - target_rest_[to_size(p)].translation;
    const Vec3 theirs = source_rest_[to_size(k)].translation - source_rest_[to_size(q)].translation;
    const double longer = std::max(ours.norm(), theirs.norm());
    if (longer < 1e-3) return;
    if (std::abs(ours.norm() - theirs.norm()) > kSameLength * longer) {
      throw differ(name, fmt::format("its bone is {:.3g} m long, in the motion {:.3g} m", ours.norm(), theirs.norm()));
    }
    const double angle = std::atan2(ours.cross(theirs).norm(), ours.dot(theirs));
    if (angle > kSameDirection) {
      throw differ(name, fmt::format("its bone's rest direction differs by {:.0f} degrees", angle * 57.29577951308232));
    }
  }

  [[nodiscard]] Error differ(const std::string& joint, const std::string& how) const {
    return Error::asset("joint " + joint,
                        fmt::format("{}; {} has another skeleton, and --character only puts a clip on the same one",
                                    how, motion_.source.file))
        .in_file(character_.source.file);
  }

  void note_dropped(Ledger& ledger) const {
    for (int k = 0; k < source_.size(); ++k) {
      if (matched_[to_size(k)] || source_.joints[to_size(k)].end_site) continue;
      ledger.add(NoteCode::kDroppedChannel, "joint " + source_.joints[to_size(k)].name,
                 "the character has no such joint: its motion is left out");
    }
  }

  [[nodiscard]] Clip carry(const Clip& clip) const {
    std::vector<int> channels;
    for (int j = 0; j < target_.size(); ++j) {
      if (match_[to_size(j)] >= 0 && std::ranges::binary_search(clip.translated, match_[to_size(j)]))
        channels.push_back(j);
    }
    Clip result = rest_clip(target_, clip.frames(), clip.frame_rate, channels);
    result.name = clip.name;
    result.start_time = clip.start_time;
    for (int frame = 0; frame < clip.frames(); ++frame) carry_frame(clip, frame, result);
    make_continuous(result);
    return result;
  }

  /// World rotation of a target joint = (what the source joint does against its rest) * target's rest.
  void carry_frame(const Clip& clip, int frame, Clip& result) const {
    const auto source = world_at(source_, clip, frame);
    std::vector<Transform> world(target_.joints.size());
    auto rotations = result.frame_rotations(frame);
    auto translations = result.frame_translations(frame);
    std::size_t channel = 0;
    for (std::size_t j = 0; j < world.size(); ++j) {
      const int k = match_[j];
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

  const Asset& motion_;
  const Asset& character_;
  const Skeleton& source_;
  const Skeleton& target_;
  std::vector<Transform> source_rest_;
  std::vector<Transform> target_rest_;
  std::vector<int> match_;     // target joint -> source joint, or -1
  std::vector<char> matched_;  // source joint has a counterpart
};

}  // namespace

Asset put_on_character(const Asset& motion, const Asset& character) { return Transfer(motion, character).run(); }

}  // namespace sinew
