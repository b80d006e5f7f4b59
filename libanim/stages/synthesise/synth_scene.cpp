#include "libanim/stages/synthesise/synth_scene.h"

#include <algorithm>
#include <limits>

#include "libanim/stages/synthesise/synth_climb.h"

namespace sinew {

namespace {

// A foot whose centre is on the edge of a step stands with half of its sole; 4 cm is about a third of a foot.
constexpr double kInset = 0.04;  // (unit: m)
// Toes that stand on their tips press on so much of the ground.
constexpr double kTip = 0.02;  // (unit: m)
// A foot of someone who gets up, so that no leg lifts everything by itself.
constexpr double kLyingLoad = 0.8;  // (unit: weights of the character)
// Who does not climb stands within so much of his soles, in both directions: their edge is no place to stand on. Hero's
// get-up from the back squats on the edge of his heels, and falls over backwards in simulation (followed: 1 of 3 seeds,
// with 0.7 2 of 3, with 0.5, which is harder to find, 2 of 3); his kick stands on the inner edge of one foot for a
// second and a half (followed: 0 of 4 motions).
constexpr double kSole = 0.7;

// A twist of the foot on the ground is held by friction at the rim of the patch.
double torsion(double friction, double half_width, double half_length) {
  return 0.5 * friction * (half_width + half_length);
}

/// `load`: of the normal force, in the scene's unit.
ContactCone cone_of(double friction, double half_width, double half_length, bool grabs,
                    double load = std::numeric_limits<double>::infinity()) {
  ContactCone cone;
  cone.friction = friction;
  cone.half_width = half_width;
  cone.half_length = half_length;
  cone.torsion = torsion(friction, half_width, half_length);
  cone.grabs = grabs;
  cone.most = load;
  cone.grab_force = std::min(1., load);  // a hand holds at most the body's weight,
  cone.grab_moment = 0.5 * half_length;  // and twists with about the moment of its palm under half that weight
  return cone;
}

SynthFace plane_face(const SynthSurface& surface) {
  SynthFace face;
  face.centre = surface.pose.translation;
  face.normal = surface.pose.rotation * Vec3::UnitY();
  face.side = surface.pose.rotation * Vec3::UnitX();
  face.along = surface.pose.rotation * Vec3::UnitZ();
  face.half_side = face.half_along = -1;
  face.friction = surface.friction;
  return face;
}

Mat3 box_inertia(double mass, const Vec3& half) {
  const Vec3 q = half.cwiseAbs2() * (mass / 3);
  return Vec3(q.y() + q.z(), q.x() + q.z(), q.x() + q.y()).asDiagonal();
}

/// All of a body's mass.
SynthMass at_origin(int track) {
  SynthMass mass;
  mass.track = mass.far_track = track;
  return mass;
}

Mat3 point_inertia(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

class Builder {
 public:
  Builder(const SynthProblem& problem, SynthScene& scene) : problem_(problem), scene_(scene) {}

  void build() {
    number_tracks();
    scene_.climbs = problem_.touch_characters || has_to_climb(problem_);
    const bool upended = std::any_of(problem_.goals.begin(), problem_.goals.end(),
                                     [](const SynthGoal& goal) { return goal.kind == GoalKind::kHandstand; });
    // How much an axis of someone's torso points upwards at the start.
    const auto upwards = [&](const SynthStart& start, const Vec3& axis) {
      return (start.torso.rotation * axis).dot(scene_.up);
    };
    const auto& starts = problem_.starts;
    scene_.acrobatic = scene_.climbs || upended ||
                       std::any_of(starts.begin(), starts.end(),
                                   [&](const SynthStart& start) { return upwards(start, Vec3::UnitY()) < 0.7; });
    scene_.lies = !scene_.climbs && std::any_of(starts.begin(), starts.end(), [&](const SynthStart& start) {
      return std::abs(upwards(start, Vec3::UnitZ())) > 0.7;
    });
    for (std::size_t i = 0; i < starts.size() && !upended; ++i) {
      const auto& patches = problem_.characters[i].patches;
      const bool rolls = std::any_of(patches.begin(), patches.end(), [](const SynthPatch& p) { return p.radius > 0; });
      scene_.sits_up = scene_.sits_up || (rolls && upwards(starts[i], Vec3::UnitZ()) > 0.7);
    }
    for (int i = 0; i < static_cast<int>(problem_.characters.size()) && scene_.lies; ++i) {
      weigh_limbs(i);
    }
    collect_surfaces();
    for (int i = 0; i < static_cast<int>(problem_.characters.size()); ++i) {
      add_character(i);
    }
    for (int i = 0; i < static_cast<int>(problem_.objects.size()); ++i) {
      add_object(i);
    }
  }

 private:
  void number_tracks() {
    for (const SynthCharacter& character : problem_.characters) {
      scene_.torso_of.push_back(scene_.tracks);
      scene_.bodies.push_back({scene_.tracks, character.mass, character.inertia, {at_origin(scene_.tracks)}});
      scene_.tracks += 1 + static_cast<int>(character.limbs.size());
      scene_.limb_rests.emplace_back(character.limbs.begin(), character.limbs.end());
    }
    for (const SynthObject& object : problem_.objects) {
      scene_.bodies.push_back(
          {scene_.tracks, object.mass, box_inertia(object.mass, object.half), {at_origin(scene_.tracks)}});
      ++scene_.tracks;
    }
    scene_.gravity = problem_.gravity.norm();
    scene_.up = -problem_.gravity.normalized();
    scene_.unit_force = problem_.characters.front().mass * scene_.gravity;
  }

  /// Limbs with mass of their own; the torso keeps the rest, so that the neutral stance is as it was.
  void weigh_limbs(int index) {
    const SynthCharacter& character = problem_.characters[static_cast<std::size_t>(index)];
    SynthBody& body = scene_.bodies[static_cast<std::size_t>(index)];
    double trunk = character.mass;
    Vec3 moved = Vec3::Zero();
    for (int i = 0; i < static_cast<int>(character.limbs.size()); ++i) {
      const SynthLimb& limb = character.limbs[static_cast<std::size_t>(i)];
      if (limb.mass <= 0) {
        continue;
      }
      const Vec3 centre = limb.base + limb.mass_way * (limb.rest * limb.joint - limb.base);
      body.masses.push_back(
          {limb.mass / character.mass, body.track, limb.base, scene_.limb_track(index, i), limb.joint, limb.mass_way});
      body.inertia -= point_inertia(limb.mass, centre);
      trunk -= limb.mass;
      moved += limb.mass * centre;
    }
    body.masses.front().share = trunk / character.mass;
    body.masses.front().arm = -moved / trunk;
    body.inertia -= point_inertia(trunk, body.masses.front().arm);
  }

  void collect_surfaces() {
    int planes = 0;
    for (const SynthSurface& surface : problem_.surfaces) {
      if (surface.kind == SynthSurface::Kind::kPlane) {
        if (planes++ == 0) {
          scene_.ground_height = surface.pose.translation.dot(scene_.up);
        }
        scene_.ground.push_back(plane_face(surface));
        continue;
      }
      scene_.has_obstacles = scene_.has_boxes = true;
      for (const SynthFace& face : box_faces(surface.pose, surface.half, surface.friction)) {
        if (face.normal.dot(scene_.up) > -0.5) {  // nobody touches an obstacle from below
          scene_.ground.push_back(face);
        }
      }
    }
    scene_.has_obstacles = scene_.has_obstacles || problem_.touch_characters;
    for (const SynthObject& object : problem_.objects) {
      scene_.has_obstacles = true;
      scene_.object_faces.push_back(box_faces({}, object.half, object.friction));
    }
  }

  [[nodiscard]] double effort(int character) const {
    return problem_.effort.empty() ? 1 : problem_.effort[static_cast<std::size_t>(character)];
  }

  /// Forces are in weights of the first character. W (eq. 7) is about weights of what is carried: else a box of 5 kg
  /// could be held from afar for next to nothing.
  [[nodiscard]] double lightness(int body) const {
    const double ratio = scene_.unit_force / (scene_.bodies[static_cast<std::size_t>(body)].mass * scene_.gravity);
    return ratio * ratio;
  }

  void add(SynthContact contact, SynthPatchFrame patch) {
    if (contact.target == SynthContact::Target::kObject) {
      patch.other_body = static_cast<int>(problem_.characters.size()) + contact.target_index;
      contact.name += ":" + problem_.objects[static_cast<std::size_t>(contact.target_index)].name;
    } else if (contact.target == SynthContact::Target::kCharacter) {
      patch.other_body = contact.target_index;
      contact.name += ":" + problem_.characters[static_cast<std::size_t>(contact.target_index)].name;
    }
    patch.cost *= lightness(contact.target == SynthContact::Target::kObject ? patch.other_body : patch.body);
    scene_.contacts.push_back(contact);
    scene_.patches.push_back(patch);
  }

  void add_character(int index) {
    const SynthCharacter& character = problem_.characters[static_cast<std::size_t>(index)];
    for (int i = 0; i < static_cast<int>(character.limbs.size()); ++i) {
      add_limb(index, i, character);
    }
    for (int i = 0; i < static_cast<int>(character.patches.size()); ++i) {
      add_patch(index, i, character);
    }
  }

  void add_limb(int index, int i, const SynthCharacter& character) {
    const SynthLimb& limb = character.limbs[static_cast<std::size_t>(i)];
    SynthContact contact;
    contact.name = character.name + "/" + limb.name;
    contact.character = index;
    contact.limb = i;
    SynthPatchFrame patch;
    patch.track = scene_.limb_track(index, i);
    patch.body = index;
    patch.cost = effort(index) / limb.strength;
    const bool foot = limb.kind == EffectorKind::kFoot;
    const double most = scene_.lies && foot ? std::min(limb.load, kLyingLoad) : limb.load;
    const double load = most * character.mass * scene_.gravity / scene_.unit_force;
    const double sole = foot && !scene_.climbs ? kSole : 1;
    // Edges of obstacles can be held; level ground cannot.
    patch.cone =
        cone_of(limb.friction, sole * limb.half_width, sole * limb.half_length, limb.grabs && scene_.has_boxes, load);
    add(contact, patch);
    if (scene_.lies && foot) {
      add_tip(contact, patch, limb);
    }
    patch.cone = cone_of(limb.friction, limb.half_width, limb.half_length, limb.grabs, load);
    if (limb.grabs) {
      for (int o = 0; o < static_cast<int>(problem_.objects.size()); ++o) {
        contact.target = SynthContact::Target::kObject;
        contact.target_index = o;
        add(contact, patch);
      }
    }
    if (problem_.touch_characters) {
      for (int c = 0; c < static_cast<int>(problem_.characters.size()); ++c) {
        if (c != index) {
          contact.target = SynthContact::Target::kCharacter;
          contact.target_index = c;
          add(contact, patch);
        }
      }
    }
  }

  /// The tips of a foot's toes, about which it rolls.
  void add_tip(SynthContact contact, SynthPatchFrame patch, const SynthLimb& limb) {
    contact.name += "_tip";
    contact.tip = true;
    patch.offset = {0, 0, limb.half_length};
    patch.rolls = true;
    patch.level = Quat::FromTwoVectors(Vec3::UnitY(), scene_.up).toRotationMatrix();
    patch.cone = cone_of(patch.cone.friction, kTip, kTip, false, patch.cone.most);
    add(contact, patch);
  }

  void add_patch(int index, int i, const SynthCharacter& character) {
    const SynthPatch& place = character.patches[static_cast<std::size_t>(i)];
    SynthContact contact;
    contact.name = character.name + "/" + place.name;
    contact.character = index;
    contact.patch = i;
    SynthPatchFrame patch;
    patch.track = scene_.torso_of[static_cast<std::size_t>(index)];
    patch.body = index;
    patch.axes = place.pose.rotation.toRotationMatrix();
    patch.rolls = place.radius > 0 && scene_.sits_up;
    const double radius = patch.rolls ? place.radius : 0;
    patch.offset = place.pose.translation + radius * patch.axes.col(1);
    patch.below = -radius * scene_.up;
    patch.level = Quat::FromTwoVectors(Vec3::UnitY(), scene_.up).toRotationMatrix();
    patch.cost = effort(index) / place.strength;
    const double half_width = patch.rolls ? place.half_length : place.half_width;
    patch.cone = cone_of(place.friction, half_width, place.half_length, false);
    add(contact, patch);
  }

  void add_object(int index) {
    const SynthObject& object = problem_.objects[static_cast<std::size_t>(index)];
    SynthContact contact;
    contact.name = object.name;
    contact.object = index;
    SynthPatchFrame patch;
    patch.track = scene_.object_track(index);
    patch.body = static_cast<int>(problem_.characters.size()) + index;
    patch.offset = {0, -object.half.y(), 0};
    patch.cone = cone_of(object.friction, object.half.x(), object.half.z(), false);
    add(contact, patch);
  }

  const SynthProblem& problem_;
  SynthScene& scene_;
};

}  // namespace

SynthScene::SynthScene(const SynthProblem& given) : problem(given) { Builder(given, *this).build(); }

SynthProblem with_sunken_obstacles(const SynthProblem& problem, double share) {
  SynthProblem sunk = problem;
  const Vec3 up = -problem.gravity.normalized();
  for (SynthSurface& surface : sunk.surfaces) {
    if (surface.kind == SynthSurface::Kind::kBox) {
      const double height = 2 * surface.half.dot((surface.pose.rotation.conjugate() * up).cwiseAbs());
      surface.pose.translation -= (1 - share) * height * up;
    }
  }
  return sunk;
}

bool SynthScene::is_root(int track) const {
  return std::any_of(bodies.begin(), bodies.end(), [&](const SynthBody& body) { return body.track == track; });
}

std::vector<SynthFace> box_faces(const Transform& pose, const Vec3& half, double friction) {
  std::vector<SynthFace> faces;
  const Mat3 axes = pose.rotation.toRotationMatrix();
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1., -1.}) {
      const int side = (axis + 1) % 3;
      const int along = (axis + 2) % 3;
      SynthFace face;
      face.normal = sign * axes.col(axis);
      face.centre = pose.translation + half[axis] * face.normal;
      face.side = axes.col(side);
      face.along = axes.col(along);
      face.half_side = half[side] - std::min(kInset, 0.5 * half[side]);
      face.half_along = half[along] - std::min(kInset, 0.5 * half[along]);
      face.friction = friction;
      faces.push_back(face);
    }
  }
  return faces;
}

}  // namespace sinew
