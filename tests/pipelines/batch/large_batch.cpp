#include "tests/pipelines/batch/large_batch.h"

#include <fmt/format.h>

#include <fstream>

#include "libanim/support/hash.h"
#include "pipelines/batch.h"
#include "pipelines/batch_journal.h"

namespace sinew::test {

BatchManifest large_manifest(int items) {
  BatchManifest manifest;
  manifest.store = "store";
  manifest.libraries = {"/a/library/of/motions"};
  manifest.characters = {{"/characters/hero.glb", sha256_hex({})}};
  manifest.recipes = {{"draft", {{"draft", {{"--quality", "draft"}, {}}, 2}}}};
  for (int i = 0; i < items; ++i) {
    BatchItem item;
    item.name = fmt::format("subject_{:03}/take_{:06}.bvh", i / 1000, i);
    item.sha256 = sha256_hex(as_bytes(item.name));
    item.character = 0;
    item.seconds = 10;
    item.cost = 20;
    item.time = 600;
    item.memory = std::int64_t{1} << 30;
    manifest.items.push_back(std::move(item));
  }
  return manifest;
}

void write_large_journal(const std::filesystem::path& file, int items) {
  std::ofstream journal(file);
  for (int i = 0; i < items; ++i) {
    BatchResult result;
    result.message = "followed 300 of 300 frames; mean distance 21 mm; the refined motion is smoother";
    result.cpu = 20;
    if (i % 100 == 0) {
      result.outcome = BatchOutcome::kRefused;
      result.message = fmt::format("/a/library/of/motions/subject_{:03}/take_{:06}.bvh: line {}: bad", i / 1000, i, i);
    } else {
      result.object = sha256_hex(as_bytes(fmt::format("{}", i)));
      result.bytes = 400'000;
      result.metrics.fill(0.01 + 1e-7 * i);
      if (i % 10 == 3) result.metrics.back().reset();
    }
    journal << sealed(fmt::format(R"({{"event":"start","item":{},"host":"node","pid":1,"at":1}})", i)) << '\n';
    journal << sealed(fmt::format(R"({{"event":"end","item":{},"next":"end","at":1,"result":{}}})", i,
                                  result_json(result)))
            << '\n';
  }
}

}  // namespace sinew::test
