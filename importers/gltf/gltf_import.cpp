#include "importers/gltf/gltf_import.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "importers/gltf/accessor_reader.h"
#include "importers/gltf/animation_reader.h"
#include "importers/gltf/gltf_document.h"
#include "importers/gltf/material_reader.h"
#include "importers/gltf/mesh_reader.h"
#include "importers/gltf/node_reader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

void check_options(const ImportOptions& options) {
  if (options.frame_rate && !(*options.frame_rate > 0 && *options.frame_rate <= 1e6)) {
    throw Error::usage("the frame rate must be greater than 0 and at most 1e6 Hz");
  }
}

SourceInfo describe(const GltfContext& context, const SourceScene& scene) {
  SourceInfo info;
  info.format = context.format;
  info.generator = printable(context.model->asset.generator, 200);
  info.unit = context.options.unit.value_or(1.0);
  info.up = context.options.up.value_or('Y');
  const auto& animations = scene.animations;
  const bool same_rate = std::ranges::all_of(
      animations, [&](const SourceAnimation& a) { return a.frame_rate == animations.front().frame_rate; });
  if (!animations.empty() && same_rate) info.frame_rate = animations.front().frame_rate;
  return info;
}

}  // namespace

SourceScene read_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options) {
  check_options(options);
  SourceScene scene;
  GltfContext context = open_gltf(bytes, loader, options, scene.ledger);
  check_accessors(context);
  const std::vector<bool> active = read_nodes(context, scene);
  read_animations(context, active, scene);
  read_materials(context, scene);
  read_meshes(context, active, scene);
  scene.source = describe(context, scene);
  return scene;
}

Asset import_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options) {
  return build_asset(read_gltf(bytes, loader, options), options);
}

}  // namespace sinew
