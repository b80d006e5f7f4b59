#include "pipelines/put_on_character.h"

#include <fmt/format.h>

#include "libanim/kinematics/same_skeleton.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

void note_dropped(const Skeleton& source, const SkeletonMatch& match, Ledger& ledger) {
  for (std::size_t k = 0; k < source.joints.size(); ++k) {
    if (match.is_matched[k] || source.joints[k].end_site) continue;
    ledger.add(NoteCode::kDroppedChannel, "joint " + source.joints[k].name,
               "the character has no such joint: its motion is left out");
  }
}

SkeletonMatch checked_match(const Asset& motion, const Asset& character) {
  const Skeleton& source = motion.character.skeleton;
  const Skeleton& target = character.character.skeleton;
  SkeletonMatch match = match_by_name(source, target);
  if (match.count < 2 && target.size() > 1) {
    throw Error::asset("skeleton",
                       fmt::format("the motion in {} has no joint names in common with it", motion.source.file))
        .in_file(character.source.file);
  }
  if (const auto difference = find_difference(source, target, match)) {
    throw Error::asset("joint " + difference->joint,
                       fmt::format("{}; {} has another skeleton, and --character only puts a clip on the same one: "
                                   "use sinew retarget",
                                   difference->how, motion.source.file))
        .in_file(character.source.file);
  }
  return match;
}

}  // namespace

Asset put_on_character(const Asset& motion, const Asset& character) {
  const Skeleton& source = motion.character.skeleton;
  const SkeletonMatch match = checked_match(motion, character);
  Asset result = character;
  note_dropped(source, match, result.ledger);
  result.ledger.append(motion.ledger);
  result.source = motion.source;
  result.clips.clear();
  for (const Clip& clip : motion.clips) {
    result.clips.push_back(carry_clip(source, clip, result.character.skeleton, match));
  }
  result.validate();
  return result;
}

}  // namespace sinew
