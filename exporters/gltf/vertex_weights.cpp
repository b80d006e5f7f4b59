#include "exporters/gltf/vertex_weights.h"

#include <cmath>

namespace sinew {

namespace {

/// One vertex's influences over all sets, as one row.
class Influences {
 public:
  Influences(std::vector<InfluenceSet>& sets, std::size_t vertex) : sets_(sets), vertex_(vertex) {}

  [[nodiscard]] std::size_t size() const { return sets_.size() * 4; }
  [[nodiscard]] std::uint16_t& joint(std::size_t i) { return sets_[i / 4].joints[vertex_][i % 4]; }
  [[nodiscard]] float& weight(std::size_t i) { return sets_[i / 4].weights[vertex_][i % 4]; }

  bool merge_repeated() {
    bool merged = false;
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = i + 1; k < size() && weight(i) > 0; ++k) {
        if (weight(k) == 0 || joint(k) != joint(i)) continue;
        weight(i) += weight(k);
        weight(k) = 0;
        merged = true;
      }
    }
    return merged;
  }

  [[nodiscard]] double sum() {
    double total = 0;
    for (std::size_t i = 0; i < size(); ++i) total += static_cast<double>(weight(i));
    return total;
  }

  /// Scales to the sum 1; the largest weight takes what rounding leaves.
  void normalise(double total) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      weight(i) = static_cast<float>(static_cast<double>(weight(i)) / total);
      if (weight(i) > weight(largest)) largest = i;
    }
    const double rest = sum() - static_cast<double>(weight(largest));
    weight(largest) = static_cast<float>(1.0 - rest);
  }

  void clear_unused() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (weight(i) == 0) joint(i) = 0;
    }
  }

 private:
  std::vector<InfluenceSet>& sets_;
  std::size_t vertex_;
};

}  // namespace

std::size_t repair_weights(std::vector<InfluenceSet>& sets) {
  std::size_t changed = 0;
  for (std::size_t vertex = 0; vertex < sets[0].weights.size(); ++vertex) {
    Influences influences(sets, vertex);
    const bool merged = influences.merge_repeated();
    const double off = std::abs(influences.sum() - 1.0);
    if (off > 1e-7) influences.normalise(influences.sum());
    influences.clear_unused();
    changed += merged || off > 1e-6 ? 1 : 0;
  }
  return changed;
}

}  // namespace sinew
