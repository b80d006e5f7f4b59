#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>

#include "importers/assimp/assimp_import.h"
#include "importers/assimp/assimp_reader.h"
#include "importers/assimp/worker_limits.h"
#include "importers/assimp/worker_protocol.h"
#include "libanim/support/error.h"

namespace sinew {
namespace {

Bytes read_request() {
  struct stat about {};
  if (fstat(STDIN_FILENO, &about) != 0 || about.st_size < 0) throw Error::internal("no request on standard input");
  Bytes bytes(static_cast<std::size_t>(about.st_size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = read(STDIN_FILENO, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw Error::internal("the request is cut short");
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

bool write_all(ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

Bytes answer(std::size_t memory) {
  try {
    const Bytes request = read_request();
    return encode_answer(read_with_assimp(decode_request(request)));
  } catch (const Error& error) {
    return encode_refusal(error.place(), error.message());
  } catch (const std::bad_alloc&) {
    return encode_refusal("", fmt::format("reading it takes more than {} MiB of memory", memory >> 20));
  } catch (const std::exception& error) {
    return encode_refusal("", std::string("the reader failed: ") + error.what());
  }
}

}  // namespace

int assimp_worker_main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::size_t memory = std::strtoull(argv[2], nullptr, 10);
  try {
    limit_this_process(memory, std::strtoull(argv[3], nullptr, 10));
  } catch (const Error&) {
    return 3;  // without its limits it does not touch the data
  }
  const bool sent = write_all(answer(memory));
  // No destructors of libraries that a hostile file has been through.
  _exit(sent ? 0 : 4);
}

}  // namespace sinew
