#include "libanim/model/figure_leg.h"

#include "libanim/support/index.h"

namespace sinew {

std::optional<FigureLeg> find_leg(const Figure& figure, Side side) {
  const auto thigh = figure.find_body(Part::kThigh, side);
  const auto shin = figure.find_body(Part::kShin, side);
  const auto foot = figure.find_body(Part::kFoot, side);
  if (!thigh || !shin || !foot) return std::nullopt;
  const auto hangs_on = [&](int body, int parent) {
    return body > 0 && figure.joints[to_size(body) - 1].parent == parent;
  };
  if (!hangs_on(*foot, *shin) || !hangs_on(*shin, *thigh)) return std::nullopt;
  return FigureLeg{*thigh, *shin, *foot};
}

}  // namespace sinew
