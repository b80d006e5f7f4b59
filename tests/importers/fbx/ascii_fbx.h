#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "importers/fbx/fbx_import.h"

namespace sinew::test {

using Triple = std::array<double, 3>;
using Keys = std::vector<std::pair<double, double>>;  ///< time (unit: s), value

enum class Join { kStep = 2, kLinear = 4 };

/// Writes small ASCII FBX 7400 files, so that tests can say in full what is in them. Numbers that the functions
/// return are object ids; 0 is the scene's root.
class AsciiFbx {
 public:
  /// Of GlobalSettings, an integer or a double.
  void setting(const std::string& name, int value);
  void setting(const std::string& name, double value);
  /// Metres per unit; up, front and right axis as 'x', 'y', 'z', upper case for the positive direction.
  void units(double metres);
  void axes(char right, char up, char front);

  int bone(const std::string& name, int parent, Triple translation = {0, 0, 0});
  int null(const std::string& name, int parent, Triple translation = {0, 0, 0});
  /// A node that carries a mesh: a triangle (0,0,0) (1,0,0) (0,1,0) and the vertex (0,0,1), two faces.
  int mesh(const std::string& name, int parent, Triple translation = {0, 0, 0});
  /// A vector or integer property of a node: "Lcl Rotation", "PreRotation", "InheritType" ...
  void property(int node, const std::string& name, Triple value);
  void property(int node, const std::string& name, int value);

  /// Binds a mesh node's vertices to a bone; `inverse_bind` is column by column.
  struct Influence {
    int bone;
    std::vector<int> vertices;
    std::vector<double> weights;
    Triple bind_position;  ///< of the bone in the world
  };
  void skin(int mesh_node, const std::vector<Influence>& influences);
  void blend_shape(int mesh_node, const std::string& name, int vertex, Triple offset);

  int stack(const std::string& name, double start, double stop);
  int layer(int stack);
  /// `axis` is 0, 1, 2 for the x, y, z of the property.
  void curve(int layer, int node, const std::string& property, int axis, const Keys& keys, Join join = Join::kLinear);

  /// Anything else, as it stands in the file's Objects section.
  void object(const std::string& text) { objects_ += text; }
  void connect(int child, int parent, const std::string& property = "");
  [[nodiscard]] int next_id() { return ++last_id_; }

  [[nodiscard]] std::string text() const;

 private:
  struct Model {
    int id;
    std::string name;
    std::string kind;
    std::string properties;
    int geometry = 0;
  };
  int model(const std::string& name, const std::string& kind, int parent, Triple translation);
  [[nodiscard]] Model& find(int id);

  std::string settings_;
  std::vector<Model> models_;
  std::string objects_;
  std::string connections_;
  int last_id_ = 1000;
};

[[nodiscard]] SourceScene read(const AsciiFbx& file, const ImportOptions& options = {});
[[nodiscard]] Asset import(const AsciiFbx& file, const ImportOptions& options = {});

/// World position of a joint in a frame of the first clip; -1 is the rest pose.
[[nodiscard]] Vec3 position(const Asset& asset, const std::string& joint, int frame = -1);

}  // namespace sinew::test
