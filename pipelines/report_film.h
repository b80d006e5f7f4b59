#pragma once

#include <filesystem>
#include <string>

#include "exporters/report/turntable.h"
#include "libanim/support/files.h"

namespace sinew {

struct FilmSummary {
  std::string take_name;
  int take_frames = 0;
  bool complete = true;  ///< the take reaches its reference's end
  std::size_t bytes = 0;
};

/// Writes the take of a file as a film (Turntable), .mp4 (H.264) at the take's rate or .gif at 25 Hz, encoded by
/// ffmpeg. The output appears whole or not at all. Throws Error: kUsage for options and the output's existence, kAsset
/// when the file is unreadable or holds no simulated take, kIo when there is no ffmpeg on PATH, which is found before
/// anything is drawn, or when it fails.
FilmSummary report_film(const std::filesystem::path& file, const std::filesystem::path& output,
                        const TurntableOptions& options, Existing existing);

}  // namespace sinew
