#include "exporters/gltf/proxy_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exporters/gltf/capsule.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr double kShortestBone = 1e-3;    ///< (unit: m)
constexpr double kSmallestFigure = 0.05;  ///< what counts as the size of skeletons smaller than this (unit: m)

// Shares of the figure's largest extent and of the bone's length, found by looking at humanoids with and
// without fingers, and at quadrupeds.
constexpr double kThickness = 0.085;
constexpr double kLoneSphere = 0.012;
constexpr double kTaper = 0.8;
constexpr double kHeadWidth = 0.42;
constexpr double kTipWidth = 0.17;  ///< hands, feet, finger tips

std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

/// A bone is named by its child: each joint but the roots has one bone that leads to it.
class Mannequin {
 public:
  Mannequin(const Skeleton& skeleton, std::span<const Clip> clips)
      : skeleton_(skeleton),
        children_(skeleton.children()),
        world_(rest_world(skeleton)),
        length_(world_.size(), 0.0),
        carried_(world_.size(), 0.0),
        radius_(world_.size(), 0.0) {
    size_ = std::max(joint_bounds(world_).size().maxCoeff(), kSmallestFigure);
    measure(clips);
    for (std::size_t j = 0; j < world_.size(); ++j) radius_[j] = bone_radius(j);
  }

  [[nodiscard]] Primitive build() const {
    Primitive primitive;
    primitive.influences.resize(1);
    for (std::size_t j = 0; j < world_.size(); ++j) {
      if (length_[j] > 0) add_bone(primitive, j);
      if (!skeleton_.joints[j].end_site && !has_bone_out(j)) add_sphere(primitive, j);
    }
    return primitive;
  }

 private:
  [[nodiscard]] std::size_t parent(std::size_t joint) const { return to_size(skeleton_.joints[joint].parent); }

  void measure(std::span<const Clip> clips) {
    for (std::size_t j = 0; j < world_.size(); ++j) {
      if (skeleton_.joints[j].parent == kNoParent) continue;
      const double length = skeleton_.joints[j].rest.translation.norm();
      if (length >= kShortestBone && !is_pole(j, length)) length_[j] = length;
    }
    for (const Clip& clip : clips) leave_out_carried_away(clip);
    for (std::size_t j = world_.size(); j-- > 0;) {
      carried_[j] += length_[j];
      if (skeleton_.joints[j].parent != kNoParent) carried_[parent(j)] += carried_[j];
      total_ += length_[j];
    }
  }

  [[nodiscard]] bool is_pole(std::size_t joint, double length) const {
    const std::size_t root = parent(joint);
    return skeleton_.joints[root].parent == kNoParent && children_[root].size() == 1 && children_[joint].size() > 1 &&
           length > 0.25 * size_;
  }

  void leave_out_carried_away(const Clip& clip) {
    for (std::size_t channel = 0; channel < clip.translated.size(); ++channel) {
      const std::size_t joint = to_size(clip.translated[channel]);
      const Vec3& rest = skeleton_.joints[joint].rest.translation;
      for (int frame = 0; frame < clip.frames() && length_[joint] > 0; ++frame) {
        if ((clip.frame_translations(frame)[channel] - rest).norm() > 0.5 * length_[joint]) length_[joint] = 0;
      }
    }
  }

  [[nodiscard]] double bone_radius(std::size_t joint) const {
    if (length_[joint] == 0) return kLoneSphere * size_;
    const double thickest = kThickness * size_;
    if (is_head(joint)) return std::min(kHeadWidth * length_[joint], thickest);
    const double share = std::sqrt(carried_[joint] / total_);
    const double carrying = std::min(thickest * share, length_[joint] * (0.25 + 0.4 * share));
    return children_[joint].empty() ? std::max(carrying, std::min(kTipWidth * length_[joint], 0.3 * thickest))
                                    : carrying;
  }

  /// The bone out of a joint called head that ends in a tip: the skull.
  [[nodiscard]] bool is_head(std::size_t joint) const {
    return children_[joint].empty() && lower(skeleton_.joints[parent(joint)].name).find("head") != std::string::npos;
  }

  [[nodiscard]] bool has_bone_out(std::size_t joint) const {
    return std::ranges::any_of(children_[joint], [&](int child) { return length_[to_size(child)] > 0; });
  }

  void add_bone(Primitive& primitive, std::size_t joint) const {
    Capsule capsule;
    capsule.start = world_[parent(joint)].translation;
    capsule.end = world_[joint].translation;
    capsule.start_radius = radius_[joint];
    capsule.end_radius = kTaper * radius_[joint];
    // A tip marks where the body ends: the capsule's round end lies inside of it, or toes would sink into the ground.
    if (skeleton_.joints[joint].end_site || children_[joint].empty()) {
      capsule.end -=
          (capsule.end - capsule.start) / length_[joint] * std::min(capsule.end_radius, 0.5 * length_[joint]);
    }
    append_capsule(primitive, capsule, skeleton_.joints[joint].parent);
  }

  void add_sphere(Primitive& primitive, std::size_t joint) const {
    Capsule sphere;
    sphere.start = sphere.end = world_[joint].translation;
    sphere.start_radius = sphere.end_radius = radius_[joint];
    append_capsule(primitive, sphere, static_cast<int>(joint));
  }

  const Skeleton& skeleton_;
  std::vector<std::vector<int>> children_;
  std::vector<Transform> world_;
  std::vector<double> length_;   ///< of the bone that leads to a joint, 0 = not drawn
  std::vector<double> carried_;  ///< drawn length of that bone and of all beyond it
  std::vector<double> radius_;
  double size_ = 0;
  double total_ = 0;
};

Skin rest_skin(const Skeleton& skeleton) {
  Skin skin;
  skin.name = "Armature";
  const std::vector<Transform> world = rest_world(skeleton);
  for (int j = 0; j < skeleton.size(); ++j) {
    skin.joints.push_back(j);
    skin.inverse_bind.push_back(world[to_size(j)].inverse().matrix());
  }
  return skin;
}

Material grey() {
  Material material;
  material.name = "Proxy";
  material.base_color = {0.55, 0.58, 0.63, 1};
  material.metallic = 0;
  material.roughness = 0.6;
  return material;
}

}  // namespace

void add_proxy_mesh(Character& character, std::span<const Clip> clips) {
  Mesh mesh;
  mesh.name = "Proxy";
  mesh.primitives.push_back(Mannequin(character.skeleton, clips).build());
  mesh.primitives[0].material = static_cast<int>(character.materials.size());
  character.materials.push_back(grey());
  character.skins = {rest_skin(character.skeleton)};
  character.meshes = {std::move(mesh)};
}

}  // namespace sinew
