#include <array>
#include <cctype>
#include <utility>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

bool is_root(const Skeleton& skeleton, int joint) { return skeleton.joints[to_size(joint)].parent == kNoParent; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

/// `name` with the word at `position` replaced by `other`, in the case of the original's first letters.
std::string replaced(const std::string& name, std::size_t position, std::size_t length, std::string other) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    const char model = name[position + std::min(i, length - 1)];
    if (!is_lower(model)) other[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(other[i])));
  }
  return name.substr(0, position) + other + name.substr(position + length);
}

/// A lone side letter has no letter next to it, or starts a capitalised word: "hand_L", "L Hand", "LFoot", "lFoot".
bool stands_alone(const std::string& name, std::size_t i) {
  const bool left_free = i == 0 || !is_letter(name[i - 1]);
  if (!left_free) return false;
  if (i + 1 == name.size() || !is_letter(name[i + 1])) return true;
  return !is_lower(name[i + 1]) && i + 2 < name.size() && is_lower(name[i + 2]);
}

/// Every name that the other side's joint could have.
std::vector<std::string> counterparts(const std::string& name) {
  std::vector<std::string> result;
  const std::string low = lower(name);
  const std::array<std::pair<std::string, std::string>, 2> words = {{{"left", "right"}, {"right", "left"}}};
  for (const auto& [word, other] : words) {
    for (std::size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1)) {
      result.push_back(replaced(name, at, word.size(), other));
    }
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (low[i] == 'l' && stands_alone(name, i)) result.push_back(replaced(name, i, 1, "r"));
    if (low[i] == 'r' && stands_alone(name, i)) result.push_back(replaced(name, i, 1, "l"));
  }
  return result;
}

Vec3 mirrored(const Vec3& v) { return {-v.x(), v.y(), v.z()}; }

/// M R M for the reflection M = diag(-1, 1, 1).
Quat mirrored(const Quat& q) { return {q.w(), q.x(), -q.y(), -q.z()}; }

}  // namespace

std::vector<int> mirror_pairs(const Skeleton& skeleton) {
  std::vector<int> pairs(skeleton.joints.size());
  for (int j = 0; j < skeleton.size(); ++j) {
    pairs[to_size(j)] = j;
    for (const std::string& name : counterparts(skeleton.joints[to_size(j)].name)) {
      const auto other = skeleton.find(name);
      if (other && is_root(skeleton, *other) == is_root(skeleton, j)) {
        pairs[to_size(j)] = *other;
        break;
      }
    }
  }
  // A pair must be mutual; otherwise the joint stays on its own side.
  for (int j = 0; j < skeleton.size(); ++j) {
    if (pairs[to_size(pairs[to_size(j)])] != j) pairs[to_size(j)] = j;
  }
  return pairs;
}

Clip mirror(const Skeleton& skeleton, const Clip& clip) {
  const std::vector<int> pairs = mirror_pairs(skeleton);
  std::vector<int> channels;
  channels.reserve(clip.translated.size());
  for (const int joint : clip.translated) channels.push_back(pairs[to_size(joint)]);
  Clip result = rest_clip(skeleton, clip.frames(), clip.frame_rate, channels);
  result.name = clip.name;
  result.start_time = clip.start_time;
  const auto rest = rest_world(skeleton);
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto source = world_at(skeleton, clip, frame);
    // What a joint does relative to its rest pose, Q = W W_rest^-1, is what the mirror turns round: it does not
    // depend on how either side's local frame happens to lie.
    std::vector<Quat> world(rest.size());
    for (std::size_t j = 0; j < world.size(); ++j) {
      const std::size_t other = to_size(pairs[j]);
      world[j] = mirrored(source[other].rotation * rest[other].rotation.conjugate()) * rest[j].rotation;
    }
    auto rotations = result.frame_rotations(frame);
    for (std::size_t j = 0; j < world.size(); ++j) {
      const int parent = skeleton.joints[j].parent;
      if (skeleton.joints[j].end_site) continue;
      rotations[j] = parent == kNoParent ? world[j] : (world[to_size(parent)].conjugate() * world[j]).normalized();
    }
    auto translations = result.frame_translations(frame);
    for (std::size_t c = 0; c < result.translated.size(); ++c) {
      const std::size_t j = to_size(result.translated[c]);
      const std::size_t other = to_size(pairs[j]);
      const int parent = skeleton.joints[j].parent;
      const int other_parent = skeleton.joints[other].parent;
      if (parent == kNoParent) {
        translations[c] = mirrored(source[other].translation);
      } else {
        const Vec3 offset = source[other].translation - source[to_size(other_parent)].translation;
        translations[c] = world[to_size(parent)].conjugate() * mirrored(offset);
      }
    }
  }
  make_continuous(result);
  return result;
}

}  // namespace sinew
