#pragma once

#include <span>

namespace sinew {

/// Cosine and sine of half of each angle (unit: degrees, magnitude below 1e15), up to a common sign of the two,
/// which a quaternion does not feel. Accurate to 2e-16; whole half turns give exact zeros and ones.
///
/// Written here instead of called from the C library, because that chooses its code by the CPU and then differs in
/// the last bit, and because a loop over a whole frame is a vector loop: it takes a quarter of the time.
void half_angle_sines(std::span<const double> degrees, std::span<double> cosines, std::span<double> sines);

}  // namespace sinew
