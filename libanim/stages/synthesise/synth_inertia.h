#pragma once

#include <Eigen/Core>

#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

// What the motion of a root body demands of its contacts, the left side of eq. 5: with its mass in points x_k of shares
// mu_k, about the origin p of its track,
//   force  = sum mu_k (x_k'' - g) / |g|
//   moment = sum (x_k - p) x mu_k (x_k'' - g) / |g| + (I alpha + omega x I omega) / (m |g|)
// in its weight and in its weight times metres. The paper has one point, the torso's origin (App. A).

using Wrench = Eigen::Matrix<double, 6, 1>;

[[nodiscard]] Wrench inertia_wrench(const SynthScene& scene, const SynthBody& body, const SampleState& state);

/// Subtracts the derivative by the sample's variables from the body's six rows.
void subtract_inertia_slopes(const SynthScene& scene, const SynthBody& body, const SampleState& state,
                             const SampleIndex& index, Eigen::Ref<Eigen::MatrixXd> rows);

}  // namespace sinew
