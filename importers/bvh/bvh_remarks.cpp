#include "importers/bvh/bvh_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

constexpr int kLaterSteps = 8;
constexpr double kJumpRatio = 5.0;
constexpr double kSmallestLeadInJump = 0.3;  // (unit: m) walking at 120 Hz makes steps of about 0.01
constexpr double kSmallestTPoseJump = 0.02;  // (unit: m) mean over the joints

/// Mean distance of corresponding joints, each pose seen from its own root.
double pose_distance(const std::vector<Transform>& a, const std::vector<Transform>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += ((a[j].translation - a[0].translation) - (b[j].translation - b[0].translation)).norm();
  }
  return sum / static_cast<double>(a.size());
}

void remark_on_lead_in(const Clip& clip, Ledger& ledger) {
  const auto root = [&](int frame) -> const Vec3& { return clip.frame_translations(frame)[0]; };
  int first = 0;
  while (first < clip.frames() && root(first).isZero(0)) ++first;
  if (first == 0 || first == clip.frames()) return;
  const double jump = root(first).norm();
  double later = 0;
  for (int i = first + 1; i < std::min(clip.frames(), first + 1 + kLaterSteps); ++i) {
    later = std::max(later, (root(i) - root(i - 1)).norm());
  }
  if (jump < kSmallestLeadInJump || jump < kJumpRatio * later) return;
  ledger.add(NoteCode::kLeadIn, fmt::format("frames 0 to {}", first - 1),
             fmt::format("the root waits at the origin and jumps {:.2f} m into place at frame {}; the frames are kept",
                         jump, first));
}

void remark_on_t_pose(const Skeleton& skeleton, const Clip& clip, Ledger& ledger) {
  if (clip.frames() < 3) return;
  const auto first = world_at(skeleton, clip, 0);
  auto before = world_at(skeleton, clip, 1);
  const double jump = pose_distance(first, before);
  if (jump < kSmallestTPoseJump || pose_distance(first, rest_world(skeleton)) > 0.5 * jump) return;
  for (int i = 2; i < std::min(clip.frames(), 2 + kLaterSteps); ++i) {
    auto now = world_at(skeleton, clip, i);
    if (jump < kJumpRatio * pose_distance(before, now)) return;
    before = std::move(now);
  }
  ledger.add(
      NoteCode::kTPoseFrame, "frame 0",
      fmt::format("a rest pose from which the motion jumps by {:.2f} m in the mean of the joints; the frame is kept",
                  jump));
}

}  // namespace

void remark_on_clip(const Skeleton& skeleton, const Clip& clip, Ledger& ledger) {
  remark_on_lead_in(clip, ledger);
  remark_on_t_pose(skeleton, clip, ledger);
}

}  // namespace sinew
