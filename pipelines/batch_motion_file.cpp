#include "pipelines/batch_motion_file.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

#include "importers/assimp/child_process.h"
#include "importers/scene/resource_loader.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "pipelines/batch_store.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool has_suffix(const fs::path& path, std::string_view suffix) { return lower(path.extension().string()) == suffix; }

/// Hash of a file that a .gltf refers to; that it is missing is part of what the result depends on.
std::string resource_hash(const ResourceLoader& load, const std::string& uri) {
  try {
    return sha256_hex(load(uri));
  } catch (const Error& error) {
    return error.what();
  }
}

/// The URIs of buffers and images with the hashes of what they name.
std::string resources_of(const fs::path& path, const Json& gltf) {
  const ResourceLoader load = folder_loader(path.parent_path(), {});
  std::string text;
  for (const char* list : {"buffers", "images"}) {
    if (!gltf.is_object() || !gltf.contains(list) || !gltf[list].is_array()) continue;
    for (const Json& entry : gltf[list]) {
      if (!entry.is_object() || !entry.contains("uri") || !entry["uri"].is_string()) continue;
      const auto uri = entry["uri"].get<std::string>();
      if (!uri.starts_with("data:")) text += uri + " " + resource_hash(load, uri) + "\n";
    }
  }
  return text;
}

/// The hash of a file, extended by those that it refers to.
std::string extended_hash(const fs::path& path, const HashedFile& file) {
  if (!has_suffix(path, ".gltf") || file.head.size() != static_cast<std::size_t>(file.bytes)) return file.sha256;
  const Json gltf = Json::parse(file.head, nullptr, false);
  const std::string resources = resources_of(path, gltf);
  return resources.empty() ? file.sha256 : sha256_hex(as_bytes(file.sha256 + "\n" + resources));
}

std::optional<double> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + label.size());
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t:")));
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() ? std::optional(value) : std::nullopt;
}

double bvh_seconds(std::string_view text) {
  const auto frames = number_after(text, "Frames:");
  const auto step = number_after(text, "Frame Time");
  if (!frames || !step || !(*frames > 0) || !(*step > 0)) return 0;
  constexpr double kLongest = 1e6;
  return std::min(kLongest, *frames * *step);
}

/// From what `sinew inspect` says; none when it says nothing.
std::vector<MotionClip> inspected_clips(const fs::path& path) {
  constexpr ChildLimits kLimits = {.wall_seconds = 120, .output_bytes = std::size_t{256} << 20};
  const ChildResult result =
      run_child("/proc/self/exe", {"inspect", fs::absolute(path).string(), "--json"}, {}, {}, kLimits);
  const Json json = Json::parse(as_text(result.output), nullptr, false);
  std::vector<MotionClip> clips;
  if (result.end != ChildEnd::kExited || result.code != 0 || !json.is_object()) return clips;
  for (const Json& clip : json.at("data").at("clips")) clips.push_back({clip.at("name"), clip.at("duration")});
  if (clips.size() == 1) clips.front().name.clear();
  return clips;
}

}  // namespace

std::string content_hash(const fs::path& path) { return extended_hash(path, hash_file(path)); }

MotionFile look_into(const fs::path& path) {
  MotionFile motion;
  try {
    const HashedFile file = hash_file(path);
    motion.sha256 = extended_hash(path, file);
    motion.bytes = file.bytes;
    if (has_suffix(path, ".bvh")) {
      motion.clips.push_back({"", bvh_seconds(file.head)});
    } else {
      motion.clips = inspected_clips(path);
    }
  } catch (const Error& error) {
    motion.sha256.clear();
    motion.problem = error.message();
  } catch (const Json::exception&) {
    motion.clips.clear();
  }
  if (motion.clips.empty()) motion.clips.emplace_back();
  return motion;
}

}  // namespace sinew
