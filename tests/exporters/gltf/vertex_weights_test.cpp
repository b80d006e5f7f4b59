#include "exporters/gltf/vertex_weights.h"

#include <gtest/gtest.h>

namespace sinew {

namespace {

InfluenceSet one_vertex(std::array<std::uint16_t, 4> joints, Float4 weights) { return {{joints}, {weights}}; }

double sum(const std::vector<InfluenceSet>& sets) {
  double total = 0;
  for (const InfluenceSet& set : sets) {
    for (const float weight : set.weights[0]) total += static_cast<double>(weight);
  }
  return total;
}

TEST(VertexWeights, ConformingWeightsStay) {
  std::vector<InfluenceSet> sets = {one_vertex({3, 1, 0, 0}, {0.7F, 0.3F, 0, 0})};
  EXPECT_EQ(repair_weights(sets), 0U);
  EXPECT_EQ(sets[0].weights[0], (Float4{0.7F, 0.3F, 0, 0}));
  EXPECT_EQ(sets[0].joints[0], (std::array<std::uint16_t, 4>{3, 1, 0, 0}));
}

TEST(VertexWeights, SumBecomesOne) {
  std::vector<InfluenceSet> sets = {one_vertex({3, 1, 2, 4}, {0.3333F, 0.3333F, 0.3331F, 0.001F}),
                                    one_vertex({5, 0, 0, 0}, {0.0001F, 0, 0, 0})};
  EXPECT_EQ(repair_weights(sets), 1U);
  EXPECT_NEAR(sum(sets), 1.0, 1e-7);  // measured 1.1e-8
}

TEST(VertexWeights, RepeatedJointsAreMergedOverTheSets) {
  std::vector<InfluenceSet> sets = {one_vertex({3, 3, 1, 0}, {0.25F, 0.25F, 0.25F, 0}),
                                    one_vertex({1, 3, 7, 7}, {0.125F, 0.125F, 0, 0})};
  EXPECT_EQ(repair_weights(sets), 1U);
  EXPECT_EQ(sets[0].weights[0], (Float4{0.625F, 0, 0.375F, 0}));
  EXPECT_EQ(sets[0].joints[0], (std::array<std::uint16_t, 4>{3, 0, 1, 0}));
  EXPECT_EQ(sets[1].weights[0], (Float4{0, 0, 0, 0}));
  EXPECT_EQ(sets[1].joints[0], (std::array<std::uint16_t, 4>{0, 0, 0, 0}));
}

TEST(VertexWeights, UnusedPlacesNameJointZeroWithoutCountingAsARepair) {
  std::vector<InfluenceSet> sets = {one_vertex({2, 9, 8, 7}, {1, 0, 0, 0})};
  EXPECT_EQ(repair_weights(sets), 0U);
  EXPECT_EQ(sets[0].joints[0], (std::array<std::uint16_t, 4>{2, 0, 0, 0}));
}

}  // namespace

}  // namespace sinew
