#include "importers/fbx/fbx_mesh.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>
#include <cstring>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

/// One corner of a triangle as it goes into the search for equal ones, which compares bytes: no padding.
struct Corner {
  std::uint32_t vertex = 0;  ///< logical vertex, which has position, weights and blend shape offsets
  Float3 normal{};
  Float4 color{};
};

struct MeshReader {
  const ufbx_node& node;
  const ufbx_mesh& mesh;
  VertexWeights weights;
  ufbx_matrix to_mesh = ufbx_identity_matrix;  ///< mesh space from geometry space
  ufbx_matrix normals_to_mesh = ufbx_identity_matrix;
  bool flip = false;  ///< the geometric offset mirrors
};

Float3 to_float3(const ufbx_vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

ufbx_vec3 value_at(const ufbx_vertex_vec3& attribute, std::size_t index) {
  return ufbx_get_vertex_vec3(&attribute, index);
}

Corner corner_at(const MeshReader& reader, std::uint32_t index) {
  Corner corner;
  corner.vertex = reader.mesh.vertex_indices[index];
  if (reader.mesh.vertex_normal.exists) {
    const ufbx_vec3 n = ufbx_transform_direction(&reader.normals_to_mesh, value_at(reader.mesh.vertex_normal, index));
    corner.normal = to_float3(ufbx_vec3_normalize(n));
  }
  if (reader.mesh.vertex_color.exists) {
    const ufbx_vec4 c = ufbx_get_vertex_vec4(&reader.mesh.vertex_color, index);
    corner.color = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z), static_cast<float>(c.w)};
  }
  return corner;
}

/// Corner numbers (indices of the mesh's attributes) of all triangles of a part.
std::vector<std::uint32_t> triangulate(const MeshReader& reader, const ufbx_mesh_part& part) {
  std::vector<std::uint32_t> result;
  result.reserve(part.num_triangles * 3);
  std::vector<std::uint32_t> face(reader.mesh.max_face_triangles * 3);
  for (const std::uint32_t f : part.face_indices) {
    const std::uint32_t triangles = ufbx_triangulate_face(face.data(), face.size(), &reader.mesh, reader.mesh.faces[f]);
    for (std::uint32_t t = 0; t < triangles; ++t) {
      result.push_back(face[3 * t]);
      result.push_back(face[3 * t + (reader.flip ? 2 : 1)]);
      result.push_back(face[3 * t + (reader.flip ? 1 : 2)]);
    }
  }
  return result;
}

/// Unique vertices: corners and texture coordinates in parallel, cut to the unique ones, and the index list.
struct UniqueVertices {
  std::vector<Corner> corners;
  std::vector<std::vector<Float2>> texcoords;
  std::vector<std::uint32_t> indices;
};

UniqueVertices make_unique_vertices(const MeshReader& reader, const std::vector<std::uint32_t>& triangles) {
  UniqueVertices unique;
  unique.indices.resize(triangles.size());
  for (const std::uint32_t index : triangles) unique.corners.push_back(corner_at(reader, index));
  for (const ufbx_uv_set& set : reader.mesh.uv_sets) {
    std::vector<Float2>& coords = unique.texcoords.emplace_back();
    for (const std::uint32_t index : triangles) {
      const ufbx_vec2 uv = ufbx_get_vertex_vec2(&set.vertex_uv, index);
      coords.push_back({static_cast<float>(uv.x), static_cast<float>(1 - uv.y)});  // FBX counts v upwards
    }
  }
  std::vector<ufbx_vertex_stream> streams = {{unique.corners.data(), unique.corners.size(), sizeof(Corner)}};
  for (auto& coords : unique.texcoords) streams.push_back({coords.data(), coords.size(), sizeof(Float2)});
  ufbx_error error;
  const std::size_t count = ufbx_generate_indices(streams.data(), streams.size(), unique.indices.data(),
                                                  unique.indices.size(), nullptr, &error);
  if (count == 0) throw Error::asset("mesh", "its vertices could not be indexed: " + to_string(error.description));
  unique.corners.resize(count);
  for (auto& coords : unique.texcoords) coords.resize(count);
  return unique;
}

void fill_influences(const MeshReader& reader, const std::vector<Corner>& corners, Primitive& made) {
  const std::size_t width = 4 * static_cast<std::size_t>(reader.weights.sets);
  for (int s = 0; s < reader.weights.sets; ++s) {
    InfluenceSet& set = made.influences.emplace_back();
    for (const Corner& corner : corners) {
      const std::size_t at = corner.vertex * width + 4 * static_cast<std::size_t>(s);
      std::array<std::uint16_t, 4> joints{};
      Float4 weights{};
      std::copy_n(&reader.weights.joints[at], 4, joints.begin());
      std::copy_n(&reader.weights.weights[at], 4, weights.begin());
      set.joints.push_back(joints);
      set.weights.push_back(weights);
    }
  }
}

