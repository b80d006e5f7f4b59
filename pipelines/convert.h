#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "importers/scene/import_options.h"
#include "libanim/support/files.h"
#include "pipelines/export_file.h"
#include "pipelines/quantity.h"
#include "pipelines/reread.h"

namespace sinew {

struct ConvertRequest {
  std::filesystem::path input;
  std::filesystem::path output;                    ///< the format goes by the suffix
  std::optional<std::filesystem::path> character;  ///< put the clips on this file's character
  std::string clip;                                ///< only this clip; empty = all
  std::optional<CropRange> crop;
  std::optional<double> frame_rate;  ///< resample to this (unit: Hz)
  bool mirror = false;               ///< exchange left and right
  Existing existing = Existing::kRefuse;
  ImportOptions import;
  ExportOptions export_options;
};

struct ConvertReport {
  Asset asset;  ///< as written, with the whole ledger
  RereadReport reread;
  std::size_t bytes = 0;
};

/// Import, edit (character, clip, crop, mirror, resample, in this order), export, read back and compare, and
/// only then put the file in place.
[[nodiscard]] ConvertReport convert(const ConvertRequest& request);

}  // namespace sinew
