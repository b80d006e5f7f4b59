#include "libanim/model/simulation_options.h"

#include <cmath>
#include <string>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

void demand(bool holds, const std::string& rule, double found) {
  if (!holds) throw Error::usage("simulation: " + rule + " is demanded, found " + shortest(found));
}

}  // namespace

void SimulationOptions::validate() const {
  demand(control_rate >= 1 && control_rate <= 10000, "1 <= control_rate <= 10000", control_rate);
  demand(substeps >= 1 && substeps <= 1000, "1 <= substeps <= 1000", substeps);
  demand(joint_erp >= 0 && joint_erp <= 1, "0 <= joint_erp <= 1", joint_erp);
  demand(anchor_tolerance > 0, "0 < anchor_tolerance", anchor_tolerance);
  demand(contact_erp >= 0 && contact_erp <= 1, "0 <= contact_erp <= 1", contact_erp);
  demand(cfm >= 0 && cfm <= 1, "0 <= cfm <= 1", cfm);
  demand(friction_rounds >= 0 && friction_rounds <= 1000, "0 <= friction_rounds <= 1000", friction_rounds);
  demand(contact_margin >= 0 && contact_margin <= 1, "0 <= contact_margin <= 1", contact_margin);
  demand(pd_stiffness > 0 && std::isfinite(pd_stiffness), "0 < pd_stiffness < infinity", pd_stiffness);
  demand(pd_damping >= 0 && std::isfinite(pd_damping), "0 <= pd_damping < infinity", pd_damping);
}

}  // namespace sinew
