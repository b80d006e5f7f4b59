#pragma once

#include <filesystem>
#include <functional>

#include "libanim/stages/refine/refine.h"
#include "libanim/support/files.h"
#include "libanim/validity/certificate.h"
#include "pipelines/bake.h"

namespace sinew {

/// A take that is to become smoother.
struct RefineRequest {
  std::filesystem::path input;   ///< a .glb or .gltf that has a take, or a .take file
  std::filesystem::path output;  ///< .glb
  RefineOptions options;
  std::string configuration;  ///< hash of the effective configuration
  bool embed = true;
  int threads = 0;  ///< 0 = all cores
  Existing existing = Existing::kRefuse;
};

struct RefineFileReport {
  RefineReport refine;
  Take take;                               ///< the result, or the input where nothing better was found
  std::optional<Certificate> certificate;  ///< of the file that was written
  bool written = false;
  std::size_t bytes = 0;
  double seconds = 0;  ///< of refinement in this process (unit: s)
  double cpu = 0;
};

/// Refines the take of a file and exports the result with its certificate. Where nothing better is found the take is
/// written as it was. Stopped by the watcher, nothing is written. Throws Error.
[[nodiscard]] RefineFileReport refine_file(const RefineRequest& request, const BakeWatcher& watcher = {});

}  // namespace sinew
