#pragma once

#include <string>

#include "importers/scene/import_options.h"
#include "libanim/model/asset.h"
#include "pipelines/quantity.h"

namespace sinew {

/// Only the clip of that name; with an empty name all. Throws Error (kUsage) that lists the names when there is none
/// such.
void keep_only(Asset& asset, const std::string& name);

/// The frames within a range. Throws Error (kUsage) when there are none.
[[nodiscard]] Clip crop_clip(const Clip& clip, const CropRange& range, Ledger& ledger);

/// Options of the motion (unit, up axis, frame rate) do not speak of the character's file: only the limits do.
[[nodiscard]] ImportOptions character_options(const ImportOptions& options);

}  // namespace sinew
