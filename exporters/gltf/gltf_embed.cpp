#include "exporters/gltf/gltf_embed.h"

#include <nlohmann/json.hpp>
#include <tiny_gltf.h>

#include "exporters/gltf/gltf_parts.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

using nlohmann::json;
using tinygltf::Value;

/// tinygltf writes neither nulls nor empty arrays as they are.
bool has_value(const json& item) { return !item.is_null() && !(item.is_array() && item.empty()); }

Value to_value(const json& item) {
  if (item.is_boolean()) return Value(item.get<bool>());
  if (item.is_number_integer()) return Value(item.get<int>());
  if (item.is_number()) return Value(item.get<double>());
  if (item.is_string()) return Value(json_text(item.get<std::string>()));
  if (item.is_array()) {
    Value::Array array;
    for (const json& entry : item) array.push_back(to_value(entry));
    return Value(std::move(array));
  }
  Value::Object object;
  for (const auto& [key, entry] : item.items()) {
    if (has_value(entry)) object[key] = to_value(entry);
  }
  return Value(std::move(object));
}

Value::Object sinew_of(const Value& extras) {
  return extras.Has("sinew") ? extras.Get("sinew").Get<Value::Object>() : Value::Object{};
}

void embed_object(const std::string& name, const std::string& text, Value::Object& sinew) {
  if (text.empty()) return;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) throw Error::internal("the " + name + " to be embedded is no JSON object");
  sinew[name] = to_value(object);
}

Value::Array event_values(const std::vector<GltfEvent>& events, double frame_rate) {
  Value::Array values;
  for (const GltfEvent& event : events) {
    values.push_back(Value(Value::Object{{"name", Value(json_text(event.name))},
                                         {"event", Value(json_text(event.event))},
                                         {"frame", Value(event.frame)},
                                         {"time", Value(event.frame / frame_rate)}}));
  }
  return values;
}

}  // namespace

void write_embedding(const GltfEmbedding& embedding, double frame_rate, GltfBufferWriter& buffer,
                     tinygltf::Model& model) {
  Value::Object sinew = sinew_of(model.asset.extras);
  if (!embedding.payload.empty()) {
    const int view = buffer.add_view(embedding.payload, BufferUse::kOther);
    sinew["take"] = Value(Value::Object{{"bufferView", Value(view)},
                                        {"sha256", Value(json_text(embedding.payload_sha256))},
                                        {"root_motion", Value(json_text(embedding.root_motion))}});
  }
  embed_object("certificate", embedding.certificate, sinew);
  embed_object("synthesis", embedding.synthesis, sinew);
  model.asset.extras = Value(Value::Object{{"sinew", Value(std::move(sinew))}});
  if (embedding.events.empty() || model.animations.empty()) return;
  tinygltf::Animation& animation = model.animations.front();
  Value::Object extras = sinew_of(animation.extras);
  extras["events"] = Value(event_values(embedding.events, frame_rate));
  animation.extras = Value(Value::Object{{"sinew", Value(std::move(extras))}});
}

}  // namespace sinew
