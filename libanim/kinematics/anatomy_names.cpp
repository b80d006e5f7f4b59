#include "libanim/kinematics/anatomy_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <utility>

#include "libanim/support/text.h"

namespace sinew {

namespace {

using Word = std::pair<std::string_view, JointWord>;

constexpr Word kWords[] = {
    {"hips", JointWord::kPelvis},
    {"hip", JointWord::kPelvis},
    {"pelvis", JointWord::kPelvis},
    {"hipjoint", JointWord::kPelvis},
    {"buttock", JointWord::kPelvis},
    {"hippelvis", JointWord::kPelvis},
    {"spine", JointWord::kTrunk},
    {"chest", JointWord::kTrunk},
    {"upperchest", JointWord::kTrunk},
    {"abdomen", JointWord::kTrunk},
    {"torso", JointWord::kTrunk},
    {"lowerback", JointWord::kTrunk},
    {"upperback", JointWord::kTrunk},
    {"back", JointWord::kTrunk},
    {"waist", JointWord::kTrunk},
    {"thorax", JointWord::kTrunk},
    {"stomach", JointWord::kTrunk},
    {"ribcage", JointWord::kTrunk},
    {"belly", JointWord::kTrunk},
    {"neck", JointWord::kNeck},
    {"head", JointWord::kHead},
    {"skull", JointWord::kHead},
    {"clavicle", JointWord::kClavicle},
    {"collar", JointWord::kClavicle},
    {"collarbone", JointWord::kClavicle},
    {"scapula", JointWord::kClavicle},
    {"shoulder", JointWord::kShoulder},
    {"shldr", JointWord::kShoulder},
    {"upperarm", JointWord::kUpperArm},
    {"uparm", JointWord::kUpperArm},
    {"armupper", JointWord::kUpperArm},
    {"humerus", JointWord::kUpperArm},
    {"bicep", JointWord::kUpperArm},
    {"forearm", JointWord::kForearm},
    {"lowerarm", JointWord::kForearm},
    {"lowarm", JointWord::kForearm},
    {"loarm", JointWord::kForearm},
    {"armlower", JointWord::kForearm},
    {"elbow", JointWord::kForearm},
    {"radius", JointWord::kForearm},
    {"ulna", JointWord::kForearm},
    {"hand", JointWord::kHand},
    {"wrist", JointWord::kHand},
    {"palm", JointWord::kHand},
    {"arm", JointWord::kArm},
    {"thigh", JointWord::kThigh},
    {"upleg", JointWord::kThigh},
    {"upperleg", JointWord::kThigh},
    {"legupper", JointWord::kThigh},
    {"femur", JointWord::kThigh},
    {"shin", JointWord::kShin},
    {"calf", JointWord::kShin},
    {"knee", JointWord::kShin},
    {"lowerleg", JointWord::kShin},
    {"lowleg", JointWord::kShin},
    {"loleg", JointWord::kShin},
    {"leglower", JointWord::kShin},
    {"tibia", JointWord::kShin},
    {"foot", JointWord::kFoot},
    {"ankle", JointWord::kFoot},
    {"talus", JointWord::kFoot},
    {"talocrural", JointWord::kFoot},
    {"toe", JointWord::kToe},
    {"toes", JointWord::kToe},
    {"toebase", JointWord::kToe},
    {"forefoot", JointWord::kToe},
    {"ball", JointWord::kToe},
    {"leg", JointWord::kLeg},
    {"tail", JointWord::kTail},
    {"root", JointWord::kReference},
    {"armature", JointWord::kReference},
    {"reference", JointWord::kReference},
    {"world", JointWord::kReference},
    {"bodyworld", JointWord::kReference},
    {"scene", JointWord::kReference},
    {"motion", JointWord::kReference},
    {"trajectory", JointWord::kReference},
    {"下半身", JointWord::kPelvis},
    {"上半身", JointWord::kTrunk},
    {"首", JointWord::kNeck},
    {"頭", JointWord::kHead},
    {"肩", JointWord::kClavicle},
    {"腕", JointWord::kUpperArm},
    {"ひじ", JointWord::kForearm},
    {"手首", JointWord::kHand},
    {"足", JointWord::kThigh},
    {"ひざ", JointWord::kShin},
    {"足首", JointWord::kFoot},
    {"つま先", JointWord::kToe},
};

// Words anywhere in a name that make the joint a helper or a detail, whatever else it says.
constexpr std::string_view kHelperWords[] = {"twist",   "roll", "ik",    "pole",      "target",   "end",  "nub",
                                             "null",    "tip",  "tips",  "leaf",      "helper",   "ctrl", "rigmesh",
                                             "control", "aim",  "dummy", "footsteps", "effector", "捩",   "ＩＫ"};
constexpr std::string_view kAttachmentWords[] = {"slot",   "handslot", "attach", "attachment", "prop",
                                                 "weapon", "socket",   "sword",  "shield",     "gun"};
constexpr std::string_view kDetailWords[] = {
    "finger",     "fingers", "thumb", "index", "middle", "ring",  "pinky",  "little", "mid",     "metacarpal",
    "metatarsal", "eye",     "eyes",  "jaw",   "mouth",  "teeth", "tongue", "lip",    "eyebrow", "brow",
    "nose",       "ear",     "cheek", "chin",  "hair",   "cloth", "skirt",  "cape",   "breast",  "feather"};
// A limb of an animal: its words are not those of a human's.
constexpr std::string_view kCreatureWords[] = {"front", "back", "fore", "hind", "rear", "wing", "fin", "tentacle"};
constexpr std::string_view kNoise[] = {"mixamorig", "bip",   "biped",     "character",  "def", "org", "cc",  "base",
                                       "jnt",       "joint", "joints",    "bone",       "bn",  "b",   "j",   "jt",
                                       "skeleton",  "sk",    "mannequin", "valvebiped", "fk",  "p",   "bvh", "c"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

JointWord find_word(std::string_view key) {
  for (const auto& [word, meaning] : kWords) {
    if (word == key) return meaning;
  }
  return JointWord::kNone;
}

enum class CharKind { kSeparator, kDigit, kLower, kUpper, kOther };

CharKind kind_of(char c) {
  const auto u = static_cast<unsigned char>(c);
  if (u >= 0x80) return CharKind::kOther;
  if (std::isdigit(u) != 0) return CharKind::kDigit;
  if (std::islower(u) != 0) return CharKind::kLower;
  if (std::isupper(u) != 0) return CharKind::kUpper;
  return CharKind::kSeparator;
}

/// A new token starts at `i`: after a separator, where the kind changes, and before the last capital of a run
/// ("LHip" is "L", "Hip").
bool starts_token(std::string_view name, std::size_t i) {
  const CharKind before = kind_of(name[i - 1]);
  const CharKind here = kind_of(name[i]);
  if (before == CharKind::kUpper && here == CharKind::kLower) return false;
  if (before != here) return true;
  return here == CharKind::kUpper && i + 1 < name.size() && kind_of(name[i + 1]) == CharKind::kLower;
}

std::vector<std::string> split(std::string_view name) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const CharKind kind = kind_of(name[i]);
    if (kind == CharKind::kSeparator || kind == CharKind::kDigit) continue;
    if (tokens.empty() || starts_token(name, i)) tokens.emplace_back();
    tokens.back() += name[i];
  }
  for (std::string& token : tokens) token = lower(token);
  return tokens;
}

std::optional<Side> side_of(std::string_view token) {
  if (token == "l" || token == "left" || token == "lft" || token == "左") return Side::kLeft;
  if (token == "r" || token == "right" || token == "rgt" || token == "右") return Side::kRight;
  return std::nullopt;
}

/// "lefthand" -> "left", "hand"; "lfemur" -> "l", "femur". A lone letter counts only before a known word.
void append_unglued(std::vector<std::string>& tokens, const std::string& token) {
  for (const std::string_view side : {"left", "right", "左", "右"}) {
    if (token.size() > side.size() && token.starts_with(side)) {
      tokens.emplace_back(side);
      tokens.push_back(token.substr(side.size()));
      return;
    }
  }
  const bool letter = token.size() > 1 && (token[0] == 'l' || token[0] == 'r');
  const std::string rest = letter ? token.substr(1) : "";
  if (letter && find_word(token) == JointWord::kNone && find_word(rest) != JointWord::kNone) {
    tokens.emplace_back(1, token[0]);
    tokens.push_back(rest);
    return;
  }
  tokens.push_back(token);
}

std::string joined(std::span<const std::string> tokens) {
  std::string key;
  for (const std::string& token : tokens) key += token;
  return key;
}

}  // namespace

