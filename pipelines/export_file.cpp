#include "pipelines/export_file.h"

#include <fmt/format.h>

#include "exporters/bvh/bvh_export.h"
#include "exporters/gltf/gltf_check.h"
#include "exporters/gltf/gltf_export.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/quantity.h"

namespace sinew {

namespace {

Bytes to_bytes(const std::string& text) {
  const ByteSpan span = as_bytes(text);
  return {span.begin(), span.end()};
}

Bytes bvh_bytes(Asset& asset, const ExportOptions& options) {
  BvhExportOptions bvh;
  bvh.unit = bvh_unit(asset, options);
  bvh.rotation_order = options.bvh_rotation_order;
  if (!asset.character.meshes.empty()) {
    asset.ledger.add(NoteCode::kDroppedMesh, "", "BVH holds no mesh: only the skeleton is written");
  }
  if (asset.clips.empty()) return to_bytes(export_bvh(asset.character.skeleton, bvh, asset.ledger));
  if (asset.clips.size() > 1) {
    std::string names;
    for (const Clip& clip : asset.clips) names += (names.empty() ? "" : ", ") + clip.name;
    throw Error::usage("a BVH file holds one clip; choose with --clip: " + names).in_file(asset.source.file);
  }
  return to_bytes(export_bvh(asset.character.skeleton, asset.clips.front(), bvh, asset.ledger));
}

Bytes gltf_bytes(Asset& asset, GltfContainer container) {
  Ledger notes;
  Bytes bytes = export_gltf(asset, {container}, notes);
  check_gltf(bytes, asset);
  asset.ledger.append(notes);
  return bytes;
}

}  // namespace

ExportFormat export_format(const std::filesystem::path& path) {
  const std::string suffix = lower(path.extension().string());
  if (suffix == ".glb") return ExportFormat::kGlb;
  if (suffix == ".gltf") return ExportFormat::kGltf;
  if (suffix == ".bvh") return ExportFormat::kBvh;
  throw Error::usage(fmt::format("cannot write \"{}\" files: expected .glb, .gltf or .bvh", printable(suffix)))
      .in_file(path.string());
}

ExportOptions export_options(const Config& config) {
  ExportOptions options;
  if (config.text("export.bvh.unit") != "auto") options.bvh_unit = parse_unit(config.text("export.bvh.unit"));
  options.bvh_rotation_order = config.text("export.bvh.rotation_order");
  return options;
}

double bvh_unit(const Asset& asset, const ExportOptions& options) {
  constexpr double kCentimetre = 0.01;
  return options.bvh_unit.value_or(asset.source.format == "BVH" ? asset.source.unit : kCentimetre);
}

Bytes export_bytes(Asset& asset, ExportFormat format, const ExportOptions& options) {
  switch (format) {
    case ExportFormat::kBvh: return bvh_bytes(asset, options);
    case ExportFormat::kGltf: return gltf_bytes(asset, GltfContainer::kText);
    case ExportFormat::kGlb: break;
  }
  return gltf_bytes(asset, GltfContainer::kBinary);
}

}  // namespace sinew
