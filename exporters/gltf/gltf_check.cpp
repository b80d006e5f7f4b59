#include "exporters/gltf/gltf_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exporters/gltf/gltf_buffer.h"
#include "exporters/gltf/gltf_file.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr double kFloatRounding = 1.2e-7;  ///< twice the rounding of a float, relative

[[noreturn]] void fail(const std::string& place, std::string_view message) {
  throw Error::internal(fmt::format("the written glTF file differs from the model: {}: {}", place, message));
}

void expect(bool condition, const std::string& place, std::string_view message) {
  if (!condition) fail(place, message);
}

bool within(double value, double wanted) {
  return std::abs(value - wanted) <= std::max(kGltfKeyTolerance, kFloatRounding * std::abs(wanted));
}

std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

// ---- nodes and skins ---------------------------------------------------------------------------------------------

void check_joints(const WrittenFile& file, const Skeleton& skeleton) {
  expect(file.nodes.size() >= skeleton.joints.size(), "nodes", "fewer than joints");
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const WrittenNode& node = file.nodes[j];
    const std::string place = "joint " + joint.name;
    expect(node.name == joint.name, place, "its node is named " + node.name);
    expect(!node.other_transform, place, "its node has a matrix or a scale");
    const Quat q(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
    expect(angle_between(q, joint.rest.rotation) <= kGltfKeyTolerance, place, "rest rotation");
    for (int i = 0; i < 3; ++i) {
      expect(within(node.translation[to_size(i)], joint.rest.translation[i]), place, "rest translation");
    }
  }
}

void check_mesh_nodes(const WrittenFile& file) {
  bool any = false;
  for (std::size_t n = 0; n < file.nodes.size(); ++n) {
    const WrittenNode& node = file.nodes[n];
    if (node.mesh < 0) continue;
    any = true;
    expect(node.skin >= 0, "node " + node.name, "a mesh without a skin");
    const bool at_root = std::ranges::find(file.scene_nodes, static_cast<int>(n)) != file.scene_nodes.end();
    const bool plain = !node.other_transform && node.translation == WrittenNode().translation &&
                       node.rotation == WrittenNode().rotation;
    expect(at_root && plain, "node " + node.name, "a skinned mesh that is not untransformed at the scene's root");
  }
  expect(any, "meshes", "there is none");
}

void check_joints_listed(const WrittenFile& file, const Skeleton& skeleton) {
  std::vector<bool> listed(skeleton.joints.size(), false);
  for (const WrittenSkin& skin : file.skins) {
    for (const int joint : skin.joints) {
      expect(joint >= 0 && joint < skeleton.size(), "skins", "a joint that is none of the model's");
      listed[to_size(joint)] = true;
    }
  }
  for (std::size_t j = 0; j < listed.size(); ++j) {
    expect(listed[j], "joint " + skeleton.joints[j].name, "no skin lists it");
  }
}

bool same_bind(const float* written, const Mat4& wanted) {
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      if (!within(static_cast<double>(written[4 * column + row]), wanted(row, column))) return false;
    }
  }
  return true;
}

/// Each skin of the file is one of the model's; joints beyond the model's list have their rest pose.
void check_binds(const WrittenFile& file, const Character& character) {
  const std::vector<Transform> rest = rest_world(character.skeleton);
  for (std::size_t s = 0; s < file.skins.size(); ++s) {
    const WrittenSkin& written = file.skins[s];
    expect(written.inverse_bind.size() == 16 * written.joints.size(), "skins", "not one matrix per joint");
    const auto is_origin = [&](const Skin& skin) {
      if (skin.joints.size() > written.joints.size()) return false;
      if (!std::equal(skin.joints.begin(), skin.joints.end(), written.joints.begin())) return false;
      for (std::size_t i = 0; i < written.joints.size(); ++i) {
        const Mat4 from_rest = rest[to_size(written.joints[i])].inverse().matrix();
        const bool known = i < skin.joints.size();
        const bool singular = known && std::abs(skin.inverse_bind[i].topLeftCorner<3, 3>().determinant()) < 1e-12;
        if (!same_bind(&written.inverse_bind[16 * i], known && !singular ? skin.inverse_bind[i] : from_rest))
          return false;
      }
      return true;
    };
    const bool proxy = is_origin(Skin{});
    expect(proxy || std::ranges::any_of(character.skins, is_origin), fmt::format("skin {}", s),
           "inverse bind matrices are neither a skin's of the model nor the rest pose's");
  }
}

// ---- animations --------------------------------------------------------------------------------------------------

/// Compares one animation with its clip.
class ClipCheck {
 public:
  ClipCheck(const WrittenAnimation& animation, const Clip& clip, const Skeleton& skeleton)
      : animation_(animation), clip_(clip), skeleton_(skeleton), keys_(to_size(std::max(clip.frames(), 2))) {}

