#pragma once

#include "importers/scene/source_scene.h"
#include "libanim/support/archive.h"

namespace sinew {

/// A SourceScene as bytes: how it travels from the worker process.
void write_scene(const SourceScene& scene, ArchiveWriter& archive);

/// Reads what `write_scene` wrote. The bytes come from a process that a hostile file may have taken over: every
/// count, index and number is checked, and Error (kAsset) thrown where one is wrong.
[[nodiscard]] SourceScene read_scene(ArchiveReader& archive);

/// Throws Error (kAsset) when an index is out of range, parents form a cycle, or arrays that belong together have
/// different lengths.
void check_scene(const SourceScene& scene);

}  // namespace sinew
