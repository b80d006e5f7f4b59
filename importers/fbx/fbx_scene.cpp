#include "importers/fbx/fbx_scene.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>
#include <array>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

std::size_t memory_limit(ByteSpan bytes, const FbxLimits& limits) {
  const std::size_t room = SIZE_MAX - limits.memory_base;
  const std::size_t factor = std::max<std::size_t>(limits.memory_factor, 1);
  return limits.memory_base + std::min(room, bytes.size() > room / factor ? room : bytes.size() * factor);
}

ufbx_load_opts load_options(std::size_t memory, const ImportOptions& options) {
  ufbx_load_opts opts = {};
  opts.temp_allocator.memory_limit = memory;
  opts.result_allocator.memory_limit = memory;
  opts.node_depth_limit = static_cast<std::uint32_t>(std::max(options.limits.max_depth, 1));
  opts.load_external_files = false;
  opts.ignore_missing_external_files = true;
  opts.clean_skin_weights = true;
  opts.use_blender_pbr_material = true;
  opts.normalize_normals = true;
  opts.index_error_handling = UFBX_INDEX_ERROR_HANDLING_CLAMP;
  opts.inherit_mode_handling = UFBX_INHERIT_MODE_HANDLING_COMPENSATE;
  opts.geometry_transform_handling = UFBX_GEOMETRY_TRANSFORM_HANDLING_PRESERVE;
  opts.file_format = UFBX_FILE_FORMAT_FBX;
  return opts;
}

std::string what_to_do(const ufbx_error& error, std::size_t memory) {
  switch (error.type) {
    case UFBX_ERROR_EMPTY_FILE: return "the file is empty; expected an FBX file";
    case UFBX_ERROR_TRUNCATED_FILE:
      return "the file ends in the middle of its data; it was probably cut short when it was copied or written";
    case UFBX_ERROR_MEMORY_LIMIT:
    case UFBX_ERROR_OUT_OF_MEMORY:
    case UFBX_ERROR_ALLOCATION_LIMIT:
      return fmt::format("reading it would take more than {} MiB of memory, far more than a file of its size should",
                         memory >> 20);
    case UFBX_ERROR_NODE_DEPTH_LIMIT:
      return fmt::format("nodes are nested too deeply ({})", printable({error.info, error.info_length}));
    case UFBX_ERROR_UNRECOGNIZED_FILE_FORMAT:
      return "this is no FBX file: neither the binary signature nor ASCII FBX was found";
    case UFBX_ERROR_UNSUPPORTED_VERSION:
      return fmt::format("unsupported FBX version ({}); versions 3000 to 7700 can be read",
                         printable({error.info, error.info_length}));
    default: break;
  }
  const std::string detail = printable({error.info, error.info_length});
  return fmt::format("the FBX data is broken ({}{}{}); export the file again", printable(to_string(error.description)),
                     detail.empty() ? "" : ": ", detail);
}

ScenePtr parse(ByteSpan bytes, const ufbx_load_opts& opts) {
  ufbx_error error;
  ScenePtr scene(ufbx_load_memory(bytes.data(), bytes.size(), &opts, &error));
  if (!scene) throw Error::asset("", what_to_do(error, opts.temp_allocator.memory_limit));
  return scene;
}

Vec3 direction(ufbx_coordinate_axis axis) {
  Vec3 v = Vec3::Zero();
  const int number = static_cast<int>(axis);
  v[number / 2] = number % 2 == 0 ? 1 : -1;
  return v;
}

ufbx_coordinate_axis opposite(ufbx_coordinate_axis axis) {
  return static_cast<ufbx_coordinate_axis>(static_cast<int>(axis) ^ 1);
}

FileAxes file_axes(const ufbx_coordinate_axes& axes) {
  FileAxes result;
  result.known = true;
  result.up = "XxYyZz"[static_cast<int>(axes.up)];
  result.turn.row(0) = direction(axes.right);
  result.turn.row(1) = direction(axes.up);
  result.turn.row(2) = direction(axes.front);
  return result;
}

}  // namespace

void SceneDeleter::operator()(ufbx_scene* scene) const { ufbx_free_scene(scene); }

LoadedScene load_scene(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits) {
  if (bytes.size() > options.limits.max_file_bytes) {
    throw Error::asset("", fmt::format("the file has {} bytes, more than the limit of {}", bytes.size(),
                                       options.limits.max_file_bytes));
  }
  ufbx_load_opts opts = load_options(memory_limit(bytes, limits), options);
  ScenePtr scene = parse(bytes, opts);
  ufbx_coordinate_axes axes = scene->settings.axes;
  if (!ufbx_coordinate_axes_valid(axes)) return {std::move(scene), FileAxes{}};

  FileAxes found = file_axes(axes);
  if (found.turn.determinant() < 0) {
    // Left-handed: let the parser mirror along the file's own right axis, and all that is left is a rotation.
    axes.right = opposite(axes.right);
    opts.target_axes = axes;
    opts.handedness_conversion_axis = static_cast<ufbx_mirror_axis>(1 + static_cast<int>(axes.right) / 2);
    opts.space_conversion = UFBX_SPACE_CONVERSION_ADJUST_TRANSFORMS;
    scene = parse(bytes, opts);
    found = file_axes(axes);
    found.mirrored = true;
  }
  return {std::move(scene), found};
}

std::string to_string(const ufbx_string& text) { return {text.data, text.length}; }

Vec3 to_vec3(const ufbx_vec3& v) { return {v.x, v.y, v.z}; }

Mat4 to_matrix(const ufbx_matrix& m) {
  Mat4 result = Mat4::Identity();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 3; ++row) result(row, column) = m.v[3 * column + row];
  }
  return result;
}

Trs to_trs(const ufbx_transform& t, std::string_view node) {
  const Quat rotation(t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z);
  const double norm = rotation.norm();
  Trs result{to_vec3(t.translation), rotation, to_vec3(t.scale)};
  if (!result.translation.allFinite() || !result.scale.allFinite() || !std::isfinite(norm) || norm < 1e-6) {
    throw Error::asset(fmt::format("node '{}'", printable(node)), "its transform has numbers that are not finite");
  }
  result.rotation.coeffs() /= norm;
  return result;
}

}  // namespace sinew::fbx
