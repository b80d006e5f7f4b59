#include "pipelines/load_take.h"

#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

Take embedded_take(ByteSpan bytes, const fs::path& file) {
  const ImportOptions options;
  const GltfSinew embedded = read_gltf_sinew(bytes, folder_loader(file.parent_path(), options.limits), options);
  if (!embedded.take) throw Error::asset("", "the file has no take embedded; give its .take file");
  return decode_take(*embedded.take, "embedded take");
}

}  // namespace

Take load_take(const fs::path& file) {
  try {
    const Bytes bytes = read_file(file, ImportLimits{}.max_file_bytes);
    if (is_take(bytes)) return decode_take(bytes);
    if (detect_format(bytes, file) != FileFormat::kGltf) {
      throw Error::asset("", "expected a .glb or .gltf that sinew wrote, or a .take file");
    }
    return embedded_take(bytes, file);
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

}  // namespace sinew
