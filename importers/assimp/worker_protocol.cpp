#include "importers/assimp/worker_protocol.h"

#include <fmt/format.h>

#include "importers/assimp/scene_archive.h"
#include "libanim/support/archive.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {
namespace {

constexpr std::uint64_t kAnswerMark = 0x31776e7373696e41;  // also at the end: an answer cut short is none
constexpr std::uint8_t kScene = 1;
constexpr std::uint8_t kRefusal = 2;

template <typename T>
void write_optional(ArchiveWriter& archive, const std::optional<T>& value) {
  archive.value(static_cast<std::uint8_t>(value.has_value()));
  archive.value(value.value_or(T{}));
}

template <typename T>
std::optional<T> read_optional(ArchiveReader& archive) {
  const bool present = archive.value<std::uint8_t>() != 0;
  const T value = archive.value<T>();
  return present ? std::optional<T>(value) : std::nullopt;
}

struct Answer {
  SourceScene scene;
  std::optional<Error> refusal;
};

Answer parse_answer(ByteSpan bytes) {
  ArchiveReader archive(bytes);
  if (archive.value<std::uint64_t>() != kAnswerMark) throw Error::asset("", "it has no mark");
  Answer answer;
  const auto kind = archive.value<std::uint8_t>();
  if (kind == kRefusal) {
    const std::string place = archive.text();
    const std::string message = archive.text();
    answer.refusal = Error::asset(printable(place, 200), printable(message, 500));
  } else if (kind == kScene) {
    answer.scene = read_scene(archive);
  } else {
    throw Error::asset("", "it is of an unknown kind");
  }
  if (archive.value<std::uint64_t>() != kAnswerMark || !archive.at_end()) {
    throw Error::asset("", "it does not end where it should");
  }
  return answer;
}

}  // namespace

Bytes encode_request(const WorkerRequest& request) {
  ArchiveWriter archive;
  archive.text(request.suffix);
  const ImportOptions& options = request.options;
  write_optional(archive, options.unit);
  write_optional(archive, options.up);
  write_optional(archive, options.frame_rate);
  archive.value(options.limits.max_joints);
  archive.value(options.limits.max_frames);
  archive.value(options.limits.max_clip_values);
  archive.value(options.limits.max_vertices);
  archive.value(options.limits.max_depth);
  Bytes bytes = archive.bytes();
  bytes.insert(bytes.end(), request.file.begin(), request.file.end());
  return bytes;
}

WorkerRequest decode_request(ByteSpan bytes) {
  ArchiveReader archive(bytes);
  WorkerRequest request;
  request.suffix = archive.text();
  ImportOptions& options = request.options;
  options.unit = read_optional<double>(archive);
  options.up = read_optional<char>(archive);
  options.frame_rate = read_optional<double>(archive);
  options.limits.max_joints = archive.value<std::size_t>();
  options.limits.max_frames = archive.value<std::size_t>();
  options.limits.max_clip_values = archive.value<std::size_t>();
  options.limits.max_vertices = archive.value<std::size_t>();
  options.limits.max_depth = archive.value<int>();
  WorkerRequest without_file = request;
  request.file = bytes.subspan(encode_request(without_file).size());
  return request;
}

Bytes encode_answer(const SourceScene& scene) {
  ArchiveWriter archive;
  archive.value(kAnswerMark);
  archive.value(kScene);
  write_scene(scene, archive);
  archive.value(kAnswerMark);
  return archive.bytes();
}

Bytes encode_refusal(const std::string& place, const std::string& message) {
  ArchiveWriter archive;
  archive.value(kAnswerMark);
  archive.value(kRefusal);
  archive.text(place);
  archive.text(message);
  archive.value(kAnswerMark);
  return archive.bytes();
}

SourceScene decode_answer(ByteSpan bytes) {
  Answer answer;
  try {
    answer = parse_answer(bytes);
  } catch (const Error& error) {
    throw Error::asset(
        "",
        fmt::format("the reader process did not answer as it should ({}); the file is probably broken", error.what()));
  }
  if (answer.refusal) throw *answer.refusal;
  return std::move(answer.scene);
}

}  // namespace sinew
