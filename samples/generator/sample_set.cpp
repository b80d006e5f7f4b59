#include "samples/generator/sample_set.h"

#include "exporters/bvh/bvh_export.h"
#include "exporters/gltf/gltf_export.h"
#include "samples/generator/hero.h"
#include "samples/generator/hound.h"
#include "samples/generator/motions.h"
#include "samples/generator/wide.h"

namespace sinew::samples {
namespace {

constexpr double kGlbRate = 30;  // (unit: Hz)
constexpr double kBvhRate = 60;

SampleFile glb(const std::string& name, Character character, std::vector<Clip> clips) {
  Asset asset;
  asset.character = std::move(character);
  asset.clips = std::move(clips);
  Ledger ledger;
  return {name, export_gltf(asset, {}, ledger)};
}

SampleFile bvh(const Skeleton& skeleton, const Clip& clip) {
  Ledger ledger;
  const std::string text = export_bvh(skeleton, clip, {}, ledger);
  const ByteSpan bytes = as_bytes(text);
  return {clip.name + ".bvh", Bytes(bytes.begin(), bytes.end())};
}

}  // namespace

std::vector<SampleFile> make_sample_files() {
  const Skeleton hero = hero_skeleton(), hound = hound_skeleton();
  return {glb("hero.glb", hero_character(), {walk_clip(kGlbRate)}),
          glb("hound.glb", hound_character(), {trot_clip(kGlbRate)}),
          glb("wide.glb", wide_character(), {}),
          bvh(hero, walk_clip(kBvhRate)),
          bvh(hero, jump_clip(kBvhRate)),
          bvh(hero, wave_clip(kBvhRate)),
          bvh(hero, getup_clip(kBvhRate)),
          bvh(hound, trot_clip(kBvhRate))};
}

}  // namespace sinew::samples
