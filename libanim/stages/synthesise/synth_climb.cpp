#include "libanim/stages/synthesise/synth_climb.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Of the axes of an upright box, the one that stands; -1 where none does.
int upright_axis(const Mat3& axes, const Vec3& up) {
  constexpr double kUpright = 0.9;  // cosine of 25 degrees
  for (int i = 0; i < 3; ++i) {
    if (std::abs(axes.col(i).dot(up)) > kUpright) return i;
  }
  return -1;
}

/// Whether a way enters a box, seen from above: the shares of the way between its sides overlap.
bool leads_over(const SynthSurface& box, const Mat3& axes, int standing, const Vec3& from, const Vec3& to) {
  double enters = 0;
  double leaves = 1;
  for (int i = 0; i < 3; ++i) {
    if (i == standing) continue;
    const double begin = axes.col(i).dot(from - box.pose.translation);
    const double way = axes.col(i).dot(to - from);
    if (std::abs(way) < 1e-9) {
      if (std::abs(begin) > box.half[i]) return false;
      continue;
    }
    const double one = (-box.half[i] - begin) / way;
    const double other = (box.half[i] - begin) / way;
    enters = std::max(enters, std::min(one, other));
    leaves = std::min(leaves, std::max(one, other));
  }
  return enters < leaves;
}

bool is_in_the_way(const SynthSurface& box, const SynthCharacter& who, const Vec3& from, const Vec3& to,
                   const Vec3& up) {
  if (box.kind != SynthSurface::Kind::kBox) return false;
  const Mat3 axes = box.pose.rotation.toRotationMatrix();
  const int standing = upright_axis(axes, up);
  if (standing < 0 || !leads_over(box, axes, standing, from, to)) return false;
  const double feet = from.dot(up) - who.stance;
  const double middle = box.pose.translation.dot(up);
  const double high = feet + kHighStep * who.stance;
  return middle + box.half[standing] > high && middle - box.half[standing] < high;
}

}  // namespace

bool has_to_climb(const SynthProblem& problem) {
  const Vec3 up = -problem.gravity.normalized();
  return std::ranges::any_of(problem.goals, [&](const SynthGoal& goal) {
    if (goal.kind != GoalKind::kPosition || !goal.axes[0] || !goal.axes[2]) return false;
    const auto c = static_cast<std::size_t>(goal.character);
    const Vec3& from = problem.starts[c].torso.translation;
    return std::ranges::any_of(problem.surfaces, [&](const SynthSurface& surface) {
      return is_in_the_way(surface, problem.characters[c], from, goal.position, up);
    });
  });
}

}  // namespace sinew
