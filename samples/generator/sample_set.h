#pragma once

#include <string>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew::samples {

/// A file of samples/data.
struct SampleFile {
  std::string name;
  Bytes bytes;
};

/// All files of samples/data. The same program makes the same bytes every time.
[[nodiscard]] std::vector<SampleFile> make_sample_files();

}  // namespace sinew::samples
