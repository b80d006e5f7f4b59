#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libanim/simulation/lcp_kernels_ordering.h"
#include "libanim/simulation/lcp_kernels_pattern.h"

namespace sinew::lcp {

/// One step of a block elimination: a dense square of `size` rows, of which the first `own` are eliminated. The others
/// are all rows that are still to come and that the own ones are coupled with.
struct Front {
  int own = 0;
  int size = 0;
  int stride = 0;    ///< `size` rounded up to whole vectors
  int members = 0;   ///< offset in Structure::members
  int storage = 0;   ///< offset of its size x stride numbers
  int pivots = 0;    ///< offset of its `own` pivots
  int parent = -1;   ///< the front that takes its Schur complement
  int children = 0;  ///< offset in Structure::children
  int child_count = 0;
};

/// The fronts of a zero pattern.
///
/// Entry (i, j) of A = J M^-1 J^T is zero unless the rows act on a common body. For a figure, whose joints form a tree,
/// elimination from the leaves to the root therefore fills in nothing: the work grows with the number of rows and not
/// with its cube. The elimination is multifrontal (Duff and Reid 1983): each front is a small dense matrix. The last
/// front has no own rows: its members are the late rows, in rising order, and what arrives there is their Schur
/// complement.
///
/// The result depends on the pattern alone.
class Structure {
 public:
  /// Returns false when the pattern has more than kMostNodes nodes.
  [[nodiscard]] bool analyse(const Pattern& pattern);

  [[nodiscard]] std::span<const Front> fronts() const { return fronts_; }
  /// The rows of the matrix that a front is about, own ones first.
  [[nodiscard]] std::span<const int> members(const Front& front) const {
    return {members_.data() + front.members, to_size(front.size)};
  }
  [[nodiscard]] std::span<const int> children(const Front& front) const {
    return {children_.data() + front.children, to_size(front.child_count)};
  }
  /// Where a front's rows below its own ones are in its parent.
  [[nodiscard]] std::span<const int> places_in_parent(const Front& front) const {
    return {places_.data() + front.members + front.own, to_size(front.size - front.own)};
  }
  [[nodiscard]] int storage_size() const { return storage_size_; }
  [[nodiscard]] int widest_stride() const { return widest_stride_; }

 private:
  void lay_out_fronts(const Ordering& order);
  void link_fronts();

  std::vector<Node> nodes_;
  std::vector<Front> fronts_;
  std::vector<int> members_;
  std::vector<int> places_;
  std::vector<int> children_;
  int storage_size_ = 0;
  int widest_stride_ = 0;
};

/// Structures of patterns met before, as in the many trials of an optimiser from one state. What is found here does not
/// depend on what was looked up before, since a structure depends on its pattern alone.
class StructureCache {
 public:
  /// Null when the pattern has too many nodes. Valid until the next call.
  [[nodiscard]] const Structure* find(const Pattern& pattern);

 private:
  struct Entry {
    Pattern pattern;
    Structure structure;
    bool good = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace sinew::lcp
