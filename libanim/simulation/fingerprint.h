#pragma once

#include <string>

namespace sinew {

/// What the bits of a simulation depend on besides its inputs: the version of Sinew, what the compiler was, the CPU's
/// feature level (the mathematical library and our solver choose code by it), which solver is active, and the ODE and
/// mathematical libraries in use, each by name and the beginning of its file's SHA-256.
///
/// Two programs with the same fingerprint give the same bytes; with different ones, results agree to a tolerance.
/// Example: "sinew 0.1.0; gcc 12.2.0; x86-64 avx2 fma; lcp fast; libode.so.8.3.0 1f0c...; libm.so.6 77ab...".
[[nodiscard]] const std::string& simulation_fingerprint();

}  // namespace sinew
