#include "libanim/kinematics/figure_masses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/kinematics/figure_inertia.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A segment of the table: its share of the whole (each side), and the bodies that may hold it, best first.
struct Segment {
  Part part;
  bool paired;
  double share;
  std::array<Part, 3> instead;
};

// de Leva 1996, table 4, mean of women and men. The table has no clavicles, neck or toes: a clavicle takes 1.5 % of the
// whole from the upper trunk, the neck a fifth of head and neck, the toes a fifth of the foot (our estimates by
// volume).
constexpr std::array<Segment, 13> kSegments = {{
    {Part::kHead, false, 0.0545, {Part::kNeck, Part::kChest, Part::kPelvis}},
    {Part::kNeck, false, 0.0136, {Part::kHead, Part::kChest, Part::kPelvis}},
    {Part::kChest, false, 0.1271, {Part::kAbdomen, Part::kPelvis, Part::kPelvis}},
    {Part::kAbdomen, false, 0.1549, {Part::kChest, Part::kPelvis, Part::kPelvis}},
    {Part::kPelvis, false, 0.1182, {Part::kAbdomen, Part::kChest, Part::kPelvis}},
    {Part::kClavicle, true, 0.0150, {Part::kChest, Part::kAbdomen, Part::kPelvis}},
    {Part::kUpperArm, true, 0.0263, {Part::kForearm, Part::kClavicle, Part::kChest}},
    {Part::kForearm, true, 0.0150, {Part::kUpperArm, Part::kClavicle, Part::kChest}},
    {Part::kHand, true, 0.00585, {Part::kForearm, Part::kUpperArm, Part::kChest}},
    {Part::kThigh, true, 0.1447, {Part::kShin, Part::kPelvis, Part::kPelvis}},
    {Part::kShin, true, 0.0457, {Part::kFoot, Part::kThigh, Part::kPelvis}},
    {Part::kFoot, true, 0.0106, {Part::kShin, Part::kThigh, Part::kPelvis}},
    {Part::kToes, true, 0.0027, {Part::kFoot, Part::kShin, Part::kPelvis}},
}};

constexpr double kUpperArmCentre = 0.576;
constexpr double kForearmCentre = 0.457;
constexpr double kThighCentre = 0.385;
constexpr double kShinCentre = 0.444;
/// Forearm and closed hand as one: the hand has 0.39 of the forearm's mass, its centre lies 0.36 of its length beyond
/// the wrist, and closed it adds 0.6 of its length, which is 0.70 of the forearm's, to the bone.
constexpr double kForearmAndHandCentre = 0.479;

int holder(const Anatomy& anatomy, const Segment& segment, Side side) {
  if (const int body = find_part(anatomy, segment.part, side); body >= 0) return body;
  for (const Part part : segment.instead) {
    for (const Side s : {side, Side::kCentre}) {
      if (const int body = find_part(anatomy, part, s); body >= 0) return body;
    }
  }
  return 0;
}

std::vector<double> volume_masses(std::span<const BoneShape> shapes, double density) {
  std::vector<double> masses;
  masses.reserve(shapes.size());
  for (const BoneShape& shape : shapes) masses.push_back(density * volume(shape));
  return masses;
}

std::vector<double> table_masses(const Anatomy& anatomy, std::span<const BoneShape> shapes, double total,
                                 double density) {
  std::vector<double> masses(shapes.size(), 0);
  for (const Segment& segment : kSegments) {
    if (segment.paired) {
      masses[to_size(holder(anatomy, segment, Side::kLeft))] += segment.share * total;
      masses[to_size(holder(anatomy, segment, Side::kRight))] += segment.share * total;
    } else {
      masses[to_size(holder(anatomy, segment, Side::kCentre))] += segment.share * total;
    }
  }
  const std::vector<double> by_volume = volume_masses(shapes, density);
  for (std::size_t b = 0; b < masses.size(); ++b) {
    if (masses[b] == 0) masses[b] = by_volume[b];
  }
  return masses;
}

void scale_to(std::vector<double>& masses, double total) {
  const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass = std::max(mass * total / sum, kLeastMassShare * total);
  const double raised = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass *= total / raised;
}

}  // namespace

double human_mass(double height) {
  const double near = std::clamp(height, kShortHuman, kTallHuman);
  const double ratio = height / near;
  return kBodyMassIndex * near * near * ratio * ratio * ratio;
}

std::vector<double> body_masses(const Anatomy& anatomy, std::span<const BoneShape> shapes,
                                const FigureOptions& options) {
  const double human = options.mass > 0 ? options.mass : human_mass(figure_scale(anatomy));
  std::vector<double> masses =
      anatomy.humanoid ? table_masses(anatomy, shapes, human, options.density) : volume_masses(shapes, options.density);
  double total = options.mass;
  if (total <= 0) total = anatomy.humanoid ? human : std::accumulate(masses.begin(), masses.end(), 0.0);
  scale_to(masses, total);
  return masses;
}

std::optional<double> mass_centre_share(const Anatomy& anatomy, int body) {
  const AnatomyBody& bone = anatomy.bodies[to_size(body)];
  if (!anatomy.humanoid) return std::nullopt;
  switch (bone.part) {
    case Part::kUpperArm: return kUpperArmCentre;
    case Part::kForearm: return first_child(anatomy, body) < 0 ? kForearmAndHandCentre : kForearmCentre;
    case Part::kThigh: return kThighCentre;
    case Part::kShin: return kShinCentre;
    default: return std::nullopt;
  }
}

}  // namespace sinew
