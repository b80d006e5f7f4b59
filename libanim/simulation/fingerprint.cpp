#include "libanim/simulation/fingerprint.h"

#include <dlfcn.h>
#include <ode/ode.h>

#include <cmath>
#include <filesystem>

#include "libanim/simulation/lcp_kernels.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"

namespace sinew {

namespace {

constexpr std::size_t kDigits = 12;  ///< of a library's hash: enough to tell builds apart

/// The file that the code at an address came from: a shared library, or the program itself when linked statically.
std::string library_of(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "unknown library";
  std::error_code failure;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, failure);
  if (failure) return "unknown library";
  return file.filename().string() + " " + sha256_hex(read_file(file)).substr(0, kDigits);
}

std::string cpu_level() {
#if defined(__x86_64__)
  std::string level = "x86-64";
  if (__builtin_cpu_supports("avx2") != 0) level += " avx2";
  if (__builtin_cpu_supports("fma") != 0) level += " fma";
  return level;
#else
  return "portable";
#endif
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

std::string compose() {
  // A function of libm that no compiler replaces by code of its own.
  double (*const sine)(double) = &std::sin;
  return "sinew " SINEW_VERSION "; " + compiler() + "; " + cpu_level() + "; lcp " +
         (fast_lcp_kernels_available() ? "fast" : "stock") + "; " +
         library_of(reinterpret_cast<const void*>(&dWorldStep)) + "; " +
         library_of(reinterpret_cast<const void*>(sine));
}

}  // namespace

const std::string& simulation_fingerprint() {
  static const std::string kFingerprint = compose();
  return kFingerprint;
}

}  // namespace sinew
