#pragma once

#include <filesystem>
#include <optional>

#include "libanim/kinematics/figure_builder.h"

namespace sinew {

/// The figure of a character: from a figure file (see figure_from_toml) where there is one, else built with the
/// options. Every error names the file.
[[nodiscard]] BuiltFigure load_figure(const Character& character, const FigureOptions& options,
                                      const std::optional<std::filesystem::path>& file);

}  // namespace sinew
