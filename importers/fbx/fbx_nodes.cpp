#include "importers/fbx/fbx_nodes.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <cmath>

#include "importers/scene/bake.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

void settle_unit(const ufbx_scene& scene, const ImportOptions& options, SourceScene& target) {
  const double unit = scene.settings.unit_meters;
  if (options.unit) {
    target.source.unit = *options.unit;
  } else if (std::isfinite(unit) && unit > 0) {
    target.source.unit = unit;
  } else {
    target.source.unit = 0.01;
    target.ledger.add(NoteCode::kUnitGuess, "GlobalSettings",
                      fmt::format("the unit {} m makes no sense; took centimetres, as FBX does by default", unit));
  }
}

Quat settle_axes(const FileAxes& axes, const ImportOptions& options, SourceScene& target) {
  if (axes.mirrored) {
    target.ledger.add(NoteCode::kAxisTurn, "GlobalSettings", "left-handed axes: the scene was mirrored");
  }
  target.source.up = options.up.value_or(axes.up);
  if (options.up) return Quat::Identity();
  if (!axes.known) {
    target.ledger.add(NoteCode::kAxisGuess, "GlobalSettings",
                      "the file states no axes; took Y up, as FBX does by default");
    return Quat::Identity();
  }
  const Quat usual = model_from_source(target.source).turn;  // which build_asset will do
  const Quat turn = usual.conjugate() * Quat(axes.turn);
  if (turn.angularDistance(Quat::Identity()) < 1e-9) return Quat::Identity();
  target.ledger.add(NoteCode::kAxisTurn, "GlobalSettings",
                    "turned about the up axis: the file's front axis is an unusual one");
  return turn;
}

bool is_bone(const ufbx_node& node) {
  // The parser hangs a bone's attribute on the scale helper where there is one.
  return !node.is_scale_helper &&
         (node.bone != nullptr || (node.scale_helper != nullptr && node.scale_helper->bone != nullptr));
}

/// A scale helper that nothing hangs on: its bone stands for it.
bool is_idle_helper(const ufbx_node& node) {
  return node.is_scale_helper && node.children.count == 0 && node.mesh == nullptr && node.parent != nullptr;
}

void check_node_count(std::size_t count, const ImportLimits& limits) {
  if (count / 10 > limits.max_joints) {
    throw Error::asset("",
                       fmt::format("the scene has {} nodes, more than the limit of {}", count, 10 * limits.max_joints));
  }
}

void mark_skin_joints(const ufbx_scene& scene, const NodeTable& table, SourceScene& target) {
  for (const ufbx_skin_cluster* cluster : scene.skin_clusters) {
    if (cluster->bone_node == nullptr) continue;
    const int joint = table.joint_of(*cluster->bone_node);
    if (joint >= 0) target.nodes[static_cast<std::size_t>(joint)].is_joint = true;
  }
}

}  // namespace

int NodeTable::of(const ufbx_node& node) const { return index[node.typed_id]; }

int NodeTable::joint_of(const ufbx_node& node) const {
  return of(node.is_scale_helper && node.parent != nullptr ? *node.parent : node);
}

Trs local_transform(const ufbx_transform& transform, int node, const NodeTable& table, const SourceScene& target) {
  const SourceNode& source = target.nodes[static_cast<std::size_t>(node)];
  Trs result = to_trs(transform, source.name);
  if (source.parent == kNoParent) {
    result.translation = table.turn * result.translation;
    result.rotation = table.turn * result.rotation;
  }
  return result;
}

NodeTable read_nodes(const LoadedScene& loaded, const ImportOptions& options, SourceScene& target) {
  const ufbx_scene& scene = *loaded.scene;
  check_node_count(scene.nodes.count, options.limits);
  settle_unit(scene, options, target);
  NodeTable table;
  table.turn = settle_axes(loaded.axes, options, target);
  table.index.assign(scene.nodes.count, -1);
  for (const ufbx_node* node : scene.nodes) {
    if (node->is_root || is_idle_helper(*node)) continue;
    table.index[node->typed_id] = static_cast<int>(table.kept.size());
    table.kept.push_back(node);
  }
  target.nodes.resize(table.kept.size());
  for (std::size_t i = 0; i < table.kept.size(); ++i) {
    const ufbx_node& node = *table.kept[i];
    SourceNode& made = target.nodes[i];
    made.name = node.is_scale_helper ? to_string(node.parent->name) + "_scale" : to_string(node.name);
    made.parent = node.parent == nullptr || node.parent->is_root ? kNoParent : table.of(*node.parent);
    made.is_joint = is_bone(node);
    made.local = local_transform(node.local_transform, static_cast<int>(i), table, target);
  }
  mark_skin_joints(scene, table, target);
  return table;
}

}  // namespace sinew::fbx
