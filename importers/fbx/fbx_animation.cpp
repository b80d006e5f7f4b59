#include "importers/fbx/fbx_animation.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>

#include "importers/fbx/fbx_time.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

/// Samples (frames x nodes) that any file may have, whatever its size: 4e6 of them take 320 MB.
constexpr std::size_t kFreeSamples = 4'000'000;

/// Every layer is evaluated for every sample; so many cost nothing extra.
constexpr std::size_t kFreeLayers = 16;

/// Relative difference from the rest pose at which a node that is no joint counts as moved. Curves hold single
/// precision and the noise of the exporter (5e-7 in the scale of 3ds Max footsteps nodes), the rest pose is
/// double: a keyed but motionless node must not become a joint.
constexpr double kStill = 1e-5;

struct Sampler {
  const ufbx_scene& scene;
  const NodeTable& table;
  const ImportOptions& options;
  std::size_t samples_left;
  SourceScene& target;
};

bool is_skinned(const ufbx_node& node) {
  return node.mesh != nullptr && node.mesh->skin_deformers.count > 0 &&
         node.mesh->skin_deformers[0]->clusters.count > 0;
}

/// Nodes below which, or at which, there is a joint or a mesh that follows its node.
std::vector<bool> carriers(const NodeTable& table, const SourceScene& target) {
  std::vector<bool> marked(target.nodes.size(), false);
  for (std::size_t i = 0; i < marked.size(); ++i) {
    const ufbx_node& node = *table.kept[i];
    if (!target.nodes[i].is_joint && (node.mesh == nullptr || is_skinned(node))) continue;
    for (int n = static_cast<int>(i); n != kNoParent && !marked[static_cast<std::size_t>(n)];
         n = target.nodes[static_cast<std::size_t>(n)].parent) {
      marked[static_cast<std::size_t>(n)] = true;
    }
  }
  return marked;
}

/// Cameras, lights and rig controls: their motion is not the character's. A skinned mesh follows its bones, and what
/// its own node does has no effect.
bool is_scenery(const ufbx_node& node) {
  if (is_skinned(node)) return true;
  switch (node.attrib_type) {
    case UFBX_ELEMENT_LIGHT:
    case UFBX_ELEMENT_CAMERA:
    case UFBX_ELEMENT_STEREO_CAMERA:
    case UFBX_ELEMENT_CAMERA_SWITCHER:
    case UFBX_ELEMENT_MARKER: return true;
    default: return false;
  }
}

/// What of a stack is not the motion of a node.
struct OtherChannels {
  std::size_t blend_shapes = 0;
  std::size_t node_properties = 0;
  std::size_t others = 0;
};

bool has_keys(const ufbx_anim_value& value) {
  return std::ranges::any_of(value.curves, [](const auto* c) { return c != nullptr && c->keyframes.count > 0; });
}

/// Marks the nodes that have curves of their own.
std::vector<bool> keyed_nodes(const Sampler& sampler, const ufbx_anim_stack& stack, OtherChannels& other) {
  std::vector<bool> keyed(sampler.scene.nodes.count, false);
  for (const ufbx_anim_layer* layer : stack.layers) {
    for (const ufbx_anim_prop& prop : layer->anim_props) {
      const bool moves = prop.element->type == UFBX_ELEMENT_NODE && is_transform_property(to_string(prop.prop_name));
      if (moves) {
        const ufbx_node* node = ufbx_as_node(prop.element);
        keyed[node->typed_id] = true;
        // The curves of a bone's scale are on its helper; the bone's children follow them all the same.
        if (node->is_scale_helper && node->parent != nullptr) keyed[node->parent->typed_id] = true;
      } else if (!has_keys(*prop.anim_value)) {
        continue;
      } else if (prop.element->type == UFBX_ELEMENT_BLEND_CHANNEL) {
        ++other.blend_shapes;
      } else if (prop.element->type == UFBX_ELEMENT_NODE) {
        ++other.node_properties;
      } else if (prop.element->type != UFBX_ELEMENT_ANIM_LAYER) {
        ++other.others;
      }
    }
  }
  return keyed;
}

/// Nodes that may move: those with curves, and those whose scale or offset follows an ancestor's animated scale.
std::vector<bool> moving_nodes(const Sampler& sampler, const std::vector<bool>& keyed) {
  std::vector<bool> below(keyed.size(), false);  // the node or an ancestor has curves
  std::vector<bool> moving = keyed;
  for (const ufbx_node* node : sampler.scene.nodes) {  // parents come first
    const bool above = node->parent != nullptr && below[node->parent->typed_id];
    below[node->typed_id] = keyed[node->typed_id] || above;
    const bool follows = node->is_scale_helper || node->original_inherit_mode != UFBX_INHERIT_MODE_NORMAL;
    if (follows && above) moving[node->typed_id] = true;
  }
  return moving;
}

bool near(const Trs& a, const Trs& b, double tolerance) {
  const auto apart = [&](const Vec3& u, const Vec3& v) {
    return (u - v).cwiseAbs().maxCoeff() > tolerance * (1 + v.norm());
  };
  return !apart(a.translation, b.translation) && !apart(a.scale, b.scale) &&
         a.rotation.angularDistance(b.rotation) <= 10 * tolerance;
}

