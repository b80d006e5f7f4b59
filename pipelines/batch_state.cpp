#include "pipelines/batch_state.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

#include "libanim/support/error.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kNextNames = {"end", "again", "more-memory", "next-rung"};

/// For people who read the journal; nothing else looks at it.
std::int64_t now() { return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()); }

void begin(BatchItemState& state, const Json& event) {
  state.phase = BatchPhase::kRunning;
  ++state.attempts;
  state.host = event.at("host");
  state.pid = event.at("pid");
}

void end(BatchItemState& state, const Json& event, BatchResult result) {
  const auto found = std::ranges::find(kNextNames, event.at("next").get<std::string>());
  if (found == kNextNames.end()) return;
  const auto next = static_cast<BatchNext>(found - kNextNames.begin());
  state.phase = next == BatchNext::kEnd ? BatchPhase::kEnded : BatchPhase::kWaiting;
  if (result.outcome == BatchOutcome::kKilled) ++state.kills;
  if (next == BatchNext::kMoreMemory) state.enlarged = true;
  if (next == BatchNext::kNextRung) {
    ++state.rung;
    state.attempts = 0;
  }
  if (next == BatchNext::kEnd) state.kills = 0;  // the next run has all its tries
  state.result = std::move(result);
}

}  // namespace

BatchNext next_after(BatchOutcome outcome, const BatchItemState& state, std::size_t rungs) {
  constexpr int kMostKills = 3;  // of an item; then it is left to the next run
  switch (outcome) {
    case BatchOutcome::kBelow:
      return static_cast<std::size_t>(state.rung) + 1 < rungs ? BatchNext::kNextRung : BatchNext::kEnd;
    case BatchOutcome::kMemory: return state.enlarged ? BatchNext::kEnd : BatchNext::kMoreMemory;
    case BatchOutcome::kKilled: return state.kills + 1 < kMostKills ? BatchNext::kAgain : BatchNext::kEnd;
    default: return BatchNext::kEnd;
  }
}

BatchState::BatchState(fs::path folder)
    : folder_(std::move(folder)), manifest_(read_manifest(folder_)), journal_(folder_ / "journal.jsonl") {
  items_.resize(manifest_.items.size());
  refresh();
}

void BatchState::refresh() {
  journal_.read_news([this](std::string_view line) { take(line); });
}

void BatchState::take(std::string_view line) {
  try {
    const Json event = Json::parse(line);
    const auto kind = event.at("event").get<std::string>();
    if (kind == "submit") {
      submissions_.push_back({event.at("job"), event.at("first"), event.at("items"), event.at("per_task"), false});
    } else if (kind == "cancel") {
      for (BatchSubmission& s : submissions_) s.cancelled = s.cancelled || s.job == event.at("job").get<std::string>();
    } else {
      BatchItemState& state = items_.at(event.at("item").get<std::size_t>());
      if (kind == "start") begin(state, event);
      if (kind == "end") end(state, event, parse_result(event.at("result").dump()));
      if (kind == "retry") state = {};
    }
  } catch (const Json::exception& error) {
    throw Error::asset("", std::string("not a line of a journal: ") + error.what())
        .in_file((folder_ / "journal.jsonl").string());
  }
}

void BatchState::append(const std::string& json, BatchJournal::Sync sync) {
  journal_.append(json, sync);
  refresh();
}

void BatchState::note_start(std::size_t item, const std::string& host, int pid) {
  append(Json{{"event", "start"}, {"item", item}, {"host", host}, {"pid", pid}, {"at", now()}}.dump(),
         BatchJournal::Sync::kNo);
}

void BatchState::note_end(std::size_t item, const BatchResult& result, BatchNext next) {
  append(fmt::format(R"({{"event":"end","item":{},"next":"{}","at":{},"result":{}}})", item,
                     kNextNames[static_cast<std::size_t>(next)], now(), result_json(result)),
         BatchJournal::Sync::kYes);
}

void BatchState::note_retry(std::size_t item) {
  append(Json{{"event", "retry"}, {"item", item}, {"at", now()}}.dump(), BatchJournal::Sync::kNo);
}

void BatchState::note_submission(const BatchSubmission& submission) {
  append(Json{{"event", "submit"},
              {"job", submission.job},
              {"first", submission.first},
              {"items", submission.items},
              {"per_task", submission.per_task},
              {"at", now()}}
             .dump(),
         BatchJournal::Sync::kYes);
}

void BatchState::note_cancellation(const std::string& job) {
  append(Json{{"event", "cancel"}, {"job", job}, {"at", now()}}.dump(), BatchJournal::Sync::kYes);
}

std::string BatchState::key(std::size_t item) const { return manifest_.key(manifest_.items[item], items_[item].rung); }

bool BatchState::is_open(std::size_t item) const {
  const BatchItemState& state = items_[item];
  return state.phase != BatchPhase::kEnded || !state.result || !is_final(state.result->outcome);
}

std::string BatchState::command(std::size_t item) const {
  std::string text = "sinew";
  for (const std::string& word : manifest_.bake_arguments(manifest_.items[item], items_[item].rung, folder_)) {
    text += fmt::format(" {}", shell_quoted(word));
  }
  return text + " -o out.glb";
}

}  // namespace sinew
