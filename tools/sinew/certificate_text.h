#pragma once

#include <string>

#include "libanim/validity/certificate.h"

namespace sinew {

/// The metrics as a table: name, value, threshold, worst frame, verdict.
[[nodiscard]] std::string certificate_text(const Certificate& certificate);

}  // namespace sinew
