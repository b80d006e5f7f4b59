#include "importers/assimp/assimp_reader.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <new>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {
namespace {

/// The request's bytes as a file.
class MemoryStream final : public Assimp::IOStream {
 public:
  explicit MemoryStream(ByteSpan bytes) : bytes_(bytes) {}
  size_t Read(void* target, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t items = std::min(count, (bytes_.size() - position_) / size);
    std::memcpy(target, bytes_.data() + position_, items * size);
    position_ += items * size;
    return items;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    const size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? position_ : bytes_.size();
    const size_t position = base + offset;  // wraps for an offset that was negative
    if (position > bytes_.size()) return aiReturn_FAILURE;
    position_ = position;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return position_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  ByteSpan bytes_;
  size_t position_ = 0;
};

/// A file system that has one file. Whatever else a scene refers to does not exist.
class OneFile final : public Assimp::IOSystem {
 public:
  OneFile(std::string name, ByteSpan bytes) : name_(std::move(name)), bytes_(bytes) {}
  bool Exists(const char* path) const override { return name_ == path; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    const bool reading = mode == nullptr || std::strchr(mode, 'w') == nullptr;
    return reading && Exists(path) ? new MemoryStream(bytes_) : nullptr;
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  std::string name_;
  ByteSpan bytes_;
};

bool is_collada(const std::string& suffix) { return suffix == "dae" || suffix == "zae"; }

/// Metres per unit as a Collada file states it, 1 where it does not; Assimp multiplies by it and does not say so.
double collada_unit(ByteSpan bytes) {
  const std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 65536)));
  const std::size_t begin = std::min(text.find("<unit"), text.size());
  const std::string_view element = text.substr(begin, text.find('>', begin) - begin);
  const std::size_t attribute = std::min(element.find("meter="), element.size());
  const std::size_t digits = std::min(element.find_first_of("0123456789.", attribute), element.size());
  double unit = 1;
  std::from_chars(element.data() + digits, element.data() + element.size(), unit);
  return unit > 0 && unit < 1e9 ? unit : 1;
}

void settle_source(const WorkerRequest& request, SourceScene& target) {
  const ImportOptions& options = request.options;
  const bool collada = is_collada(request.suffix);
  const double stated = request.suffix == "dae" ? collada_unit(request.file) : 1;
  target.source.format = fmt::format("{} (read by Assimp {}.{}.{})", collada ? "Collada" : "." + request.suffix,
                                     aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
  target.source.unit = options.unit ? *options.unit / stated : 1;
  target.source.up = options.up.value_or('Y');
  if (collada && stated != 1 && !options.unit) {
    target.ledger.add(NoteCode::kUnitScale, "asset",
                      fmt::format("1 file unit = {} m: scaled at the root node", shortest(stated)));
  }
  if (collada) return;
  if (!options.unit) target.ledger.add(NoteCode::kUnitGuess, "file", "the format states no unit; took metres");
  if (!options.up) target.ledger.add(NoteCode::kAxisGuess, "file", "the format states no up axis; took Y up");
}

void note_ignored(const aiScene& scene, Ledger& ledger) {
  const auto note = [&](unsigned count, const char* what) {
    if (count > 0) ledger.add(NoteCode::kIgnoredData, "scene", fmt::format("{} {}", count, what));
  };
  note(scene.mNumCameras, "cameras");
  note(scene.mNumLights, "lights");
  note(scene.mNumTextures, "embedded textures");
}

}  // namespace

SourceScene read_with_assimp(const WorkerRequest& request) {
  const std::string name = "scene." + request.suffix;
  Assimp::Importer importer;
  importer.SetIOHandler(new OneFile(name, request.file));  // which the importer deletes
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, request.options.up.has_value());
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene =
      importer.ReadFile(name, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_JoinIdenticalVertices);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    const std::string reason = printable(importer.GetErrorString(), 300);
    if (reason.find("bad_alloc") != std::string::npos) throw std::bad_alloc();  // which Assimp turns into text
    throw Error::asset("", "Assimp cannot read it" + (reason.empty() ? "" : ": " + reason));
  }
  SourceScene target;
  settle_source(request, target);
  const assimp::NodeList list = assimp::read_nodes(*scene, request.options.limits, target);
  assimp::read_materials(*scene, target);
  assimp::read_meshes(*scene, list, request.options.limits, target);
  assimp::read_animations(*scene, list, request.options, target);
  note_ignored(*scene, target.ledger);
  return target;
}

}  // namespace sinew
