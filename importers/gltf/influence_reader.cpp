#include "importers/gltf/influence_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "importers/gltf/accessor_reader.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr std::size_t kMaxSets = 8;
constexpr double kSumTolerance = 1e-3;

void check_count(const AccessorFormat& format, std::size_t vertices, const std::string& place) {
  if (format.count == vertices) return;
  throw Error::asset(place, fmt::format("{} elements; the primitive's positions are {}", format.count, vertices));
}

InfluenceSet read_set(GltfContext& context, int joints, int weights, std::size_t vertices, const std::string& place,
                      std::size_t set) {
  const std::string joint_place = fmt::format("{}/attributes/JOINTS_{}", place, set);
  const std::string weight_place = fmt::format("{}/attributes/WEIGHTS_{}", place, set);
  const AccessorFormat joint_format = accessor_format(context, joints, joint_place);
  const AccessorFormat weight_format = accessor_format(context, weights, weight_place);
  require_format(joint_format, 4, {kUnsignedByteComponent, kUnsignedShortComponent}, joint_place);
  require_format(weight_format, 4, {kFloatComponent, kUnsignedByteComponent, kUnsignedShortComponent}, weight_place);
  check_count(joint_format, vertices, joint_place);
  check_count(weight_format, vertices, weight_place);
  const std::vector<std::uint32_t> indices = read_unsigned(context, joints, joint_place);
  const std::vector<float> values = read_floats(context, weights, weight_place);
  InfluenceSet result;
  result.joints.resize(vertices);
  result.weights.resize(vertices);
  for (std::size_t i = 0; i < 4 * vertices; ++i) {
    result.joints[i / 4][i % 4] = static_cast<std::uint16_t>(indices[i]);
    result.weights[i / 4][i % 4] = values[i];
    if (!std::isfinite(values[i]))
      throw Error::asset(weight_place, fmt::format("vertex {} has a weight that is not finite", i / 4));
  }
  return result;
}

/// What had to be done to the vertices of one primitive.
struct Repairs {
  std::size_t negative = 0;
  std::size_t without_weight = 0;
  std::size_t scaled = 0;
  std::size_t idle_joints = 0;
};

void check_joints(std::vector<InfluenceSet>& sets, std::size_t vertex, std::size_t joint_count,
                  const std::string& place, Repairs& repairs) {
  for (InfluenceSet& set : sets) {
    for (std::size_t k = 0; k < 4; ++k) {
      float& weight = set.weights[vertex][k];
      std::uint16_t& joint = set.joints[vertex][k];
      if (weight < 0) {
        weight = 0;
        ++repairs.negative;
      }
      if (joint < joint_count) continue;
      if (weight > 0) {
        throw Error::asset(
            place, fmt::format("vertex {} is moved by joint {} of a skin that has {}", vertex, joint, joint_count));
      }
      joint = 0;
      ++repairs.idle_joints;
    }
  }
}

void repair_sum(std::vector<InfluenceSet>& sets, std::size_t vertex, Repairs& repairs) {
  double sum = 0;
  for (const InfluenceSet& set : sets) {
    for (const float weight : set.weights[vertex]) sum += weight;
  }
  if (sum <= 0) {
    sets.front().joints[vertex][0] = 0;
    sets.front().weights[vertex][0] = 1;
    ++repairs.without_weight;
    return;
  }
  if (std::abs(sum - 1) <= kSumTolerance) return;
  for (InfluenceSet& set : sets) {
    for (float& weight : set.weights[vertex]) weight = static_cast<float>(weight / sum);
  }
  ++repairs.scaled;
}

}  // namespace

std::vector<InfluenceSet> read_influences(GltfContext& context, const tinygltf::Primitive& source, std::size_t vertices,
                                          const std::string& place) {
  std::vector<InfluenceSet> sets;
  for (std::size_t set = 0; set < kMaxSets; ++set) {
    const auto joints = source.attributes.find(fmt::format("JOINTS_{}", set));
    const auto weights = source.attributes.find(fmt::format("WEIGHTS_{}", set));
    if (joints == source.attributes.end() || weights == source.attributes.end()) break;
    sets.push_back(read_set(context, joints->second, weights->second, vertices, place, set));
  }
  return sets;
}

void repair_influences(GltfContext& context, Primitive& primitive, std::size_t joint_count, const std::string& place) {
  Repairs repairs;
  for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
    check_joints(primitive.influences, vertex, joint_count, place, repairs);
    repair_sum(primitive.influences, vertex, repairs);
  }
  const auto note = [&](std::size_t count, std::string_view what) {
    if (count > 0) context.ledger.add(NoteCode::kRepairedWeights, place, fmt::format("{} {}", count, what));
  };
  note(repairs.without_weight, "vertices without weight now follow the skin's first joint");
  note(repairs.scaled, "vertices whose weights did not sum to 1, normalised");
  note(repairs.negative, "negative weights set to 0");
  note(repairs.idle_joints, "joints out of range without weight set to the skin's first joint");
}

}  // namespace sinew
