#include "importers/assimp/worker_limits.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>

#include "libanim/support/error.h"

namespace sinew {
namespace {

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  if (setrlimit(resource, &value) != 0) throw Error::internal("setrlimit failed");
}

}  // namespace

void limit_this_process([[maybe_unused]] std::size_t memory_bytes, std::size_t cpu_seconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, 0, 0);
  limit(RLIMIT_CPU, cpu_seconds, cpu_seconds + 1);
#ifndef SINEW_SANITIZED
  limit(RLIMIT_AS, memory_bytes, memory_bytes);
#endif
}

}  // namespace sinew
