#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "libanim/support/bytes.h"
#include "libanim/validity/certificate.h"

namespace sinew {

/// Something that a file claims and that does not hold.
struct VerifyFailure {
  std::string metric;   ///< "hash", "certificate", "animation", or a required metric's name
  std::string message;  ///< with numbers and the frame
};

struct VerifyReport {
  std::string take_name;
  int frames = 0;
  bool embedded = false;  ///< the take came out of the file itself
  ReplayKind replay = ReplayKind::kBitwise;
  std::optional<Certificate> certificate;  ///< computed anew; none when the payload could not be read
  std::vector<VerifyFailure> failures;
  std::vector<std::string> notes;  ///< what could not be checked, and why

  [[nodiscard]] bool pass() const { return failures.empty(); }
};

/// Computes everything anew from an exported .glb (or .gltf) alone, or from a .take file, and compares:
///  - the hashes of animation and take with those that the file states;
///  - the replayed records and forces with the stored ones, the animation with the records (see certify);
///  - every metric with its threshold, and with the value that the embedded certificate has for it.
///
/// `take_file` replaces a take that a tool dropped from the file. Throws Error (kAsset) when the file is unreadable or
/// holds no take; what is found to be false is no error but a failure in the report.
[[nodiscard]] VerifyReport verify_file(const std::filesystem::path& file,
                                       const std::optional<std::filesystem::path>& take_file,
                                       const CertificateThresholds& thresholds = {});

/// The same for bytes; `file` gives the name, the suffix and the folder.
[[nodiscard]] VerifyReport verify_bytes(ByteSpan bytes, const std::filesystem::path& file,
                                        const std::optional<std::filesystem::path>& take_file,
                                        const CertificateThresholds& thresholds = {});

}  // namespace sinew
