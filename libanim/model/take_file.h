#pragma once

#include <string_view>

#include "libanim/model/take.h"
#include "libanim/support/bytes.h"

namespace sinew {

enum class TakeMeshes {
  kKept,     ///< a .take file stands alone
  kLeftOut,  ///< embedded in a file that has the meshes anyway: the character is its skeleton
};

/// The take as bytes. Canonical: equal takes give equal bytes, and what decode_take reads is written as the same bytes
/// again. Numbers are raw doubles.
///
/// Layout, little-endian: the eight characters "SINEWTAK", a version (32 bits), a flag for meshes (one byte), then the
/// fields in the order of the *_archive.h headers; texts and lists are a count (64 bits) and their items.
[[nodiscard]] Bytes encode_take(const Take& take, TakeMeshes meshes);

/// Reads and validates. The bytes are not trusted. Throws Error (kAsset) that begins its place with `place`.
[[nodiscard]] Take decode_take(ByteSpan bytes, std::string_view place = "take");

/// Whether bytes begin as encode_take's do.
[[nodiscard]] bool is_take(ByteSpan bytes);

inline constexpr std::uint32_t kTakeVersion = 2;

}  // namespace sinew
