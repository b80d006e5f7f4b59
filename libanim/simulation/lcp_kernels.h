#pragma once

#include <cstdint>
#include <string>

#include "libanim/model/simulation_options.h"

namespace sinew {

// ODE 0.16 spends most of a figure's step in the solver of its linear complementarity problem. The shared library calls
// that solver by its dynamic symbol, so a definition of ours in the program takes its place: lcp::Solver, which uses
// the sparsity of a figure's joints (see lcp_kernels_solver.h). ODE itself is neither rebuilt nor changed. ODE's own
// solver remains reachable behind ours and is used when LcpKernels::kStock is asked for, when ours gives up on a
// problem, and when the check at the first use fails.
//
// Only ours has friction that follows the pressure (SimulationOptions::friction_rounds); ODE's bounds it by what the
// pressure would be without friction.
//
// Limits: x86-64 with AVX2 and FMA, and a shared double-precision libode that the program itself links. Results differ
// from ODE's own in the last digits (test_lcp_kernels has the measured differences); each of the two is bitwise
// reproducible.

/// Whether LcpKernels::kFast has an effect. The first call checks: the CPU; that ODE's solver is found behind ours;
/// that calls from within ODE arrive at ours; and that small figures with motors at their limits and redundant contacts
/// move as they do with ODE's own. Thread safe.
[[nodiscard]] bool fast_lcp_kernels_available();

/// Empty when they are available; else one sentence that says why ODE's own solver is used instead, for the program to
/// print once.
[[nodiscard]] std::string lcp_kernel_notice();

struct LcpSettings {
  bool fast = false;
  int friction_rounds = 0;  ///< see SimulationOptions
};

/// Chooses the solver of this thread's steps for as long as it lives; kFast falls back to kStock where it is not
/// available. Without one, ODE's own runs, with ODE's own friction.
class ScopedLcpKernels {
 public:
  ScopedLcpKernels(LcpKernels kernels, int friction_rounds);
  ~ScopedLcpKernels();
  ScopedLcpKernels(const ScopedLcpKernels&) = delete;
  ScopedLcpKernels& operator=(const ScopedLcpKernels&) = delete;

 private:
  LcpSettings before_;
};

/// Problems solved by this thread.
struct LcpCounts {
  std::int64_t fast = 0;         ///< by our solver
  std::int64_t stock = 0;        ///< by ODE's, because that was asked for
  std::int64_t handed_back = 0;  ///< by ODE's, because ours gave up
};
[[nodiscard]] LcpCounts lcp_counts();

}  // namespace sinew
