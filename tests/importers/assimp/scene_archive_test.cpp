#include "importers/assimp/scene_archive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "libanim/support/error.h"

namespace sinew::test {
namespace {

SourceScene sample() {
  SourceScene scene;
  scene.source.format = "test";
  scene.source.unit = 0.01;
  scene.source.up = 'Z';
  scene.nodes.resize(2);
  scene.nodes[0].name = "root";
  scene.nodes[1] = {"tip", 0, {Vec3(1, 2, 3), Quat(0, 1, 0, 0), Vec3(1, 1, 2)}, true, false};
  scene.animations.push_back({"walk", 24, 0.5, 2, {{1, {Trs{}, Trs{Vec3(4, 5, 6), Quat::Identity(), Vec3::Ones()}}}}});
  SourceMesh mesh;
  mesh.name = "skin";
  mesh.joints = {1};
  mesh.inverse_bind = {Mat4::Identity()};
  mesh.inverse_bind[0](0, 3) = 7;
  Primitive primitive;
  primitive.material = 0;
  primitive.indices = {0, 1, 2};
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.texcoords = {{{0, 0}, {1, 0}, {0, 1}}};
  primitive.influences.push_back(
      {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}, {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}});
  mesh.primitives.push_back(primitive);
  scene.meshes.push_back(mesh);
  scene.materials.resize(1);
  scene.materials[0].base_color = {0.1, 0.2, 0.3, 0.4};
  scene.ledger.add(NoteCode::kSuspect, "here", "there");
  return scene;
}

Bytes written(const SourceScene& scene) {
  ArchiveWriter archive;
  write_scene(scene, archive);
  return archive.bytes();
}

TEST(SceneArchive, RoundTrip) {
  const Bytes bytes = written(sample());
  ArchiveReader archive(bytes);
  const SourceScene scene = read_scene(archive);
  EXPECT_TRUE(archive.at_end());
  EXPECT_EQ(written(scene), bytes);
  EXPECT_EQ(scene.nodes[1].name, "tip");
  EXPECT_TRUE(scene.nodes[1].is_joint);
  EXPECT_EQ(scene.nodes[1].local.scale, Vec3(1, 1, 2));
  EXPECT_EQ(scene.animations[0].tracks[0].samples[1].translation, Vec3(4, 5, 6));
  EXPECT_EQ(scene.meshes[0].inverse_bind[0](0, 3), 7);
  EXPECT_EQ(scene.materials[0].base_color[3], 0.4);
  EXPECT_EQ(scene.ledger.notes[0].message, "there");
}

TEST(SceneArchive, EveryBrokenReferenceIsFound) {
  using Break = void (*)(SourceScene&);
  const Break breaks[] = {
      [](SourceScene& s) { s.nodes[1].parent = 2; },
      [](SourceScene& s) { s.nodes[0].parent = 1; },
      [](SourceScene& s) { s.nodes[0].parent = -7; },
      [](SourceScene& s) { s.nodes[0].local.translation.x() = std::nan(""); },
      [](SourceScene& s) { s.nodes[0].local.rotation.coeffs().setZero(); },
      [](SourceScene& s) { s.animations[0].tracks[0].node = 2; },
      [](SourceScene& s) { s.animations[0].tracks.push_back(s.animations[0].tracks[0]); },
      [](SourceScene& s) { s.animations[0].frames = 3; },
      [](SourceScene& s) { s.animations[0].frame_rate = 0; },
      [](SourceScene& s) { s.meshes[0].node = -1; },
      [](SourceScene& s) { s.meshes[0].joints[0] = 2; },
      [](SourceScene& s) { s.meshes[0].inverse_bind.clear(); },
      [](SourceScene& s) { s.meshes[0].inverse_bind[0](3, 0) = 1; },
      [](SourceScene& s) { s.meshes[0].primitives[0].indices[0] = 3; },
      [](SourceScene& s) { s.meshes[0].primitives[0].indices.pop_back(); },
      [](SourceScene& s) { s.meshes[0].primitives[0].material = 1; },
      [](SourceScene& s) { s.meshes[0].primitives[0].normals.resize(2); },
      [](SourceScene& s) { s.meshes[0].primitives[0].texcoords[0].resize(4); },
      [](SourceScene& s) { s.meshes[0].primitives[0].influences[0].joints[2][3] = 1; },
      [](SourceScene& s) { s.meshes[0].primitives[0].influences.clear(); },
      [](SourceScene& s) { s.source.up = 'Q'; },
      [](SourceScene& s) { s.source.unit = -1; },
      [](SourceScene& s) { s.ledger.notes[0].code = static_cast<NoteCode>(1000); },
  };
  EXPECT_NO_THROW(check_scene(sample()));
  for (std::size_t i = 0; i < std::size(breaks); ++i) {
    SourceScene scene = sample();
    breaks[i](scene);
    const Bytes bytes = written(scene);
    ArchiveReader archive(bytes);
    EXPECT_THROW((void)read_scene(archive), Error) << "break " << i;
  }
}

TEST(SceneArchive, AnyFlippedByteIsReadOrRefused) {
  const Bytes good = written(sample());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int value : {0x00, 0x7f, 0xff}) {
      Bytes bytes = good;
      bytes[at] = static_cast<std::byte>(value);
      ArchiveReader archive(bytes);
      try {
        (void)read_scene(archive);
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, good.size() / 4);
}

TEST(SceneArchive, CutShortAnywhereIsRefused) {
  const Bytes good = written(sample());
  for (std::size_t size = 0; size < good.size(); ++size) {
    ArchiveReader archive(ByteSpan(good).first(size));
    EXPECT_THROW((void)read_scene(archive), Error) << size;
  }
}

}  // namespace
}  // namespace sinew::test
