#pragma once

#include <span>
#include <vector>

namespace sinew {

/// Low pass without phase shift: a second-order Butterworth filter forwards and backwards, so fourth order in all. The
/// cutoff is where the whole lets 1/sqrt(2) of the amplitude through. At frequency f the gain is
///   1 / (1 + (sqrt(2) - 1) (tan(pi f / rate) / tan(pi cutoff / rate))^4)
/// away from the ends, where the signal is continued by its point reflection (Gustafsson 1996 discusses such ends).
/// With a cutoff at or beyond half the rate the signal is returned as it is. (unit: Hz)
///
/// Human motion has little above 6 Hz (Winter 2009, Biomechanics and Motor Control of Human Movement, ch. 3).
[[nodiscard]] std::vector<double> low_pass(std::span<const double> signal, double rate, double cutoff);

}  // namespace sinew
