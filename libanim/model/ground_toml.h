#pragma once

#include "libanim/model/scene.h"
#include "libanim/support/toml_document.h"
#include "libanim/support/toml_writer.h"

namespace sinew {

/// The [ground] of a scene file: see scene_toml.h.
[[nodiscard]] Ground read_ground(const TomlTable& table);
void write_ground(const Ground& ground, TomlWriter& writer);

}  // namespace sinew
