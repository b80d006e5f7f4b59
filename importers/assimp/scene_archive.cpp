#include "importers/assimp/scene_archive.h"

#include <cmath>
#include <unordered_set>

#include "libanim/support/archive_io.h"
#include "libanim/support/error.h"

namespace sinew {
namespace {

constexpr int kNumbersOfTrs = 10;

template <typename Io, typename V>
void io_vector(Io& io, V& v) {
  for (int i = 0; i < 3; ++i) io.value(v[i]);
}

template <typename Io, typename T>
void io_trs(Io& io, T& t) {
  io_vector(io, t.translation);
  for (int i = 0; i < 4; ++i) io.value(t.rotation.coeffs()[i]);
  io_vector(io, t.scale);
}

template <typename Io, typename T>
void io_node(Io& io, T& node) {
  io.text(node.name);
  io.value(node.parent);
  io_trs(io, node.local);
  io.value(node.is_joint);
  io.value(node.end_site);
}

template <typename Io, typename T>
void io_animation(Io& io, T& animation) {
  io.text(animation.name);
  io.value(animation.frame_rate);
  io.value(animation.start_time);
  io.value(animation.frames);
  io.list(animation.tracks, 12, [](Io& io, auto& track) {
    io.value(track.node);
    io.list(track.samples, kNumbersOfTrs * sizeof(double), [](Io& io, auto& sample) { io_trs(io, sample); });
  });
}

template <typename Io, typename T>
void io_primitive(Io& io, T& primitive) {
  io.value(primitive.material);
  io.array(primitive.indices);
  io.array(primitive.positions);
  io.array(primitive.normals);
  io.list(primitive.texcoords, 8, [](Io& io, auto& set) { io.array(set); });
  io.array(primitive.colors);
  io.list(primitive.influences, 16, [](Io& io, auto& set) {
    io.array(set.joints);
    io.array(set.weights);
  });
}

template <typename Io, typename T>
void io_mesh(Io& io, T& mesh) {
  io.text(mesh.name);
  io.value(mesh.node);
  io.array(mesh.joints);
  io.list(mesh.inverse_bind, 16 * sizeof(double), [](Io& io, auto& matrix) {
    for (int i = 0; i < 16; ++i) io.value(matrix(i % 4, i / 4));
  });
  io.list(mesh.primitives, 60, [](Io& io, auto& primitive) { io_primitive(io, primitive); });
}

template <typename Io, typename T>
void io_material(Io& io, T& material) {
  io.text(material.name);
  for (auto& c : material.base_color) io.value(c);
  for (auto& c : material.emissive) io.value(c);
  io.value(material.metallic);
  io.value(material.roughness);
  io.value(material.alpha_mode);
  io.value(material.double_sided);
}

template <typename Io, typename T>
void io_scene(Io& io, T& scene) {
  io.text(scene.source.format);
  io.text(scene.source.generator);
  io.value(scene.source.unit);
  io.value(scene.source.up);
  io.value(scene.source.frame_rate);
  io.list(scene.nodes, 90, [](Io& io, auto& node) { io_node(io, node); });
  io.list(scene.animations, 36, [](Io& io, auto& animation) { io_animation(io, animation); });
  io.list(scene.meshes, 36, [](Io& io, auto& mesh) { io_mesh(io, mesh); });
  io.list(scene.materials, 80, [](Io& io, auto& material) { io_material(io, material); });
  io.list(scene.ledger.notes, 20, [](Io& io, auto& note) {
    io.value(note.code);
    io.text(note.place);
    io.text(note.message);
  });
}

void expect(bool condition, const char* what) {
  if (!condition) throw Error::asset("", std::string("the reader sent nonsense: ") + what);
}

bool in_range(int index, std::size_t count) { return index >= 0 && static_cast<std::size_t>(index) < count; }

bool is_fine(const Trs& t) {
  const double norm = t.rotation.norm();
  return t.translation.allFinite() && t.scale.allFinite() && std::isfinite(norm) && std::abs(norm - 1) < 1e-3;
}

void check_nodes(const std::vector<SourceNode>& nodes) {
  std::vector<bool> grounded(nodes.size(), false);  // known to end at a root
  std::vector<std::size_t> path;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    expect(is_fine(nodes[i].local), "a node's transform is not finite");
    path.clear();
    for (int n = static_cast<int>(i); n != kNoParent && !grounded[static_cast<std::size_t>(n)];
         n = nodes[static_cast<std::size_t>(n)].parent) {
      path.push_back(static_cast<std::size_t>(n));
      const int parent = nodes[static_cast<std::size_t>(n)].parent;
      expect(parent == kNoParent || in_range(parent, nodes.size()), "a node's parent is out of range");
      expect(path.size() <= nodes.size(), "nodes are their own ancestors");
    }
    for (const std::size_t n : path) grounded[n] = true;
  }
}

void check_animation(const SourceAnimation& animation, std::size_t nodes) {
  expect(std::isfinite(animation.frame_rate) && animation.frame_rate > 0, "a frame rate is not positive");
  expect(std::isfinite(animation.start_time), "a start time is not finite");
  expect(animation.frames > 0, "an animation has no frames");
  std::unordered_set<int> seen;
  for (const SourceTrack& track : animation.tracks) {
    expect(in_range(track.node, nodes), "an animated node is out of range");
    expect(seen.insert(track.node).second, "a node is animated twice");
    expect(track.samples.size() == static_cast<std::size_t>(animation.frames), "an animation's length is wrong");
    for (const Trs& sample : track.samples) expect(is_fine(sample), "an animated transform is not finite");
  }
}

void check_primitive(const Primitive& primitive, std::size_t joints, std::size_t materials) {
  const std::size_t vertices = primitive.positions.size();
  const auto fits = [&](std::size_t size) { return size == 0 || size == vertices; };
  expect(primitive.material == -1 || in_range(primitive.material, materials), "a material is out of range");
  expect(primitive.indices.size() % 3 == 0, "a triangle is not complete");
  for (const std::uint32_t index : primitive.indices) expect(index < vertices, "a vertex is out of range");
  expect(fits(primitive.normals.size()) && fits(primitive.colors.size()), "an attribute's length is wrong");
  for (const auto& set : primitive.texcoords) expect(set.size() == vertices, "an attribute's length is wrong");
  expect((joints == 0) == primitive.influences.empty(), "weights without joints, or joints without weights");
  for (const InfluenceSet& set : primitive.influences) {
    expect(set.joints.size() == vertices && set.weights.size() == vertices, "an attribute's length is wrong");
    for (const auto& four : set.joints) {
      for (const std::uint16_t joint : four) expect(joint < joints, "a joint of a vertex is out of range");
    }
  }
}

void check_mesh(const SourceMesh& mesh, const SourceScene& scene) {
  expect(in_range(mesh.node, scene.nodes.size()), "a mesh's node is out of range");
  expect(mesh.joints.size() == mesh.inverse_bind.size(), "bind matrices and joints differ in number");
  std::unordered_set<int> seen;
  for (const int joint : mesh.joints) {
    expect(in_range(joint, scene.nodes.size()) && seen.insert(joint).second, "a skin's joint is wrong");
  }
  for (const Mat4& matrix : mesh.inverse_bind) {
    expect(matrix.allFinite() && matrix.row(3) == Eigen::RowVector4d(0, 0, 0, 1), "a bind matrix is not affine");
  }
  for (const Primitive& primitive : mesh.primitives)
    check_primitive(primitive, mesh.joints.size(), scene.materials.size());
}

}  // namespace

