#pragma once

#include <vector>

#include "exporters/report/contact_sheet.h"
#include "pipelines/synth_export.h"

namespace sinew {

/// A picture of a synthesised motion (see contact_sheet): the first character, whose result and reference are the same
/// here, with the forces that were found; objects; a second character as boxes around its bodies. `clips` has the clips
/// of all characters.
[[nodiscard]] ContactSheet synth_sheet(const SynthPlan& plan, const SynthMotion& motion, const std::vector<Clip>& clips,
                                       const SheetOptions& options);

}  // namespace sinew
