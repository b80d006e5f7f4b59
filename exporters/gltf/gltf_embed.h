#pragma once

#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

/// Something that happens in an animation, for engines to act on.
struct GltfEvent {
  std::string name;   ///< "left_heel"
  std::string event;  ///< "down" or "up"
  int frame = 0;
};

/// What travels in a file beside the animation, under `extras.sinew` of the asset, where tools leave it alone:
///  - `take`: {bufferView, sha256, root_motion}: the payload's bytes in a buffer view that nothing else uses;
///  - `certificate`, `synthesis`: as they are given.
/// Events are in `extras.sinew.events` of the first animation: {name, event, frame, time}.
struct GltfEmbedding {
  Bytes payload;                  ///< a take as bytes; none when empty
  std::string payload_sha256;     ///< of the payload
  std::string root_motion;        ///< "keep" or "in-place"
  std::string certificate;        ///< a JSON object; none when empty. Empty arrays and nulls in it are left out
  std::string synthesis;          ///< what a motion was made from, likewise
  std::vector<GltfEvent> events;  ///< of the first clip
};

}  // namespace sinew
