#include "importers/gltf/node_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "importers/gltf/joint_reader.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

/// Largest relative shear that rounding explains: single precision, some operations.
constexpr double kShearTolerance = 1e-4;
/// Deviation of a quaternion's length from 1 up to which normalising it is not worth a note; quantised to
/// eight bits, unit quaternions come with deviations up to 0.008.
constexpr double kUnitTolerance = 1e-2;

// ---- The tree
// --------------------------------------------------------------------------------------------------------

void link_parents(const tinygltf::Model& model, SourceScene& scene) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const std::string place = fmt::format("nodes/{}", i);
    for (const int child : model.nodes[i].children) {
      if (static_cast<std::size_t>(child) >= model.nodes.size()) {
        throw Error::asset(place,
                           fmt::format("child {} does not exist; the file has {} nodes", child, model.nodes.size()));
      }
      SourceNode& node = scene.nodes[static_cast<std::size_t>(child)];
      if (node.parent != kNoParent) {
        throw Error::asset(
            place, fmt::format("node {} is already a child of node {}; a node has one parent", child, node.parent));
      }
      node.parent = static_cast<int>(i);
    }
  }
}

/// With at most one parent each, the nodes that no root reaches are those on and below cycles.
void check_tree(const GltfContext& context, const SourceScene& scene) {
  std::vector<int> level;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].parent == kNoParent) level.push_back(static_cast<int>(i));
  }
  std::vector<bool> reached(scene.nodes.size());
  for (int depth = 1; !level.empty(); ++depth) {
    if (depth > context.options.limits.max_depth) {
      throw Error::asset(fmt::format("nodes/{}", level.front()),
                         fmt::format("nested more than {} deep", context.options.limits.max_depth));
    }
    std::vector<int> next;
    for (const int node : level) {
      reached[static_cast<std::size_t>(node)] = true;
      const auto& children = context.model->nodes[static_cast<std::size_t>(node)].children;
      next.insert(next.end(), children.begin(), children.end());
    }
    level = std::move(next);
  }
  const auto lost = std::ranges::find(reached, false);
  if (lost != reached.end()) {
    throw Error::asset(fmt::format("nodes/{}", lost - reached.begin()), "is its own ancestor: the nodes form a cycle");
  }
}

void mark_subtree(const tinygltf::Model& model, int root, std::vector<bool>& active) {
  std::vector<int> open{root};
  while (!open.empty()) {
    const auto node = static_cast<std::size_t>(open.back());
    open.pop_back();
    if (active[node]) continue;
    active[node] = true;
    open.insert(open.end(), model.nodes[node].children.begin(), model.nodes[node].children.end());
  }
}

std::vector<bool> scene_nodes(const GltfContext& context) {
  const tinygltf::Model& model = *context.model;
  if (model.defaultScene >= 0 && static_cast<std::size_t>(model.defaultScene) >= model.scenes.size()) {
    throw Error::asset(
        "scene", fmt::format("scene {} does not exist; the file has {}", model.defaultScene, model.scenes.size()));
  }
  const std::size_t chosen = model.defaultScene >= 0 ? static_cast<std::size_t>(model.defaultScene) : 0;
  if (model.scenes.empty() || model.scenes[chosen].nodes.empty()) {
    if (!model.nodes.empty())
      context.ledger.add(NoteCode::kSuspect, "scenes", "no scene has nodes: all nodes are read");
    return std::vector<bool>(model.nodes.size(), true);
  }
  std::vector<bool> active(model.nodes.size());
  for (const int node : model.scenes[chosen].nodes) {
    if (static_cast<std::size_t>(node) >= model.nodes.size()) {
      throw Error::asset(fmt::format("scenes/{}", chosen),
                         fmt::format("node {} does not exist; the file has {}", node, model.nodes.size()));
    }
    mark_subtree(model, node, active);
  }
  if (model.scenes.size() > 1) {
    context.ledger.add(NoteCode::kIgnoredData, "scenes",
                       fmt::format("{} scenes; scene {} is read", model.scenes.size(), chosen));
  }
  return active;
}

// ---- Transforms
// ------------------------------------------------------------------------------------------------------

