#pragma once

#include "libanim/stages/synthesise/synthesise.h"

namespace sinew {

/// Cost of synthesis against the number K of phases (walks of the same pace that become longer) and the number N of
/// end-effectors (creatures of ever more legs on the same way): time of one gradient, of one step of
/// Levenberg-Marquardt, and of the whole search from one start. A table on stdout.
void print_scaling(const SynthOptions& options, int seeds);

}  // namespace sinew
