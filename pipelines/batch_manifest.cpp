#include "pipelines/batch_manifest.h"

#include <fmt/format.h>

#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "pipelines/batch.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Fields cannot run into each other: each is preceded by its length.
void add_field(std::string& text, std::string_view field) { text += fmt::format("{}:{};", field.size(), field); }

std::string file_name(std::string_view path) { return fs::path(path).filename().string(); }

}  // namespace

std::string BatchArguments::identity() const {
  std::string text;
  for (const std::string& word : words) add_field(text, word);
  for (const File& file : files) {
    add_field(text, file.option);
    add_field(text, file_name(file.file.path));
    add_field(text, file.file.sha256);
  }
  return sha256_hex(as_bytes(text));
}

fs::path BatchManifest::file(const BatchItem& item) const {
  return fs::path(libraries[static_cast<std::size_t>(item.library)]) / item.name;
}

std::string BatchManifest::title(const BatchItem& item) const {
  constexpr std::size_t kLongest = 200;
  std::string text = item.name;
  if (!item.clip.empty()) text += fmt::format(" [{}]", item.clip);
  if (characters.size() > 1) {
    text += fmt::format(" on {}", file_name(characters[static_cast<std::size_t>(item.character)].path));
  }
  if (recipes.size() > 1) text += fmt::format(" by {}", recipes[static_cast<std::size_t>(item.recipe)].name);
  return printable(text, kLongest);
}

std::string BatchManifest::key(const BatchItem& item, int rung) const {
  std::string text = "sinew batch 1;";
  add_field(text, program);
  add_field(text, fingerprint);
  add_field(text, file_name(item.name));
  add_field(text, item.sha256);
  add_field(text, item.clip);
  if (item.character >= 0) {
    const BatchFile& character = characters[static_cast<std::size_t>(item.character)];
    add_field(text, file_name(character.path));
    add_field(text, character.sha256);
  }
  const BatchRecipe& recipe = recipes[static_cast<std::size_t>(item.recipe)];
  add_field(text, recipe.rungs[static_cast<std::size_t>(rung)].arguments.identity());
  add_field(text, common.identity());
  return sha256_hex(as_bytes(text));
}

std::vector<std::string> BatchManifest::bake_arguments(const BatchItem& item, int rung, const fs::path& folder) const {
  // Paths are absolute, so that none can be taken for an option.
  std::vector<std::string> words = {"bake", file(item).string()};
  if (item.character >= 0) {
    words.insert(words.end(), {"-c", characters[static_cast<std::size_t>(item.character)].path});
  }
  if (!item.clip.empty()) words.push_back("--clip=" + item.clip);
  const auto add = [&](const BatchArguments& arguments) {
    words.insert(words.end(), arguments.words.begin(), arguments.words.end());
    for (const BatchArguments::File& given : arguments.files) {
      words.insert(words.end(), {given.option, (fs::absolute(folder) / given.file.path).string()});
    }
  };
  add(recipes[static_cast<std::size_t>(item.recipe)].rungs[static_cast<std::size_t>(rung)].arguments);
  add(common);
  return words;
}

fs::path store_folder(const fs::path& folder, const BatchManifest& manifest) {
  return fs::absolute(folder) / manifest.store;  // an absolute store stays what it is
}

}  // namespace sinew
