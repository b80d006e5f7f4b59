#include "exporters/gltf/prepare_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "exporters/gltf/gltf_buffer.h"
#include "exporters/gltf/image_file.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

/// Counts what had to change, so that one note tells it.
class Repair {
 public:
  void number(double& value, double low, double high, double fallback) {
    set(value, std::isfinite(value) ? std::clamp(value, low, high) : fallback);
  }
  void choice(int& value, std::initializer_list<int> allowed, int fallback) {
    set(value, std::ranges::find(allowed, value) != allowed.end() ? value : fallback);
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  template <typename T>
  void set(T& value, T wanted) {
    if (value == wanted) return;
    value = wanted;
    ++count_;
  }
  int count_ = 0;
};

constexpr double kLargest = std::numeric_limits<float>::max();

void repair_factors(Material& material, Repair& repair) {
  for (double& c : material.base_color) repair.number(c, 0, 1, 1);
  for (double& c : material.emissive) repair.number(c, 0, 1, 0);
  repair.number(material.metallic, 0, 1, 1);
  repair.number(material.roughness, 0, 1, 1);
  repair.number(material.occlusion_strength, 0, 1, 1);
  repair.number(material.normal_scale, -kLargest, kLargest, 1);
  repair.number(material.alpha_cutoff, 0, kLargest, 0.5);
}

void repair_texture(TextureUse& use, Repair& repair) {
  repair.choice(use.mag_filter, {0, 9728, 9729}, 0);
  repair.choice(use.min_filter, {0, 9728, 9729, 9984, 9985, 9986, 9987}, 0);
  repair.choice(use.wrap_s, {10497, 33071, 33648}, 10497);
  repair.choice(use.wrap_t, {10497, 33071, 33648}, 10497);
  repair.choice(use.texcoord, {0, 1, 2, 3, 4, 5, 6, 7}, 0);
  for (double& v : use.offset) repair.number(v, -kLargest, kLargest, 0);
  for (double& v : use.scale) repair.number(v, -kLargest, kLargest, 1);
  repair.number(use.rotation, -kLargest, kLargest, 0);
}

}  // namespace

void prepare_images(Character& character, Ledger& ledger) {
  std::vector<bool> readable(character.images.size(), false);
  for (std::size_t i = 0; i < character.images.size(); ++i) {
    Image& image = character.images[i];
    const std::string place = part_name("image", i, image.name);
    const std::string declared = std::exchange(image.mime_type, std::string(image_mime_type(image.bytes)));
    readable[i] = !image.mime_type.empty();
    if (!readable[i]) {
      ledger.add(NoteCode::kDroppedMaterialPart, place,
                 fmt::format("'{}' is neither PNG nor JPEG by its bytes; dropped with the textures that use it",
                             printable(declared)));
    } else if (const std::size_t cut = cut_png_profile(image.bytes); cut > 0) {
      ledger.add(
          NoteCode::kDroppedMaterialPart, place,
          fmt::format("{} PNG chunks with a colour profile, gamma or pixel shape cut out; the pixels are as they "
                      "were, and glTF ignores such chunks",
                      cut));
    }
  }
  for (Material& material : character.materials) {
    for_each_texture(material, [&](std::optional<TextureUse>& use) {
      if (!readable[static_cast<std::size_t>(use->image)]) use.reset();
    });
  }
}

void prepare_materials(Character& character, Ledger& ledger) {
  for (std::size_t i = 0; i < character.materials.size(); ++i) {
    Material& material = character.materials[i];
    Repair repair;
    repair_factors(material, repair);
    for_each_texture(material, [&](std::optional<TextureUse>& use) { repair_texture(*use, repair); });
    if (repair.count() == 0) continue;
    ledger.add(NoteCode::kDroppedMaterialPart, part_name("material", i, material.name),
               fmt::format("{} values outside of what glTF allows brought into range", repair.count()));
  }
}

}  // namespace sinew
