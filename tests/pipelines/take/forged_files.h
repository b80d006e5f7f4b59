#pragma once

#include <string>

#include "libanim/model/take.h"
#include "libanim/support/bytes.h"
#include "libanim/validity/certificate.h"

namespace sinew::test {

/// A file as a forger makes it: any animation, any take, and a certificate that claims what `claimed` does, with all
/// hashes computed anew.
[[nodiscard]] Bytes forged_file(const Take& take, const Clip& animation, Certificate claimed);

/// A change by a visible amount, and the metric that must name it.
struct Forgery {
  std::string name;
  std::string metric;
  Bytes file;
};

/// Animation, control, record and force of an honest take, each changed once.
[[nodiscard]] std::vector<Forgery> forgeries(const Take& honest);

}  // namespace sinew::test
