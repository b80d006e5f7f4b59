#pragma once

#include "exporters/training/training_array.h"
#include "libanim/learning/episode.h"
#include "pipelines/dataset_form.h"

namespace sinew {

/// An episode as arrays, T pairs in rows. What is believed, bit for bit:
///   states, next_states  float64 (T, 1 + 13 N): physics step; then position (3), rotation (4), velocity (3), spin (3)
///   of
///                        every body of the figure and object of the scene
///   controls             float64 (T, 2 A): the target of every axis, then its torque limit; control_mode uint8 (T):
///                        0 velocity, 1 PD
///   splines              float64 (T, K), spline_bounds float64 (2, K): only with splines
///   rewards              float64 (T); terminations, truncations bool (T); frames int32 (T)
///   setting              uint8: the take without start and steps, as a .take file without meshes
/// and what follows from it:
///   observations         float32 (T + 1, F): episode_features
///   actions              float32 (T, 2 A): control_targets within target_bounds, scaled to [-1, 1]
///   spline_actions       float32 (T, K): splines within their bounds, scaled to [-1, 1]
///   dones                int32 (T): 1 in the last row
///   contact_forces       float32 (T, B, 3): on every body of the figure, mean over the physics steps (N)
///   motor_torques        float32 (T, A): likewise (N m)
///   reference            float32 (T + 1, 7 + A): root body's position and rotation, and angles, in the reference
[[nodiscard]] TrainingEpisode training_episode(const Episode& episode, const DatasetForm& form);

/// The episode of such arrays, from what is believed alone. Reports are empty: replay_pairs fills them. The arrays are
/// not trusted: throws Error (kAsset) that names the array. Rules about the pairs' order are for Episode::validate.
[[nodiscard]] Episode episode_from_arrays(const TrainingEpisode& arrays);

/// The blocks of observations as arrays of their own.
[[nodiscard]] std::vector<ArrayBlock> observation_blocks(const Figure& figure, const FeatureOptions& options);

}  // namespace sinew
