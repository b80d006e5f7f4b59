#include "libanim/stages/retarget/retarget_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Joints of the source that turn and drive nothing.
void report_unused(const RetargetRig& source, const Clip& clip, RetargetedClip& result) {
  std::set<std::string> used;
  for (const JointPair& pair : result.report.map.pairs) {
    used.insert(pair.source);
    used.insert(pair.toward);
  }
  for (std::size_t j = 0; j < source.skeleton.joints.size(); ++j) {
    const Joint& joint = source.skeleton.joints[j];
    if (joint.end_site || used.contains(joint.name)) continue;
    bool moves = false;
    for (int frame = 1; frame < clip.frames() && !moves; ++frame) {
      moves = angle_between(clip.frame_rotations(frame)[j], clip.frame_rotations(0)[j]) > 1e-3;
    }
    // A joint within a part passes its turning on to the part's last joint.
    const int body = source.body_of[j];
    const bool inside = body >= 0 && source.anatomy.bodies[to_size(body)].joint == static_cast<int>(j);
    if (!moves || inside) continue;
    result.report.unused.push_back(joint.name);
    result.ledger.add(NoteCode::kDroppedChannel, "joint " + joint.name,
                      "nothing in the character corresponds to it: its motion is left out");
  }
}

void report_resting(const RetargetRig& target, RetargetedClip& result) {
  for (const Joint& joint : target.skeleton.joints) {
    const auto& pairs = result.report.map.pairs;
    const auto pair = std::ranges::find(pairs, joint.name, &JointPair::target);
    if (!joint.end_site && (pair == pairs.end() || pair->source.empty())) result.report.resting.push_back(joint.name);
  }
}

}  // namespace

void report_joints(const RetargetRig& source, const Clip& clip, const RetargetRig& target, RetargetedClip& result) {
  report_unused(source, clip, result);
  report_resting(target, result);
}

void note_plants(RetargetedClip& result) {
  for (const LimbPlants& limb : result.report.limbs) {
    if (limb.plants == 0) continue;
    result.ledger.add(NoteCode::kFootPlant, limb.limb,
                      fmt::format("{} plants, {} frames, held by moves of up to {:.3f} m", limb.plants, limb.frames,
                                  limb.correction));
  }
}

}  // namespace sinew
