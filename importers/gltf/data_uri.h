#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "libanim/support/bytes.h"

namespace sinew {

struct DataUri {
  std::string mime_type;  ///< may be empty
  Bytes bytes;
};

/// The contents of a "data:" URI (base64 or percent-encoded), nothing for any other URI. Throws Error (kAsset) when
/// it is malformed.
[[nodiscard]] std::optional<DataUri> decode_data_uri(std::string_view uri);

}  // namespace sinew
