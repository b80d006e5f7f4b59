#pragma once

#include "importers/scene/import_options.h"
#include "libanim/support/config.h"

namespace sinew {

/// Every key that Sinew knows, with its default: what `sinew config dump` prints.
[[nodiscard]] Config default_config();

/// Import options as the configuration says them.
[[nodiscard]] ImportOptions import_options(const Config& config);

}  // namespace sinew
