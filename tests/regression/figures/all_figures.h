#pragma once

#include <string>
#include <vector>

#include "libanim/kinematics/figure_builder.h"

namespace sinew::test {

/// A character of the data folder or of samples/, with the figure that was built for it.
struct NamedFigure {
  std::string file;
  Character character;
  BuiltFigure built;
};

/// One entry per different skeleton and skin (a mocap library has the same ones over and over). Files that are refused,
/// and rigs that are no creature (one or two joints), are left out.
[[nodiscard]] const std::vector<NamedFigure>& all_figures();

/// "file: reason" of those for which no figure could be built.
[[nodiscard]] const std::vector<std::string>& figures_refused();

}  // namespace sinew::test
