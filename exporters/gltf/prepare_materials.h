#pragma once

#include "libanim/model/character.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Calls `action` for every texture use (a filled std::optional) of a material, const or not.
template <typename AnyMaterial, typename Action>
void for_each_texture(AnyMaterial& material, const Action& action) {
  for (auto* use : {&material.base_color_texture, &material.metallic_roughness_texture, &material.normal_texture,
                    &material.occlusion_texture, &material.emissive_texture}) {
    if (*use) action(*use);
  }
}

/// Sets each image's mime type by its bytes; removes texture uses of images that are neither PNG nor JPEG (the
/// images themselves stay, unused); cuts colour profiles, gamma and pixel shapes out of PNG files.
void prepare_images(Character& character, Ledger& ledger);

/// Brings factors, samplers and texture transforms into the ranges that glTF allows.
void prepare_materials(Character& character, Ledger& ledger);

}  // namespace sinew
