#include "libanim/stages/retarget/retarget.h"

#include <fmt/format.h>

#include "libanim/kinematics/same_skeleton.h"
#include "libanim/stages/retarget/joint_drivers.h"
#include "libanim/stages/retarget/retarget_report.h"
#include "libanim/stages/retarget/retargeter.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

/// Skeletons that differ by no more are the same, up to how files round.
constexpr SameSkeleton kSameToRounding{.direction = 0.01, .length = 0.005};

}  // namespace

std::optional<Clip> pass_through(const Skeleton& source, const Clip& clip, const Skeleton& target) {
  if (is_identical(source, target)) return clip;
  const SkeletonMatch match = match_by_name(source, target);
  for (std::size_t j = 0; j < target.joints.size(); ++j) {
    if (match.source_of[j] < 0 && !target.joints[j].end_site) return std::nullopt;
  }
  if (find_difference(source, target, match, kSameToRounding)) return std::nullopt;
  return carry_clip(source, clip, target, match);
}

void RetargetOptions::validate() const {
  const auto demand = [](bool good, const char* rule) {
    if (!good) throw Error::usage(std::string("retarget: ") + rule + " is violated");
  };
  demand(root_scale >= 0 && root_scale <= 1e4, "0 <= root_scale <= 1e4");
  demand(blend_time >= 0 && blend_time <= 10, "0 <= blend_time <= 10");
  demand(flat >= 0 && tilted > flat && tilted <= 3.2, "0 <= flat < tilted <= 3.2");
  demand(wander > 0 && wander <= 10, "0 < wander <= 10");
  contacts.validate();
}

RetargetedClip retarget(const Character& source, const Clip& clip, const Character& target,
                        const RetargetOptions& options, const RetargetMap& map) {
  options.validate();
  RetargetedClip result;
  if (options.same_skeleton && map.pairs.empty()) {
    if (auto same = pass_through(source.skeleton, clip, target.skeleton)) {
      result.clip = *std::move(same);
      result.report.same_skeleton = true;
      return result;
    }
  }
  const RetargetRig from = make_retarget_rig(source);
  const RetargetRig to = make_retarget_rig(target);
  result.report.map = override_pairs(find_pairs(from, to, !map.pairs.empty()), map, source.skeleton, target.skeleton);
  carry_over(from, clip, to, options, result);
  result.ledger.add(NoteCode::kRetarget, "clip " + clip.name,
                    fmt::format("{} joints driven; the root's path scaled by {:.4f}, raised by {:.3f} m",
                                result.report.map.pairs.size(), result.report.root_scale, result.report.root_lift));
  report_joints(from, clip, to, result);
  note_plants(result);
  result.clip.validate(target.skeleton);
  return result;
}

}  // namespace sinew
