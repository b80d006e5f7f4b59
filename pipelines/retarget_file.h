#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "importers/scene/import_options.h"
#include "libanim/stages/clean/clean.h"
#include "libanim/stages/retarget/retarget.h"
#include "libanim/stages/terrain/adapt_to_terrain.h"
#include "libanim/support/files.h"
#include "pipelines/export_file.h"
#include "pipelines/quantity.h"
#include "pipelines/reread.h"

namespace sinew {

/// Clips of one file for the character of another.
struct RetargetRequest {
  std::filesystem::path input;
  std::filesystem::path character;  ///< empty: the motion's own, which `retarget_asset` alone allows
  std::filesystem::path output;     ///< the format goes by the suffix
  std::string clip;                 ///< only this clip; empty = all
  bool single = false;              ///< one clip is wanted: a file with several is an error that lists them
  std::optional<CropRange> crop;
  std::optional<std::filesystem::path> map;       ///< pairs of joints that replace those found
  std::optional<std::filesystem::path> dump_map;  ///< write the pairs used there
  std::optional<std::filesystem::path> scene;     ///< lay the clips over its ground
  bool clean = true;
  bool dry_run = false;  ///< do everything, write nothing
  Existing existing = Existing::kRefuse;
  CleanOptions clean_options;
  RetargetOptions retarget_options;
  TerrainOptions terrain_options;
  ImportOptions import;
  ExportOptions export_options;
};

/// What was done to one clip.
struct RetargetedClipReport {
  std::string clip;
  std::optional<CleanReport> cleaned;
  RetargetReport retargeted;
  TerrainReport terrain;
};

struct RetargetFileReport {
  Asset asset;        ///< the character with the clips, as written, with the whole ledger
  SourceInfo target;  ///< the character's file
  std::vector<RetargetedClipReport> clips;
  RereadReport reread;
  std::size_t bytes = 0;  ///< of the file, also when it was not written
};

/// The clips on the character: imported, cropped, cleaned, retargeted and laid over a scene. What `bake` begins with.
[[nodiscard]] RetargetFileReport retarget_asset(const RetargetRequest& request);

/// The same, exported, read back and compared, and only then put in place.
[[nodiscard]] RetargetFileReport retarget_file(const RetargetRequest& request);

}  // namespace sinew
