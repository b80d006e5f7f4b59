#pragma once

#include <array>
#include <string_view>

#include "libanim/model/figure.h"
#include "libanim/model/scene.h"
#include "libanim/model/state_record.h"
#include "libanim/simulation/reference_motion.h"
#include "libanim/stages/track/track_options.h"

namespace sinew {

// Cost of a state against the reference: seed 003, equations 3 to 6, and what seed 002, chapter 5, adds.
//
//   E = w_p E_p + w_r E_r + w_b E_b + ...                                                           (3)
//   E_r = d_q(q_root, ^q_root) + d_v(p_root, ^p_root)   the two weighted apart                       (4)
//   E_p = sum over bodies of d_v(p_i, ^p_i), in the root's frame                                     (5)
//   E_b = sum over bodies of d_v(r_i, ^r_i), r_i = (p_i - p_COM) with y = 0                          (6)
//
// d_v is the Euclidean norm, d_q the angle of the rotation between. All costs are means over frames when states of
// different times are compared.
// Limits: no term sees contact forces; a foot that hovers at the right height costs nothing.

/// The terms apart, unweighted, in the order of kCostNames.
inline constexpr std::array<std::string_view, 11> kCostNames{
    "root_position", "root_rotation",   "pose",      "balance", "orientation", "stable_head", "end_effectors",
    "slip",          "centre_velocity", "root_spin", "spin"};
using CostTerms = std::array<double, kCostNames.size()>;

/// Which of the figure's parts the terms look at; made once.
struct CostParts {
  std::vector<int> end_effectors;  ///< contact points of feet and hands
  std::vector<int> stable;         ///< head and chest
};
[[nodiscard]] CostParts cost_parts(const Figure& figure);

[[nodiscard]] CostTerms cost_terms(const Figure& figure, const Scene& scene, const CostParts& parts,
                                   const ReferenceFrame& reference, const StateRecord& record);
[[nodiscard]] double weighted_cost(const CostTerms& terms, const TrackWeights& weights);

}  // namespace sinew
