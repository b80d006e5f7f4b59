#include "importers/scene/bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "importers/scene/build_asset.h"
#include "importers/scene/unique_names.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

bool is_uniform(const Vec3& scale) {
  return scale.x() > 0 && (scale - Vec3::Constant(scale.x())).cwiseAbs().maxCoeff() <= 1e-6 * scale.x();
}

Quat unit_rotation(const Trs& local, const SourceNode& node) {
  const double norm = local.rotation.norm();
  if (!local.translation.allFinite() || !local.scale.allFinite() || !std::isfinite(norm) || norm < 1e-6) {
    throw Error::asset("node " + printable(node.name), "expected a finite transform with a unit rotation");
  }
  return Quat(local.rotation.coeffs() / norm);
}

WorldNode child_of(const WorldNode& parent, const Trs& local, const SourceNode& node) {
  const Quat rotation = unit_rotation(local, node);
  WorldNode world;
  world.position = parent.position + parent.linear * local.translation;
  world.linear = parent.linear * rotation.toRotationMatrix() * local.scale.asDiagonal();
  world.similar = parent.similar && is_uniform(local.scale);
  world.rotation = parent.rotation * rotation;
  // Under uneven or mirroring scale the rotation is what the polar decomposition leaves; a node that is scaled to
  // nothing has none, and keeps the product.
  const double size = world.linear.cwiseAbs().maxCoeff();
  if (!world.similar && std::abs(world.linear.determinant()) > 1e-9 * size * size * size) {
    world.rotation = nearest_rotation(world.linear);
  }
  return world;
}

Quat turn_to_y_up(char up) {
  const double quarter = std::numbers::pi / 2;
  switch (up) {
    case 'X': return Quat(Eigen::AngleAxisd(quarter, Vec3::UnitZ()));
    case 'x': return Quat(Eigen::AngleAxisd(-quarter, Vec3::UnitZ()));
    case 'y': return {0, 1, 0, 0};
    case 'Z': return Quat(Eigen::AngleAxisd(-quarter, Vec3::UnitX()));
    case 'z': return Quat(Eigen::AngleAxisd(quarter, Vec3::UnitX()));
    default: return Quat::Identity();
  }
}

/// Locals of one frame: the rest pose with the tracks' samples put in.
void apply_tracks(const SourceAnimation& animation, int frame, std::vector<Trs>& local) {
  for (const SourceTrack& track : animation.tracks) local[to_size(track.node)] = track.samples[to_size(frame)];
}

void check_size(const SourceAnimation& animation, int joints, const ImportLimits& limits) {
  const std::size_t frames = animation.frames < 0 ? 0 : to_size(animation.frames);
  if (frames >= 1 && frames <= limits.max_frames && frames <= limits.max_clip_values / to_size(joints)) return;
  throw Error::asset("animation " + printable(animation.name),
                     fmt::format("{} frames of {} joints; the limits are {} frames and {} values", frames, joints,
                                 limits.max_frames, limits.max_clip_values));
}

/// Joints that leave their rest translation in some frame, roots always.
std::vector<int> translated_joints(const Skeleton& skeleton, std::span<const Vec3> translations) {
  std::vector<int> result;
  const std::size_t joints = skeleton.joints.size();
  for (std::size_t j = 0; j < joints; ++j) {
    bool moved = skeleton.joints[j].parent == kNoParent;
    for (std::size_t i = j; i < translations.size() && !moved; i += joints) {
      moved = (translations[i] - skeleton.joints[j].rest.translation).norm() > kTranslationTolerance;
    }
    if (moved) result.push_back(static_cast<int>(j));
  }
  return result;
}

}  // namespace

ModelFromSource model_from_source(const SourceInfo& source) { return {source.unit, turn_to_y_up(source.up)}; }

