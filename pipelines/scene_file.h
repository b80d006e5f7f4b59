#pragma once

#include <filesystem>
#include <optional>

#include "libanim/model/scene.h"

namespace sinew {

/// A scene from its TOML file; without one, level ground. Every error names the file.
[[nodiscard]] Scene load_scene(const std::optional<std::filesystem::path>& file);

}  // namespace sinew
