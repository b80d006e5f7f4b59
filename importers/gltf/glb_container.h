#pragma once

#include <string_view>

#include "libanim/model/ledger.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// The parts of a glTF file; they point into the file's bytes.
struct GltfParts {
  bool binary = false;    ///< a GLB
  std::string_view json;  ///< without trailing padding
  bool has_bin = false;   ///< a GLB with a BIN chunk
  ByteSpan bin;
};

/// Splits a GLB into its chunks, every length checked against the file; bytes that do not begin with GLB's magic
/// word are taken as JSON text. Throws Error (kAsset) with the byte offset.
[[nodiscard]] GltfParts split_gltf(ByteSpan bytes, Ledger& ledger);

}  // namespace sinew
