#include "libanim/model/take_file.h"

#include <fmt/format.h>

#include "libanim/model/character_archive.h"
#include "libanim/model/figure_archive.h"
#include "libanim/model/scene_archive.h"
#include "libanim/model/step_archive.h"

namespace sinew {

namespace {

constexpr std::string_view kMagic = "SINEWTAK";

template <typename Io, typename T>
void archive_take(Io& io, T& take, bool meshes) {
  io.text(take.name);
  io.text(take.character.name);
  archive_skeleton(io, take.character.skeleton);
  if (meshes) archive_meshes(io, take.character);
  archive_figure(io, take.figure);
  archive_scene(io, take.scene);
  archive_simulation(io, take.simulation);
  archive_clip(io, take.reference);
  archive_record(io, take.start);
  io.list(take.steps, 6 * sizeof(double), [](Io& part, auto& step) { archive_step(part, step); });
  io.list(take.excesses, 24, [](Io& part, auto& excess) { archive_excess(part, excess); });
  archive_ledger(io, take.ledger);
  archive_provenance(io, take.provenance);
}

Take read_take(ByteSpan bytes) {
  if (!is_take(bytes)) throw Error::asset("byte 0", "not a take: expected it to begin with " + std::string(kMagic));
  ArchiveReader archive(bytes.subspan(kMagic.size()));
  if (const auto version = archive.value<std::uint32_t>(); version != kTakeVersion) {
    throw Error::asset("version", fmt::format("{}; this program reads version {}", version, kTakeVersion));
  }
  ArchiveLoader loader(archive);
  bool meshes = false;
  loader.value(meshes);
  Take take;
  archive_take(loader, take, meshes);
  if (!archive.at_end()) throw Error::asset("end", "more bytes than a take has");
  take.validate();
  return take;
}

}  // namespace

Bytes encode_take(const Take& take, TakeMeshes meshes) {
  ArchiveWriter archive;
  for (const char c : kMagic) archive.value(c);
  archive.value(kTakeVersion);
  archive.value(meshes == TakeMeshes::kKept);
  ArchiveSaver saver(archive);
  archive_take(saver, take, meshes == TakeMeshes::kKept);
  return archive.bytes();
}

Take decode_take(ByteSpan bytes, std::string_view place) {
  try {
    return read_take(bytes);
  } catch (const Error& error) {
    const std::string inner = error.place().empty() ? std::string() : ": " + error.place();
    throw Error::asset(std::string(place) + inner, error.message());
  }
}

bool is_take(ByteSpan bytes) { return as_text(bytes).starts_with(kMagic); }

}  // namespace sinew
