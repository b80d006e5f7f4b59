#include "pipelines/configuration.h"

#include <utility>

#include "pipelines/config_keys.h"
#include "pipelines/dataset_form.h"
#include "pipelines/dataset_search.h"
#include "pipelines/physics_configuration.h"
#include "pipelines/quantity.h"
#include "pipelines/retarget_configuration.h"
#include "pipelines/smc_configuration.h"
#include "pipelines/synth_configuration.h"
#include "pipelines/terrain_configuration.h"
#include "pipelines/track_configuration.h"

namespace sinew {

namespace {

ConfigKey limit(std::string name, std::size_t initial, std::string unit, std::string help) {
  constexpr double kHuge = 1e15;
  return number_key(std::move(name), static_cast<std::int64_t>(initial), std::move(unit), 1, kHuge, std::move(help));
}

std::vector<ConfigKey> file_keys() {
  const ImportLimits limits;
  return {
      word_key(
          "import.unit", "auto",
          "length of one file unit: auto (the file says it, or it is inferred), m, dm, cm, mm, inch, ft, yd, cmu, or "
          "metres as a number; set it when a character comes out as a giant or a dwarf"),
      word_key("import.up", "auto",
               "the file's up axis: auto, x, y, z, -x, -y, -z; set it when a character lies on its side"),
      number_key(
          "import.frame_rate", 0.0, "Hz", 0, 1e6,
          "frame rate of the source: 0 takes it from the file; set it when a clip plays too fast or too slow (BVH), "
          "or to choose the sampling grid (glTF, FBX)"),
      limit("import.max_file_bytes", limits.max_file_bytes, "bytes", "larger files are refused"),
      limit("import.max_joints", limits.max_joints, "", "files with more joints are refused"),
      limit("import.max_frames", limits.max_frames, "", "clips with more frames are refused"),
      limit("import.max_clip_values", limits.max_clip_values, "", "clips with more frames x joints are refused"),
      limit("import.max_vertices", limits.max_vertices, "", "files with more vertices are refused"),
      number_key("import.max_depth", std::int64_t{limits.max_depth}, "", 8, 100'000,
                 "deeper nesting of joints, nodes or JSON is refused"),
      word_key(
          "export.bvh.unit", "auto",
          "length of one unit in BVH files we write: auto (that of a BVH source, else cm), m, cm, inch, ..., or metres "
          "as a number"),
      word_key("export.bvh.rotation_order", "ZXY", "order of the rotation channels in BVH files we write",
               {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"}),
  };
}

}  // namespace

Config default_config() {
  std::vector<ConfigKey> keys = file_keys();
  for (ConfigKey& key : physics_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : retarget_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : terrain_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : track_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : smc_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : refine_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : synth_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : dataset_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : dataset_search_keys()) keys.push_back(std::move(key));
  return Config(std::move(keys));
}

ImportOptions import_options(const Config& config) {
  ImportOptions options;
  const auto size = [&](std::string_view name) { return static_cast<std::size_t>(config.integer(name)); };
  if (config.text("import.unit") != "auto") options.unit = parse_unit(config.text("import.unit"));
  if (config.text("import.up") != "auto") options.up = parse_up(config.text("import.up"));
  if (config.number("import.frame_rate") > 0) options.frame_rate = config.number("import.frame_rate");
  options.limits.max_file_bytes = size("import.max_file_bytes");
  options.limits.max_joints = size("import.max_joints");
  options.limits.max_frames = size("import.max_frames");
  options.limits.max_clip_values = size("import.max_clip_values");
  options.limits.max_vertices = size("import.max_vertices");
  options.limits.max_depth = static_cast<int>(config.integer("import.max_depth"));
  return options;
}

}  // namespace sinew
