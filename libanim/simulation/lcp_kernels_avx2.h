#pragma once

#include <cstdint>

namespace sinew::lcp {

// Inner loops of the sparse solver for CPUs with AVX2 and FMA. They read and write through unaligned loads and add in a
// fixed order, so that the result depends on the numbers alone and not on where they lie in memory.

/// Doubles of one vector register. Strides of fronts and tableaux are multiples of it.
inline constexpr int kLanes = 4;

[[nodiscard]] constexpr int whole_vectors(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

[[nodiscard]] bool cpu_has_avx2();

/// Sets bit j of `words` where row[j] is not exactly zero, for j < count, and clears the others of the words it
/// touches. The row must be readable up to the next multiple of kLanes.
void nonzero_bits(const double* row, int count, std::uint64_t* words);

/// A front: `size` columns of `stride` doubles, of which the entries on and below the diagonal matter and all are
/// finite. The first `own` columns are to be eliminated; the rest receives their Schur complement.
struct FrontView {
  double* columns = nullptr;
  double* inverse_pivot = nullptr;  ///< own entries
  int own = 0;
  int size = 0;
  int stride = 0;
};

/// Eliminates. With U the columns as they are left and d the pivots, L(b, a) = U(b, a) / d(a). Returns false when a
/// pivot is not larger than smallest[a].
[[nodiscard]] bool eliminate(const FrontView& front, const double* smallest);

/// Forward substitution in the front's part of the right-hand side: z = D^-1 L^-1 v for the own rows; v of the rows
/// below is updated. `v` has `stride` entries.
void substitute_forward(const FrontView& front, double* v, double* z);

/// Backward substitution: from z of the own rows and the solution v of the rows below, v of the own rows.
void substitute_backward(const FrontView& front, double* v, const double* z);

/// A -= factor v^T in the lower triangle of a matrix, by rows of `stride` doubles; the entries that share a vector with
/// the diagonal are spoilt.
void subtract_outer(double* rows, int size, int stride, const double* factor, const double* v);

/// r -= A x for a symmetric matrix of which the lower triangle is given, by rows of `stride` doubles.
void subtract_product(const double* matrix, int size, int stride, const double* x, double* r);

}  // namespace sinew::lcp
