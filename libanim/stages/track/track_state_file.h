#pragma once

#include <cstdint>

#include "libanim/stages/track/tracker.h"
#include "libanim/support/bytes.h"

namespace sinew {

// A run that was stopped, as bytes: what `track` resumes from.
//
// Layout, little-endian: the eight characters "SINEWTRK", a version (32 bits), the run's hash, the state's fields in
// the order of track_state_archive.h, and the SHA-256 of everything before. Numbers are raw doubles: a resumed run
// gives the same bits as one that was never stopped.

/// The state with the hash of the run that it belongs to. `take` is what `track` was given: its provenance has the
/// configuration's hash, the seed, the inputs and the fingerprint. Canonical: equal states give equal bytes.
[[nodiscard]] Bytes encode_checkpoint(const Take& take, const TrackState& state);

/// Reads and checks: every index is within what it points into, every list has the length that take and options ask
/// for, every number is finite. The bytes are not trusted. Throws Error: kAsset when they are no checkpoint or a
/// damaged one, kUsage when it belongs to another run.
[[nodiscard]] TrackState decode_checkpoint(ByteSpan bytes, const Take& take, const TrackOptions& options);

inline constexpr std::uint32_t kCheckpointVersion = 2;

}  // namespace sinew
