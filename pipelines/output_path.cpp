#include "pipelines/output_path.h"

#include "libanim/support/error.h"

namespace sinew {

namespace fs = std::filesystem;

void check_output(const fs::path& output, std::span<const fs::path> inputs, Existing existing) {
  std::error_code missing;
  for (const fs::path& input : inputs) {
    if (fs::equivalent(input, output, missing)) {
      throw Error::usage("the output is an input file; inputs are never overwritten").in_file(output.string());
    }
  }
  if (existing == Existing::kRefuse && fs::exists(output, missing)) {
    throw Error::usage("the file exists already; --force replaces it").in_file(output.string());
  }
}

}  // namespace sinew
