#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "importers/assimp/worker_protocol.h"

struct aiScene;
struct aiNode;
struct aiAnimation;

namespace sinew {

/// Parses the file with Assimp and turns its scene into ours. Runs in the worker process. Throws Error (kAsset).
[[nodiscard]] SourceScene read_with_assimp(const WorkerRequest& request);

namespace assimp {

/// Nodes in the order in which they became SourceNodes; Assimp knows bones and animated nodes by name only.
struct NodeList {
  std::vector<const aiNode*> nodes;
  std::unordered_map<std::string, int> index;  ///< of the first node of that name
};

[[nodiscard]] NodeList read_nodes(const aiScene& scene, const ImportLimits& limits, SourceScene& target);
void read_materials(const aiScene& scene, SourceScene& target);
void read_meshes(const aiScene& scene, const NodeList& list, const ImportLimits& limits, SourceScene& target);
void read_animations(const aiScene& scene, const NodeList& list, const ImportOptions& options, SourceScene& target);

}  // namespace assimp
}  // namespace sinew
