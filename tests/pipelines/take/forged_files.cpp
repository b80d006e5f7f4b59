#include "tests/pipelines/take/forged_files.h"

#include "exporters/gltf/gltf_export.h"
#include "importers/gltf/gltf_sinew.h"
#include "libanim/model/take_file.h"
#include "libanim/support/hash.h"
#include "libanim/validity/record_clip.h"
#include "pipelines/certificate_json.h"
#include "pipelines/take_export.h"

namespace sinew::test {

Bytes forged_file(const Take& take, const Clip& animation, Certificate claimed) {
  Asset asset;
  asset.character = take.character;
  asset.clips = {animation};
  GltfEmbedding embedding;
  embedding.payload = encode_take(take, TakeMeshes::kLeftOut);
  embedding.payload_sha256 = sha256_hex(embedding.payload);
  Ledger notes;
  const Bytes first = export_gltf(asset, {GltfContainer::kBinary, &embedding}, notes);
  claimed.hashes = payload_hashes(read_gltf_sinew(first, nullptr, {}).animation, embedding.payload);
  embedding.certificate = certificate_json(claimed);
  return export_gltf(asset, {GltfContainer::kBinary, &embedding}, notes);
}

std::vector<Forgery> forgeries(const Take& honest) {
  const Certificate claimed = certify(honest);
  std::vector<Forgery> result;
  Clip moved = record_clip(honest);
  for (int f = 10; f < 14; ++f) moved.frame_translations(f)[0] += Vec3(0, 0.02, 0);
  result.push_back({"animation", "animation_position", forged_file(honest, moved, claimed)});

  Take take = honest;
  take.steps[10].control.axes[9].target += 1;
  result.push_back({"control", "replay", forged_file(take, record_clip(take), claimed)});

  take = honest;
  take.steps[10].record.bodies[2].position[0] += 0.02;
  result.push_back({"record", "replay", forged_file(take, record_clip(take), claimed)});

  take = honest;
  take.steps[10].report.substeps[0].contacts.at(0).force.y() += 50;
  result.push_back({"force", "momentum_linear", forged_file(take, record_clip(take), claimed)});
  return result;
}

}  // namespace sinew::test
