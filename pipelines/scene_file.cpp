#include "pipelines/scene_file.h"

#include "libanim/model/scene_toml.h"
#include "libanim/support/bytes.h"
#include "libanim/support/files.h"
#include "libanim/support/toml_document.h"

namespace sinew {

Scene load_scene(const std::optional<std::filesystem::path>& file) {
  if (!file) return {};
  const Bytes bytes = read_file(*file, kTomlMaxBytes);
  return scene_from_toml(as_text(bytes), file->string());
}

}  // namespace sinew
