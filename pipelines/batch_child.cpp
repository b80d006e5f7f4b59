#include "pipelines/batch_child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>

namespace sinew {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// What the child needs between fork and exec, made before: there it may call next to nothing.
struct Start {
  std::string program;
  std::vector<std::string> words;
  std::vector<char*> pointers;
  int input;
  int output;
  int messages;
  int inherited;
  rlim_t memory;
  rlim_t cpu;
  pid_t parent;
};

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  setrlimit(resource, &value);
}

void set_limits([[maybe_unused]] const Start& start) {
  limit(RLIMIT_CORE, 0, 0);
#ifndef SINEW_SANITIZED
  // Memory that is written, not address space: a program with many threads reserves much more than it uses.
  if (start.memory != RLIM_INFINITY) limit(RLIMIT_DATA, start.memory, start.memory);
#endif
  constexpr rlim_t kLast = 5;  // s between being told and being killed
  if (start.cpu != RLIM_INFINITY) limit(RLIMIT_CPU, start.cpu, start.cpu + kLast);
}

[[noreturn]] void become(const Start& start) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  constexpr int kCannotRun = 127;
  if (getppid() != start.parent) _exit(kCannotRun);  // it died before we said so
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) signal(number, SIG_DFL);
  dup2(start.input, STDIN_FILENO);
  dup2(start.output, STDOUT_FILENO);
  dup2(start.messages, STDERR_FILENO);
  if (start.inherited >= 0) fcntl(start.inherited, F_SETFD, 0);
  set_limits(start);
  execv(start.program.c_str(), start.pointers.data());
  _exit(kCannotRun);
}

}  // namespace

BatchChild::BatchChild(const BatchChildRequest& request) {
  const OpenFile input("/dev/null", O_RDONLY);
  const OpenFile output(request.output, O_WRONLY | O_CREAT | O_TRUNC);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw io_failure(request.program, "cannot make a pipe");
  messages_ = OpenFile(ends[0]);
  const OpenFile write_end(ends[1]);
  fcntl(messages_.fd(), F_SETFL, O_NONBLOCK);
  Start start{request.program,
              {"sinew"},
              {},
              input.fd(),
              output.fd(),
              write_end.fd(),
              request.inherited,
              request.memory > 0 ? static_cast<rlim_t>(request.memory) : RLIM_INFINITY,
              request.cpu > 0 ? static_cast<rlim_t>(std::ceil(request.cpu)) : RLIM_INFINITY,
              getpid()};
  start.words.insert(start.words.end(), request.arguments.begin(), request.arguments.end());
  for (std::string& word : start.words) start.pointers.push_back(word.data());
  start.pointers.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw io_failure(request.program, "cannot start a process");
  if (pid_ == 0) become(start);
  // By its number: the header of glibc 2.36 declares the function for C alone.
  handle_ = OpenFile(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
}

BatchChild::~BatchChild() {
  if (pid_ < 0) return;
  send(SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void BatchChild::send(int signal) const {
  if (pid_ > 0) ::kill(pid_, signal);
}

void BatchChild::read_messages(const std::function<void(std::string_view)>& use) {
  std::array<char, 16384> block;
  ssize_t got = 0;
  while ((got = ::read(messages_.fd(), block.data(), block.size())) > 0) {
    unfinished_.append(block.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = unfinished_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      use(std::string_view(unfinished_).substr(begin, end - begin));
    }
    unfinished_.erase(0, begin);
    constexpr std::size_t kLongest = std::size_t{1} << 20;  // nobody writes such lines in earnest
    if (unfinished_.size() > kLongest) unfinished_.clear();
  }
}

bool BatchChild::poll(BatchChildEnd& end) {
  if (pid_ < 0) return true;
  int status = 0;
  rusage used{};
  const pid_t got = wait4(pid_, &status, WNOHANG, &used);
  if (got == 0 || (got < 0 && errno == EINTR)) return false;
  pid_ = -1;
  constexpr double kUnit = 1024;  // bytes of ru_maxrss
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  end.memory = kUnit * static_cast<double>(used.ru_maxrss);
  return true;
}

}  // namespace sinew
