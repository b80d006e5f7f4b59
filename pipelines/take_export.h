#pragma once

#include "libanim/model/take.h"
#include "libanim/support/bytes.h"
#include "libanim/validity/certificate.h"
#include "pipelines/reread.h"

namespace sinew {

struct TakeExportOptions {
  bool embed = true;      ///< put take and certificate into the file
  std::string synthesis;  ///< what the motion was made from (GltfEmbedding); none when empty
  ClipForm form;          ///< of the animation
  CertificateThresholds thresholds;
};

/// A take as a file, and what is known of it.
struct TakeExport {
  Bytes bytes;              ///< a GLB
  Certificate certificate;  ///< of that file: measured on what reading it again gives
  RereadReport reread;
  Asset asset;  ///< as written, with the whole ledger
};

/// The character with the records as its animation (record_clip), the take and its certificate embedded, contact events
/// with the animation. `source` says where the motion came from. The file is read back and compared before it is
/// returned; a certificate that fails is still written: whether that is good enough is for the caller to say. Throws
/// Error (kInternal) when the file does not read back.
[[nodiscard]] TakeExport export_take(const Take& take, const SourceInfo& source, const TakeExportOptions& options = {});

/// SHA-256 of the running program's file.
[[nodiscard]] std::string program_hash();

/// The hashes of a file that embeds a take: of its canonical animation (GltfSinew), of the take's bytes, and of both.
[[nodiscard]] CertificateHashes payload_hashes(ByteSpan animation, ByteSpan take);

}  // namespace sinew
