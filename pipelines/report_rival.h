#pragma once

#include <filesystem>

#include "exporters/report/html_report.h"

namespace sinew {

/// A take with the meshes of the file that it is embedded in.
[[nodiscard]] Take load_take_with_meshes(const std::filesystem::path& file);

/// The motion of a file for a page whose take has `frame_rate`: that of its take's records, where it has one, else its
/// first animation, on its own character or a mannequin. Throws Error (kAsset) when there is no motion in it.
[[nodiscard]] PageRival load_rival(const std::filesystem::path& file, double frame_rate);

}  // namespace sinew