bool differs_from_rest(const SourceTrack& track, const SourceNode& node) {
  if (node.is_joint) {
    return std::ranges::any_of(track.samples, [&](const Trs& s) {
      return s.translation != node.local.translation || s.scale != node.local.scale ||
             s.rotation.coeffs() != node.local.rotation.coeffs();
    });
  }
  return std::ranges::any_of(track.samples, [&](const Trs& s) { return !near(s, node.local, kStill); });
}

SourceTrack sample_node(const Sampler& sampler, const ufbx_anim_stack& stack, int node,
                        const std::vector<double>& times) {
  SourceTrack track;
  track.node = node;
  track.samples.reserve(times.size());
  const ufbx_node& source = *sampler.table.kept[static_cast<std::size_t>(node)];
  for (const double time : times) {
    const ufbx_transform transform = ufbx_evaluate_transform(stack.anim, &source, time);
    track.samples.push_back(local_transform(transform, node, sampler.table, sampler.target));
  }
  return track;
}

void note_other_channels(const OtherChannels& other, const std::string& place, Ledger& ledger) {
  const auto note = [&](std::size_t count, const char* what) {
    if (count > 0) ledger.add(NoteCode::kDroppedChannel, place, fmt::format("{} animated {} left out", count, what));
  };
  note(other.blend_shapes, "blend shape weights");
  note(other.node_properties, "node properties that do not move the node (visibility, user properties)");
  note(other.others, "properties of materials, cameras, lights and the like");
}

void spend_samples(Sampler& sampler, std::size_t frames, std::size_t nodes, std::size_t layers,
                   const std::string& place) {
  const std::size_t wanted = frames * std::max<std::size_t>(nodes, 1);  // both are far below 2^32
  const std::size_t allowed = std::min(sampler.samples_left, sampler.options.limits.max_clip_values);
  if (wanted > allowed || layers / kFreeLayers > allowed / wanted) {
    throw Error::asset(place,
                       fmt::format("{} frames of {} nodes in {} layers are more than the {} samples that a file of "
                                   "this size may ask for; a lower frame rate makes it fit",
                                   frames, nodes, layers, allowed));
  }
  sampler.samples_left -= wanted;
}

void read_stack(Sampler& sampler, const ufbx_anim_stack& stack, double frame_rate, const std::vector<bool>& carries) {
  const std::string place = fmt::format("animation '{}'", printable(to_string(stack.name)));
  OtherChannels other;
  const std::vector<bool> keyed = keyed_nodes(sampler, stack, other);
  note_other_channels(other, place, sampler.target.ledger);
  const StackKeys keys = collect_keys(stack);
  if (keys.times.empty()) {
    sampler.target.ledger.add(NoteCode::kIgnoredData, place, "it has no key that moves a node; left out");
    return;
  }
  const std::vector<double> times = frame_times(stack, keys, frame_rate, sampler.options.limits, sampler.target);
  std::vector<int> nodes;
  std::size_t scenery = 0;
  const std::vector<bool> moving = moving_nodes(sampler, keyed);
  for (std::size_t i = 0; i < sampler.table.kept.size(); ++i) {
    const ufbx_node& node = *sampler.table.kept[i];
    if (!moving[node.typed_id]) continue;
    if (is_scenery(node) && !carries[i]) {
      ++scenery;
    } else {
      nodes.push_back(static_cast<int>(i));
    }
  }
  // Every joint takes room in the clip, moving or not.
  const auto joints = std::ranges::count_if(sampler.target.nodes, &SourceNode::is_joint);
  spend_samples(sampler, times.size(), std::max(nodes.size(), static_cast<std::size_t>(joints)), stack.layers.count,
                place);
  SourceAnimation animation{to_string(stack.name), frame_rate, times.front(), static_cast<int>(times.size()), {}};
  for (const int node : nodes) {
    SourceTrack track = sample_node(sampler, stack, node, times);
    if (differs_from_rest(track, sampler.target.nodes[static_cast<std::size_t>(node)]))
      animation.tracks.push_back(std::move(track));
  }
  if (scenery > 0) {
    sampler.target.ledger.add(
        NoteCode::kDroppedChannel, place,
        fmt::format("motion of {} nodes left out that are cameras, lights, rig controls or skinned meshes", scenery));
  }
  sampler.target.animations.push_back(std::move(animation));
}

}  // namespace

void read_animations(const ufbx_scene& scene, const NodeTable& table, const ImportOptions& options,
                     std::size_t file_bytes, SourceScene& target) {
  const double frame_rate = settle_frame_rate(scene, options, target);
  const std::vector<bool> carries = carriers(table, target);
  Sampler sampler{scene, table, options, kFreeSamples + std::min(file_bytes, SIZE_MAX / 2), target};
  for (const ufbx_anim_stack* stack : scene.anim_stacks) read_stack(sampler, *stack, frame_rate, carries);
}

}  // namespace sinew::fbx
