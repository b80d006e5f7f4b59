#include "exporters/gltf/gltf_container.h"

#include <tiny_gltf.h>

#include <cstdint>
#include <limits>
#include <ostream>
#include <streambuf>

#include "libanim/support/error.h"

namespace sinew {

namespace {

/// A stream that writes straight into a byte vector: a string stream would hold the file twice.
class ByteSink : public std::streambuf {
 public:
  explicit ByteSink(Bytes& bytes) : bytes_(bytes) {}

 private:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) bytes_.push_back(static_cast<std::byte>(c));
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const auto* first = reinterpret_cast<const std::byte*>(text);
    bytes_.insert(bytes_.end(), first, first + size);
    return size;
  }

  Bytes& bytes_;
};

}  // namespace

// tinygltf's writer was read and measured (2.7.0): JSON keys come out sorted, numbers in their shortest exact form,
// defaults and empty arrays are left out, chunks are padded as the format says. Three things are left to us: it
// writes an empty extras array as null, ends strings at a zero byte, and lets 32-bit lengths overflow.
Bytes write_container(const tinygltf::Model& model, GltfContainer container) {
  const bool binary = container == GltfContainer::kBinary;
  Bytes bytes;
  bytes.reserve(model.buffers[0].data.size() * (binary ? 1 : 2) + std::size_t{64} * 1024);
  ByteSink sink(bytes);
  std::ostream stream(&sink);
  tinygltf::TinyGLTF writer;
  if (!writer.WriteGltfSceneToStream(&model, stream, !binary, binary) || !stream) {
    throw Error::internal("tinygltf could not write the model");
  }
  if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error::asset("file", "larger than the 4 GiB that a glTF binary can be");
  }
  return bytes;
}

}  // namespace sinew
