#include "tests/libanim/kinematics/anatomy/anatomy_laws.h"

#include <cmath>
#include <numbers>
#include <set>

#include "libanim/kinematics/anatomy_stance.h"
#include "libanim/support/index.h"

namespace sinew::test {

namespace {

constexpr double kDegree = std::numbers::pi / 180;

std::string tree_law(const Character& character, const Anatomy& anatomy) {
  std::set<int> taken;
  std::set<std::string> names;
  for (std::size_t b = 0; b < anatomy.bodies.size(); ++b) {
    const AnatomyBody& body = anatomy.bodies[b];
    if (b == 0 ? body.parent != -1 : body.parent < 0 || body.parent >= static_cast<int>(b))
      return body.name + ": parent";
    if (!names.insert(body.name).second) return body.name + ": name taken";
    if (body.joints.empty() || body.joints.front() != body.joint) return body.name + ": joint is not the first";
    bool oriented = false;
    for (const int j : body.joints) {
      if (j < 0 || j >= character.skeleton.size() || !taken.insert(j).second) return body.name + ": joint taken twice";
      oriented = oriented || j == body.orientation_joint;
    }
    if (!oriented) return body.name + ": orientation joint is not its own";
  }
  return anatomy.bodies.empty() ? "no bodies" : "";
}

std::string mirror_law(const Anatomy& anatomy) {
  for (std::size_t b = 0; b < anatomy.bodies.size(); ++b) {
    const AnatomyBody& body = anatomy.bodies[b];
    if (body.mirror == -1) continue;
    const AnatomyBody& other = anatomy.bodies[to_size(body.mirror)];
    if (other.mirror != static_cast<int>(b)) return body.name + ": mirror of mirror";
    const bool itself = body.mirror == static_cast<int>(b);
    if (itself != (body.side == Side::kCentre)) return body.name + ": side of a mirror";
    if (!itself && (body.side == other.side || body.part != other.part)) return body.name + ": mirror is not alike";
  }
  return "";
}

std::string number_law(const Anatomy& anatomy) {
  if (!std::isfinite(anatomy.height) || std::abs(anatomy.facing.norm() - 1) > 1e-9) return "height or facing";
  for (const AnatomyBody& body : anatomy.bodies) {
    const bool finite = body.start.allFinite() && body.end.allFinite() && body.neutral.coeffs().allFinite();
    if (!finite || std::abs(body.neutral.norm() - 1) > 1e-9) return body.name + ": numbers";
    if ((body.end - body.start).norm() <= 0) return body.name + ": no length";
  }
  return "";
}

Vec3 bone(const Anatomy& anatomy, const AnatomyBody& body) {
  const int b = static_cast<int>(&body - anatomy.bodies.data());
  return in_stance(anatomy, b, body.end) - in_stance(anatomy, b, body.start);
}

Vec3 place(const Anatomy& anatomy, const AnatomyBody& body) {
  return in_stance(anatomy, static_cast<int>(&body - anatomy.bodies.data()), body.start);
}

std::string parts_law(const Anatomy& anatomy) {
  for (const Part part : {Part::kPelvis, Part::kChest, Part::kHead}) {
    if (find_body(anatomy, part, Side::kCentre) == nullptr) return std::string(part_name(part)) + " is missing";
  }
  for (const Part part : {Part::kUpperArm, Part::kForearm, Part::kThigh, Part::kShin, Part::kFoot}) {
    const AnatomyBody* left = find_body(anatomy, part, Side::kLeft);
    const AnatomyBody* right = find_body(anatomy, part, Side::kRight);
    if (left == nullptr || right == nullptr) return std::string(part_name(part)) + " is missing";
    const double a = (left->end - left->start).norm();
    const double b = (right->end - right->start).norm();
    // Most unlike: 0.16, upper arms of CMU's subject 138.
    if (std::abs(a - b) > 0.2 * std::max(a, b)) return std::string(part_name(part)) + ": lengths differ";
  }
  return "";
}

std::string stance_law(const Anatomy& anatomy) {
  for (const Side side : {Side::kLeft, Side::kRight}) {
    for (const Part part : {Part::kThigh, Part::kShin, Part::kUpperArm, Part::kForearm}) {
      const Vec3 along = bone(anatomy, *find_body(anatomy, part, side)).normalized();
      if (along.y() > -std::cos(15 * kDegree)) return std::string(part_name(part)) + " does not hang";
    }
  }
  const double pelvis = place(anatomy, *find_body(anatomy, Part::kPelvis, Side::kCentre)).y();
  const AnatomyBody& chest = *find_body(anatomy, Part::kChest, Side::kCentre);
  const AnatomyBody& head = *find_body(anatomy, Part::kHead, Side::kCentre);
  // A chest may begin in the pelvis' own joint (CMU) or below it (RobotExpressive), so that its middle counts.
  const double chest_middle = place(anatomy, chest).y() + bone(anatomy, chest).y() / 2;
  const double head_middle = place(anatomy, head).y() + bone(anatomy, head).y() / 2;
  if (chest_middle <= pelvis) return "chest is not above pelvis";
  return head_middle <= chest_middle ? "head is not above chest" : "";
}

std::string feet_law(const Anatomy& anatomy) {
  const AnatomyBody& pelvis = *find_body(anatomy, Part::kPelvis, Side::kCentre);
  const Quat figure = (pelvis.neutral * anatomy.facing).normalized();
  // Tilt of a pelvis that the stance levels; the heading is what counts.
  Vec3 ahead = figure * Vec3::UnitZ();
  ahead.y() = 0;
  ahead.normalize();
  double lowest = 1e300;
  for (const AnatomyBody& body : anatomy.bodies) {
    if (body.part != Part::kFoot && body.part != Part::kToes) lowest = std::min(lowest, place(anatomy, body).y());
  }
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const AnatomyBody& foot = *find_body(anatomy, Part::kFoot, side);
    const AnatomyBody* toes = find_body(anatomy, Part::kToes, side);
    const Vec3 tip = bone(anatomy, foot) + (toes == nullptr ? Vec3::Zero() : bone(anatomy, *toes));
    const Vec3 along = tip.normalized();
    if (place(anatomy, foot).y() >= lowest) return "foot is not lowest";
    // Between 2 degrees (CMU's subject 83) and 30 (ozz' crossarms) down from ankle to toe tip.
    if (along.y() > 0 || along.y() < -std::sin(35 * kDegree)) return "foot is not level";
    // Most turned out: 20 degrees, the limit.
    const Vec3 flat = Vec3(along.x(), 0, along.z()).normalized();
    if (flat.dot(ahead) < std::cos(21 * kDegree)) return "foot does not point ahead";
  }
  return "";
}

}  // namespace

const AnatomyBody* find_body(const Anatomy& anatomy, Part part, Side side) {
  for (const AnatomyBody& body : anatomy.bodies) {
    if (body.part == part && body.side == side) return &body;
  }
  return nullptr;
}

std::string joint_of(const Character& character, const Anatomy& anatomy, Part part, Side side) {
  const AnatomyBody* body = find_body(anatomy, part, side);
  return body == nullptr ? "" : character.skeleton.joints[to_size(body->joint)].name;
}

std::string broken_law(const Character& character, const Anatomy& anatomy) {
  for (const std::string& law : {tree_law(character, anatomy), mirror_law(anatomy), number_law(anatomy)}) {
    if (!law.empty()) return law;
  }
  return "";
}

std::string broken_humanoid_law(const Character& character, const Anatomy& anatomy) {
  const std::string common = broken_law(character, anatomy);
  if (!common.empty()) return common;
  const std::string parts = parts_law(anatomy);
  if (!parts.empty()) return parts;
  const std::string stance = stance_law(anatomy);
  return stance.empty() ? feet_law(anatomy) : stance;
}

}  // namespace sinew::test
