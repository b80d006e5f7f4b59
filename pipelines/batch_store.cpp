#include "pipelines/batch_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "pipelines/batch_journal.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

void sync(const fs::path& path, int flags) {
  const OpenFile open(path, O_RDONLY | flags);
  if (::fsync(open.fd()) != 0) throw io_failure(path, "cannot finish");
}

}  // namespace

HashedFile hash_file(const fs::path& path) {
  // A pipe that calls itself a motion must not stop us.
  const OpenFile open(path, O_RDONLY | O_NONBLOCK);
  struct stat info {};
  if (::fstat(open.fd(), &info) != 0) throw io_failure(path, "cannot open");
  if (!S_ISREG(info.st_mode)) throw Error::io(path.string(), "expected an ordinary file");
  HashedFile result;
  Sha256 hash;
  std::vector<std::byte> block(std::size_t{1} << 20);
  while (true) {
    const ssize_t got = ::read(open.fd(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw io_failure(path, "cannot read");
    if (got == 0) break;
    const ByteSpan piece(block.data(), static_cast<std::size_t>(got));
    hash.add(piece);
    result.head += as_text(piece).substr(0, kHashedHead - result.head.size());
    result.bytes += got;
  }
  result.sha256 = hash.hex();
  return result;
}

void BatchStore::prepare() const {
  for (const char* name : {"objects", "results", "work"}) make_folder(folder_ / name);
  const OpenFile leases(lease_file(), O_RDWR | O_CREAT);
}

fs::path BatchStore::record_path(std::string_view key) const {
  return folder_ / "results" / key.substr(0, 2) / fmt::format("{}.json", key);
}

fs::path BatchStore::object_path(std::string_view sha256) const {
  return folder_ / "objects" / sha256.substr(0, 2) / fmt::format("{}.glb", sha256);
}

fs::path BatchStore::work_folder(std::string_view key) const { return folder_ / "work" / key; }

std::optional<BatchResult> BatchStore::find(std::string_view key) const {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  try {
    const Bytes bytes = read_file(record_path(key), kMostBytes);
    std::string_view line = as_text(bytes);
    if (line.ends_with('\n')) line.remove_suffix(1);
    const std::string_view text = unsealed(line);
    // The key is part of what is sealed: a record under another name is not believed.
    if (!text.starts_with(key) || text.size() <= key.size()) return std::nullopt;
    return parse_result(text.substr(key.size() + 1));
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool BatchStore::is_whole(const BatchResult& result) const {
  if (result.object.empty()) return true;
  try {
    const HashedFile file = hash_file(object_path(result.object));
    return file.bytes == result.bytes && file.sha256 == result.object;
  } catch (const Error&) {
    return false;
  }
}

void BatchStore::keep(std::string_view key, BatchResult& result, const fs::path& file) const {
  if (!file.empty()) {
    const HashedFile hashed = hash_file(file);
    result.object = hashed.sha256;
    result.bytes = hashed.bytes;
    const fs::path object = object_path(hashed.sha256);
    make_folder(object.parent_path());
    sync(file, 0);
    if (::rename(file.c_str(), object.c_str()) != 0) throw io_failure(object, "cannot put the file in place");
    sync(object.parent_path(), O_DIRECTORY);
  }
  const fs::path record = record_path(key);
  make_folder(record.parent_path());
  const std::string line = sealed(fmt::format("{} {}", key, result_json(result))) + "\n";
  write_file_atomic(record, as_bytes(line), Existing::kReplace);
}

void BatchStore::forget(std::string_view key) const {
  std::error_code missing;
  fs::remove(record_path(key), missing);
}

}  // namespace sinew
