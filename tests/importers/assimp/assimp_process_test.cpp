#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "importers/assimp/child_process.h"
#include "libanim/support/error.h"
#include "tests/importers/assimp/assimp_samples.h"

namespace sinew::test {
namespace {

class Fault {
 public:
  explicit Fault(const char* name) { setenv("SINEW_TEST_FAULT", name, 1); }
  ~Fault() { unsetenv("SINEW_TEST_FAULT"); }
};

int open_descriptors() {
  int count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

std::string outcome(const AssimpLimits& limits) {
  try {
    (void)import_with_assimp(as_bytes(collada()), "dae", {}, limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
    return error.what();
  }
  return "fine";
}

/// The message contains `expected`; no child is left over, dead or alive, and no descriptor.
void expect_refusal(const char* fault, const std::string& expected, const AssimpLimits& limits = test_limits()) {
  const int before = open_descriptors();
  const Fault injected(fault);
  const std::string message = outcome(limits);
  EXPECT_NE(message.find(expected), std::string::npos) << fault << ": " << message;
  EXPECT_EQ(open_descriptors(), before) << fault;
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << fault;
  EXPECT_EQ(errno, ECHILD) << fault;
}

TEST(AssimpProcess, ACrashIsARefusal) {
  expect_refusal("crash", "crashes the reader (signal 6");
  expect_refusal("exit", "exit status 7");
}

TEST(AssimpProcess, NonsenseFromTheChildIsARefusal) {
  expect_refusal("silence", "did not answer");
  expect_refusal("garbage", "did not answer");
  expect_refusal("half", "did not answer");
  expect_refusal("cycle", "own ancestors");
}

TEST(AssimpProcess, AFloodIsCutOff) {
  AssimpLimits limits = test_limits();
  limits.result_bytes = 1 << 20;
  expect_refusal("flood", "larger than 1 MiB", limits);
}

TEST(AssimpProcess, AHangEndsWithItsTime) {
  AssimpLimits limits = test_limits();
  limits.wall_seconds = 0.3;
  const auto start = std::chrono::steady_clock::now();
  expect_refusal("hang", "longer than 0.3 s", limits);
  expect_refusal("close", "longer than 0.3 s", limits);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

#ifndef SINEW_SANITIZED  // there memory is not limited and processor time is ten times as long
TEST(AssimpProcess, AMemoryBombHitsItsLimit) {
  AssimpLimits limits = test_limits();
  limits.memory_bytes = std::size_t{256} << 20;
  expect_refusal("bomb", "crashes the reader", limits);
}

TEST(AssimpProcess, AMemoryBombInTheFileIsARefusal) {
  AssimpLimits limits = test_limits();
  limits.memory_bytes = std::size_t{512} << 20;
  std::string text = collada();
  const std::string count = "id=\"gpa\" count=\"9\"";
  text.replace(text.find(count), count.size(), "id=\"gpa\" count=\"900000000\"");
  try {
    (void)import_with_assimp(as_bytes(text), "dae", {}, limits);
    FAIL() << "900 million numbers fit into 512 MiB";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("more than 512 MiB of memory"), std::string::npos) << error.what();
  }
  EXPECT_EQ(outcome(limits), "fine") << "an honest file needs far less";
}

TEST(AssimpProcess, EndlessComputationHitsItsLimit) {
  AssimpLimits limits = test_limits();
  limits.cpu_seconds = 1;
  expect_refusal("spin", "processor time", limits);
}
#endif

TEST(AssimpProcess, TheChildInheritsNothing) {
  const int extra = dup(0);  // without close-on-exec
  ASSERT_GE(extra, 0);
  {
    const Fault injected("descriptors");
    EXPECT_EQ(outcome(test_limits()), "0 1 2 ");
  }
  close(extra);
}

TEST(AssimpProcess, WorksInAProgramWithThreads) {
  std::atomic<int> fine = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 3; ++k) fine += outcome(test_limits()) == "fine" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fine, 12);
}

TEST(AssimpProcess, AMissingWorkerIsAnErrorOfOurs) {
  AssimpLimits limits = test_limits();
  limits.worker_path = "/no/such/program";
  try {
    (void)import_with_assimp(as_bytes(collada()), "dae", {}, limits);
    FAIL() << "started";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kIo) << error.what();
  }
}

TEST(AssimpProcess, AProgramThatIsNoWorkerDoesNotStartOthers) {
  setenv("SINEW_ASSIMP_WORKER", "1", 1);
  try {
    (void)import_with_assimp(as_bytes(collada()), "dae", {}, test_limits());
    ADD_FAILURE() << "started";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
  }
  unsetenv("SINEW_ASSIMP_WORKER");
}

TEST(ChildProcess, OutputInputAndExitStatus) {
  const ChildResult copied = run_child("/bin/cat", {}, {}, as_bytes("to and fro"), {10, 1000});
  EXPECT_EQ(copied.end, ChildEnd::kExited);
  EXPECT_EQ(as_text(copied.output), "to and fro");
  EXPECT_EQ(run_child("/bin/sh", {"-c", "exit 3"}, {}, {}, {10, 1000}).code, 3);
  const ChildResult environment = run_child("/bin/sh", {"-c", "echo $ADDED"}, {"ADDED=yes"}, {}, {10, 1000});
  EXPECT_EQ(as_text(environment.output), "yes\n");
}

}  // namespace
}  // namespace sinew::test
