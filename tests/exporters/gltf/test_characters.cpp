#include "tests/exporters/gltf/test_characters.h"

#include <cmath>
#include <numbers>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"

namespace sinew::test {

namespace {

struct JointRow {
  const char* name;
  int parent;
  Vec3 offset;
  bool end_site = false;
};

Skeleton make_skeleton(std::initializer_list<JointRow> rows) {
  Skeleton skeleton;
  for (const JointRow& row : rows) {
    skeleton.joints.push_back({row.name, row.parent, {row.offset, Quat::Identity()}, row.end_site});
  }
  return skeleton;
}

/// Every joint but end sites swings about its own axis; the roots also travel.
Clip swinging_clip(const Skeleton& skeleton, std::string name, int frames, double rate,
                   std::vector<int> translated = {}) {
  Clip clip = rest_clip(skeleton, frames, rate, std::move(translated));
  clip.name = std::move(name);
  for (int f = 0; f < frames; ++f) {
    const double phase = 2 * std::numbers::pi * f / rate;
    for (int j = 0; j < skeleton.size(); ++j) {
      const Joint& joint = skeleton.joints[static_cast<std::size_t>(j)];
      if (joint.end_site) continue;
      const Vec3 swing = 0.35 * std::sin(phase + j) * Vec3::Unit(j % 3);
      clip.frame_rotations(f)[static_cast<std::size_t>(j)] = joint.rest.rotation * exp_rotation(swing);
    }
    for (std::size_t c = 0; c < clip.translated.size(); ++c) {
      clip.frame_translations(f)[c] += Vec3(0.01 * std::sin(phase), 0.02 * std::cos(phase), 0.05 * f / rate);
    }
  }
  make_continuous(clip);
  return clip;
}

Skin rest_skin(const Skeleton& skeleton, std::string name, std::vector<int> joints) {
  const std::vector<Transform> world = rest_world(skeleton);
  Skin skin{std::move(name), std::move(joints), {}};
  for (const int j : skin.joints) skin.inverse_bind.push_back(world[static_cast<std::size_t>(j)].inverse().matrix());
  return skin;
}

/// A strip in the plane z = 0 from y0 to y1, `rows` quads high; influences slide from joint 0 to `last_joint`.
Primitive strip(float y0, float y1, int rows, int last_joint) {
  Primitive p;
  p.texcoords.resize(1);
  p.influences.resize(1);
  for (int row = 0; row <= rows; ++row) {
    const float t = static_cast<float>(row) / static_cast<float>(rows);
    const float place = t * static_cast<float>(last_joint);
    const auto lower = static_cast<std::uint16_t>(std::min(static_cast<int>(place), last_joint - 1));
    const float share = place - static_cast<float>(lower);
    for (const float x : {-0.1F, 0.1F}) {
      p.positions.push_back({x, y0 + t * (y1 - y0), 0});
      p.normals.push_back({0, 0, 1});
      p.texcoords[0].push_back({x > 0 ? 1.0F : 0.0F, 1 - t});
      p.influences[0].joints.push_back({lower, static_cast<std::uint16_t>(lower + 1), 0, 0});
      p.influences[0].weights.push_back({1 - share, share, 0, 0});
    }
  }
  for (int row = 0; row < rows; ++row) {
    const auto i = static_cast<std::uint32_t>(2 * row);
    for (const std::uint32_t index : {i, i + 1, i + 2, i + 2, i + 1, i + 3}) p.indices.push_back(index);
  }
  return p;
}

MorphTarget bulge(const Primitive& p, std::string name, float depth) {
  MorphTarget target{std::move(name), {}, {}};
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    target.positions.push_back({0, 0, depth * static_cast<float>(v % 4)});
    target.normals.push_back({0.1F * static_cast<float>(v % 2), 0, 0});
  }
  return target;
}

void add_materials(Character& character) {
  character.images = {{"checker", "image/png", tiny_png()}, {"bumps", "image/png", tiny_png()}};
  Material cloth;
  cloth.name = "Cloth";
  cloth.base_color = {0.9, 0.8, 0.7, 1};
  cloth.metallic = 0;
  cloth.roughness = 0.8;
  cloth.double_sided = true;
  cloth.normal_scale = 0.5;
  cloth.base_color_texture = TextureUse{.image = 0, .mag_filter = 9729, .min_filter = 9987, .wrap_s = 33071};
  cloth.normal_texture = TextureUse{.image = 1, .mag_filter = 9729, .min_filter = 9987, .wrap_s = 33071};
  cloth.occlusion_texture = TextureUse{.image = 0};
  Material label;
  label.name = "Label";
  label.unlit = true;
  label.alpha_mode = AlphaMode::kMask;
  label.alpha_cutoff = 0.25;
  label.base_color_texture = TextureUse{.image = 0, .offset = {0.25, 0}, .scale = {0.5, 0.5}, .rotation = 0.1};
  character.materials = {cloth, label};
}

SourceInfo source(const char* file) {
  SourceInfo info;
  info.file = file;
  info.format = "test";
  info.sha256 = std::string(64, 'a');
  info.unit = 0.01;
  return info;
}

}  // namespace

