#include "importers/scene/bind_meshes.h"

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

Mat4 affine(const WorldNode& node) {
  Mat4 m = Mat4::Identity();
  m.topLeftCorner<3, 3>() = node.linear;
  m.topRightCorner<3, 1>() = node.position;
  return m;
}

Float3 to_float(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Vec3 to_vec(const Float3& v) { return {v[0], v[1], v[2]}; }

/// Farthest vertex from the mesh's origin: the lever with which a rotation error moves the surface.
double mesh_radius(const SourceMesh& mesh) {
  double radius = 0;
  for (const Primitive& primitive : mesh.primitives) {
    for (const Float3& p : primitive.positions) radius = std::max(radius, to_vec(p).norm());
  }
  return radius;
}

/// How far apart two transforms can put a point of the mesh (unit: m).
double distance(const Mat4& a, const Mat4& b, double radius) {
  const Mat4 d = a - b;
  return d.topLeftCorner<3, 3>().norm() * radius + d.topRightCorner<3, 1>().norm();
}

void transform_directions(std::vector<Float3>& values, const Mat3& m) {
  for (Float3& value : values) {
    const Vec3 turned = m * to_vec(value);
    const double norm = turned.norm();
    if (norm > 0) value = to_float(turned / norm);
  }
}

void transform_tangents(std::vector<Float4>& tangents, const Mat3& linear) {
  const float side = linear.determinant() < 0 ? -1.0F : 1.0F;
  for (Float4& tangent : tangents) {
    const Vec3 turned = linear * Vec3(tangent[0], tangent[1], tangent[2]);
    const double norm = turned.norm();
    if (norm == 0) continue;
    const Float3 t = to_float(turned / norm);
    tangent = {t[0], t[1], t[2], side * tangent[3]};
  }
}

void transform_primitive(Primitive& primitive, const Mat4& m) {
  const Mat3 linear = m.topLeftCorner<3, 3>();
  const Vec3 offset = m.topRightCorner<3, 1>();
  const double determinant = linear.determinant();
  // The cofactor matrix is the inverse transpose without its division: it exists for flat geometry too.
  Mat3 cofactor;
  for (int c = 0; c < 3; ++c) cofactor.col(c) = linear.col((c + 1) % 3).cross(linear.col((c + 2) % 3));
  if (determinant < 0) cofactor = -cofactor;
  for (Float3& p : primitive.positions) p = to_float(linear * to_vec(p) + offset);
  transform_directions(primitive.normals, cofactor);
  transform_tangents(primitive.tangents, linear);
  for (MorphTarget& target : primitive.targets) {
    for (Float3& p : target.positions) p = to_float(linear * to_vec(p));
    for (Float3& n : target.normals) n = to_float(linear * to_vec(n));
  }
  if (determinant >= 0) return;
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    std::swap(primitive.indices[i + 1], primitive.indices[i + 2]);
  }
}

class Binder {
 public:
  Binder(SourceScene& scene, const JointSelection& selection, Character& character)
      : scene_(scene),
        selection_(selection),
        character_(character),
        world_(world_nodes(scene, selection, rest_locals(scene))),
        rest_(rest_world(character.skeleton)) {}

  void run() {
    for (SourceMesh& mesh : scene_.meshes) {
      if (mesh.joints.empty()) {
        bind_rigid(mesh);
      } else {
        bind_skinned(mesh);
      }
    }
    scene_.meshes.clear();
    finish_rigid_skin();
  }

 private:
  void bind_skinned(SourceMesh& mesh) {
    std::vector<Mat4> model_from_mesh;  // per joint, in the rest pose
    for (std::size_t i = 0; i < mesh.joints.size(); ++i) {
      model_from_mesh.emplace_back(affine(world_[to_size(mesh.joints[i])]) * mesh.inverse_bind[i]);
    }
    const double radius = mesh_radius(mesh);
    const auto [bind_from_mesh, at_rest] = bind_space(model_from_mesh, radius);
    if (distance(bind_from_mesh, Mat4::Identity(), radius) > kSamePlace) {
      for (Primitive& primitive : mesh.primitives) transform_primitive(primitive, bind_from_mesh);
    }
    Skin skin;
    skin.name = mesh.name;
    const Mat4 mesh_from_bind = bind_from_mesh.inverse();
    for (std::size_t i = 0; i < mesh.joints.size(); ++i) {
      const int joint = selection_.joint_of[to_size(mesh.joints[i])];
      skin.joints.push_back(joint);
      const Mat4 joint_from_model = rest_[to_size(joint)].inverse().matrix();
      Mat4 inverse_bind = at_rest ? joint_from_model : Mat4(joint_from_model * model_from_mesh[i] * mesh_from_bind);
      inverse_bind.row(3) << 0, 0, 0, 1;
      skin.inverse_bind.push_back(inverse_bind);
    }
    add_mesh(mesh, share_skin(std::move(skin)));
  }

