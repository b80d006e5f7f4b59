#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// A point of the search space and what is known about it.
struct KdSample {
  Eigen::VectorXd x;
  double log_fitness = 0;  ///< log f; -inf where f = 0
  bool stale = false;      ///< the fitness is that of an earlier time step
  double log_volume = 0;   ///< log V of its cell as a share of the bounds; -inf once it is removed
  int leaf = -1;           ///< node of the tree; -1 once it is removed
};

/// An axis-aligned box.
struct KdBox {
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;

  [[nodiscard]] Eigen::VectorXd widths() const { return upper - lower; }
};

/// A division of a box into cells, one per sample: the kD-tree of P. Hämäläinen, S. Eriksson, E. Tanskanen, V. Kyrki,
/// J. Lehtinen, "Online motion synthesis using sequential Monte Carlo" (2014), section 3.3. An inserted sample divides
/// the cell it lands in between itself and the sample that was there.
///
/// What the paper leaves open:
/// - The dimension of a split is the one in which the two samples differ most as a share of the bounds. Proposals
///   differ most where the cell is wide, so that cells stay about as wide in all dimensions. The largest difference as
///   a share of the cell's widths lets them become long and thin: 1000 samples of a curved ridge in two dimensions are
///   then 0.35 from the true density in total variation, and 0.21 this way.
/// - The plane is in the middle between the two samples.
/// - A sample at the same place as another, or too close for a plane between them, cannot have a cell: the fresh one
///   of the two stays, and of two fresh ones that with the larger fitness.
/// - A dimension of no width is never divided; volumes are those of the other dimensions.
///
/// A cell's box is not stored (100,000 cells of 300 dimensions would need 480 MB): a walk from the leaf to the root
/// finds it. Volumes are logarithms of shares, so that 300 dimensions neither overflow nor underflow.
///
/// Samples that advance along a line, as those of a greedy search do, would make a list of the tree (100,000 samples in
/// two dimensions: 5500 levels). A subtree of n leaves that a new leaf makes deeper than 4 log2(n) + 16 is therefore
/// rebuilt in random order, as the paper rebuilds the whole tree between time steps; a tree of random order is about 3
/// log2(n) deep. With the paper's hundreds of samples this hardly ever happens.
class KdTree {
 public:
  /// One that divides nothing; assign another before use.
  KdTree() = default;
  /// Throws Error (kInternal) unless the bounds are finite, of one size of at least 1, and lower <= upper.
  KdTree(Eigen::VectorXd lower, Eigen::VectorXd upper);

  struct Insertion {
    int sample = -1;                ///< where it is now in samples()
    int neighbour = -1;             ///< the sample that shared its cell; -1 = it got the whole box
    bool added = true;              ///< false: it coincides with `sample`, which was there before
    std::vector<int> rebuilt = {};  ///< samples whose cells have changed since they had become too deep; usually none
  };
  /// O(depth + dimensions). The sample must lie in the bounds; its volume and leaf are set here.
  Insertion insert(KdSample sample);

  /// Gives the cell back to the cells on the other side of its plane: the sibling, or those of the sibling's subtree
  /// that touch the plane. Returns the samples whose volume has grown. The places of the others in samples() stay. The
  /// cost is that of the sibling's subtree, which is small on average: in a tree of random splits, n leaves are two
  /// parts of any sizes with equal probability, and the mean over all leaves is a constant.
  std::vector<int> remove(int sample);

  /// Forgets all samples.
  void clear();

  /// Number of samples that have a cell.
  [[nodiscard]] int size() const { return size_; }
  /// Every sample since the last clear(), removed ones included.
  [[nodiscard]] std::span<const KdSample> samples() const { return samples_; }
  [[nodiscard]] const KdSample& sample(int i) const { return samples_[static_cast<std::size_t>(i)]; }
  void set_fitness(int sample, double log_fitness);
  void set_stale(int sample, bool stale) { samples_[static_cast<std::size_t>(sample)].stale = stale; }

  /// The sample whose cell holds the point; -1 if the tree is empty.
  [[nodiscard]] int sample_at(const Eigen::VectorXd& x) const;
  /// The cell of a sample. O(depth + dimensions).
  [[nodiscard]] KdBox cell(int sample) const;
  /// Number of splits above a sample's cell.
  [[nodiscard]] int depth(int sample) const;
  [[nodiscard]] const KdBox& bounds() const { return bounds_; }
  [[nodiscard]] Eigen::Index dimensions() const { return bounds_.lower.size(); }

 private:
  struct Node {
    int parent = -1;
    int sample = -1;     ///< of a leaf; -1 = a split
    int dimension = -1;  ///< of a split
    double plane = 0;    ///< x < plane is on the left
    int left = -1;
    int right = -1;
  };
  struct Split {
    int dimension = -1;  ///< -1 = none is possible
    double plane = 0;
    double left_share = 0;  ///< of the width, on the left of the plane
    double right_share = 0;
  };

  /// A leaf below a node, and how far below.
  struct Place {
    int leaf = -1;
    int depth = 0;
  };

  [[nodiscard]] Place place(int top, const Eigen::VectorXd& x) const;
  [[nodiscard]] KdBox node_box(int node) const;
  [[nodiscard]] std::pair<double, double> extent(int node, int dimension) const;
  [[nodiscard]] Split split_in(const KdBox& box, Eigen::Index j, double a, double b) const;
  [[nodiscard]] Split find_split(const KdBox& box, const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  int new_node(int parent, int sample);
  void divide(int leaf, int sample, const Split& split);
  Insertion merge(int existing, const KdSample& sample);
  void replace_child(int parent, int child, int replacement);
  std::vector<int> extend(int subtree, int dimension, double plane, double border, double far);
  std::vector<int> rebalance(int added, int depth);
  [[nodiscard]] std::vector<int> samples_below(int node) const;
  [[nodiscard]] int too_deep(int leaf) const;
  std::vector<int> rebuild(int node);
  void free_below(int node);

  KdBox bounds_;
  Eigen::VectorXd scale_;  ///< 1 / widths of the bounds; 0 for a dimension of no width
  std::vector<KdSample> samples_;
  std::vector<Node> nodes_;
  std::vector<int> free_nodes_;
  std::uint64_t rebuilds_ = 0;
  std::size_t rebuilt_leaves_ = 0;
  int root_ = -1;
  int size_ = 0;
};

}  // namespace sinew
