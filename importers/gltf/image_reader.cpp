#include "importers/gltf/image_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "importers/gltf/accessor_reader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr int kNotLoaded = -2;
constexpr int kNotLoadable = -1;

/// File name without folder and suffix, for images that have no name.
std::string stem_of(std::string_view uri) {
  uri = uri.substr(uri.find_last_of("/\\") + 1);
  return printable(uri.substr(0, uri.rfind('.')), 100);
}

}  // namespace

std::string image_mime_type(ByteSpan bytes) {
  const std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 12)));
  if (text.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (text.starts_with("RIFF") && text.substr(8) == "WEBP") return "image/webp";
  if (text.starts_with("\xabKTX 20\xbb")) return "image/ktx2";
  return "";
}

ImageReader::ImageReader(GltfContext& context, std::vector<Image>& images)
    : context_(context), images_(images), loaded_(context.json.images.size(), kNotLoaded) {}

int ImageReader::image(int source, const std::string& place) {
  if (source < 0 || static_cast<std::size_t>(source) >= loaded_.size()) {
    throw Error::asset(place, fmt::format("image {} does not exist; the file has {}", source, loaded_.size()));
  }
  int& index = loaded_[static_cast<std::size_t>(source)];
  if (index != kNotLoaded) return index;
  index = kNotLoadable;
  if (std::optional<Image> image = load(static_cast<std::size_t>(source))) {
    index = static_cast<int>(images_.size());
    images_.push_back(std::move(*image));
  }
  return index;
}

std::optional<Image> ImageReader::load(std::size_t source) {
  const GltfImageEntry& entry = context_.json.images[source];
  const std::string place = fmt::format("images/{}", source);
  Image image;
  image.name = entry.name;
  try {
    std::string stated = entry.mime_type;
    if (entry.buffer_view >= 0) {
      const ByteSpan bytes = view_bytes(context_, entry.buffer_view, place);
      context_.budget.spend(bytes.size(), 1, place);
      image.bytes.assign(bytes.begin(), bytes.end());
    } else if (entry.uri) {
      image.bytes = load_uri(context_, *entry.uri, stated.empty() ? &stated : nullptr);
      context_.budget.spend(image.bytes.size(), 1, place);
      if (image.name.empty() && !entry.uri->starts_with("data:")) image.name = stem_of(*entry.uri);
    } else {
      throw Error::asset(place, "has neither a URI nor a buffer view");
    }
    // The bytes know better than the file that carries them.
    image.mime_type = image_mime_type(image.bytes);
    if (image.mime_type.empty()) image.mime_type = stated;
  } catch (const Error& error) {
    context_.ledger.add(NoteCode::kDroppedMaterialPart, place, fmt::format("image left out: {}", error.what()));
    return std::nullopt;
  }
  return image;
}

void ImageReader::note_unused() const {
  const auto unused = std::ranges::count(loaded_, kNotLoaded);
  if (unused > 0)
    context_.ledger.add(NoteCode::kIgnoredData, "images", fmt::format("{} that no material uses", unused));
}

}  // namespace sinew
