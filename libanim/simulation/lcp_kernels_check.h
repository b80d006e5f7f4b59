#pragma once

#include <string>

namespace sinew::lcp {

/// The solvers as the check switches between them.
struct Switch {
  void (*use_fast)(bool fast) = nullptr;  ///< for this thread
};

/// Steps small worlds of ODE's with both solvers. Returns an empty text, or what was wrong.
[[nodiscard]] std::string compare_with_stock(const Switch& solvers);

}  // namespace sinew::lcp
