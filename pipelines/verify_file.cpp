#include "pipelines/verify_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "pipelines/certificate_json.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

Take load_take(const fs::path& file) {
  try {
    return decode_take(read_file(file, ImportLimits{}.max_file_bytes));
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

std::string at_frame(int frame) { return frame < 0 ? std::string() : fmt::format(" in frame {}", frame); }

class Verification {
 public:
  Verification(const fs::path& file, const CertificateThresholds& thresholds) : file_(file), thresholds_(thresholds) {}

  VerifyReport of_take(ByteSpan bytes) {
    const Take take = decode_take(bytes);
    describe(take);
    report_.notes.emplace_back(
        "a take alone: there is no exported animation and no stored certificate to compare with");
    judge(certify(take, thresholds_));
    return std::move(report_);
  }

  VerifyReport of_export(ByteSpan bytes, const std::optional<fs::path>& take_file) {
    const GltfSinew embedded = read_embedded(bytes);
    const std::optional<StoredCertificate> stored = read_stored(embedded);
    const std::optional<Take> take = take_file ? load_take(*take_file) : embedded_take(embedded);
    if (embedded.take && sha256_hex(*embedded.take) != embedded.take_sha256) {
      fail("hash", "the embedded take is not the one that the file states");
    }
    if (stored) check_hashes(embedded, *stored, take_file ? take : std::nullopt);
    if (!take) return std::move(report_);
    describe(*take);
    report_.embedded = !take_file;
    assess(bytes, *take, embedded.root_motion == "in-place" ? RootMotion::kInPlace : RootMotion::kKeep, stored);
    return std::move(report_);
  }

 private:
  void fail(std::string metric, std::string message) {
    report_.failures.push_back({std::move(metric), std::move(message)});
  }

  void describe(const Take& take) {
    report_.take_name = take.name;
    report_.frames = take.frames();
    report_.replay = replay_kind(take);
  }

  [[nodiscard]] GltfSinew read_embedded(ByteSpan bytes) const {
    const ImportOptions options;
    return read_gltf_sinew(bytes, folder_loader(file_.parent_path(), options.limits), options);
  }

  std::optional<StoredCertificate> read_stored(const GltfSinew& embedded) {
    if (embedded.certificate.empty()) {
      report_.notes.emplace_back("the file has no certificate to compare with");
      return std::nullopt;
    }
    try {
      return parse_certificate(embedded.certificate);
    } catch (const Error& error) {
      fail("certificate", error.message());
      return std::nullopt;
    }
  }

  /// Nothing, with a failure, when the bytes are there but are none of a take: the hash has said so before.
  std::optional<Take> embedded_take(const GltfSinew& embedded) {
    if (!embedded.present) {
      throw Error::asset("",
                         "no Sinew data in the file: it was not written by sinew, or a tool dropped extras and buffer");
    }
    if (!embedded.take) {
      throw Error::asset("", embedded.announced
                                 ? "the take that the file speaks of was dropped, as some tools do when they repack; "
                                   "give the .take file with --take"
                                 : "the file has no take embedded; give the .take file with --take");
    }
    try {
      return decode_take(*embedded.take, "embedded take");
    } catch (const Error& error) {
      fail("hash", fmt::format("the embedded take is not readable: {}", error.what()));
      return std::nullopt;
    }
  }

  void check_hashes(const GltfSinew& embedded, const StoredCertificate& stored, const std::optional<Take>& given) {
    const Bytes take = given ? encode_take(*given, TakeMeshes::kLeftOut) : embedded.take.value_or(Bytes{});
    const CertificateHashes found = payload_hashes(embedded.animation, take);
    if (found.take != stored.hashes.take) fail("hash", "the take is not the one that was certified");
    if (found.animation != stored.hashes.animation) fail("hash", "the animation is not the one that was certified");
    if (found.payload != stored.hashes.payload && report_.failures.empty()) {
      fail("hash", "animation and take together are not those that were certified");
    }
  }

  void assess(ByteSpan bytes, const Take& take, RootMotion root_motion,
              const std::optional<StoredCertificate>& stored) {
    if (root_motion == RootMotion::kInPlace) {
      report_.notes.emplace_back("the animation is in place: its way over the ground is in the take alone");
    }
    try {
      const Asset asset = import_bytes(bytes, file_, {});
      if (asset.clips.size() != 1) {
        fail("animation", fmt::format("{} animations; the take is one", asset.clips.size()));
        return;
      }
      judge(certify(take, {asset.character.skeleton, asset.clips.front(), root_motion}, thresholds_));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kAsset) throw;
      fail("animation", error.message());
      return;
    }
    if (stored) compare(*stored);
  }

  void judge(Certificate certificate) {
    for (const CertificateMetric& metric : certificate.metrics) {
      if (!metric.violated()) continue;
      const std::string note = metric.note.empty() ? std::string() : " (" + metric.note + ")";
      fail(metric.name, fmt::format("{:.4g} {}{}; at most {:.4g} is allowed{}", metric.value, metric.unit,
                                    at_frame(metric.frame), *metric.threshold, note));
    }
    report_.certificate = std::move(certificate);
  }

  /// The same program gives the same numbers; another one, or another machine, nearly the same.
  void compare(const StoredCertificate& stored) {
    const double share = report_.replay == ReplayKind::kBitwise ? 1e-9 : 1e-3;
    constexpr double kNothing = 1e-9;
    for (const auto& [name, value] : stored.values) {
      const CertificateMetric* metric = report_.certificate->find(name);
      if (metric == nullptr) {
        report_.notes.push_back("the certificate has a metric that this version does not know: " + name);
        continue;
      }
      if (std::abs(metric->value - value) <= share * std::abs(value) + kNothing) continue;
      fail("certificate", fmt::format("it states {} = {:.6g}; the file has {:.6g}", name, value, metric->value));
    }
    for (const CertificateMetric& metric : report_.certificate->metrics) {
      const bool there = std::ranges::any_of(stored.values, [&](const auto& v) { return v.first == metric.name; });
      if (!there && metric.required) fail("certificate", fmt::format("it says nothing of {}", metric.name));
    }
  }

  fs::path file_;
  CertificateThresholds thresholds_;
  VerifyReport report_;
};

}  // namespace

VerifyReport verify_file(const fs::path& file, const std::optional<fs::path>& take_file,
                         const CertificateThresholds& thresholds) {
  return verify_bytes(read_file(file, ImportLimits{}.max_file_bytes), file, take_file, thresholds);
}

VerifyReport verify_bytes(ByteSpan bytes, const fs::path& file, const std::optional<fs::path>& take_file,
                          const CertificateThresholds& thresholds) {
  try {
    Verification verification(file, thresholds);
    if (!is_take(bytes)) {
      if (detect_format(bytes, file) != FileFormat::kGltf) {
        throw Error::asset("", "expected a .glb or .gltf that sinew wrote, or a .take file");
      }
      return verification.of_export(bytes, take_file);
    }
    if (take_file) throw Error::usage("--take goes with an exported file, not with another take");
    return verification.of_take(bytes);
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

}  // namespace sinew