Vec3 vector_of(const std::vector<double>& values) { return {values[0], values[1], values[2]}; }

Trs read_matrix(const GltfContext& context, const tinygltf::Node& node, const std::string& place) {
  const Mat4 matrix = Eigen::Map<const Mat4>(node.matrix.data());
  const Eigen::RowVector4d last = matrix.row(3);
  if ((last - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff() > 1e-6) {
    throw Error::asset(place, fmt::format("the matrix's last row is {} {} {} {}; expected 0 0 0 1", last[0], last[1],
                                          last[2], last[3]));
  }
  const DecomposedMatrix parts = decompose(matrix);
  if (parts.shear > kShearTolerance) {
    const std::string what = fmt::format(
        "the matrix has shear ({:.2g} of its size), which translation, rotation and "
        "scale cannot express",
        parts.shear);
    if (!node.children.empty()) throw Error::asset(place, what + "; apply the node's transform before exporting");
    context.ledger.add(NoteCode::kSuspect, place, what + "; left out");
  }
  return parts.trs;
}

Trs read_parts(const GltfContext& context, const tinygltf::Node& node, const std::string& place) {
  Trs trs;
  if (!node.translation.empty()) trs.translation = vector_of(node.translation);
  if (!node.scale.empty()) trs.scale = vector_of(node.scale);
  if (node.rotation.empty()) return trs;
  trs.rotation = Quat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
  const double length = trs.rotation.norm();
  if (!(length > 1e-6) || !std::isfinite(length)) {
    throw Error::asset(place, "the rotation has no direction; expected a unit quaternion");
  }
  trs.rotation.coeffs() /= length;
  if (std::abs(length - 1) > kUnitTolerance) {
    context.ledger.add(NoteCode::kRepairedQuaternion, place,
                       fmt::format("rotation of length {:.6g} normalised", length));
  }
  return trs;
}

}  // namespace

DecomposedMatrix decompose(const Mat4& matrix) {
  const Mat3 linear = matrix.topLeftCorner<3, 3>();
  DecomposedMatrix result;
  result.trs.translation = matrix.topRightCorner<3, 1>();
  result.trs.scale = linear.colwise().norm();
  if (linear.determinant() < 0) result.trs.scale.x() = -result.trs.scale.x();
  Mat3 turned = linear;
  for (int c = 0; c < 3; ++c) {
    const double scale = result.trs.scale[c];
    if (std::abs(scale) > 1e-300) turned.col(c) /= scale;
  }
  result.trs.rotation = nearest_rotation(turned);
  const Mat3 expressed = result.trs.rotation.toRotationMatrix() * result.trs.scale.asDiagonal();
  const double size = linear.cwiseAbs().maxCoeff();
  if (size > 0) result.shear = (linear - expressed).cwiseAbs().maxCoeff() / size;
  return result;
}

std::vector<bool> read_nodes(const GltfContext& context, SourceScene& scene) {
  const tinygltf::Model& model = *context.model;
  const std::size_t limit = context.options.limits.max_joints * 10;
  if (model.nodes.size() > limit) {
    throw Error::asset("nodes", fmt::format("{} nodes; at most {} are read", model.nodes.size(), limit));
  }
  scene.nodes.resize(model.nodes.size());
  link_parents(model, scene);
  check_tree(context, scene);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const tinygltf::Node& node = model.nodes[i];
    const std::string place = fmt::format("nodes/{}", i);
    scene.nodes[i].name = node.name;
    scene.nodes[i].local = node.matrix.empty() ? read_parts(context, node, place) : read_matrix(context, node, place);
    const Trs& local = scene.nodes[i].local;
    if (!local.translation.allFinite() || !local.scale.allFinite() || !local.rotation.coeffs().allFinite()) {
      throw Error::asset(place, "the transform is too large for double precision");
    }
  }
  std::vector<bool> active = scene_nodes(context);
  mark_joints(context, scene, active);
  const auto outside = std::ranges::count(active, false);
  if (outside > 0) {
    context.ledger.add(NoteCode::kIgnoredData, "nodes", fmt::format("{} nodes are not part of the scene", outside));
  }
  return active;
}

}  // namespace sinew
