#pragma once

#include <filesystem>

#include "libanim/model/asset.h"
#include "pipelines/export_file.h"

namespace sinew {

/// What a file that was just written says when it is read again.
struct RereadReport {
  int clips = 0;
  int frames = 0;
  int joints = 0;
  double position_error = 0;  ///< largest distance between a joint and its counterpart over all frames (unit: m)
  double rotation_error = 0;  ///< largest angle, of world rotations relative to the rest pose (unit: rad)
};

/// What an export promises (unit: m, rad). The positions of a figure far from the origin are also bound by what
/// single precision can hold there.
inline constexpr double kExportPrecision = 1e-5;

/// Imports the bytes again and compares the skeleton and every joint in every frame of every clip.
/// Throws Error (kInternal) that names the worst joint when an export does not keep its promise.
[[nodiscard]] RereadReport reread(const Asset& written, ByteSpan bytes, ExportFormat format,
                                  const ExportOptions& options);

}  // namespace sinew
