#include "exporters/gltf/gltf_export.h"

#include <tiny_gltf.h>

#include "exporters/gltf/gltf_container.h"
#include "exporters/gltf/gltf_parts.h"
#include "exporters/gltf/prepare_character.h"

namespace sinew {

namespace {

using tinygltf::Value;

Value text_value(std::string_view text) { return Value(json_text(text)); }

std::string_view without_folders(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

Value source_value(const SourceInfo& source) {
  Value::Object object;
  object["file"] = text_value(without_folders(source.file));
  object["format"] = text_value(source.format);
  object["sha256"] = text_value(source.sha256);
  object["unit"] = Value(source.unit);
  object["up"] = text_value({&source.up, 1});
  return Value(std::move(object));
}

Value ledger_value(const Ledger& ledger) {
  Value::Array notes;
  for (const Note& note : ledger.notes) {
    notes.push_back(Value(Value::Object{{"code", text_value(code_name(note.code))},
                                        {"place", text_value(note.place)},
                                        {"message", text_value(note.message)}}));
  }
  return Value(std::move(notes));
}

}  // namespace

void write_asset_info(const SourceInfo& source, const Ledger& ledger, tinygltf::Model& model) {
  Value::Object sinew;
  sinew["format"] = Value(1);
  sinew["source"] = source_value(source);
  if (!ledger.notes.empty()) sinew["ledger"] = ledger_value(ledger);
  model.asset.version = "2.0";
  model.asset.generator = "Sinew " SINEW_VERSION;
  model.asset.extras = Value(Value::Object{{"sinew", Value(std::move(sinew))}});
}

Bytes export_gltf(const Asset& asset, const GltfExportOptions& options, Ledger& ledger) {
  asset.validate();
  Ledger notes;
  const Character character = prepare_character(asset.character, asset.clips, notes);
  tinygltf::Model model;
  GltfBufferWriter buffer(model);
  write_nodes(character, model, notes);
  write_skins(character, buffer, model);
  write_meshes(character, buffer, model);
  write_materials(character, buffer, model);
  write_animations(character.skeleton, asset.clips, buffer, model, notes);
  Ledger whole = asset.ledger;
  whole.append(notes);
  write_asset_info(asset.source, whole, model);
  if (options.embedding != nullptr) {
    write_embedding(*options.embedding, asset.clips.empty() ? 1 : asset.clips.front().frame_rate, buffer, model);
  }
  ledger.append(notes);
  return write_container(model, options.container);
}

}  // namespace sinew
