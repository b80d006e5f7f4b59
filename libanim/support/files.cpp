#include "libanim/support/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "libanim/support/error.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const { return fd_; }
  void reset(int fd) { fd_ = fd; }

 private:
  int fd_;
};

Error failure(const fs::path& path, std::string_view doing) {
  return Error::io(path.string(), fmt::format("{}: {}", doing, std::strerror(errno)));
}

std::string folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path().string() : "."; }

Error already_there(const fs::path& target) {
  return Error(ErrorKind::kUsage, "", "the file exists already; --force replaces it").in_file(target.string());
}

/// A file without a name in the target's folder. It gets its name when it is complete; a process that is killed
/// before leaves nothing behind. Where the file system cannot do that, or others must open it, it has a temporary name.
class TemporaryFile {
 public:
  enum class Naming { kNone, kTemporary };

  explicit TemporaryFile(const fs::path& target, Naming naming = Naming::kNone) : target_(target), fd_(-1) {
    if (naming == Naming::kNone) {
      fd_.reset(::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
      if (fd_.get() >= 0) return;
    }
    name_ = target.string() + ".XXXXXX";
    fd_.reset(::mkostemp(name_.data(), O_CLOEXEC));
    if (fd_.get() < 0) throw failure(target, "cannot write here");
    // mkostemp makes the file private; give it the permissions that an ordinary file would get.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(fd_.get(), 0666 & ~mask);
  }
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(ByteSpan bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw failure(target_, "cannot write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  [[nodiscard]] const std::string& name() const { return name_; }

  void publish(Existing existing) {
    if (::fsync(fd_.get()) != 0) throw failure(target_, "cannot finish");
    // link() fails when the target exists, so that two writers cannot both believe they made it.
    if (link_as(target_.string())) return;
    if (errno != EEXIST) throw failure(target_, "cannot put the file in place");
    if (existing == Existing::kRefuse) throw already_there(target_);
    if (name_.empty()) take_name();
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw failure(target_, "cannot put the file in place");
    name_.clear();
  }

 private:
  [[nodiscard]] bool link_as(const std::string& path) const {
    if (!name_.empty()) return ::link(name_.c_str(), path.c_str()) == 0;
    // Linking the descriptor itself needs a privilege; by way of /proc it needs /proc. One of them is there.
    if (::linkat(fd_.get(), "", AT_FDCWD, path.c_str(), AT_EMPTY_PATH) == 0) return true;
    if (errno == EEXIST) return false;
    const std::string self = fmt::format("/proc/self/fd/{}", fd_.get());
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  void take_name() {
    std::string name = fmt::format("{}.{}.tmp", target_.string(), ::getpid());
    if (!link_as(name)) throw failure(target_, "cannot put the file in place");
    name_ = std::move(name);
  }

  fs::path target_;
  std::string name_;
  Descriptor fd_;
};

void sync_folder(const std::string& folder) {
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() >= 0) ::fsync(fd.get());
}

}  // namespace

Bytes read_file(const fs::path& path, std::size_t max_bytes) {
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) throw failure(path, "cannot open");
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) throw failure(path, "cannot open");
  if (!S_ISREG(info.st_mode)) throw Error::io(path.string(), "expected an ordinary file");
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size > max_bytes) {
    throw Error::asset("", fmt::format("the file has {} bytes, the limit is {}", size, max_bytes))
        .in_file(path.string());
  }
  Bytes bytes(size);
  std::size_t have = 0;
  while (have < size) {
    const ssize_t got = ::read(fd.get(), bytes.data() + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw failure(path, "cannot read");
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

struct PendingFile::Implementation {
  fs::path target;
  TemporaryFile file;
};

PendingFile::PendingFile(const fs::path& target)
    : implementation_(new Implementation{target, TemporaryFile(target, TemporaryFile::Naming::kTemporary)}) {}

PendingFile::~PendingFile() = default;

fs::path PendingFile::work_path() const { return implementation_->file.name(); }

void PendingFile::publish(Existing existing) {
  implementation_->file.publish(existing);
  sync_folder(folder_of(implementation_->target));
}

void write_file_atomic(const fs::path& path, ByteSpan bytes, Existing existing) {
  std::error_code ignored;
  if (existing == Existing::kRefuse && fs::exists(path, ignored)) throw already_there(path);
  TemporaryFile temporary(path);
  temporary.write(bytes);
  temporary.publish(existing);
  sync_folder(folder_of(path));
}

}  // namespace sinew
