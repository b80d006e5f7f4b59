#include "importers/import_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "importers/assimp/assimp_import.h"
#include "importers/bvh/bvh_import.h"
#include "importers/fbx/fbx_import.h"
#include "importers/gltf/gltf_import.h"
#include "importers/scene/resource_loader.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

std::string suffix_of(const fs::path& path) { return lower(path.extension().string()); }

Asset import_as(FileFormat format, ByteSpan bytes, const fs::path& path, const ImportOptions& options) {
  switch (format) {
    case FileFormat::kBvh: return import_bvh(bytes, options);
    case FileFormat::kGltf: return import_gltf(bytes, folder_loader(path.parent_path(), options.limits), options);
    case FileFormat::kFbx: return import_fbx(bytes, options);
    case FileFormat::kOther: break;
  }
  return import_with_assimp(bytes, suffix_of(path), options);
}

/// A unit that is off shows as a giant or a dwarf; the file may still be right.
void note_odd_size(Asset& asset) {
  const Vec3 size = joint_bounds(rest_world(asset.character.skeleton)).size();
  const double largest = size.maxCoeff();
  if (largest >= 0.05 && largest <= 20) return;
  asset.ledger.add(NoteCode::kSuspect, "skeleton",
                   fmt::format("{:.3g} m large in its rest pose; if the unit is wrong, --unit sets it", largest));
}

/// BVH and some others do not name their motion: the file's name does.
void name_clips(Asset& asset, const fs::path& path) {
  const std::string stem = printable(path.stem().string(), 200);
  if (asset.clips.size() != 1 || stem.empty()) return;
  Clip& clip = asset.clips.front();
  if (asset.source.format == "BVH" || clip.name.empty()) clip.name = stem;
}

}  // namespace

FileFormat detect_format(ByteSpan bytes, const fs::path& path) {
  std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096)));
  if (text.starts_with("glTF")) return FileFormat::kGltf;
  if (text.starts_with("Kaydara FBX Binary") || text.starts_with("; FBX")) return FileFormat::kFbx;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (lower(text.substr(0, 9)) == "hierarchy") return FileFormat::kBvh;
  const std::string suffix = suffix_of(path);
  if (suffix == ".bvh") return FileFormat::kBvh;
  if (suffix == ".fbx") return FileFormat::kFbx;
  if (suffix == ".gltf" || suffix == ".glb" || suffix == ".vrm" || suffix == ".vrma") return FileFormat::kGltf;
  return FileFormat::kOther;
}

Asset import_bytes(ByteSpan bytes, const fs::path& path, const ImportOptions& options) {
  try {
    if (bytes.empty()) throw Error::asset("", "the file is empty");
    Asset asset = import_as(detect_format(bytes, path), bytes, path, options);
    asset.source.file = path.string();
    asset.source.sha256 = sha256_hex(bytes);
    if (asset.character.name.empty()) asset.character.name = printable(path.stem().string(), 200);
    name_clips(asset, path);
    note_odd_size(asset);
    return asset;
  } catch (const Error& error) {
    throw error.in_file(path.string());
  }
}

Asset import_file(const fs::path& path, const ImportOptions& options) {
  return import_bytes(read_file(path, options.limits.max_file_bytes), path, options);
}

}  // namespace sinew