std::vector<WorldNode> world_nodes(const SourceScene& scene, const JointSelection& selection,
                                   std::span<const Trs> local) {
  const ModelFromSource model = model_from_source(scene.source);
  WorldNode root;
  root.linear = model.scale * model.turn.toRotationMatrix();
  root.rotation = model.turn;
  std::vector<WorldNode> world(local.size());
  for (const int n : selection.order) {
    const SourceNode& node = scene.nodes[to_size(n)];
    const WorldNode& parent = node.parent == kNoParent ? root : world[to_size(node.parent)];
    world[to_size(n)] = child_of(parent, local[to_size(n)], node);
  }
  return world;
}

std::vector<Trs> rest_locals(const SourceScene& scene) {
  std::vector<Trs> local;
  local.reserve(scene.nodes.size());
  for (const SourceNode& node : scene.nodes) local.push_back(node.local);
  return local;
}

std::vector<Transform> rigid_locals(const JointSelection& selection, const Skeleton& skeleton,
                                    std::span<const WorldNode> world) {
  std::vector<Transform> local(selection.nodes.size());
  for (std::size_t j = 0; j < local.size(); ++j) {
    const WorldNode& joint = world[to_size(selection.nodes[j])];
    const int parent = skeleton.joints[j].parent;
    if (parent == kNoParent) {
      local[j] = {joint.position, joint.rotation.normalized()};
      continue;
    }
    const WorldNode& above = world[to_size(selection.nodes[to_size(parent)])];
    const Quat parent_from_world = above.rotation.conjugate();
    local[j] = {parent_from_world * (joint.position - above.position),
                (parent_from_world * joint.rotation).normalized()};
  }
  return local;
}

Skeleton bake_skeleton(SourceScene& scene, const JointSelection& selection) {
  Skeleton skeleton;
  UniqueNames names;
  for (std::size_t j = 0; j < selection.nodes.size(); ++j) {
    const SourceNode& node = scene.nodes[to_size(selection.nodes[j])];
    Joint joint;
    joint.name = names.take(node.name, fmt::format("Node_{}", selection.nodes[j]));
    joint.parent = node.parent == kNoParent ? kNoParent : selection.joint_of[to_size(node.parent)];
    joint.end_site = node.end_site && joint.parent != kNoParent;
    if (joint.name != node.name) {
      scene.ledger.add(NoteCode::kRename, "joint " + joint.name, "was \"" + printable(node.name) + "\"");
    }
    if (joint.parent != kNoParent) skeleton.joints[to_size(joint.parent)].end_site = false;
    skeleton.joints.push_back(joint);
  }
  const auto rest = rigid_locals(selection, skeleton, world_nodes(scene, selection, rest_locals(scene)));
  for (std::size_t j = 0; j < rest.size(); ++j) skeleton.joints[j].rest = rest[j];
  return skeleton;
}

Clip bake_clip(const SourceScene& scene, const JointSelection& selection, const Skeleton& skeleton,
               const SourceAnimation& animation, const ImportLimits& limits) {
  check_size(animation, skeleton.size(), limits);
  const std::size_t joints = skeleton.joints.size();
  std::vector<Trs> local = rest_locals(scene);
  std::vector<Vec3> translations(to_size(animation.frames) * joints);
  std::vector<Quat> rotations(translations.size());
  for (int frame = 0; frame < animation.frames; ++frame) {
    apply_tracks(animation, frame, local);
    const auto rigid = rigid_locals(selection, skeleton, world_nodes(scene, selection, local));
    for (std::size_t j = 0; j < joints; ++j) {
      translations[to_size(frame) * joints + j] = rigid[j].translation;
      rotations[to_size(frame) * joints + j] =
          skeleton.joints[j].end_site ? skeleton.joints[j].rest.rotation : rigid[j].rotation;
    }
  }
  Clip clip;
  clip.frame_rate = animation.frame_rate;
  clip.start_time = animation.start_time;
  clip.joint_count = skeleton.size();
  clip.rotations = std::move(rotations);
  clip.translated = translated_joints(skeleton, translations);
  clip.translations.reserve(to_size(animation.frames) * clip.translated.size());
  for (int frame = 0; frame < animation.frames; ++frame) {
    for (const int j : clip.translated) clip.translations.push_back(translations[to_size(frame) * joints + to_size(j)]);
  }
  make_continuous(clip);
  return clip;
}

}  // namespace sinew
