#include "libanim/simulation/lcp_kernels.h"

#if defined(__x86_64__)

#include <dlfcn.h>

#include "libanim/simulation/lcp_kernels_avx2.h"
#include "libanim/simulation/lcp_kernels_check.h"
#include "libanim/simulation/lcp_kernels_solver.h"

class dxWorldProcessMemArena;

/// ODE's solver, as its shared library declares it (ODE 0.16, ode/src/lcp.h): A, pairs of right-hand side and solution,
/// w if wanted, number of unbounded rows, pairs of bounds, friction indices.
// NOLINTNEXTLINE(readability-identifier-naming): the name is ODE's.
void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned count, double* matrix, double* right_and_x, double* w,
                unsigned unbounded, double* bounds, int* friction);

namespace sinew {
namespace {

using SolveLcp = decltype(&dxSolveLCP);

/// Of this thread.
thread_local LcpSettings settings;
thread_local LcpCounts counts;

SolveLcp stock_solver() {
  static const auto kFound =
      reinterpret_cast<SolveLcp>(dlsym(RTLD_NEXT, "_Z10dxSolveLCPP22dxWorldProcessMemArenajPdS1_S1_jS1_Pi"));
  return kFound;
}

/// Empty when all is well.
std::string find_reason() {
  if (!lcp::cpu_has_avx2()) return "the CPU has no AVX2 and FMA";
  if (stock_solver() == nullptr)
    return "ODE's own solver was not found behind it (another version, or linked statically?)";
  return lcp::compare_with_stock({[](bool fast) { settings.fast = fast; }});
}

const std::string& reason() {
  static const std::string kText = find_reason();
  return kText;
}

bool solve_fast(unsigned count, const double* matrix, double* right_and_x, unsigned unbounded, const double* bounds,
                const int* friction) {
  thread_local lcp::Solver solver;
  // ODE pads rows to four numbers.
  const int size = static_cast<int>(count);
  const int stride = size > 1 ? lcp::whole_vectors(size) : 1;
  const lcp::Problem problem{{matrix, size, stride},
                             right_and_x,
                             bounds,
                             friction,
                             settings.friction_rounds,
                             static_cast<int>(unbounded < count ? unbounded : count)};
  return solver.solve(problem, right_and_x + 1);
}

}  // namespace

bool fast_lcp_kernels_available() { return reason().empty(); }

std::string lcp_kernel_notice() {
  if (reason().empty()) return {};
  return "simulation runs with ODE's own, slower constraint solver and its friction: the fast one is not used "
         "because " +
         reason();
}

LcpCounts lcp_counts() { return counts; }

ScopedLcpKernels::ScopedLcpKernels(LcpKernels kernels, int friction_rounds) : before_(settings) {
  // The check of the first call must find the settings as they are without one.
  const bool fast = kernels == LcpKernels::kFast && fast_lcp_kernels_available();
  settings = {fast, friction_rounds};
}

ScopedLcpKernels::~ScopedLcpKernels() { settings = before_; }

}  // namespace sinew

void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned count, double* matrix, double* right_and_x, double* w,
                unsigned unbounded, double* bounds, int* friction) {
  // Islands of one row have rows too short for vectors, and ODE's stepper never asks for w.
  const bool ours = sinew::settings.fast && w == nullptr && count > 1;
  if (ours && sinew::solve_fast(count, matrix, right_and_x, unbounded, bounds, friction)) {
    ++sinew::counts.fast;
    return;
  }
  ++(ours ? sinew::counts.handed_back : sinew::counts.stock);
  sinew::stock_solver()(arena, count, matrix, right_and_x, w, unbounded, bounds, friction);
}

#else

namespace sinew {

bool fast_lcp_kernels_available() { return false; }

std::string lcp_kernel_notice() {
  return "simulation runs with ODE's own, slower constraint solver and its friction: the fast one is for x86-64 CPUs";
}

LcpCounts lcp_counts() { return {}; }

ScopedLcpKernels::ScopedLcpKernels(LcpKernels, int) {}
ScopedLcpKernels::~ScopedLcpKernels() = default;

}  // namespace sinew

#endif
