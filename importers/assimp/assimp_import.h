#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "importers/scene/build_asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// First argument that makes a program the worker of `import_with_assimp`: it then calls `assimp_worker_main`
/// before anything else.
inline constexpr const char* kAssimpWorkerArgument = "--assimp-worker";

/// What the worker process may take. In sanitizer builds memory is not limited (sanitizers reserve terabytes of
/// address space) and times are ten times as long.
struct AssimpLimits {
  std::size_t memory_bytes = std::size_t{4} << 30;  ///< address space (unit: bytes)
  std::size_t result_bytes = std::size_t{2} << 30;  ///< what it may send back (unit: bytes)
  double cpu_seconds = 120;                         ///< (unit: s)
  double wall_seconds = 300;                        ///< (unit: s)
  std::string worker_path = "/proc/self/exe";       ///< a program that handles kAssimpWorkerArgument
};

/// Suffixes that Assimp reads and that can carry a skeleton, without dot. BVH, FBX and glTF have readers of
/// their own and are not among them.
[[nodiscard]] const std::vector<std::string_view>& assimp_suffixes();

/// Reads a file of one of `assimp_suffixes` (with or without the dot) with Assimp in a worker process: a file
/// that crashes the reader, hangs it or fills its memory is refused like any other broken file (Error kAsset).
/// Nothing but the bytes is read, files that the scene refers to are not.
///
/// - Collada's unit and up axis are applied by Assimp at the root node. Other formats state neither: metres and
///   Y up are taken where the user says nothing (kUnitGuess, kAxisGuess).
/// - Animations are sampled at the rate on which their keys lie (kFrameRate); keys are joined by straight lines and,
///   for rotations, great arcs.
/// - Materials keep their colours, not their textures.
[[nodiscard]] Asset import_with_assimp(ByteSpan bytes, std::string_view suffix, const ImportOptions& options,
                                       const AssimpLimits& limits = {});

/// The worker: limits itself, reads the request from standard input, answers on standard output, and returns the
/// process's exit code.
[[nodiscard]] int assimp_worker_main(int argc, char** argv);

}  // namespace sinew
