#include "pipelines/batch_outcome.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/batch_motion_file.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestMessage = 1000;
constexpr int kSignalBase = 128;

std::string text_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// "file: place: message" of an error, or the sentence of a report.
std::string message_of(const Json& envelope) {
  std::string message;
  if (const auto error = envelope.find("error"); error != envelope.end()) {
    for (const char* part : {"file", "place", "message"}) {
      const std::string text = text_at(*error, part);
      if (!text.empty()) message += (message.empty() ? "" : ": ") + text;
    }
  } else if (const auto data = envelope.find("data"); data != envelope.end()) {
    message = text_at(*data, "sentence");
    message = message.substr(0, message.find("; --resume"));  // batches do that by themselves
  }
  return printable(message, kLongestMessage);
}

bool lacks_memory(const Json& envelope) {
  const auto error = envelope.find("error");
  return error != envelope.end() && text_at(*error, "message") == kNoMemoryMessage;
}

BatchOutcome outcome_of_signal(int number, BatchStop stop) {
  if (number == SIGXCPU) return BatchOutcome::kTime;
  if (stop == BatchStop::kTime) return BatchOutcome::kTime;
  if (stop == BatchStop::kTold) return BatchOutcome::kStopped;
  const bool from_outside = number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP;
  return from_outside ? BatchOutcome::kKilled : BatchOutcome::kCrash;
}

BatchOutcome outcome_of_code(int code, BatchStop stop, const Json& envelope) {
  if (code > kSignalBase) return outcome_of_signal(code - kSignalBase, stop);
  switch (code) {
    case 0: return BatchOutcome::kDone;
    case 1: return BatchOutcome::kBelow;
    case 2: return BatchOutcome::kRefused;
    case 3: return lacks_memory(envelope) ? BatchOutcome::kMemory : BatchOutcome::kRefused;
    case 5: return BatchOutcome::kBudget;
    case 6: return BatchOutcome::kCrash;
    default: return BatchOutcome::kIo;
  }
}

void take_certificate(const Json& certificate, BatchResult& result) {
  for (const Json& metric : certificate.at("metrics")) {
    const auto found = std::ranges::find(kBatchMetrics, metric.at("name").get<std::string>());
    if (found == kBatchMetrics.end()) continue;
    result.metrics[static_cast<std::size_t>(found - kBatchMetrics.begin())] = metric.at("value").get<double>();
  }
  if (!certificate.contains("violations")) return;
  for (const Json& name : certificate.at("violations")) {
    result.violations += (result.violations.empty() ? "" : ", ") + name.get<std::string>();
  }
}

void take_data(const Json& data, BatchResult& result) {
  result.frames = data.value("frames", 0);
  result.seconds = data.value("seconds", 0.0);
  if (data.contains("certificate")) take_certificate(data.at("certificate"), result);
}

std::string sentence_for(const BatchChildEnd& end, BatchOutcome outcome) {
  if (outcome == BatchOutcome::kTime)
    return end.signal == SIGXCPU ? "used up its processor time" : "ran into its time limit";
  if (end.signal != 0) return fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal));
  return fmt::format("ended with exit code {} and said nothing", end.code);
}

}  // namespace

BatchResult judge(const BatchChildEnd& end, BatchStop stop, std::string_view envelope) {
  BatchResult result;
  const Json said = Json::parse(envelope, nullptr, false);
  const bool spoke = said.is_object();
  result.exit_code = end.signal != 0 ? kSignalBase + end.signal : end.code;
  result.cpu = end.cpu;
  result.memory = end.memory;
  result.outcome = end.signal != 0 ? outcome_of_signal(end.signal, stop)
                                   : outcome_of_code(end.code, stop, spoke ? said : Json::object());
  try {
    if (spoke && said.contains("data")) take_data(said.at("data"), result);
    if (spoke) result.message = message_of(said);
  } catch (const Json::exception& error) {
    result.outcome = BatchOutcome::kCrash;
    result.message = fmt::format("said something odd: {}", error.what());
  }
  // Nothing is done of which the program itself does not say so.
  if (!spoke && (result.outcome == BatchOutcome::kDone || result.outcome == BatchOutcome::kBelow)) {
    result.outcome = BatchOutcome::kIo;
  }
  if (result.message.empty()) result.message = sentence_for(end, result.outcome);
  return result;
}

std::string changed_inputs(const BatchManifest& manifest, const BatchItem& item, std::string_view envelope) {
  const Json said = Json::parse(envelope, nullptr, false);
  std::string changed;
  const auto check = [&](const char* role, const fs::path& path, const std::string& sha256) {
    std::string now;
    if (lower(path.extension().string()) == ".gltf") {
      now = content_hash(path);
    } else {
      for (const Json& input : said.at("data").at("inputs")) {
        if (input.at("role") == role) now = input.at("sha256");
      }
    }
    if (now != sha256) changed += fmt::format("{}{}", changed.empty() ? "" : ", ", path.string());
  };
  try {
    check("reference", manifest.file(item), item.sha256);
    if (item.character >= 0) {
      const BatchFile& character = manifest.characters[static_cast<std::size_t>(item.character)];
      check("character", character.path, character.sha256);
    }
  } catch (const Json::exception& error) {
    return error.what();
  } catch (const Error& error) {
    return error.what();
  }
  return changed;
}

std::string changed_inputs(const BatchManifest& manifest, const BatchItem& item) {
  const auto differs = [](const fs::path& path, const std::string& sha256) {
    try {
      return content_hash(path) != sha256;
    } catch (const Error&) {
      return true;
    }
  };
  if (differs(manifest.file(item), item.sha256)) return manifest.file(item).string();
  if (item.character < 0) return {};
  const BatchFile& character = manifest.characters[static_cast<std::size_t>(item.character)];
  return differs(character.path, character.sha256) ? character.path : std::string();
}

}  // namespace sinew