std::vector<std::string> name_tokens(std::string_view name) {
  const std::size_t space = name.find_last_of(":|");
  if (space != std::string_view::npos && space + 1 < name.size()) name.remove_prefix(space + 1);
  std::vector<std::string> tokens;
  for (const std::string& token : split(name)) append_unglued(tokens, token);
  std::vector<std::string> kept;
  for (const std::string& token : tokens) {
    if (!contains(kNoise, token)) kept.push_back(token);
  }
  return kept;
}

JointName read_joint_name(std::string_view name) {
  JointName result;
  std::vector<std::string> words;
  for (const std::string& token : name_tokens(name)) {
    const auto side = side_of(token);
    if (side) {
      result.side = *side;
    } else {
      words.push_back(token);
    }
  }
  if (words.empty()) return result;
  // MakeHuman's exporter spells the offsets that it puts before a joint so ("__UpLeg_L").
  if (name.starts_with("__")) {
    result.word = JointWord::kHelper;
    return result;
  }
  const auto any = [&](std::span<const std::string_view> list) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return contains(list, w); });
  };
  if (any(kAttachmentWords)) {
    result.word = JointWord::kAttachment;
    return result;
  }
  if (any(kHelperWords)) {
    result.word = JointWord::kHelper;
    return result;
  }
  if (any(kDetailWords)) {
    result.word = JointWord::kDetail;
    return result;
  }
  result.word = find_word(joined(words));
  if (result.word == JointWord::kNone && !any(kCreatureWords)) result.word = find_word(words.back());
  return result;
}

}  // namespace sinew
