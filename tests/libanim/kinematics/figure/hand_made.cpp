#include "tests/libanim/kinematics/figure/hand_made.h"

#include <cmath>
#include <numbers>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew::test {

namespace {

constexpr double kPi = std::numbers::pi;

/// Vertices that follow one joint rigidly.
void bind_rigidly(Character& character, int joint, Primitive primitive) {
  const std::size_t count = primitive.positions.size();
  primitive.influences = {{std::vector<std::array<std::uint16_t, 4>>(count), std::vector<Float4>(count, {1, 0, 0, 0})}};
  Skin skin;
  skin.name = "skin";
  skin.joints = {joint};
  skin.inverse_bind = {rest_world(character.skeleton)[to_size(joint)].inverse().matrix()};
  character.skins.push_back(skin);
  character.meshes.push_back({"mesh", static_cast<int>(character.skins.size()) - 1, {std::move(primitive)}});
}

Float3 single(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// A grid of points, `columns` by `rows`, as triangles.
void add_grid(Primitive& primitive, int columns, int rows, const std::function<Vec3(int, int)>& at) {
  const auto first = static_cast<std::uint32_t>(primitive.positions.size());
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) primitive.positions.push_back(single(at(c, r)));
  }
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const std::uint32_t a = first + static_cast<std::uint32_t>(r * columns + c);
      const std::uint32_t d = a + static_cast<std::uint32_t>(columns);
      for (const std::uint32_t i : {a, a + 1, d, d, a + 1, d + 1}) primitive.indices.push_back(i);
    }
  }
}

}  // namespace

Character t_pose_character() {
  Character character;
  character.name = "t-pose";
  Skeleton& skeleton = character.skeleton;
  std::vector<Vec3> world;
  const auto add = [&](std::string name, int parent, Vec3 position) {
    const Vec3 from = parent < 0 ? Vec3::Zero() : world[to_size(parent)];
    skeleton.joints.push_back({std::move(name), parent, {position - from, Quat::Identity()}, false});
    world.push_back(position);
  };
  add("hips", -1, {0, 0.95, 0});        // 0
  add("spine", 0, {0, 1.05, 0});        // 1
  add("neck", 1, {0, 1.50, 0});         // 2
  add("head", 2, {0, 1.58, 0});         // 3
  for (const double s : {1.0, -1.0}) {  // left 4..11, right 12..19
    const std::string side = s > 0 ? "left_" : "right_";
    const int base = s > 0 ? 4 : 12;
    add(side + "arm", 1, {0.19 * s, 1.43, 0});
    add(side + "elbow", base, {0.47 * s, 1.43, 0});
    add(side + "wrist", base + 1, {0.73 * s, 1.43, 0});
    add(side + "fingers", base + 2, {0.82 * s, 1.43, 0});
    add(side + "hip", 0, {0.09 * s, 0.92, 0});
    add(side + "knee", base + 4, {0.09 * s, 0.50, 0});
    add(side + "ankle", base + 5, {0.09 * s, 0.08, 0});
    add(side + "toe", base + 6, {0.09 * s, 0.02, 0.13});
  }
  return character;
}

Anatomy t_pose_anatomy() {
  Anatomy anatomy;
  anatomy.humanoid = true;
  anatomy.height = 1.75;
  const auto world = rest_world(t_pose_character().skeleton);
  const auto add = [&](std::string name, Part part, Side side, int mirror, int parent, std::vector<int> joints,
                       Vec3 end, double turn) {
    AnatomyBody body{std::move(name), part, side, mirror, parent, joints.front(), joints.front(), joints, {}, end, {}};
    body.start = world[to_size(body.joint)].translation;
    body.neutral = Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()));
    anatomy.bodies.push_back(std::move(body));
  };
  const auto at = [&](int joint) { return world[to_size(joint)].translation; };
  add("pelvis", Part::kPelvis, Side::kCentre, 0, -1, {0}, at(1), 0);
  add("chest", Part::kChest, Side::kCentre, 1, 0, {1}, at(2), 0);
  add("head", Part::kHead, Side::kCentre, 2, 1, {2, 3}, {0, 1.75, 0}, 0);
  for (const bool left : {true, false}) {
    const std::string name = left ? "left_" : "right_";
    const Side side = left ? Side::kLeft : Side::kRight;
    const int j = left ? 4 : 12;
    const int b = left ? 3 : 8;
    const int m = left ? 8 : 3;
    const double turn = left ? -kPi / 2 : kPi / 2;
    add(name + "upper_arm", Part::kUpperArm, side, m, 1, {j}, at(j + 1), turn);
    add(name + "forearm", Part::kForearm, side, m + 1, b, {j + 1, j + 2, j + 3}, at(j + 3), turn);
    add(name + "thigh", Part::kThigh, side, m + 2, 0, {j + 4}, at(j + 5), 0);
    add(name + "shin", Part::kShin, side, m + 3, b + 2, {j + 5}, at(j + 6), 0);
    add(name + "foot", Part::kFoot, side, m + 4, b + 3, {j + 6, j + 7}, {left ? 0.09 : -0.09, 0.02, 0.19}, 0);
  }
  return anatomy;
}

void add_tube(Character& character, int joint, const Vec3& from, const Vec3& to, double radius) {
  const Vec3 along = to - from;
  const Vec3 u = along.normalized().unitOrthogonal();
  const Vec3 v = along.normalized().cross(u);
  Primitive primitive;
  add_grid(primitive, 25, 21, [&](int c, int r) -> Vec3 {
    const double angle = 2 * kPi * c / 24;
    return from + along * (r / 20.0) + radius * (std::cos(angle) * u + std::sin(angle) * v);
  });
  bind_rigidly(character, joint, std::move(primitive));
}

void add_block(Character& character, int joint, const Vec3& lower, const Vec3& upper) {
  Primitive primitive;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double end : {0.0, 1.0}) {
      add_grid(primitive, 11, 11, [&](int c, int r) -> Vec3 {
        Vec3 share;
        share[axis] = end;
        share[(axis + 1) % 3] = c / 10.0;
        share[(axis + 2) % 3] = r / 10.0;
        return lower + share.cwiseProduct(upper - lower);
      });
    }
  }
  bind_rigidly(character, joint, std::move(primitive));
}

std::vector<Transform> pose_bodies(const Figure& figure, const std::vector<Vec3>& angles, const Quat& turn) {
  std::vector<Transform> world(figure.bodies.size());
  world[0].rotation = turn;
  world[0].translation = figure.bodies[0].rest_position;
  for (std::size_t j = 0; j < figure.joints.size(); ++j) {
    const FigureJoint& joint = figure.joints[j];
    const Quat swing = exp_rotation({0, angles[j][1], angles[j][2]});
    const Quat twist = exp_rotation({angles[j][0], 0, 0});
    const Quat q = joint.axes * (swing * twist) * joint.axes.conjugate() * joint.neutral;
    const Transform& parent = world[to_size(joint.parent)];
    Transform& child = world[to_size(joint.child)];
    child.rotation = parent.rotation * q;
    child.translation = parent * joint.parent_anchor - child.rotation * joint.child_anchor;
  }
  return world;
}

Vec3 moved(const Figure& figure, const std::vector<Transform>& world, int body, const Vec3& rest) {
  return world[to_size(body)] * Vec3(rest - figure.bodies[to_size(body)].rest_position);
}

}  // namespace sinew::test
