#include "pipelines/batch_attempt.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <csignal>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/files.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostEnvelope = std::size_t{256} << 20;

/// Appends to a log. That a log cannot be written stops nobody.
void append_line(const fs::path& log, std::string_view line) {
  const OpenFile open(::open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  const std::string text = fmt::format("{}\n", line);
  if (open && ::write(open.fd(), text.data(), text.size()) < 0) return;
}

std::string command_line(const BatchChildRequest& request) {
  std::string text = "$ sinew";
  for (const std::string& word : request.arguments) text += fmt::format(" {}", shell_quoted(word));
  return text;
}

}  // namespace

BatchAttempt::BatchAttempt(Request request, BatchLease lease)
    : request_(std::move(request)), lease_(std::move(lease)), resumed_(fs::exists(checkpoint_in(request_.work))) {
  make_folder(request_.work);
  std::error_code ignored;
  fs::remove(output_in(request_.work), ignored);  // of a runner that died before it could keep it
  fs::create_directories(request_.log.parent_path(), ignored);
  append_line(request_.log, command_line(request_.child));
  request_.child.output = request_.work / "result.json";
  request_.child.inherited = lease_.fd();
  child_ = std::make_unique<BatchChild>(request_.child);
}

void BatchAttempt::stop(BatchStop why) {
  if (stop_ != BatchStop::kNone) return;
  stop_ = why;
  stopped_at_ = seconds();
  // A scheduler may have sent it SIGTERM already, and the second of a kind would end it at once.
  child_->send(SIGINT);
}

bool BatchAttempt::poll() {
  const bool ended = child_->poll(end_);
  child_->read_messages([this](std::string_view line) { hear(line); });
  if (ended) {
    try {
      envelope_ = as_text(read_file(request_.child.output, kMostEnvelope));
    } catch (const Error&) {
      envelope_.clear();
    }
    return true;
  }
  if (stop_ == BatchStop::kNone && request_.time > 0 && seconds() > request_.time) stop(BatchStop::kTime);
  if (stop_ != BatchStop::kNone && seconds() > stopped_at_ + kGrace) child_->send(SIGKILL);
  return false;
}

void BatchAttempt::hear(std::string_view line) {
  if (!line.starts_with('{')) return append_line(request_.log, line);
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return append_line(request_.log, line);
  progress_.refining = json.value("phase", "") == "refine";
  progress_.frame = json.value("frame", 0);
  progress_.frames = json.value("frames", 0);
  progress_.distance = json.value("distance", 0.0);
}

BatchResult BatchAttempt::result() const {
  BatchResult result = judge(end_, stop_, envelope_);
  result.wall = seconds();
  append_line(request_.log, fmt::format("= {}: {} ({:.1f} s, {:.1f} s of processor time)", outcome_name(result.outcome),
                                        result.message, result.wall, result.cpu));
  return result;
}

}  // namespace sinew
