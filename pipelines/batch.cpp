#include "pipelines/batch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Length of the UTF-8 character at the beginning, 0 when there is none.
std::size_t character_length(std::string_view text) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length) {
    if (is_valid_utf8(text.substr(0, length))) return length;
  }
  return 0;
}

/// In the order of kBatchMetrics; null where a certificate does not have one.
Json metrics_json(const BatchResult& result) {
  Json json = Json::array();
  for (const std::optional<double>& value : result.metrics) json.push_back(value ? Json(*value) : Json(nullptr));
  return json;
}

void read_metrics(const Json& json, BatchResult& result) {
  for (std::size_t m = 0; m < result.metrics.size(); ++m) {
    if (const Json& value = json.at(m); !value.is_null()) result.metrics[m] = value.get<double>();
  }
}

}  // namespace

BatchOutcome outcome_from_name(std::string_view name) {
  const auto found = std::ranges::find(kBatchOutcomes, name);
  if (found != kBatchOutcomes.end()) return static_cast<BatchOutcome>(found - kBatchOutcomes.begin());
  throw Error::usage(fmt::format("{}: expected one of {}", printable(name), fmt::join(kBatchOutcomes, ", ")));
}

bool is_final(BatchOutcome outcome) {
  return outcome != BatchOutcome::kKilled && outcome != BatchOutcome::kIo && outcome != BatchOutcome::kStopped;
}

std::string result_json(const BatchResult& result) {
  Json json = {{"outcome", outcome_name(result.outcome)},
               {"code", result.exit_code},
               {"message", result.message},
               {"frames", result.frames},
               {"seconds", result.seconds},
               {"cpu", result.cpu},
               {"wall", result.wall},
               {"memory", result.memory}};
  if (!result.object.empty()) {
    json["object"] = result.object;
    json["bytes"] = result.bytes;
    json["metrics"] = metrics_json(result);
    json["violations"] = result.violations;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

BatchResult parse_result(std::string_view json) {
  try {
    const Json record = Json::parse(json);
    BatchResult result;
    result.outcome = outcome_from_name(record.at("outcome").get<std::string>());
    result.exit_code = record.at("code");
    result.message = record.at("message");
    result.frames = record.at("frames");
    result.seconds = record.at("seconds");
    result.cpu = record.at("cpu");
    result.wall = record.at("wall");
    result.memory = record.at("memory");
    if (!record.contains("object")) return result;
    result.object = record.at("object");
    result.bytes = record.at("bytes");
    read_metrics(record.at("metrics"), result);
    result.violations = record.at("violations");
    return result;
  } catch (const Json::exception& error) {
    throw Error::asset("", std::string("not a record of a bake: ") + error.what());
  }
}

std::string escape_path(std::string_view path) {
  std::string text;
  while (!path.empty()) {
    const std::size_t length = character_length(path);
    const auto byte = static_cast<unsigned char>(path[0]);
    if (length == 0 || byte < 0x20 || byte == 0x7F || byte == '%') {
      text += fmt::format("%{:02X}", byte);
      path.remove_prefix(1);
    } else {
      text += path.substr(0, length);
      path.remove_prefix(length);
    }
  }
  return text;
}

std::string unescape_path(std::string_view text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low < 0) {
      path += text[i];
      continue;
    }
    path += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return path;
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace sinew