  /// Where the mesh was modelled in the rest pose all joints agree on where it stands, and that place is its bind
  /// space. Otherwise it stays as it was modelled, only scaled to metres.
  [[nodiscard]] static std::pair<Mat4, bool> bind_space(const std::vector<Mat4>& model_from_mesh, double radius) {
    const Mat4& first = model_from_mesh.front();
    const bool at_rest = std::ranges::all_of(
        model_from_mesh, [&](const Mat4& other) { return distance(first, other, radius) <= kSamePlace; });
    if (at_rest && distance(first, Mat4::Identity(), radius) <= kSamePlace) return {Mat4::Identity(), true};
    const double scale = std::cbrt(std::abs(first.topLeftCorner<3, 3>().determinant()));
    if (at_rest && scale > 1e-12) return {first, true};
    Mat4 metres = Mat4::Identity();
    metres.topLeftCorner<3, 3>() *= scale > 1e-12 ? scale : 1.0;
    return {metres, false};
  }

  void bind_rigid(SourceMesh& mesh) {
    const int joint = selection_.nearest_joint[to_size(mesh.node)];
    const std::string place = "mesh " + printable(mesh.name);
    if (joint < 0) {
      scene_.ledger.add(NoteCode::kDroppedMesh, place, "hangs on no joint of the skeleton: left out");
      return;
    }
    const std::string& joint_name = character_.skeleton.joints[to_size(joint)].name;
    scene_.ledger.add(NoteCode::kRigidMesh, place, "bound to joint " + joint_name + " with weight 1");
    const std::uint16_t slot = rigid_slot(joint);
    for (Primitive& primitive : mesh.primitives) {
      transform_primitive(primitive, affine(world_[to_size(mesh.node)]));
      InfluenceSet set;
      set.joints.assign(primitive.positions.size(), {slot, 0, 0, 0});
      set.weights.assign(primitive.positions.size(), {1, 0, 0, 0});
      primitive.influences = {std::move(set)};
    }
    rigid_meshes_.push_back(character_.meshes.size());
    add_mesh(mesh, 0);
  }

  std::uint16_t rigid_slot(int joint) {
    const auto found = std::ranges::find(rigid_skin_.joints, joint);
    const auto slot = static_cast<std::uint16_t>(found - rigid_skin_.joints.begin());
    if (found == rigid_skin_.joints.end()) {
      rigid_skin_.joints.push_back(joint);
      rigid_skin_.inverse_bind.push_back(rest_[to_size(joint)].inverse().matrix());
    }
    return slot;
  }

  void finish_rigid_skin() {
    if (rigid_meshes_.empty()) return;
    rigid_skin_.name = "rigid";
    for (const std::size_t mesh : rigid_meshes_)
      character_.meshes[mesh].skin = static_cast<int>(character_.skins.size());
    character_.skins.push_back(std::move(rigid_skin_));
  }

  void add_mesh(SourceMesh& mesh, int skin) {
    character_.meshes.push_back({printable(mesh.name, 200), skin, std::move(mesh.primitives)});
  }

  /// Meshes of one character usually share one skin: keep it once.
  int share_skin(Skin skin) {
    for (std::size_t s = 0; s < character_.skins.size(); ++s) {
      const Skin& known = character_.skins[s];
      if (known.joints == skin.joints && known.inverse_bind == skin.inverse_bind) return static_cast<int>(s);
    }
    character_.skins.push_back(std::move(skin));
    return static_cast<int>(character_.skins.size()) - 1;
  }

  /// Largest distance between two places of a vertex that still counts as the same (unit: m): single-precision
  /// matrices of a 2 m character differ by a few micrometres, those of the Rocketbox avatars by 27.
  static constexpr double kSamePlace = 1e-4;

  SourceScene& scene_;
  const JointSelection& selection_;
  Character& character_;
  std::vector<WorldNode> world_;
  std::vector<Transform> rest_;
  Skin rigid_skin_;
  std::vector<std::size_t> rigid_meshes_;
};

}  // namespace

void bind_meshes(SourceScene& scene, const JointSelection& selection, Character& character) {
  character.materials = std::move(scene.materials);
  character.images = std::move(scene.images);
  Binder(scene, selection, character).run();
}

}  // namespace sinew
