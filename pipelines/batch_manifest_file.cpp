#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "pipelines/batch.h"
#include "pipelines/batch_manifest.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json file_json(const BatchFile& file) { return {{"path", escape_path(file.path)}, {"sha256", file.sha256}}; }

BatchFile file_from(const Json& json) { return {unescape_path(json.at("path").get<std::string>()), json.at("sha256")}; }

Json arguments_json(const BatchArguments& arguments) {
  Json words = Json::array();
  for (const std::string& word : arguments.words) words.push_back(escape_path(word));
  Json files = Json::array();
  for (const BatchArguments::File& given : arguments.files) {
    Json file = file_json(given.file);
    file["option"] = given.option;
    files.push_back(std::move(file));
  }
  return {{"words", words}, {"files", files}};
}

BatchArguments arguments_from(const Json& json) {
  BatchArguments arguments;
  for (const Json& word : json.at("words")) arguments.words.push_back(unescape_path(word.get<std::string>()));
  for (const Json& file : json.at("files")) arguments.files.push_back({file.at("option"), file_from(file), ""});
  return arguments;
}

Json recipe_json(const BatchRecipe& recipe) {
  Json rungs = Json::array();
  for (const BatchRung& rung : recipe.rungs) {
    rungs.push_back({{"name", escape_path(rung.name)},
                     {"cost_per_second", rung.cost},
                     {"arguments", arguments_json(rung.arguments)}});
  }
  return {{"name", escape_path(recipe.name)}, {"rungs", rungs}};
}

BatchRecipe recipe_from(const Json& json) {
  BatchRecipe recipe;
  recipe.name = unescape_path(json.at("name").get<std::string>());
  for (const Json& rung : json.at("rungs")) {
    recipe.rungs.push_back({unescape_path(rung.at("name").get<std::string>()), arguments_from(rung.at("arguments")),
                            rung.at("cost_per_second")});
  }
  return recipe;
}

Json paths_json(const std::vector<std::string>& paths) {
  Json list = Json::array();
  for (const std::string& path : paths) list.push_back(escape_path(path));
  return list;
}

std::vector<std::string> paths_from(const Json& json) {
  std::vector<std::string> paths;
  for (const Json& path : json) paths.push_back(unescape_path(path.get<std::string>()));
  return paths;
}

Json header_json(const BatchManifest& manifest) {
  Json characters = Json::array();
  for (const BatchFile& character : manifest.characters) characters.push_back(file_json(character));
  Json recipes = Json::array();
  for (const BatchRecipe& recipe : manifest.recipes) recipes.push_back(recipe_json(recipe));
  return {{"sinew_batch", kFormat},
          {"version", manifest.version},
          {"program", manifest.program},
          {"fingerprint", manifest.fingerprint},
          {"store", escape_path(manifest.store)},
          {"libraries", paths_json(manifest.libraries)},
          {"characters", characters},
          {"recipes", recipes},
          {"common", arguments_json(manifest.common)},
          {"cpu_budget", manifest.cpu_budget},
          {"problems", paths_json(manifest.problems)},
          {"items", manifest.items.size()}};
}

void read_header(const Json& json, BatchManifest& manifest) {
  if (json.at("sinew_batch") != kFormat) throw Error::asset("line 1", "a manifest of another version of Sinew");
  manifest.version = json.at("version");
  manifest.program = json.at("program");
  manifest.fingerprint = json.at("fingerprint");
  manifest.store = unescape_path(json.at("store").get<std::string>());
  manifest.libraries = paths_from(json.at("libraries"));
  for (const Json& character : json.at("characters")) manifest.characters.push_back(file_from(character));
  for (const Json& recipe : json.at("recipes")) manifest.recipes.push_back(recipe_from(recipe));
  manifest.common = arguments_from(json.at("common"));
  manifest.cpu_budget = json.at("cpu_budget");
  manifest.problems = paths_from(json.at("problems"));
  manifest.items.reserve(json.at("items").get<std::size_t>());
}

