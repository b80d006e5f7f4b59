#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"
#include "libanim/support/config.h"

namespace sinew {

enum class ExportFormat { kGlb, kGltf, kBvh };

/// By the suffix: .glb, .gltf or .bvh. Throws Error (kUsage) for any other.
[[nodiscard]] ExportFormat export_format(const std::filesystem::path& path);

struct ExportOptions {
  std::optional<double> bvh_unit;  ///< metres per unit; without it that of a BVH source, else 0.01
  std::string bvh_rotation_order = "ZXY";
};
[[nodiscard]] ExportOptions export_options(const Config& config);

/// Metres per unit of the BVH file that would be written.
[[nodiscard]] double bvh_unit(const Asset& asset, const ExportOptions& options);

/// The file's bytes. What the export changes is noted in the asset's ledger.
[[nodiscard]] Bytes export_bytes(Asset& asset, ExportFormat format, const ExportOptions& options);

}  // namespace sinew
