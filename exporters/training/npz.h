#pragma once

#include <map>
#include <string>

#include "exporters/training/training_array.h"

namespace sinew {

/// Arrays, and a text under the name "description", as numpy's .npz: a zip archive of .npy files, stored and not
/// compressed, without times, so that the same arrays give the same bytes. numpy.load reads it with allow_pickle=False.
/// Booleans are numpy's, the text is of bytes. Throws Error (kIo).
[[nodiscard]] Bytes npz_bytes(const std::map<std::string, TrainingArray>& arrays, const std::string& description);

}  // namespace sinew