/// What most items do not have is left out: a hundred thousand lines are read by every command.
Json item_json(const BatchItem& item) {
  Json json = {{"name", escape_path(item.name)},
               {"sha256", item.sha256},
               {"seconds", item.seconds},
               {"cost", item.cost},
               {"time", item.time},
               {"memory", item.memory}};
  if (item.library != 0) json["library"] = item.library;
  if (!item.clip.empty()) json["clip"] = escape_path(item.clip);
  if (!item.problem.empty()) json["problem"] = escape_path(item.problem);
  if (item.character != 0) json["character"] = item.character;
  if (item.recipe != 0) json["recipe"] = item.recipe;
  return json;
}

/// Numbers that stand for others must be within range: the file may have been made by anybody.
int index_from(const Json& json, const char* name, int lowest, std::size_t count) {
  const int index = json.value(name, 0);
  if (index < lowest || (index >= 0 && static_cast<std::size_t>(index) >= count)) {
    throw Error::asset(name, fmt::format("{}: expected {} to {}", index, lowest, static_cast<int>(count) - 1));
  }
  return index;
}

BatchItem item_from(const Json& json, const BatchManifest& manifest) {
  BatchItem item;
  item.library = index_from(json, "library", 0, manifest.libraries.size());
  item.name = unescape_path(json.at("name").get<std::string>());
  item.clip = unescape_path(json.value("clip", std::string()));
  item.sha256 = json.at("sha256");
  item.problem = unescape_path(json.value("problem", std::string()));
  item.character = index_from(json, "character", -1, manifest.characters.size());
  item.recipe = index_from(json, "recipe", 0, manifest.recipes.size());
  item.seconds = json.at("seconds");
  item.cost = json.at("cost");
  item.time = json.at("time");
  item.memory = json.at("memory");
  return item;
}

fs::path manifest_path(const fs::path& folder) { return folder / "manifest.jsonl"; }

/// The lines before the last, which has their hash.
std::string_view checked_lines(std::string_view text) {
  const std::size_t last = text.size() < 2 ? std::string_view::npos : text.rfind('\n', text.size() - 2);
  if (last == std::string_view::npos) throw Error::asset("", "the manifest is cut short");
  const std::string_view lines = text.substr(0, last + 1);
  const Json end = Json::parse(text.substr(last + 1));
  if (end.at("sha256") != sha256_hex(as_bytes(lines))) throw Error::asset("", "the manifest is damaged or was edited");
  return lines;
}

BatchManifest manifest_from(std::string_view text) {
  BatchManifest manifest;
  std::string_view lines = checked_lines(text);
  for (bool first = true; !lines.empty(); first = false) {
    const std::size_t end = lines.find('\n');
    const Json json = Json::parse(lines.substr(0, end));
    lines.remove_prefix(end + 1);
    if (first) {
      read_header(json, manifest);
    } else {
      manifest.items.push_back(item_from(json, manifest));
    }
  }
  return manifest;
}

}  // namespace

void write_manifest(const fs::path& folder, const BatchManifest& manifest) {
  std::string text = header_json(manifest).dump() + "\n";
  for (const BatchItem& item : manifest.items) text += item_json(item).dump() + "\n";
  text += Json{{"sha256", sha256_hex(as_bytes(text))}}.dump() + "\n";
  write_file_atomic(manifest_path(folder), as_bytes(text), Existing::kRefuse);
}

BatchManifest read_manifest(const fs::path& folder) {
  const fs::path path = manifest_path(folder);
  try {
    return manifest_from(as_text(read_file(path)));
  } catch (const Error& error) {
    throw error.in_file(path.string());
  } catch (const Json::exception& error) {
    throw Error::asset("", std::string("not a manifest: ") + error.what()).in_file(path.string());
  }
}

}  // namespace sinew
