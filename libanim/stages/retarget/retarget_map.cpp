#include <algorithm>

#include "libanim/stages/retarget/retarget.h"
#include "libanim/support/toml_document.h"
#include "libanim/support/toml_writer.h"

namespace sinew {

std::string retarget_map_to_toml(const RetargetMap& map) {
  TomlWriter writer;
  writer.comment(
      "Which joint of the motion drives which joint of the character.\n"
      "source = \"\" keeps the rest pose. toward and share mix two neighbours: share 0 is source, 1 is toward.");
  for (const JointPair& pair : map.pairs) {
    writer.table_of_array("pair");
    writer.value("target", std::string_view(pair.target), pair.reason);
    writer.value("source", std::string_view(pair.source));
    if (pair.toward.empty()) continue;
    writer.value("toward", std::string_view(pair.toward));
    writer.value("share", pair.share);
  }
  return writer.text();
}

RetargetMap retarget_map_from_toml(std::string_view text, std::string_view file) {
  const TomlDocument document(text, file);
  RetargetMap map;
  for (const TomlTable& table : document.root().tables("pair")) {
    JointPair pair;
    pair.target = table.text("target");
    pair.source = table.text("source");
    pair.toward = table.text("toward", "");
    pair.share = table.number("share", 0, {0, 1});
    pair.reason = "map file";
    if (!pair.toward.empty() && pair.source.empty()) throw table.error("toward", "a mixture needs a source");
    if (std::ranges::find(map.pairs, pair.target, &JointPair::target) != map.pairs.end()) {
      throw table.error("target", "\"" + pair.target + "\" is named twice");
    }
    map.pairs.push_back(std::move(pair));
  }
  document.finish();
  return map;
}

}  // namespace sinew
