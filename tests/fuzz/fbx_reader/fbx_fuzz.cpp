#include "importers/fbx/fbx_import.h"
#include "libanim/support/error.h"

/// Entry for libFuzzer and for the mutation test: any bytes must give an asset or an Error, nothing else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sinew::ImportOptions options;
  options.limits.max_joints = 2'000;
  options.limits.max_frames = 2'000;
  options.limits.max_clip_values = 200'000;
  options.limits.max_vertices = 100'000;
  sinew::FbxLimits limits;
  limits.memory_base = std::size_t{32} << 20;
  try {
    (void)sinew::import_fbx({reinterpret_cast<const std::byte*>(data), size}, options, limits);
  } catch (const sinew::Error& error) {
    if (error.kind() != sinew::ErrorKind::kAsset) throw;
  }
  return 0;
}
