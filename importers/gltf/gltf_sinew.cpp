#include "importers/gltf/gltf_sinew.h"

#include <nlohmann/json.hpp>
#include <tiny_gltf.h>

#include <algorithm>
#include <numeric>

#include "importers/gltf/accessor_reader.h"
#include "importers/gltf/gltf_document.h"
#include "libanim/support/archive.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

using nlohmann::json;

/// Indices of `items` in the order of `key(item)`, ties as they are.
template <typename Items, typename Key>
std::vector<std::size_t> order_by(const Items& items, Key key) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return key(items[a]) < key(items[b]); });
  return order;
}

void write_nodes(const tinygltf::Model& model, ArchiveWriter& archive) {
  for (const std::size_t n : order_by(model.nodes, [](const tinygltf::Node& node) { return node.name; })) {
    const tinygltf::Node& node = model.nodes[n];
    archive.text(node.name);
    archive.array(node.translation);
    archive.array(node.rotation);
    archive.array(node.scale);
    archive.array(node.matrix);
    std::vector<std::string> children;
    for (const int child : node.children) {
      if (static_cast<std::size_t>(child) < model.nodes.size()) {
        children.push_back(model.nodes[static_cast<std::size_t>(child)].name);
      }
    }
    std::ranges::sort(children);
    archive.value(static_cast<std::uint64_t>(children.size()));
    for (const std::string& child : children) archive.text(child);
  }
}

void write_animation(GltfContext& context, const tinygltf::Animation& animation, const std::string& place,
                     ArchiveWriter& archive) {
  const std::vector<tinygltf::Node>& nodes = context.model->nodes;
  for (const tinygltf::AnimationChannel& channel : animation.channels) {
    if (static_cast<std::size_t>(channel.target_node) >= nodes.size() ||
        static_cast<std::size_t>(channel.sampler) >= animation.samplers.size()) {
      throw Error::asset(place, "a channel's node or sampler does not exist");
    }
  }
  const auto key = [&](const tinygltf::AnimationChannel& channel) {
    return std::pair(nodes[static_cast<std::size_t>(channel.target_node)].name, channel.target_path);
  };
  archive.text(animation.name);
  for (const std::size_t c : order_by(animation.channels, key)) {
    const tinygltf::AnimationChannel& channel = animation.channels[c];
    const tinygltf::AnimationSampler& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
    archive.text(key(channel).first);
    archive.text(channel.target_path);
    archive.text(sampler.interpolation);
    archive.array(read_floats(context, sampler.input, place));
    archive.array(read_floats(context, sampler.output, place));
  }
}

Bytes canonical_animation(GltfContext& context) {
  ArchiveWriter archive;
  write_nodes(*context.model, archive);
  archive.value(static_cast<std::uint64_t>(context.model->animations.size()));
  for (std::size_t a = 0; a < context.model->animations.size(); ++a) {
    write_animation(context, context.model->animations[a], "animations/" + std::to_string(a), archive);
  }
  return archive.bytes();
}

/// A view that a tool dropped, or an index that now means something else, is no take: the hash tells.
std::optional<Bytes> view_of(const GltfContext& context, const json& take) {
  const auto index = take.find("bufferView");
  if (index == take.end() || !index->is_number_unsigned() || index->get<std::uint64_t>() > 0x7FFFFFFE) {
    return std::nullopt;
  }
  try {
    const ByteSpan bytes = view_bytes(context, index->get<int>(), "asset/extras/sinew/take");
    return Bytes(bytes.begin(), bytes.end());
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void read_extras(const GltfContext& context, GltfSinew& result) {
  if (context.json.sinew.empty()) return;
  result.present = true;
  const json extras = json::parse(context.json.sinew);
  if (const auto take = extras.find("take"); take != extras.end() && take->is_object()) {
    result.announced = true;
    result.take = view_of(context, *take);
    result.take_sha256 = text_of(*take, "sha256");
    result.root_motion = text_of(*take, "root_motion");
  }
  if (const auto certificate = extras.find("certificate"); certificate != extras.end() && certificate->is_object()) {
    result.certificate = certificate->dump();
  }
}

}  // namespace

GltfSinew read_gltf_sinew(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options) {
  Ledger ledger;
  GltfContext context = open_gltf(bytes, loader, options, ledger);
  check_accessors(context);
  GltfSinew result;
  read_extras(context, result);
  result.animation = canonical_animation(context);
  return result;
}

}  // namespace sinew
