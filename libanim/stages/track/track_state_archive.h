#pragma once

#include "libanim/model/step_archive.h"
#include "libanim/stages/track/tracker.h"

namespace sinew {

// Descriptions of TrackState's parts, see basic_archive.h. The structured bindings name every field: a new one does not
// compile until it is archived.

inline void archive_numbers(ArchiveSaver& io, const Eigen::VectorXd& v) {
  io.array(std::vector<double>(v.begin(), v.end()));
}

inline void archive_numbers(ArchiveLoader& io, Eigen::VectorXd& v) {
  std::vector<double> numbers;
  io.array(numbers);
  v = Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

/// By columns.
inline void archive_square(ArchiveSaver& io, const Eigen::MatrixXd& m) {
  io.value(static_cast<std::int32_t>(m.rows()));
  archive_numbers(io, m.reshaped());
}

inline void archive_square(ArchiveLoader& io, Eigen::MatrixXd& m) {
  std::int32_t rows = 0;
  io.value(rows);
  Eigen::VectorXd numbers;
  archive_numbers(io, numbers);
  if (rows < 0 || std::int64_t{rows} * rows != numbers.size()) throw Error::asset("matrix", "it is not square");
  m = numbers.reshaped(rows, rows);
}

template <typename Io, typename T>
void archive_cma(Io& io, T& cma) {
  auto& [mean, step_size, covariance, path_sigma, path_c, generation] = cma;
  archive_numbers(io, mean);
  io.value(step_size);
  archive_square(io, covariance);
  archive_numbers(io, path_sigma);
  archive_numbers(io, path_c);
  io.value(generation);
}

inline constexpr std::size_t kCmaBytes = 4 * kTextBytes + sizeof(double) + 2 * sizeof(std::int32_t);

template <typename Io, typename T>
void archive_distribution(Io& io, T& distribution) {
  auto& [segments] = distribution;
  io.list(segments, kTextBytes, [](Io& part, auto& clusters) {
    part.list(clusters, kCmaBytes + sizeof(double) + kTextBytes, [](Io& p, auto& cluster) {
      auto& [state, weight, next] = cluster;
      archive_cma(p, state);
      p.value(weight);
      p.array(next);
    });
  });
}

template <typename Io, typename T>
void archive_tree(Io& io, T& tree) {
  auto& [nodes, leaves] = tree;
  io.list(nodes, 3 * sizeof(int) + 3 * kTextBytes + 3 * sizeof(double), [](Io& part, auto& node) {
    auto& [parent, knot, cluster, action, record, cost, distance, launch] = node;
    part.value(parent);
    part.value(knot);
    part.value(cluster);
    archive_numbers(part, action);
    archive_record(part, record);
    part.value(cost);
    part.value(distance);
    archive_numbers(part, launch);
  });
  io.array(leaves);
}

template <typename Io, typename T>
void archive_memory(Io& io, T& memory) {
  auto& [leaf, actions] = memory;
  io.value(leaf);
  io.list(actions, kTextBytes, [](Io& part, auto& action) { archive_numbers(part, action); });
}

template <typename Io, typename T>
void archive_iteration(Io& io, T& iteration) {
  auto& [start, end, best_end, median_end, samples, cost, distance, clusters, moved, restarted] = iteration;
  io.value(start);
  io.value(end);
  io.value(best_end);
  io.value(median_end);
  io.value(samples);
  io.value(cost);
  io.value(distance);
  io.value(clusters);
  io.value(moved);
  io.value(restarted);
}

inline constexpr std::size_t kIterationBytes = 6 * sizeof(int) + 2 * sizeof(double) + 2;

template <typename Io, typename T>
void archive_track_state(Io& io, T& state) {
  auto& [distribution, tree, launch, memory, visits, apart, start, best_end, entered, stuck, iteration, restarts,
         all_restarts, farthest, effort, calm_from, lost, steps, history] = state;
  archive_distribution(io, distribution);
  archive_tree(io, tree);
  archive_cma(io, launch);
  archive_memory(io, memory);
  io.array(visits);
  io.array(apart);
  io.value(start);
  io.value(best_end);
  io.value(entered);
  io.value(stuck);
  io.value(iteration);
  io.value(restarts);
  io.value(all_restarts);
  io.value(farthest);
  io.value(effort);
  io.value(calm_from);
  io.value(lost);
  io.value(steps);
  io.list(history, kIterationBytes, [](Io& part, auto& entry) { archive_iteration(part, entry); });
}

}  // namespace sinew
