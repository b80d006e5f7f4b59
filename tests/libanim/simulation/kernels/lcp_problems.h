#pragma once

#include <cstdint>
#include <vector>

#include "libanim/simulation/lcp_kernels_solver.h"

namespace sinew::test {

/// A problem with the memory it lies in. What the solver must not read (above the diagonal, padding) is NaN.
struct LcpCase {
  int size = 0;
  int stride = 0;
  std::vector<double> matrix;
  std::vector<double> right_and_x;  ///< x starts as NaN
  std::vector<double> bounds;
  std::vector<int> friction;
  int friction_rounds = 0;
  int unbounded = 0;

  [[nodiscard]] lcp::Problem problem() const;
  [[nodiscard]] double at(int i, int j) const;
};

/// Which rows are coupled.
enum class Coupling {
  kAll,   ///< every pair
  kTree,  ///< as the joints of a tree of bodies
  kRing,  ///< as the joints of a closed chain
};

/// A random problem of `blocks` blocks: joints with motors on every second, contacts with friction on the others. Well
/// conditioned (1 to 1e3), so that a plain iteration can solve it too. `tightness` 0 leaves most motors within their
/// bounds, 1 puts most of them beyond.
[[nodiscard]] LcpCase random_case(std::uint64_t seed, Coupling coupling, int blocks, double tightness);

/// The solution by projected Gauss-Seidel to rounding, first without friction rows, then with them.
[[nodiscard]] std::vector<double> reference_solution(const LcpCase& c);

/// Our solution; empty when the solver gave up.
[[nodiscard]] std::vector<double> solve_with(lcp::Solver& solver, const LcpCase& c);

}  // namespace sinew::test
