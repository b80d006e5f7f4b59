#include "importers/assimp/assimp_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "importers/assimp/child_process.h"
#include "importers/assimp/worker_protocol.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {
namespace {

#ifdef SINEW_SANITIZED
constexpr double kPatience = 10;
#else
constexpr double kPatience = 1;
#endif

std::string plain_suffix(std::string_view suffix) {
  std::string plain = lower(suffix);
  if (plain.starts_with('.')) plain.erase(0, 1);
  return plain;
}

void check_suffix(const std::string& suffix) {
  const auto& known = assimp_suffixes();
  if (std::ranges::find(known, suffix) != known.end()) return;
  std::string list;
  for (const std::string_view name : known) list += fmt::format(" .{}", name);
  throw Error::asset("", fmt::format("unknown kind of file{}; expected .bvh, .fbx, .gltf, .glb, or one of{}",
                                     suffix.empty() ? "" : " '." + printable(suffix, 20) + "'", list));
}

std::vector<std::string> worker_arguments(const AssimpLimits& limits) {
  const double cpu = std::clamp(limits.cpu_seconds * kPatience, 1.0, 1e6);
  return {kAssimpWorkerArgument, fmt::format("{}", limits.memory_bytes), fmt::format("{:.0f}", std::ceil(cpu))};
}

[[noreturn]] void refuse_signal(int number, const AssimpLimits& limits) {
  if (number == SIGXCPU) {
    throw Error::asset("", fmt::format("reading it takes more than {} s of processor time; it is probably broken or "
                                       "made to do that",
                                       limits.cpu_seconds));
  }
  throw Error::asset(
      "", fmt::format("the file crashes the reader (signal {}, {}); it is probably broken", number, strsignal(number)));
}

void check_end(const ChildResult& result, const AssimpLimits& limits) {
  switch (result.end) {
    case ChildEnd::kTimeOut:
      throw Error::asset("", fmt::format("reading it takes longer than {} s; it is probably broken or made to do that",
                                         limits.wall_seconds));
    case ChildEnd::kTooMuchOutput:
      throw Error::asset("", fmt::format("the scene in it is larger than {} MiB", limits.result_bytes >> 20));
    case ChildEnd::kSignal: refuse_signal(result.code, limits);
    case ChildEnd::kExited:
      if (result.code == 0) return;
      throw Error::asset("", fmt::format("the reader gave up on it (exit status {})", result.code));
  }
}

}  // namespace

const std::vector<std::string_view>& assimp_suffixes() {
  static const std::vector<std::string_view> kSuffixes = {"dae", "zae", "x",       "3ds",  "ase",  "b3d",
                                                          "iqm", "mdl", "md5mesh", "ms3d", "ogex", "smd"};
  return kSuffixes;
}

Asset import_with_assimp(ByteSpan bytes, std::string_view suffix, const ImportOptions& options,
                         const AssimpLimits& limits) {
  WorkerRequest request{plain_suffix(suffix), options, bytes};
  check_suffix(request.suffix);
  if (bytes.size() > options.limits.max_file_bytes) {
    throw Error::asset("", fmt::format("the file has {} bytes, more than the limit of {}", bytes.size(),
                                       options.limits.max_file_bytes));
  }
  if (std::getenv(kWorkerVariable) != nullptr) {
    throw Error::internal(std::string("this program was started as a reader process but does not handle ") +
                          kAssimpWorkerArgument);
  }
  const ChildLimits child_limits{limits.wall_seconds * kPatience, limits.result_bytes};
  const ChildResult result = run_child(limits.worker_path, worker_arguments(limits),
                                       {std::string(kWorkerVariable) + "=1"}, encode_request(request), child_limits);
  check_end(result, limits);
  return build_asset(decode_answer(result.output), options);
}

}  // namespace sinew
