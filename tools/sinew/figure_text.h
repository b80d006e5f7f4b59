#pragma once

#include <string>

#include "libanim/kinematics/figure_builder.h"
#include "tools/sinew/json_output.h"

namespace sinew {

/// What `sinew figure` prints on stdout: what was taken for what, the bodies and the joints.
[[nodiscard]] std::string figure_text(const BuiltFigure& built, const Skeleton& skeleton);

/// The same for scripts, with all numbers in SI units.
[[nodiscard]] Json figure_json(const BuiltFigure& built, const Skeleton& skeleton);

}  // namespace sinew
