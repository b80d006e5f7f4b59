#pragma once

#include <filesystem>
#include <span>

#include "libanim/support/files.h"

namespace sinew {

/// Refuses an output before any work is done for it. Throws Error (kUsage) when it is one of the inputs, which --force
/// does not allow either, or when it exists and must not be replaced.
void check_output(const std::filesystem::path& output, std::span<const std::filesystem::path> inputs,
                  Existing existing);

}  // namespace sinew