MorphTarget read_shape(const MeshReader& reader, const ufbx_blend_channel& channel,
                       const std::vector<Corner>& corners) {
  const ufbx_blend_shape& shape = *channel.target_shape;
  std::vector<Float3> offsets(reader.mesh.num_vertices, Float3{});
  for (std::size_t i = 0; i < shape.num_offsets; ++i) {
    const std::uint32_t vertex = shape.offset_vertices[i];
    if (vertex < offsets.size())
      offsets[vertex] = to_float3(ufbx_transform_direction(&reader.to_mesh, shape.position_offsets[i]));
  }
  MorphTarget target;
  target.name = to_string(channel.name);
  for (const Corner& corner : corners) target.positions.push_back(offsets[corner.vertex]);
  return target;
}

Primitive read_part(const MeshReader& reader, const ufbx_mesh_part& part) {
  UniqueVertices unique = make_unique_vertices(reader, triangulate(reader, part));
  Primitive made;
  if (part.index < reader.node.materials.count)
    made.material = static_cast<int>(reader.node.materials[part.index]->typed_id);
  for (const Corner& corner : unique.corners) {
    made.positions.push_back(to_float3(ufbx_transform_position(&reader.to_mesh, reader.mesh.vertices[corner.vertex])));
    if (reader.mesh.vertex_normal.exists) made.normals.push_back(corner.normal);
    if (reader.mesh.vertex_color.exists) made.colors.push_back(corner.color);
  }
  fill_influences(reader, unique.corners, made);
  for (const ufbx_blend_deformer* deformer : reader.mesh.blend_deformers) {
    for (const ufbx_blend_channel* channel : deformer->channels) {
      if (channel->target_shape != nullptr) made.targets.push_back(read_shape(reader, *channel, unique.corners));
    }
  }
  made.indices = std::move(unique.indices);
  made.texcoords = std::move(unique.texcoords);
  return made;
}

std::size_t shape_count(const ufbx_mesh& mesh) {
  std::size_t count = 0;
  for (const ufbx_blend_deformer* deformer : mesh.blend_deformers) count += deformer->channels.count;
  return count;
}

void note_losses(const ufbx_mesh& mesh, const std::string& place, Ledger& ledger) {
  if (mesh.vertex_tangent.exists)
    ledger.add(NoteCode::kDroppedAttribute, place, "tangents; they follow from the texture coordinates");
  if (mesh.color_sets.count > 1) ledger.add(NoteCode::kDroppedAttribute, place, "colour sets after the first");
  if (mesh.cache_deformers.count > 0) ledger.add(NoteCode::kIgnoredData, place, "geometry cache");
  if (mesh.num_point_faces + mesh.num_line_faces > 0) {
    ledger.add(NoteCode::kDroppedAttribute, place,
               fmt::format("{} points and lines", mesh.num_point_faces + mesh.num_line_faces));
  }
}

/// Takes what the mesh costs from the room that is left, counted in corners and morph offsets.
void spend_room(const ufbx_mesh& mesh, const std::string& place, const ImportLimits& limits, std::size_t& room) {
  const std::size_t corners = mesh.num_triangles * 3;
  const std::size_t layers = 1 + mesh.uv_sets.count + shape_count(mesh);
  const std::size_t vertices = std::max(corners, mesh.num_vertices);
  if (vertices > 0 && layers > room / vertices) {
    throw Error::asset(
        place, fmt::format("{} triangle corners with {} blend shapes take the meshes over the limit of {} vertices",
                           corners, shape_count(mesh), limits.max_vertices));
  }
  room -= vertices * layers;
}

SourceMesh read_mesh(const ufbx_node& node, int node_index, const NodeTable& table, SourceScene& target) {
  const ufbx_mesh& mesh = *node.mesh;
  SourceMesh made;
  made.name = to_string(node.name.length > 0 ? node.name : mesh.name);
  made.node = node_index;
  MeshReader reader{node, mesh, read_skin(mesh, table, made, target)};
  if (reader.weights.sets == 0) {  // the skin's bind matrices already start at the geometry
    reader.to_mesh = node.geometry_to_node;
    reader.normals_to_mesh = ufbx_matrix_for_normals(&node.geometry_to_node);
    reader.flip = ufbx_matrix_determinant(&node.geometry_to_node) < 0;
  }
  for (const ufbx_mesh_part& part : mesh.material_parts) {
    if (part.num_triangles > 0) made.primitives.push_back(read_part(reader, part));
  }
  return made;
}

}  // namespace

void read_meshes(const NodeTable& table, const ImportLimits& limits, SourceScene& target) {
  // A mesh has up to six corners per vertex, and each is held for a while.
  std::size_t room = limits.max_vertices > SIZE_MAX / 6 ? SIZE_MAX : limits.max_vertices * 6;
  for (std::size_t i = 0; i < table.kept.size(); ++i) {
    const ufbx_node& node = *table.kept[i];
    if (node.mesh == nullptr) continue;
    const std::string place = fmt::format("mesh '{}'", printable(to_string(node.name)));
    spend_room(*node.mesh, place, limits, room);
    note_losses(*node.mesh, place, target.ledger);
    SourceMesh made = read_mesh(node, static_cast<int>(i), table, target);
    if (made.primitives.empty()) {
      target.ledger.add(NoteCode::kDroppedMesh, place, "it has no triangles");
    } else {
      target.meshes.push_back(std::move(made));
    }
  }
}

}  // namespace sinew::fbx
