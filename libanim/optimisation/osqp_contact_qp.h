#pragma once

#include <memory>
#include <span>

#include "libanim/optimisation/contact_qp_method.h"

namespace sinew {

/// The contact QP for OSQP (Stellato et al. 2020), with the wrench's residual y as further variables so that nothing is
/// squared:
///
///   minimise 1/2 (f, y)' diag(2 weights, 2) (f, y)   subject to  map f - y = wrench,  cones of f
///
/// Set up once per structure; a solve updates numbers. It starts from nothing or from `start`, with the first rho and
/// with iterations in place of times, so that results do not depend on the solver's past or on the machine's load.
/// Polishing then solves for the active constraints: where it succeeds, forces are right to some 1e-9 of the unit.
[[nodiscard]] std::unique_ptr<ContactQpMethod> make_osqp(std::span<const ContactCone> cones, int rows,
                                                         const ContactQpOptions& options);

}  // namespace sinew
