#include "pipelines/batch_collect.h"

#include <fmt/format.h>

#include <set>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "pipelines/batch_store.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// One component of a path that every file system and shell bears: no control characters, no "..", not too long.
std::string tame(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  std::string text = printable(name, kLongest);
  for (char& c : text) {
    if (c == '/' || c == '?' || c == '\\' || c == ':' || c == '*' || c == '"' || c == '<' || c == '>' || c == '|')
      c = '_';
  }
  return text.empty() || text == "." || text == ".." ? std::string("_") : text;
}

std::string wanted_name(const BatchManifest& manifest, const BatchItem& item) {
  fs::path path;
  if (manifest.characters.size() > 1) {
    path /= tame(fs::path(manifest.characters[static_cast<std::size_t>(item.character)].path).stem().string());
  }
  if (manifest.recipes.size() > 1) path /= tame(manifest.recipes[static_cast<std::size_t>(item.recipe)].name);
  const fs::path name = item.name;
  for (const fs::path& part : name.parent_path()) path /= tame(part.string());
  std::string stem = name.stem().string();
  if (!item.clip.empty()) stem += "." + item.clip;
  return (path / tame(stem)).string();
}

bool has_content(const fs::path& path, const std::string& sha256) {
  try {
    return hash_file(path).sha256 == sha256;
  } catch (const Error&) {
    return false;
  }
}

class Collecting {
 public:
  Collecting(const BatchState& state, const CollectRequest& request)
      : state_(state), request_(request), store_(store_folder(state.folder(), state.manifest())) {}

  CollectReport run() {
    const std::vector<std::string> names = collected_names(state_.manifest());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::optional<BatchResult>& result = state_.items()[i].result;
      const bool ended = state_.items()[i].phase == BatchPhase::kEnded && result && !result->object.empty();
      const bool done = ended && result->outcome == BatchOutcome::kDone;
      if (done || (ended && request_.below)) {
        copy(i, *result, request_.output / (names[i] + (done ? ".glb" : ".below.glb")));
      } else {
        ++report_.missing;
      }
    }
    return std::move(report_);
  }

 private:
  void copy(std::size_t item, const BatchResult& result, const fs::path& target) {
    if (has_content(target, result.object)) {
      ++report_.files;
      ++report_.unchanged;
      return;
    }
    Bytes bytes;
    try {
      bytes = read_file(store_.object_path(result.object));
    } catch (const Error&) {
      bytes.clear();
    }
    if (sha256_hex(bytes) != result.object) return report_.damaged.push_back(item);
    make_folder(target.parent_path());
    write_file_atomic(target, bytes, request_.existing);
    ++report_.files;
  }

  const BatchState& state_;
  const CollectRequest& request_;
  BatchStore store_;
  CollectReport report_;
};

}  // namespace

std::vector<std::string> collected_names(const BatchManifest& manifest) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  names.reserve(manifest.items.size());
  for (const BatchItem& item : manifest.items) {
    const std::string wanted = wanted_name(manifest, item);
    std::string name = wanted;
    // Compared without case, for file systems that do so.
    for (int again = 2; !taken.insert(lower(name)).second; ++again) name = fmt::format("{}~{}", wanted, again);
    names.push_back(std::move(name));
  }
  return names;
}

CollectReport collect(const BatchState& state, const CollectRequest& request) {
  return Collecting(state, request).run();
}

}  // namespace sinew
