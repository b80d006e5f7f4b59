#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "exporters/bvh/bvh_export.h"
#include "importers/bvh/bvh_import.h"
#include "libanim/support/error.h"

/// The BVH reader takes any bytes: it returns a valid asset or throws Error (kAsset). What it accepts can be
/// written, unless the positions are beyond what the format can print, and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  ImportOptions options;
  options.limits.max_clip_values = 1'000'000;  // keeps one input below about 100 MB
  Asset asset;
  try {
    asset = import_bvh(std::as_bytes(std::span(data, size)), options);
    asset.validate();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kAsset) std::abort();
    return 0;
  }
  if (asset.clips.empty()) return 0;
  std::string text;
  try {
    Ledger ledger;
    text = export_bvh(asset.character.skeleton, asset.clips[0], {}, ledger);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kAsset) std::abort();
    return 0;
  }
  options.unit = 0.01;
  options.up = 'Y';
  const Asset back = import_bvh(as_bytes(text), options);
  if (back.clips.at(0).frames() != asset.clips[0].frames()) std::abort();
  return 0;
}
