#include "pipelines/batch_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace sinew {

namespace {

/// FNV-1a.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return sum;
}

constexpr std::size_t kSealLength = 17;  // of "0123456789abcdef "

/// The lock of the whole file, waited for, until it goes.
class WholeLock {
 public:
  WholeLock(int fd, const std::filesystem::path& file) : fd_(fd) {
    while (set(F_WRLCK, F_OFD_SETLKW) != 0) {
      if (errno != EINTR) throw io_failure(file, "cannot lock");
    }
  }
  ~WholeLock() { (void)set(F_UNLCK, F_OFD_SETLK); }
  WholeLock(const WholeLock&) = delete;
  WholeLock& operator=(const WholeLock&) = delete;

 private:
  [[nodiscard]] int set(short kind, int command) const {
    struct flock range {};
    range.l_type = kind;
    range.l_whence = SEEK_SET;
    return ::fcntl(fd_, command, &range);
  }
  int fd_;
};

std::int64_t size_of(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 ? info.st_size : 0;
}

bool ends_in_line_feed(int fd, std::int64_t size) {
  char last = '\n';
  if (size > 0 && ::pread(fd, &last, 1, size - 1) != 1) return false;
  return last == '\n';
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::string sealed(std::string_view text) { return fmt::format("{:016x} {}", checksum(text), text); }

std::string_view unsealed(std::string_view line) {
  if (line.size() <= kSealLength) return {};
  const std::string_view text = line.substr(kSealLength);
  return fmt::format("{:016x} ", checksum(text)) == line.substr(0, kSealLength) ? text : std::string_view();
}

void BatchJournal::append(std::string_view text, Sync sync) {
  if (!writer_) writer_ = OpenFile(file_, O_RDWR | O_CREAT | O_APPEND);
  const WholeLock lock(writer_.fd(), file_);
  const std::int64_t size = size_of(writer_.fd());
  std::string line = ends_in_line_feed(writer_.fd(), size) ? "" : "\n";
  line += sealed(text) + "\n";
  if (!write_all(writer_.fd(), line) || (sync == Sync::kYes && ::fdatasync(writer_.fd()) != 0)) {
    const int reason = errno;
    if (::ftruncate(writer_.fd(), size) != 0) throw io_failure(file_, "cannot append, nor take back what was written");
    errno = reason;
    throw io_failure(file_, "cannot append");
  }
}

void BatchJournal::read_news(const std::function<void(std::string_view)>& use) {
  if (!reader_) reader_ = OpenFile(::open(file_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!reader_ && errno == ENOENT) return;
  if (!reader_) throw io_failure(file_, "cannot open");
  const std::int64_t size = size_of(reader_.fd());
  constexpr std::int64_t kMostAtOnce = std::int64_t{16} << 20;
  std::string text;
  while (offset_ < size) {
    text.resize(static_cast<std::size_t>(std::min(kMostAtOnce, size - offset_)));
    const ssize_t got = ::pread(reader_.fd(), text.data(), text.size(), offset_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw io_failure(file_, "cannot read");
    const std::string_view whole = std::string_view(text).substr(0, static_cast<std::size_t>(got));
    const std::size_t end = whole.rfind('\n');
    if (end == std::string_view::npos) return;  // the rest is being written, or its writer died
    take_lines(whole.substr(0, end + 1), use);
    offset_ += static_cast<std::int64_t>(end) + 1;
  }
}

void BatchJournal::take_lines(std::string_view text, const std::function<void(std::string_view)>& use) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (const std::string_view content = unsealed(line); !content.empty()) {
      use(content);
    } else if (!line.empty()) {
      ++damaged_;
    }
  }
}

}  // namespace sinew
