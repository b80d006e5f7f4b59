#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "importers/gltf/gltf_json.h"
#include "importers/scene/import_options.h"
#include "libanim/model/ledger.h"
#include "libanim/support/bytes.h"

namespace tinygltf {
class Model;
}

namespace sinew {

/// How much memory decoding may take. Accessors can be shared, sparse, or without data, so that a small file can ask
/// for any amount: what may be spent grows with the bytes that the file really has.
class DecodeBudget {
 public:
  explicit DecodeBudget(std::size_t file_bytes);
  /// Throws Error (kAsset) when it is used up.
  void spend(std::uint64_t items, std::uint64_t bytes_per_item, const std::string& place);

 private:
  std::uint64_t left_;
};

/// The bytes of one buffer: in the GLB itself, or loaded and owned.
struct GltfBuffer {
  bool present = false;  ///< false: it has neither a URI nor a place in the GLB (compression's fallback buffers)
  Bytes owned;
  ByteSpan bytes;  ///< byteLength of them
};

/// A parsed file, with everything that its readers need. The model is checked as far as gltf_json.h says; indices and
/// extents are checked by those who follow them.
struct GltfContext {
  GltfJson json;  ///< `structure` is spent
  std::shared_ptr<const tinygltf::Model> model;
  std::vector<GltfBuffer> buffers;
  const ResourceLoader& loader;
  const ImportOptions& options;
  Ledger& ledger;
  DecodeBudget budget;
  std::string format;  ///< "glTF 2.0" or "glTF 2.0 binary"
};

/// Parses the file and loads its buffers. Refuses other versions than 2.x, and required extensions that change what the
/// file means and that we do not know. `bytes`, `loader`, `options` and `ledger` must outlive the result.
[[nodiscard]] GltfContext open_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options,
                                    Ledger& ledger);

/// The bytes behind a URI of the asset: decoded from the URI itself, or through the loader.
[[nodiscard]] Bytes load_uri(const GltfContext& context, std::string_view uri, std::string* mime_type = nullptr);

}  // namespace sinew
