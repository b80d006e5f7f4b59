#include "exporters/gltf/prepare_vertices.h"

#include <fmt/format.h>

#include <algorithm>

#include "exporters/gltf/prepare_materials.h"
#include "exporters/gltf/vertex_frames.h"
#include "exporters/gltf/vertex_weights.h"

namespace sinew {

namespace {

/// Repairs one primitive; `place` names the mesh in notes.
class PrimitiveRepair {
 public:
  PrimitiveRepair(Primitive& primitive, const Material* material, const std::string& place, Ledger& ledger)
      : primitive_(primitive), material_(material), place_(place), ledger_(ledger) {}

  void run() {
    note(NoteCode::kRepairedWeights, repair_weights(primitive_.influences),
         "vertices: weights scaled to the sum 1, or a joint named twice merged");
    note(NoteCode::kRepairedAttribute, repair_normals(primitive_), "normals brought to unit length or computed anew");
    complete_texcoords();
    repair_frames();
    note(NoteCode::kRepairedAttribute, clamp_colors(), "vertex colours brought into [0, 1]");
    repair_targets();
  }

 private:
  void note(NoteCode code, std::size_t count, std::string_view what) {
    if (count > 0) ledger_.add(code, place_, fmt::format("{} {}", count, what));
  }

  void complete_texcoords() {
    std::vector<std::vector<Float2>>& sets = primitive_.texcoords;
    while (!sets.empty() && sets.back().empty()) sets.pop_back();
    if (material_ != nullptr) {
      for_each_texture(*material_, [&](const auto& use) {
        sets.resize(std::max(sets.size(), static_cast<std::size_t>(use->texcoord) + 1));
      });
    }
    std::size_t filled = 0;
    for (std::vector<Float2>& set : sets) {
      if (!set.empty()) continue;
      set.assign(primitive_.positions.size(), Float2{0, 0});
      ++filled;
    }
    note(NoteCode::kAddedAttribute, filled, "missing texture coordinate sets filled with zeros");
  }

  void repair_frames() {
    const bool needed = material_ != nullptr && material_->normal_texture.has_value();
    if (primitive_.normals.empty() && needed) {
      primitive_.normals = smooth_normals(primitive_);
      primitive_.tangents.clear();
      note(NoteCode::kAddedAttribute, primitive_.normals.size(),
           "normals computed, because the material has a normal texture");
    }
    if (primitive_.normals.empty() && !primitive_.tangents.empty()) {
      primitive_.tangents.clear();
      ledger_.add(NoteCode::kDroppedAttribute, place_, "tangents without normals dropped");
    }
    note(NoteCode::kRepairedAttribute, repair_tangents(primitive_), "tangents brought to unit length or replaced");
    if (needed && primitive_.tangents.empty()) {
      const std::size_t doubled =
          add_tangents(primitive_, static_cast<std::size_t>(material_->normal_texture->texcoord));
      ledger_.add(
          NoteCode::kAddedAttribute, place_,
          fmt::format("tangents computed, because the material has a normal texture ({} vertices on mirrored seams "
                      "doubled)",
                      doubled));
    }
  }

  std::size_t clamp_colors() {
    std::size_t changed = 0;
    for (Float4& color : primitive_.colors) {
      Float4 clamped = color;
      for (float& c : clamped) c = std::clamp(c, 0.0F, 1.0F);
      changed += clamped != color ? 1 : 0;
      color = clamped;
    }
    return changed;
  }

  void repair_targets() {
    std::size_t dropped = 0;
    for (MorphTarget& target : primitive_.targets) {
      if (target.positions.empty()) target.positions.assign(primitive_.positions.size(), Float3{0, 0, 0});
      if (primitive_.normals.empty() && !target.normals.empty()) {
        target.normals.clear();
        ++dropped;
      }
    }
    note(NoteCode::kDroppedAttribute, dropped, "morph targets: normals dropped, because the mesh itself has none");
  }

  Primitive& primitive_;
  const Material* material_;
  const std::string& place_;
  Ledger& ledger_;
};

}  // namespace

void prepare_vertices(Mesh& mesh, const std::string& place, std::span<const Material> materials, Ledger& ledger) {
  for (Primitive& primitive : mesh.primitives) {
    const Material* material =
        primitive.material < 0 ? nullptr : &materials[static_cast<std::size_t>(primitive.material)];
    PrimitiveRepair(primitive, material, place, ledger).run();
  }
}

}  // namespace sinew
