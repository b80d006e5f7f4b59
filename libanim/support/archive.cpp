#include "libanim/support/archive.h"

#include <fmt/format.h>

#include <bit>

#include "libanim/support/error.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little, "archives are little-endian and not converted");

void ArchiveWriter::append(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  bytes_.insert(bytes_.end(), first, first + size);
}

void ArchiveWriter::text(const std::string& s) {
  value(static_cast<std::uint64_t>(s.size()));
  append(s.data(), s.size());
}

std::string ArchiveReader::text() {
  std::string s(count(1), '\0');
  take(s.data(), s.size());
  return s;
}

std::size_t ArchiveReader::count(std::size_t item_size) {
  const auto n = value<std::uint64_t>();
  const std::size_t left = bytes_.size() - position_;
  if (n > left / item_size) {
    throw Error::asset(fmt::format("byte {}", position_),
                       fmt::format("{} items of {} bytes announced, {} bytes left", n, item_size, left));
  }
  return static_cast<std::size_t>(n);
}

void ArchiveReader::take(void* target, std::size_t size) {
  if (size > bytes_.size() - position_) {
    throw Error::asset(fmt::format("byte {}", position_),
                       fmt::format("expected {} more bytes, {} left", size, bytes_.size() - position_));
  }
  if (size > 0) std::memcpy(target, bytes_.data() + position_, size);
  position_ += size;
}

}  // namespace sinew
