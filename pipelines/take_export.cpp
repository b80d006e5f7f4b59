#include "pipelines/take_export.h"

#include "exporters/gltf/gltf_check.h"
#include "exporters/gltf/gltf_export.h"
#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "libanim/validity/contact_quality.h"
#include "libanim/validity/record_clip.h"
#include "pipelines/certificate_json.h"

namespace sinew {

namespace {

Asset take_asset(const Take& take, const SourceInfo& source, const TakeExportOptions& options) {
  Asset asset;
  asset.source = source;
  asset.character = take.character;
  asset.ledger = take.ledger;
  Clip clip = record_clip(take, options.form);
  if (clip.name.empty()) clip.name = "take";
  asset.clips = {std::move(clip)};
  return asset;
}

std::vector<GltfEvent> events_of(const Take& take, const Clip& clip) {
  std::vector<GltfEvent> events;
  for (const ContactEvent& event : contact_events(take)) {
    const double frame = event.frame * clip.frame_rate / take.simulation.control_rate;
    events.push_back({event.point, event.down ? "down" : "up", static_cast<int>(frame + 0.5)});
  }
  return events;
}

GltfSinew read_back(ByteSpan bytes) {
  try {
    return read_gltf_sinew(bytes, nullptr, {});
  } catch (const Error& error) {
    throw Error::internal(std::string("the written file is not readable: ") + error.what());
  }
}

/// Measured on the file: what single precision and the format did to the motion is part of it.
Certificate certify_file(const Take& take, ByteSpan bytes, const GltfSinew& embedded,
                         const TakeExportOptions& options) {
  const Asset read = import_bytes(bytes, "written.glb", {});
  Certificate certificate =
      certify(take, {read.character.skeleton, read.clips.at(0), options.form.root_motion}, options.thresholds);
  if (embedded.take) certificate.hashes = payload_hashes(embedded.animation, *embedded.take);
  certificate.hashes.configuration = take.provenance.configuration;
  certificate.hashes.program = program_hash();
  return certificate;
}

Bytes write_checked(const Asset& asset, const GltfEmbedding& embedding, Ledger& notes) {
  Bytes bytes = export_gltf(asset, {GltfContainer::kBinary, &embedding}, notes);
  check_gltf(bytes, asset);
  return bytes;
}

}  // namespace

std::string program_hash() {
  static const std::string kHash = sha256_hex(read_file("/proc/self/exe"));
  return kHash;
}

CertificateHashes payload_hashes(ByteSpan animation, ByteSpan take) {
  CertificateHashes hashes;
  hashes.animation = sha256_hex(animation);
  hashes.take = sha256_hex(take);
  hashes.payload = sha256_hex(as_bytes(hashes.animation + hashes.take));
  return hashes;
}

TakeExport export_take(const Take& take, const SourceInfo& source, const TakeExportOptions& options) {
  TakeExport result;
  result.asset = take_asset(take, source, options);
  GltfEmbedding embedding;
  embedding.events = events_of(take, result.asset.clips.front());
  embedding.synthesis = options.synthesis;
  if (options.embed) {
    embedding.payload = encode_take(take, TakeMeshes::kLeftOut);
    embedding.payload_sha256 = sha256_hex(embedding.payload);
    embedding.root_motion = options.form.root_motion == RootMotion::kInPlace ? "in-place" : "keep";
  }
  // The certificate speaks of the file that it is in: a first one without it is measured, the second differs in the
  // certificate alone.
  Ledger notes;
  const Bytes first = write_checked(result.asset, embedding, notes);
  const GltfSinew before = read_back(first);
  result.certificate = certify_file(take, first, before, options);
  if (options.embed) embedding.certificate = certificate_json(result.certificate);
  Ledger same_notes;
  result.bytes = write_checked(result.asset, embedding, same_notes);
  result.reread = reread(result.asset, result.bytes, ExportFormat::kGlb, {});
  const GltfSinew after = read_back(result.bytes);
  if (after.animation != before.animation || after.take != before.take ||
      (options.embed && (after.certificate.empty() || after.take != embedding.payload))) {
    throw Error::internal("the written file does not hold the take and the certificate that were put into it");
  }
  result.asset.ledger.append(notes);
  return result;
}

}  // namespace sinew
