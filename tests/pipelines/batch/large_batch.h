#pragma once

#include <filesystem>

#include "pipelines/batch_manifest.h"

namespace sinew::test {

/// A plan of so many items of one character and one recipe, in folders of a thousand.
[[nodiscard]] BatchManifest large_manifest(int items);

/// The journal of a batch in which every item was begun and has ended: one in a hundred was refused, the others have
/// a file, the farther from its reference the later it comes; one in ten hardly moves and has no ratio of jerk.
void write_large_journal(const std::filesystem::path& file, int items);

}  // namespace sinew::test
