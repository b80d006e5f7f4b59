#pragma once

#include <string>
#include <utility>
#include <vector>

#include "libanim/validity/certificate.h"

namespace sinew {

/// The certificate as a JSON object, indented, without a line feed at its end: {schema, pass, violations, metrics:
/// [{name, unit, value, threshold, required, pass, frame, mean, rms, p95, p99, max, note}], reference_excesses,
/// provenance, hashes}. What a metric does not have is left out, and so are empty lists.
[[nodiscard]] std::string certificate_json(const Certificate& certificate);

/// What a stored certificate says that can be compared with a new one.
struct StoredCertificate {
  std::vector<std::pair<std::string, double>> values;  ///< of its metrics, by name
  CertificateHashes hashes;
};

/// Throws Error (kAsset) where it is not as certificate_json writes it.
[[nodiscard]] StoredCertificate parse_certificate(const std::string& json);

}  // namespace sinew