std::vector<std::byte> tiny_png() {
  constexpr unsigned char kFile[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                     0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00,
                                     0x00, 0xfd, 0xd4, 0x9a, 0x73, 0x00, 0x00, 0x00, 0x19, 0x49, 0x44, 0x41, 0x54, 0x78,
                                     0x01, 0x01, 0x0e, 0x00, 0xf1, 0xff, 0x00, 0xff, 0x78, 0x3c, 0x3c, 0x78, 0xff, 0x00,
                                     0xf0, 0xf0, 0xf0, 0x28, 0x28, 0x28, 0x32, 0xbd, 0x06, 0xaf, 0xef, 0x40, 0x81, 0x65,
                                     0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  const auto* first = reinterpret_cast<const std::byte*>(kFile);
  return {first, first + sizeof kFile};
}

Asset humanoid() {
  Asset asset;
  asset.source = source("some/folder/person.bvh");
  asset.character.name = "Person";
  asset.character.skeleton = make_skeleton({
      {"Hips", -1, {0, 0.95, 0}},          {"Spine", 0, {0, 0.12, 0}},
      {"Chest", 1, {0, 0.2, 0}},           {"Neck", 2, {0, 0.2, 0}},
      {"Head", 3, {0, 0.09, 0.01}},        {"HeadTip", 4, {0, 0.19, 0}, true},
      {"LeftArm", 2, {0.19, 0.14, 0}},     {"LeftForeArm", 6, {0.28, 0, 0}},
      {"LeftHand", 7, {0.25, 0, 0}},       {"LeftHandTip", 8, {0.17, 0, 0}, true},
      {"RightArm", 2, {-0.19, 0.14, 0}},   {"RightForeArm", 10, {-0.28, 0, 0}},
      {"RightHand", 11, {-0.25, 0, 0}},    {"RightHandTip", 12, {-0.17, 0, 0}, true},
      {"LeftLeg", 0, {0.09, -0.05, 0}},    {"LeftShin", 14, {0, -0.42, 0}},
      {"LeftFoot", 15, {0, -0.4, -0.01}},  {"LeftToeTip", 16, {0, -0.08, 0.2}, true},
      {"RightLeg", 0, {-0.09, -0.05, 0}},  {"RightShin", 18, {0, -0.42, 0}},
      {"RightFoot", 19, {0, -0.4, -0.01}}, {"RightToeTip", 20, {0, -0.08, 0.2}, true},
  });
  // A rest pose with rotations, so that mistakes with them show.
  asset.character.skeleton.joints[6].rest.rotation = exp_rotation({0.1, 0.2, -0.3});
  asset.character.skeleton.joints[14].rest.rotation = exp_rotation({-0.05, 0, 0.04});
  asset.clips = {swinging_clip(asset.character.skeleton, "walk", 25, 24),
                 swinging_clip(asset.character.skeleton, "stand", 1, 24)};
  asset.clips[1].start_time = 1.5;
  asset.ledger.add(NoteCode::kUnitScale, "file", "lengths times 0.01");
  return asset;
}

Asset cloth() {
  Asset asset;
  asset.source = source("cloth.glb");
  Character& character = asset.character;
  character.name = "Banner";
  character.skeleton = make_skeleton({{"Pole", -1, {0, 0.2, 0}},
                                      {"Middle", 0, {0, 0.5, 0}},
                                      {"Top", 1, {0, 0.5, 0}},
                                      {"TopTip", 2, {0, 0.3, 0}, true}});
  character.skins = {rest_skin(character.skeleton, "ClothSkin", {0, 1, 2})};
  add_materials(character);
  Mesh mesh{"Cloth", 0, {strip(0.2F, 0.9F, 6, 2), strip(0.9F, 1.2F, 2, 2)}};
  mesh.primitives[0].material = 0;
  mesh.primitives[1].material = 1;
  for (Primitive& p : mesh.primitives) {
    p.targets = {bulge(p, "bulge", 0.02F), bulge(p, "dent", -0.01F)};
    p.influences.push_back({std::vector<std::array<std::uint16_t, 4>>(p.positions.size(), {0, 0, 0, 0}),
                            std::vector<Float4>(p.positions.size(), {0, 0, 0, 0})});
  }
  mesh.primitives[1].colors.assign(mesh.primitives[1].positions.size(), Float4{0.5F, 0.6F, 0.7F, 1});
  character.meshes = {mesh};
  asset.clips = {swinging_clip(character.skeleton, "wave", 24, 24, {1})};
  return asset;
}

Asset two_skins() {
  Asset asset;
  asset.source = source("two.fbx");
  Character& character = asset.character;
  character.skeleton = make_skeleton({{"root", -1, {0, 0.1, 0}},
                                      {"body", 0, {0, 0.4, 0}},
                                      {"loose", 0, {0.3, 0, 0}},
                                      {"head", 1, {0, 0.4, 0}},
                                      {"tip", 3, {0, 0.2, 0}, true}});
  character.skins = {rest_skin(character.skeleton, "lower", {1, 0}), rest_skin(character.skeleton, "upper", {0, 3, 4})};
  character.meshes = {{"lower", 0, {strip(0.1F, 0.5F, 3, 1)}}, {"body", 1, {strip(0.5F, 1.1F, 3, 2)}}};
  asset.clips = {swinging_clip(character.skeleton, "nod", 13, 24, {2, 4})};
  return asset;
}

Asset two_roots() {
  Asset asset;
  asset.source = source("pair.bvh");
  asset.character.name = "A";
  asset.character.skeleton = make_skeleton({{"A", -1, {0, 0.5, 0}},
                                            {"A1", 0, {0, 0.5, 0}},
                                            {"B", -1, {1, 0.5, 0}},
                                            {"B1", 2, {0, 0.4, 0}},
                                            {"B2", 3, {0, 0.4, 0}}});
  asset.clips = {swinging_clip(asset.character.skeleton, "both", 12, 24)};
  return asset;
}

}  // namespace sinew::test
