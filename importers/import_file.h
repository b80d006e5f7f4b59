#pragma once

#include <filesystem>

#include "importers/scene/import_options.h"
#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// What a file is, judged by its first bytes and, where these do not tell, by its suffix.
enum class FileFormat { kBvh, kGltf, kFbx, kOther };

[[nodiscard]] FileFormat detect_format(ByteSpan bytes, const std::filesystem::path& path);

/// Reads any supported file into a validated Asset. Every error names the file.
[[nodiscard]] Asset import_file(const std::filesystem::path& path, const ImportOptions& options);

/// The same from bytes: `path` gives the name, the suffix and the folder for files that the asset refers to.
[[nodiscard]] Asset import_bytes(ByteSpan bytes, const std::filesystem::path& path, const ImportOptions& options);

}  // namespace sinew
