// The worker of import_with_assimp, and on request one that misbehaves: SINEW_TEST_FAULT says how.

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "importers/assimp/assimp_import.h"
#include "importers/assimp/worker_limits.h"
#include "importers/assimp/worker_protocol.h"

namespace {

void send(sinew::ByteSpan bytes) {
  if (write(STDOUT_FILENO, bytes.data(), bytes.size()) < 0) _exit(9);
}

std::string open_descriptors() {
  std::string list;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) return "?";
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != dirfd(folder)) list += std::string(entry->d_name) + " ";
  }
  closedir(folder);
  return list;
}

[[noreturn]] void spin() {
  volatile unsigned n = 0;
  for (;;) n = n + 1;
}

[[noreturn]] void allocate_for_ever() {
  for (;;) {
    const std::size_t size = std::size_t{16} << 20;
    auto* block = new char[size];
    for (std::size_t i = 0; i < size; i += 4096) static_cast<volatile char*>(block)[i] = 1;
  }
}

/// Does what the fault says and ends; returns for an unknown one.
void misbehave(const std::string& fault, char** argv) {
  using namespace sinew;
  const auto limit = [&] {
    limit_this_process(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
  };
  SourceScene scene;
  scene.nodes.resize(1);
  if (fault == "crash") std::abort();
  if (fault == "exit") _exit(7);
  if (fault == "hang") pause();
  if (fault == "spin") limit(), spin();
  if (fault == "bomb") limit(), allocate_for_ever();
  if (fault == "silence") _exit(0);
  if (fault == "garbage") send(as_bytes("This is no answer, and quite long enough to be mistaken for one.")), _exit(0);
  if (fault == "half") send(ByteSpan(encode_answer(scene)).first(40)), _exit(0);
  if (fault == "descriptors") send(encode_refusal("", open_descriptors())), _exit(0);
  if (fault == "cycle") scene.nodes[0].parent = 0, send(encode_answer(scene)), _exit(0);
  if (fault == "close") close(STDOUT_FILENO), pause();
  if (fault == "flood") {
    for (;;) send(encode_answer(scene));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || std::strcmp(argv[1], sinew::kAssimpWorkerArgument) != 0) return 2;
  if (const char* fault = std::getenv("SINEW_TEST_FAULT"); fault != nullptr) misbehave(fault, argv);
  return sinew::assimp_worker_main(argc, argv);
}
