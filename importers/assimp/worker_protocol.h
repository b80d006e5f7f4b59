#pragma once

#include <cstdint>
#include <string>

#include "importers/scene/import_options.h"
#include "importers/scene/source_scene.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// Set in the worker's environment. A program that finds it there and still gets as far as an import does not
/// handle kAssimpWorkerArgument: it must not start a worker in turn.
inline constexpr const char* kWorkerVariable = "SINEW_ASSIMP_WORKER";

/// What the worker is asked.
struct WorkerRequest {
  std::string suffix;  ///< without dot, lower case
  ImportOptions options;
  ByteSpan file;  ///< points into the bytes that were decoded
};

[[nodiscard]] Bytes encode_request(const WorkerRequest& request);
[[nodiscard]] WorkerRequest decode_request(ByteSpan bytes);

/// The worker's answer: a scene, or the sentence why there is none.
[[nodiscard]] Bytes encode_answer(const SourceScene& scene);
[[nodiscard]] Bytes encode_refusal(const std::string& place, const std::string& message);

/// Throws Error (kAsset): the worker's refusal, or what is wrong with the answer.
[[nodiscard]] SourceScene decode_answer(ByteSpan bytes);

}  // namespace sinew
