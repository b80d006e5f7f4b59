#include "libanim/kinematics/figure_torques.h"

#include <algorithm>
#include <numeric>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Torques = std::array<double, 3>;

constexpr double kGravity = 9.81;
/// No joint is weaker than this share of weight x size: a tip of no length still has to hold still.
constexpr double kWeakest = 1e-4;

// About x (twist), y (flexion), z. Legs: peak moments in fast running, Schache et al. 2011, "Effect of running speed on
// lower limb joint kinetics" (3 to 5 N m per kg at hip, knee and ankle). What a dynamometer measures (Anderson, Madigan
// and Nussbaum 2007) is about half of that, because muscles that are stretched first give more, and is not enough: with
// 180 N m at the ankle and 150 N m of hip abduction a jogger (CMU 16_35) ran with both at their limits through every
// stance and fell behind, 40 mm off instead of 29. Arms: Holzbaur et al. 2007, "Moment-generating capacity of upper
// limb muscles in healthy adults"; trunk: Chaffin, Andersson and Martin 1999, "Occupational Biomechanics"; neck:
// Vasavada, Li and Delp 2001, "Three-dimensional isometric strength of neck muscles in humans". Rounded, upper range;
// the stronger of the two directions of an axis counts for both. Toes and clavicles: our estimate, of what the foot and
// arm pass through them.
Torques adult_torques(Part part) {
  switch (part) {
    case Part::kThigh: return {120, 350, 280};
    case Part::kShin: return {0, 350, 0};
    case Part::kFoot: return {90, 300, 90};
    case Part::kToes: return {0, 70, 0};
    case Part::kAbdomen:
    case Part::kChest: return {150, 350, 250};
    case Part::kNeck:
    case Part::kHead: return {20, 45, 35};
    case Part::kClavicle: return {100, 130, 130};
    case Part::kUpperArm: return {80, 150, 140};
    case Part::kForearm: return {0, 100, 0};
    case Part::kHand: return {15, 15, 15};
    default: return {0, 0, 0};
  }
}

int leg_count(const Anatomy& anatomy) {
  const auto paws = std::ranges::count(anatomy.bodies, Part::kPaw, &AnatomyBody::part);
  return std::max(static_cast<int>(paws), 2);
}

Torques creature_torques(const AnatomyBody& bone, double hold, double carry, bool leg) {
  const bool carries = leg && (bone.part == Part::kLimb || bone.part == Part::kPaw);
  const double torque = kReserve * std::max(hold, carries ? carry : 0);
  return {0.5 * torque, torque, torque};
}

std::vector<Torques> creature_limits(const Anatomy& anatomy, std::span<const double> masses,
                                     std::span<const Vec3> mass_centres) {
  const int count = static_cast<int>(anatomy.bodies.size());
  const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
  std::vector<Torques> torques(to_size(count), Torques{0, 0, 0});
  for (int b = 1; b < count; ++b) {
    const Vec3 anchor = anatomy.bodies[to_size(b)].start;
    // Bodies beyond b come after it, and their distance along the chain from b's joint is known when they are reached.
    std::vector<double> reach(to_size(count), -1);
    double hold = 0;
    double longest = 0;
    bool leg = false;
    for (int c = b; c < count; ++c) {
      const AnatomyBody& bone = anatomy.bodies[to_size(c)];
      const double before = c == b ? 0 : reach[to_size(bone.parent)];
      if (before < 0) continue;
      reach[to_size(c)] = before + (bone.end - bone.start).norm();
      longest = std::max(longest, reach[to_size(c)]);
      hold += kGravity * masses[to_size(c)] * (mass_centres[to_size(c)] - anchor).norm();
      leg = leg || bone.part == Part::kPaw;
    }
    const double carry = kGravity * total * 2 / leg_count(anatomy) * longest / 2;
    torques[to_size(b)] = creature_torques(anatomy.bodies[to_size(b)], hold, carry, leg);
  }
  return torques;
}

std::vector<Torques> human_limits(const Anatomy& anatomy, double total) {
  const double scale = total * figure_scale(anatomy) / (kAdultMass * kAdultHeight);
  std::vector<Torques> torques;
  for (const AnatomyBody& bone : anatomy.bodies) {
    torques.push_back(adult_torques(bone.part));
    for (double& torque : torques.back()) torque *= scale;
  }
  return torques;
}

}  // namespace

std::vector<Torques> torque_limits(const Anatomy& anatomy, std::span<const double> masses,
                                   std::span<const Vec3> mass_centres) {
  const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
  std::vector<Torques> torques = creature_limits(anatomy, masses, mass_centres);
  if (anatomy.humanoid) {
    // A human's tail or wing has no table either and is held like a creature's.
    const std::vector<Torques> human = human_limits(anatomy, total);
    for (std::size_t b = 0; b < torques.size(); ++b) {
      if (human[b][1] > 0) torques[b] = human[b];
    }
  }
  const double weakest = kWeakest * kGravity * total * figure_scale(anatomy);
  for (std::size_t b = 1; b < torques.size(); ++b) {
    const int mirror = anatomy.bodies[b].mirror;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double& torque = torques[b][axis];
      if (mirror > 0) torque = torques[to_size(mirror)][axis] = std::max(torque, torques[to_size(mirror)][axis]);
      if (!anatomy.humanoid) torque = std::max(torque, weakest);
    }
  }
  torques[0] = {0, 0, 0};
  return torques;
}

}  // namespace sinew