  void run() const {
    expect(animation_.name == json_text(clip_.name), place(), "the animation is named " + animation_.name);
    check_times();
    check_track_set();
    for (const WrittenTrack& track : animation_.tracks) check_track(track);
  }

 private:
  [[nodiscard]] std::string place() const { return "clip " + clip_.name; }
  [[nodiscard]] std::string place(const WrittenTrack& track, std::size_t key) const {
    return fmt::format("clip {}, joint {}, {} key {}", clip_.name, skeleton_.joints[to_size(track.node)].name,
                       track.path, key);
  }
  [[nodiscard]] int frame_of(std::size_t key) const { return std::min(static_cast<int>(key), clip_.frames() - 1); }

  void check_times() const {
    expect(animation_.times.size() == keys_, place(),
           fmt::format("{} keys, expected {}", animation_.times.size(), keys_));
    for (std::size_t key = 0; key < keys_; ++key) {
      const auto wanted = static_cast<float>(static_cast<double>(key) / clip_.frame_rate);
      if (animation_.times[key] != wanted) fail(place(), fmt::format("key {} is not on the frame grid", key));
    }
  }

  void check_track_set() const {
    std::vector<int> rotations(skeleton_.joints.size(), 0);
    std::vector<int> translations(skeleton_.joints.size(), 0);
    for (const WrittenTrack& track : animation_.tracks) {
      expect(track.node >= 0 && track.node < skeleton_.size(), place(), "a track of a node that is no joint");
      expect(track.path == "rotation" || track.path == "translation", place(), "a track of " + track.path);
      expect(track.interpolation == "LINEAR", place(), "a track with interpolation " + track.interpolation);
      expect(track.input == animation_.tracks[0].input, place(), "tracks with times of their own");
      ++(track.path == "rotation" ? rotations : translations)[to_size(track.node)];
    }
    for (int j = 0; j < skeleton_.size(); ++j) {
      const Joint& joint = skeleton_.joints[to_size(j)];
      const int moved = std::ranges::binary_search(clip_.translated, j) ? 1 : 0;
      expect(rotations[to_size(j)] == (joint.end_site ? 0 : 1), place(), "rotation tracks of joint " + joint.name);
      expect(translations[to_size(j)] == moved, place(), "translation tracks of joint " + joint.name);
    }
  }

  void check_track(const WrittenTrack& track) const {
    const std::size_t width = track.path == "rotation" ? 4 : 3;
    expect(track.values.size() == width * keys_, place(track, 0), "number of values");
    for (std::size_t key = 0; key < keys_; ++key) {
      if (width == 4) {
        check_rotation(track, key);
      } else {
        check_translation(track, key);
      }
    }
  }

  static Quat rotation(const WrittenTrack& track, std::size_t key) {
    const float* v = &track.values[4 * key];
    return {static_cast<double>(v[3]), static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
  }

  // Names are put together only when they are needed: there are millions of keys.
  void check_rotation(const WrittenTrack& track, std::size_t key) const {
    const Quat q = rotation(track, key);
    if (std::abs(q.norm() - 1) > kGltfKeyTolerance) fail(place(track, key), "not of unit length");
    if (key > 0 && q.dot(rotation(track, key - 1)) < 0) fail(place(track, key), "the quaternion's sign flips");
    const Quat& wanted = clip_.frame_rotations(frame_of(key))[to_size(track.node)];
    const double angle = angle_between(q.normalized(), wanted);
    if (!(angle <= kGltfKeyTolerance)) fail(place(track, key), fmt::format("off by {:.3g} rad", angle));
  }

  void check_translation(const WrittenTrack& track, std::size_t key) const {
    const auto channel = std::ranges::lower_bound(clip_.translated, track.node) - clip_.translated.begin();
    const Vec3& wanted = clip_.frame_translations(frame_of(key))[static_cast<std::size_t>(channel)];
    for (int i = 0; i < 3; ++i) {
      const auto value = static_cast<double>(track.values[3 * key + to_size(i)]);
      if (!within(value, wanted[i])) fail(place(track, key), fmt::format("{} m, expected {} m", value, wanted[i]));
    }
  }

  const WrittenAnimation& animation_;
  const Clip& clip_;
  const Skeleton& skeleton_;
  std::size_t keys_;
};

}  // namespace

void check_gltf(ByteSpan bytes, const Asset& asset) {
  const WrittenFile file = read_written_gltf(bytes);
  const Skeleton& skeleton = asset.character.skeleton;
  check_joints(file, skeleton);
  check_mesh_nodes(file);
  check_joints_listed(file, skeleton);
  check_binds(file, asset.character);
  expect(file.animations.size() == asset.clips.size(), "animations",
         fmt::format("{}, expected {}", file.animations.size(), asset.clips.size()));
  for (std::size_t i = 0; i < asset.clips.size(); ++i) ClipCheck(file.animations[i], asset.clips[i], skeleton).run();
}

}  // namespace sinew
