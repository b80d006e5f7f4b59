#include "libanim/stages/retarget/finger_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "libanim/kinematics/anatomy_names.h"
#include "libanim/kinematics/same_skeleton.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 5> kFingers = {"thumb", "index", "middle", "ring", "pinky"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Which finger a name speaks of, 0 for the thumb; -1 for none.
int finger_of(const std::string& name) {
  for (std::size_t f = 0; f < kFingers.size(); ++f) {
    if (name.find(kFingers[f]) != std::string::npos) return static_cast<int>(f);
  }
  if (name.find("little") != std::string::npos || name.find("pinkie") != std::string::npos) return 4;
  const std::size_t at = name.find("finger");
  if (at == std::string::npos || at + 6 >= name.size()) return -1;
  const char digit = name[at + 6];
  // "Finger0" to "Finger4" of the Biped, "finger1-1" to "finger5-1" of MakeHuman.
  const bool from_one = name.find('-', at) != std::string::npos;
  const int finger = digit - '0' - (from_one ? 1 : 0);
  return digit >= '0' && digit <= '9' && finger < 5 ? finger : -1;
}

}  // namespace

std::map<std::string, int> finger_joints(const Skeleton& skeleton) {
  std::map<std::string, int> joints;
  std::map<std::string, int> count;
  // Parents come before children, so that joints are counted from the hand outwards.
  for (int j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints[to_size(j)];
    const int finger = joint.end_site ? -1 : finger_of(lower(bare_name(joint.name)));
    const Side side = read_joint_name(joint.name).side;
    if (finger < 0 || side == Side::kCentre) continue;
    const std::string base = std::string(side_name(side)) + "_" + std::string(kFingers[to_size(finger)]);
    joints.emplace(base + "_" + std::to_string(count[base]++), j);
  }
  return joints;
}

}  // namespace sinew
