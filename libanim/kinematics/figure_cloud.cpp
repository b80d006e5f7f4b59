#include "libanim/kinematics/figure_cloud.h"

#include <algorithm>
#include <iterator>

#include "libanim/kinematics/pose.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Affine = Eigen::Matrix<double, 3, 4>;

/// Body of every skeleton joint; -1 for joints above all bodies.
std::vector<int> body_of_joints(const Skeleton& skeleton, const Anatomy& anatomy) {
  std::vector<int> body_of(to_size(skeleton.size()), -1);
  for (std::size_t b = 0; b < anatomy.bodies.size(); ++b) {
    for (const int joint : anatomy.bodies[b].joints) body_of[to_size(joint)] = static_cast<int>(b);
  }
  for (int j = 0; j < skeleton.size(); ++j) {
    const int parent = skeleton.joints[to_size(j)].parent;
    if (body_of[to_size(j)] < 0 && parent >= 0) body_of[to_size(j)] = body_of[to_size(parent)];
  }
  return body_of;
}

std::vector<Affine> rest_from_bind(const Skin& skin, const std::vector<Transform>& world) {
  std::vector<Affine> matrices;
  matrices.reserve(skin.joints.size());
  for (std::size_t s = 0; s < skin.joints.size(); ++s) {
    matrices.emplace_back((world[to_size(skin.joints[s])].matrix() * skin.inverse_bind[s]).topRows<3>());
  }
  return matrices;
}

/// Weights of one vertex summed per body: a handful of entries, so a linear search is enough.
class BodyShares {
 public:
  void add(int body, double weight) {
    const auto found = std::ranges::find(shares_, body, &Share::body);
    if (found != shares_.end()) {
      found->weight += weight;
    } else {
      shares_.push_back({body, weight});
    }
  }
  /// The body with most of the weights, or -1.
  [[nodiscard]] int major() const {
    const auto best = std::ranges::max_element(shares_, {}, &Share::weight);
    return best == shares_.end() ? -1 : best->body;
  }
  void clear() { shares_.clear(); }

 private:
  struct Share {
    int body;
    double weight;
  };
  std::vector<Share> shares_;
};

/// A joint is close to a bone when it is no farther from it than this share of the bone's length, and does not lie in
/// its last part: there a merged hand begins, and what it holds.
constexpr double kClose = 0.12;
constexpr double kLastPart = 0.65;
/// With fewer vertices than this the bone itself has hardly any skin.
constexpr std::size_t kHardlyAny = 12;

/// Ends of limbs, heads and tails own everything that hangs on them: fingers, toes, jaws.
bool owns_everything(Part part) {
  return part == Part::kHead || part == Part::kHand || part == Part::kFoot || part == Part::kToes ||
         part == Part::kPaw || part == Part::kTail || part == Part::kOther;
}

bool is_close(const Vec3& point, const AnatomyBody& body) {
  const Vec3 along = body.end - body.start;
  const double t = (point - body.start).dot(along) / std::max(along.squaredNorm(), 1e-12);
  return t >= 0 && t <= kLastPart && (point - body.start - t * along).norm() <= kClose * along.norm();
}

/// Which skeleton joints are the bone of a body or lie close to it.
std::vector<bool> core_joints(const Skeleton& skeleton, const std::vector<Transform>& world, const AnatomyBody& body) {
  std::vector<bool> core(world.size(), false);
  for (const int j : body.joints) core[to_size(j)] = is_close(world[to_size(j)].translation, body);
  core[to_size(body.joint)] = true;
  for (int j = body.orientation_joint; j >= 0 && j != body.joint; j = skeleton.joints[to_size(j)].parent) {
    core[to_size(j)] = true;
  }
  return core;
}

void keep_core(const Skeleton& skeleton, const std::vector<Transform>& world, const AnatomyBody& body,
               std::vector<SkinPoint>& cloud) {
  if (owns_everything(body.part)) return;
  const std::vector<bool> core = core_joints(skeleton, world, body);
  std::vector<SkinPoint> kept;
  std::ranges::copy_if(cloud, std::back_inserter(kept),
                       [&](const SkinPoint& point) { return core[to_size(point.joint)]; });
  if (kept.size() >= kHardlyAny) cloud = std::move(kept);
}

/// Vertices of one primitive with their areas, and the body of each.
struct SkinnedPrimitive {
  std::vector<SkinPoint> points;
  std::vector<int> bodies;
};

SkinnedPrimitive skinned(const Primitive& primitive, const Skin& skin, const std::vector<Affine>& matrices,
                         const std::vector<int>& body_of) {
  SkinnedPrimitive result;
  result.points.resize(primitive.positions.size());
  result.bodies.resize(primitive.positions.size());
  BodyShares shares;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Float3& p = primitive.positions[v];
    const Eigen::Vector4d bind(p[0], p[1], p[2], 1);
    Affine blend = Affine::Zero();
    double largest = -1;
    shares.clear();
    for (const InfluenceSet& set : primitive.influences) {
      for (std::size_t k = 0; k < 4; ++k) {
        const double weight = set.weights[v][k];
        if (weight <= 0) continue;
        const std::size_t s = set.joints[v][k];
        blend += weight * matrices[s];
        shares.add(body_of[to_size(skin.joints[s])], weight);
        if (weight > largest) result.points[v].joint = skin.joints[s];
        largest = std::max(largest, weight);
      }
    }
    result.points[v].position = blend * bind;
    result.bodies[v] = shares.major();
  }
  return result;
}

void add_areas(const Primitive& primitive, std::vector<SkinPoint>& points) {
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    SkinPoint& a = points[primitive.indices[i]];
    SkinPoint& b = points[primitive.indices[i + 1]];
    SkinPoint& c = points[primitive.indices[i + 2]];
    const double third = (b.position - a.position).cross(c.position - a.position).norm() / 6;
    a.area += third;
    b.area += third;
    c.area += third;
  }
}

}  // namespace

std::vector<std::vector<SkinPoint>> skin_clouds(const Character& character, const Anatomy& anatomy) {
  const std::vector<int> body_of = body_of_joints(character.skeleton, anatomy);
  const std::vector<Transform> world = rest_world(character.skeleton);
  std::vector<std::vector<SkinPoint>> clouds(anatomy.bodies.size());
  for (const Mesh& mesh : character.meshes) {
    const Skin& skin = character.skins[to_size(mesh.skin)];
    const std::vector<Affine> matrices = rest_from_bind(skin, world);
    for (const Primitive& primitive : mesh.primitives) {
      SkinnedPrimitive part = skinned(primitive, skin, matrices, body_of);
      add_areas(primitive, part.points);
      for (std::size_t v = 0; v < part.points.size(); ++v) {
        const SkinPoint& point = part.points[v];
        if (part.bodies[v] >= 0 && point.area > 0 && point.position.allFinite()) {
          clouds[to_size(part.bodies[v])].push_back(point);
        }
      }
    }
  }
  for (std::size_t b = 0; b < clouds.size(); ++b) {
    keep_core(character.skeleton, world, anatomy.bodies[b], clouds[b]);
  }
  return clouds;
}

}  // namespace sinew
