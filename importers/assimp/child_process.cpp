#include "importers/assimp/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <utility>

#include "libanim/support/error.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error::io("", "cannot start the reader process: " + what + ": " + std::strerror(error));
}

/// An open descriptor, never one of the three standard ones: these are what the child's are put in place of.
class Descriptor {
 public:
  Descriptor() = default;
  Descriptor(int number, const char* what) {
    if (number < 0) fail(what, errno);
    number_ = number > 2 ? number : fcntl(number, F_DUPFD_CLOEXEC, 3);
    const int error = errno;
    if (number_ != number) ::close(number);
    if (number_ < 0) fail(what, error);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = -1;
};

/// The input as an anonymous file: nothing has to be fed to the child while it runs.
Descriptor input_file(ByteSpan input) {
  Descriptor file(memfd_create("request", MFD_CLOEXEC), "memfd_create");
  while (!input.empty()) {
    const ssize_t written = write(file.number(), input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write", errno);
    input = input.subspan(static_cast<std::size_t>(written));
  }
  if (lseek(file.number(), 0, SEEK_SET) != 0) fail("lseek", errno);
  return file;
}

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2", errno);
  Pipe pipe;
  try {
    pipe.read_end = Descriptor(ends[0], "pipe2");
  } catch (...) {
    close(ends[1]);
    throw;
  }
  pipe.write_end = Descriptor(ends[1], "pipe2");
  return pipe;
}

/// A started process; it is killed and waited for unless it has been waited for already.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { kill_and_wait(); }

  void kill_and_wait() {
    if (done_) return;
    kill(id_, SIGKILL);
    wait(0);
  }
  /// False when it has not ended yet and WNOHANG was given.
  bool wait(int flags) {
    pid_t got = 0;
    do {
      got = waitpid(id_, &status_, flags);
    } while (got < 0 && errno == EINTR);
    // ECHILD: the program ignores SIGCHLD and the kernel has swept up; the output has to speak for itself.
    if (got < 0) status_ = 0;
    done_ = got != 0;
    return done_;
  }
  [[nodiscard]] int status() const { return status_; }

 private:
  pid_t id_;
  int status_ = 0;
  bool done_ = false;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::string>& extra) {
  std::vector<std::string> result = extra;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) result.emplace_back(*entry);
  return result;
}

/// posix_spawn, because between fork and exec a program with threads may call next to nothing.
pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& extra, int input, int output) {
  std::vector<std::string> all = {program};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const std::vector<std::string> environment = environment_with(extra);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t id = 0;
  const int error =
      posix_spawn(&id, program.c_str(), &actions, &attributes, pointers(all).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail(program, error);
  return id;
}

enum class ReadEnd { kClosed, kTimeOut, kTooMuch };

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

ReadEnd read_all(int pipe, Clock::time_point deadline, std::size_t limit, Bytes& output) {
  std::array<std::byte, 65536> chunk;
  while (Clock::now() < deadline) {
    pollfd waiting{pipe, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds_until(deadline)) <= 0) continue;
    const ssize_t got = read(pipe, chunk.data(), chunk.size());
    if (got == 0) return ReadEnd::kClosed;
    if (got < 0 && errno != EINTR && errno != EAGAIN) return ReadEnd::kClosed;
    if (got <= 0) continue;
    if (static_cast<std::size_t>(got) > limit - output.size()) return ReadEnd::kTooMuch;
    output.insert(output.end(), chunk.begin(), chunk.begin() + got);
  }
  return ReadEnd::kTimeOut;
}

/// A child may close its output and go on; it has the rest of its time to end.
bool wait_until(Child& child, Clock::time_point deadline) {
  for (auto pause = std::chrono::microseconds(200); !child.wait(WNOHANG);
       pause = std::min(2 * pause, std::chrono::microseconds(20'000))) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

}  // namespace

ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& extra_environment, ByteSpan input, const ChildLimits& limits) {
  const double seconds = std::clamp(limits.wall_seconds, 0.0, 1e6);
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Descriptor request = input_file(input);
  Pipe pipe = make_pipe();
  Child child(spawn(program, arguments, extra_environment, request.number(), pipe.write_end.number()));
  pipe.write_end.close();
  request.close();

  ChildResult result;
  const ReadEnd end = read_all(pipe.read_end.number(), deadline, limits.output_bytes, result.output);
  if (end == ReadEnd::kTooMuch) {
    result.end = ChildEnd::kTooMuchOutput;
    return result;
  }
  if (end == ReadEnd::kTimeOut || !wait_until(child, deadline)) {
    result.end = ChildEnd::kTimeOut;
    return result;
  }
  result.end = WIFSIGNALED(child.status()) ? ChildEnd::kSignal : ChildEnd::kExited;
  result.code = WIFSIGNALED(child.status()) ? WTERMSIG(child.status()) : WEXITSTATUS(child.status());
  return result;
}

}  // namespace sinew