void write_scene(const SourceScene& scene, ArchiveWriter& archive) {
  ArchiveSaver saver(archive);
  io_scene(saver, scene);
}

SourceScene read_scene(ArchiveReader& archive) {
  SourceScene scene;
  ArchiveLoader loader(archive);
  io_scene(loader, scene);
  check_scene(scene);
  return scene;
}

void check_scene(const SourceScene& scene) {
  const SourceInfo& source = scene.source;
  expect(std::isfinite(source.unit) && source.unit > 0, "the unit is not positive");
  expect(std::string_view("XYZxyz").find(source.up) != std::string_view::npos, "the up axis is none");
  check_nodes(scene.nodes);
  for (const SourceAnimation& animation : scene.animations) check_animation(animation, scene.nodes.size());
  for (const SourceMesh& mesh : scene.meshes) check_mesh(mesh, scene);
  for (const Material& material : scene.materials) {
    expect(material.alpha_mode >= AlphaMode::kOpaque && material.alpha_mode <= AlphaMode::kBlend,
           "an alpha mode is none");
    for (const double c : material.base_color) expect(std::isfinite(c), "a colour is not finite");
    for (const double c : material.emissive) expect(std::isfinite(c), "a colour is not finite");
    expect(std::isfinite(material.metallic) && std::isfinite(material.roughness), "a material is not finite");
  }
  for (const Note& note : scene.ledger.notes) {
    expect(code_name(note.code) != "unknown", "a note's code is unknown");
  }
}

}  // namespace sinew
