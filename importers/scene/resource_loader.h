#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "importers/scene/import_options.h"

namespace sinew {

/// "%20" and the like turned into the bytes they stand for. Throws Error (kAsset) on a '%' without two hexadecimal
/// digits.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// A loader for the files that an asset refers to by relative URI, confined to `folder` and below.
///
/// It refuses (Error kAsset that names the URI and the reason): absolute paths, schemes and drive letters, "..",
/// control characters, symbolic links that lead out of the folder, anything that is not a regular file, files
/// larger than limits.max_file_bytes. Escapes are decoded before the checks; '\' counts as '/'.
[[nodiscard]] ResourceLoader folder_loader(std::filesystem::path folder, const ImportLimits& limits = {});

}  // namespace sinew
