// Our BVH import against Assimp's, on the same files in one run, and its peak memory.
//
//     bvh_import_benchmark [--benchmark_min_time=SECONDS]
//
// Exit status 1 when the throughput is below 5 times Assimp's or the peak memory is 4 times the file's size or more.

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "importers/bvh/bvh_import.h"
#include "libanim/support/files.h"
#include "tests/support/test_data.h"

namespace {

std::atomic<std::size_t> live_bytes = 0;
std::atomic<std::size_t> peak_bytes = 0;

void* counted(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  const std::size_t live = live_bytes += malloc_usable_size(p);
  std::size_t peak = peak_bytes;
  while (live > peak && !peak_bytes.compare_exchange_weak(peak, live)) {
  }
  return p;
}

void release(void* p) {
  if (p != nullptr) live_bytes -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t align) {
  return counted(std::aligned_alloc(static_cast<std::size_t>(align), (size + static_cast<std::size_t>(align) - 1) /
                                                                         static_cast<std::size_t>(align) *
                                                                         static_cast<std::size_t>(align)));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace sinew {
namespace {

/// A chain of 31 joints with 4-decimal numbers, as CMU's files have them.
std::string synthetic_bvh(int frames) {
  std::string text =
      "HIERARCHY\nROOT j0\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n";
  for (int i = 1; i < 31; ++i)
    text.append("JOINT j")
        .append(std::to_string(i))
        .append("\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n");
  text.append("End Site\n{\nOFFSET 0 1 0\n}\n")
      .append(31, '}')
      .append("\nMOTION\nFrames: ")
      .append(std::to_string(frames))
      .append("\nFrame Time: .0083333\n");
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> value(-90, 90);
  char number[32];
  for (int frame = 0; frame < frames; ++frame) {
    for (int i = 0; i < 96; ++i)
      text.append(number, static_cast<std::size_t>(std::snprintf(number, sizeof number, "%.4f ", value(random))));
    text.back() = '\n';
  }
  return text;
}

/// CMU's clips where the data folder is there, else a file like them.
const std::vector<Bytes>& corpus() {
  static const std::vector<Bytes> files = [] {
    std::vector<Bytes> loaded;
    for (const auto& path : test::data_dir() ? test::data_files() : std::vector<std::filesystem::path>{}) {
      if (path.generic_string().starts_with("bvh/cmu/")) loaded.push_back(read_file(*test::data_dir() / path));
    }
    if (!loaded.empty()) return loaded;
    const std::string text = synthetic_bvh(2000);
    loaded.emplace_back(as_bytes(text).begin(), as_bytes(text).end());
    return loaded;
  }();
  return files;
}

std::int64_t corpus_bytes() {
  std::int64_t sum = 0;
  for (const Bytes& file : corpus()) sum += static_cast<std::int64_t>(file.size());
  return sum;
}

void import_ours(benchmark::State& state) {
  for (auto _ : state) {
    for (const Bytes& file : corpus()) benchmark::DoNotOptimize(import_bvh(file, {}));
  }
  state.SetBytesProcessed(state.iterations() * corpus_bytes());
}

void import_assimp(benchmark::State& state) {
  for (auto _ : state) {
    for (const Bytes& file : corpus()) {
      // A second BVH file in the same Importer fails, because the reader keeps the joints of the first. Making an
      // Importer is not counted, nor the mesh that it would draw bones with: the best case for Assimp.
      state.PauseTiming();
      Assimp::Importer importer;
      importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
      state.ResumeTiming();
      const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "bvh");
      if (scene == nullptr || scene->mNumAnimations != 1) state.SkipWithError(importer.GetErrorString());
    }
  }
  state.SetBytesProcessed(state.iterations() * corpus_bytes());
}

BENCHMARK(import_ours)->Unit(benchmark::kMillisecond);  // by CPU time: other jobs may run
BENCHMARK(import_assimp)->Unit(benchmark::kMillisecond);

/// Remembers the throughput of each benchmark.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const auto found = run.counters.find("bytes_per_second");
      if (found != run.counters.end()) throughput[run.run_name.function_name] = found->second;
    }
  }
  std::map<std::string, double> throughput;
};

/// Peak of the heap during an import, the file's own bytes included, over the file's size.
double peak_memory_ratio(int frames) {
  const std::string text = synthetic_bvh(frames);
  const std::size_t before = live_bytes;
  peak_bytes = before;
  const Asset asset = import_bvh(as_bytes(text), {});
  const double ratio = static_cast<double>(text.size() + peak_bytes - before) / static_cast<double>(text.size());
  std::printf("peak memory %.2f times a file of %.1f MB\n", ratio, static_cast<double>(text.size()) / 1e6);
  return ratio;
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  sinew::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  const double ours = reporter.throughput["import_ours"];
  const double theirs = reporter.throughput["import_assimp"];
  std::printf("%.1f MB in %zu files: %.0f MB/s against Assimp's %.1f MB/s, ratio %.1f (expected 5 or more)\n",
              static_cast<double>(sinew::corpus_bytes()) / 1e6, sinew::corpus().size(), ours / 1e6, theirs / 1e6,
              ours / theirs);
  const double memory = std::max(sinew::peak_memory_ratio(14'000), sinew::peak_memory_ratio(70'000));
  std::printf("peak memory ratio %.2f (expected below 4)\n", memory);
  return theirs > 0 && ours >= 5 * theirs && memory < 4 ? 0 : 1;
}
