#pragma once

#include <string>

#include "libanim/validity/certificate.h"

namespace sinew {

enum class CertificateDetail {
  kAll,
  kShort,  ///< what is judged, and the distance from the reference
};

/// The metrics as a table: name, value, threshold, worst frame, verdict.
[[nodiscard]] std::string certificate_text(const Certificate& certificate,
                                           CertificateDetail detail = CertificateDetail::kAll);

}  // namespace sinew
