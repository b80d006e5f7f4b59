#include "libanim/model/asset.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

void Asset::validate() const {
  character.validate();
  std::unordered_set<std::string_view> names;
  for (const Clip& clip : clips) {
    if (clip.name.empty() || !names.insert(clip.name).second) {
      throw Error::asset("clip \"" + printable(clip.name) + "\"", "expected unique clip names that are not empty");
    }
    clip.validate(character.skeleton);
  }
}

const Clip& select_clip(const Asset& asset, std::string_view name) {
  if (asset.clips.empty()) {
    throw Error(ErrorKind::kAsset, "", "the file has no animation").in_file(asset.source.file);
  }
  if (name.empty()) return asset.clips.front();
  const auto found = std::ranges::find(asset.clips, name, &Clip::name);
  if (found != asset.clips.end()) return *found;
  std::string known;
  for (const Clip& clip : asset.clips) known += (known.empty() ? "" : ", ") + clip.name;
  throw Error::usage(fmt::format("no clip is named \"{}\"; the file has: {}", printable(name), known))
      .in_file(asset.source.file);
}

}  // namespace sinew
