#include <cstdint>

#include "importers/gltf/gltf_import.h"
#include "libanim/support/error.h"

/// Whatever the bytes are: a valid asset or an Error of kind kAsset, nothing else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sinew::ImportOptions options;
  options.limits.max_file_bytes = std::size_t{64} << 20;
  options.limits.max_frames = 100'000;
  options.limits.max_clip_values = 1'000'000;
  options.limits.max_vertices = 1'000'000;
  try {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    sinew::import_gltf({bytes, size}, nullptr, options).validate();
  } catch (const sinew::Error& error) {
    if (error.kind() != sinew::ErrorKind::kAsset) throw;
  }
  return 0;
}
