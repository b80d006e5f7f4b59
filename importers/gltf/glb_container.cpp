#include "importers/gltf/glb_container.h"

#include <fmt/format.h>

#include <cstdint>

#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN\0"

std::uint32_t word_at(ByteSpan bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  return value;
}

std::string_view without_padding(std::string_view json) {
  const std::size_t last = json.find_last_not_of(std::string_view("\0 \t\r\n", 5));
  return json.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// The part of the file that its header declares.
ByteSpan declared_bytes(ByteSpan bytes, Ledger& ledger) {
  if (bytes.size() < kHeaderBytes) {
    throw Error::asset("GLB header", fmt::format("the file has {} bytes; the header alone has 12", bytes.size()));
  }
  const std::uint32_t version = word_at(bytes, 4);
  if (version != 2) {
    throw Error::asset("GLB header", fmt::format("container version {}; expected 2 (glTF 2.0)", version));
  }
  const std::size_t length = word_at(bytes, 8);
  if (length > bytes.size()) {
    throw Error::asset("GLB header", fmt::format("declares {} bytes but the file has {}; it was probably cut off",
                                                 length, bytes.size()));
  }
  if (length < bytes.size()) {
    ledger.add(NoteCode::kIgnoredData, "GLB", fmt::format("{} bytes after the declared end", bytes.size() - length));
  }
  return bytes.first(length);
}

struct Chunk {
  std::uint32_t type = 0;
  ByteSpan bytes;
};

/// The chunk at `offset`, which is moved behind it.
Chunk take_chunk(ByteSpan bytes, std::size_t& offset) {
  if (bytes.size() - offset < kChunkHeaderBytes) {
    throw Error::asset(fmt::format("GLB byte {}", offset), "the file ends within a chunk's header");
  }
  const std::size_t length = word_at(bytes, offset);
  const std::uint32_t type = word_at(bytes, offset + 4);
  const std::size_t left = bytes.size() - offset - kChunkHeaderBytes;
  if (length > left) {
    throw Error::asset(fmt::format("GLB byte {}", offset),
                       fmt::format("a chunk declares {} bytes but {} are left", length, left));
  }
  const Chunk chunk{type, bytes.subspan(offset + kChunkHeaderBytes, length)};
  offset += kChunkHeaderBytes + length;
  return chunk;
}

}  // namespace

GltfParts split_gltf(ByteSpan bytes, Ledger& ledger) {
  GltfParts parts;
  if (!as_text(bytes).starts_with("glTF")) {
    parts.json = without_padding(as_text(bytes));
    return parts;
  }
  parts.binary = true;
  bytes = declared_bytes(bytes, ledger);
  std::size_t offset = kHeaderBytes;
  const Chunk json = take_chunk(bytes, offset);
  if (json.type != kJsonChunk) {
    throw Error::asset("GLB byte 12", fmt::format("the first chunk has type {:#010x}; expected JSON", json.type));
  }
  parts.json = without_padding(as_text(json.bytes));
  while (offset < bytes.size()) {
    const Chunk chunk = take_chunk(bytes, offset);
    if (chunk.type != kBinChunk || parts.has_bin) {
      ledger.add(NoteCode::kIgnoredData, "GLB", fmt::format("chunk of unknown type {:#010x}", chunk.type));
      continue;
    }
    parts.has_bin = true;
    parts.bin = chunk.bytes;
  }
  return parts;
}

}  // namespace sinew
