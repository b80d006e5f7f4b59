#pragma once

#include <string>
#include <vector>

#include "libanim/model/asset.h"

namespace sinew {

/// Translation, rotation, scale as node-based formats have them: matrix = T * R * S.
struct Trs {
  Vec3 translation = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Vec3 scale = Vec3::Ones();
};

struct SourceNode {
  std::string name;  ///< may be empty or not unique
  int parent = kNoParent;
  Trs local;              ///< parent_from_node in the file's rest pose
  bool is_joint = false;  ///< the file says so (in a skin's joint list, LimbNode)
  bool end_site = false;  ///< only a bone's tip: a leaf joint that carries no motion
};

/// One node's motion: parent_from_node in every frame of the animation.
struct SourceTrack {
  int node = 0;
  std::vector<Trs> samples;
};

/// An animation sampled on an exact grid: frame i is at start_time + i / frame_rate.
struct SourceAnimation {
  std::string name;  ///< may be empty or not unique
  double frame_rate = 30;
  double start_time = 0;
  int frames = 0;
  std::vector<SourceTrack> tracks;  ///< at most one per node; nodes without one keep their rest pose
};

/// A mesh in its own space. With joints it is skinned: inverse_bind[i] maps mesh space to the space of
/// node joints[i], and influences of the primitives index into `joints`. Without joints it is rigid and
/// hangs on `node`: mesh space is that node's space (a geometric offset is already applied).
struct SourceMesh {
  std::string name;
  int node = 0;
  std::vector<int> joints;
  std::vector<Mat4> inverse_bind;
  std::vector<Primitive> primitives;
};

/// What node-based importers (glTF, FBX, Assimp) take out of a file before it becomes an Asset: the file's
/// own nodes, units and axes. `build_asset` does the rest once for all formats. Nodes come in any order;
/// readers guarantee only that every index is in range and that parents form no cycle.
struct SourceScene {
  SourceInfo source;  ///< unit and up: what the file says, or what the user said instead
  std::vector<SourceNode> nodes;
  std::vector<SourceAnimation> animations;
  std::vector<SourceMesh> meshes;
  std::vector<Material> materials;
  std::vector<Image> images;
  Ledger ledger;
};

}  // namespace sinew
