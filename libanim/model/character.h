#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libanim/model/skeleton.h"

namespace sinew {

/// Image file as it came, PNG or JPEG bytes, never decoded.
struct Image {
  std::string name;
  std::string mime_type;  ///< "image/png" or "image/jpeg" (others are kept as they are)
  std::vector<std::byte> bytes;
};

/// Use of an image in a material, with glTF's sampler values (0 = not stated).
struct TextureUse {
  int image = -1;  ///< index in Character::images
  int texcoord = 0;
  int mag_filter = 0;
  int min_filter = 0;
  int wrap_s = 10497;  ///< glTF's REPEAT
  int wrap_t = 10497;
  std::array<double, 2> offset{0, 0};  ///< KHR_texture_transform
  std::array<double, 2> scale{1, 1};
  double rotation = 0;  ///< (unit: rad)
};

enum class AlphaMode { kOpaque, kMask, kBlend };

/// Metallic-roughness material, the subset that engines share.
struct Material {
  std::string name;
  std::array<double, 4> base_color{1, 1, 1, 1};
  double metallic = 1;
  double roughness = 1;
  std::array<double, 3> emissive{0, 0, 0};
  double normal_scale = 1;
  double occlusion_strength = 1;
  AlphaMode alpha_mode = AlphaMode::kOpaque;
  double alpha_cutoff = 0.5;
  bool double_sided = false;
  bool unlit = false;
  std::optional<TextureUse> base_color_texture;
  std::optional<TextureUse> metallic_roughness_texture;
  std::optional<TextureUse> normal_texture;
  std::optional<TextureUse> occlusion_texture;
  std::optional<TextureUse> emissive_texture;
};

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

/// Offsets of one morph target, one per vertex (empty = none of that kind).
struct MorphTarget {
  std::string name;
  std::vector<Float3> positions;
  std::vector<Float3> normals;
};

/// Influences of one vertex set of four, as glTF's JOINTS_n and WEIGHTS_n.
struct InfluenceSet {
  std::vector<std::array<std::uint16_t, 4>> joints;  ///< indices into Skin::joints
  std::vector<Float4> weights;
};

/// Triangles with one material. Single precision, as files carry it: a vertex is evidence, not state.
struct Primitive {
  int material = -1;                   ///< index in Character::materials, -1 = none
  std::vector<std::uint32_t> indices;  ///< three per triangle
  std::vector<Float3> positions;       ///< bind space of the skin (unit: m)
  std::vector<Float3> normals;
  std::vector<Float4> tangents;
  std::vector<std::vector<Float2>> texcoords;  ///< per set
  std::vector<Float4> colors;                  ///< linear RGBA
  std::vector<InfluenceSet> influences;        ///< usually one set
  std::vector<MorphTarget> targets;            ///< the same count in every primitive of a mesh
};

struct Mesh {
  std::string name;
  int skin = 0;  ///< index in Character::skins
  std::vector<Primitive> primitives;
};

/// Which joints move a mesh, and where each stood when the mesh was modelled.
struct Skin {
  std::string name;
  std::vector<int> joints;         ///< skeleton indices
  std::vector<Mat4> inverse_bind;  ///< joint_from_bind, affine (last row 0 0 0 1)
};

/// A rigged character. Without meshes it is a bare skeleton.
///
/// validate() checks the skeleton, and:
///  1. skins have joints within the skeleton, each once, and one finite affine inverse bind matrix each;
///  2. every mesh names a skin and has at least one primitive;
///  3. indices come in threes, within the vertices; attributes have one entry per vertex or are empty;
///  4. influences point into the skin's joints; weights are finite, not negative, and sum to 1 +- 1e-3
///     over the sets (a vertex has at least one weight);
///  5. materials and images that are named exist;
///  6. all vertex data is finite.
struct Character {
  std::string name;
  Skeleton skeleton;
  std::vector<Skin> skins;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Image> images;

  /// Throws Error (kAsset) that names the part and the rule.
  void validate() const;
};

}  // namespace sinew
