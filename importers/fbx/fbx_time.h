#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/fbx/fbx_scene.h"

struct ufbx_anim_stack;

namespace sinew::fbx {

/// Keys of one animation stack, as far as they move nodes.
struct StackKeys {
  std::vector<double> times;  ///< of all keys, sorted, unique (unit: s)
  bool repeats = false;       ///< a curve goes on beyond its keys
};

/// Is it one of the properties that make a node's transform?
[[nodiscard]] bool is_transform_property(std::string_view name);

[[nodiscard]] StackKeys collect_keys(const ufbx_anim_stack& stack);

/// The file's frame rate, or what the user says instead.
[[nodiscard]] double settle_frame_rate(const ufbx_scene& scene, const ImportOptions& options, SourceScene& target);

/// Times of all frames of a stack (see read_fbx for the span). Where a key lies on a frame, to within
/// rounding, the time is exactly the key's: stepped curves change there.
[[nodiscard]] std::vector<double> frame_times(const ufbx_anim_stack& stack, const StackKeys& keys, double frame_rate,
                                              const ImportLimits& limits, SourceScene& target);

}  // namespace sinew::fbx
