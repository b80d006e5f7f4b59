#include "pipelines/batch_lease.h"

#include <fcntl.h>

#include <cerrno>
#include <charconv>

namespace sinew {

namespace {

/// The byte that stands for a key: its first 60 bits. Two keys that share it would only wait for each other.
struct flock range_of(std::string_view key, short kind) {
  constexpr std::size_t kDigits = 15;
  std::uint64_t start = 0;
  const std::string_view head = key.substr(0, kDigits);
  std::from_chars(head.data(), head.data() + head.size(), start, 16);
  struct flock range {};
  range.l_type = kind;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(start);
  range.l_len = 1;
  return range;
}

}  // namespace

std::optional<BatchLease> BatchLease::try_take(const std::filesystem::path& file, std::string_view key) {
  OpenFile open(file, O_RDWR | O_CREAT);
  struct flock range = range_of(key, F_WRLCK);
  if (::fcntl(open.fd(), F_OFD_SETLK, &range) == 0) return BatchLease(std::move(open));
  if (errno == EAGAIN || errno == EACCES) return std::nullopt;
  throw io_failure(file, "cannot lock (the store needs a file system with byte-range locks)");
}

bool BatchLease::is_held(const std::filesystem::path& file, std::string_view key) {
  const OpenFile open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!open) return false;
  struct flock range = range_of(key, F_RDLCK);
  return ::fcntl(open.fd(), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

}  // namespace sinew
