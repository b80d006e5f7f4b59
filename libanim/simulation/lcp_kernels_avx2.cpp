#include "libanim/simulation/lcp_kernels_avx2.h"

#if defined(__x86_64__)

#include <immintrin.h>

// An attribute instead of compiler flags for the file: no inline function of a header is compiled for AVX2 here and
// then chosen by the linker for everyone.
#define SINEW_AVX2 __attribute__((target("avx2,fma")))

// Rows are at most a few hundred, so products of indices are far from overflow.
// NOLINTBEGIN(bugprone-implicit-widening-of-multiplication-result)
namespace sinew::lcp {
namespace {

// More pivots than this are taken in several passes; one pass keeps its list of factors on the stack.
constexpr int kPass = 32;

SINEW_AVX2 inline double total(__m256d v) {
  const __m128d pair = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
  return _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

/// Columns one after the other, and by what they are multiplied for each of `Targets` columns.
template <int Targets>
struct Pass {
  const double* columns = nullptr;
  long stride = 0;
  int count = 0;
  double factor[Targets][kPass];
};

template <int Targets, int Vectors>
SINEW_AVX2 inline void subtract(const Pass<Targets>& pass, double* target, int offset) {
  __m256d sum[Targets][Vectors];
  for (int t = 0; t < Targets; ++t)
    for (int k = 0; k < Vectors; ++k) sum[t][k] = _mm256_loadu_pd(target + t * pass.stride + offset + k * kLanes);
  const double* source = pass.columns + offset;
  for (int a = 0; a < pass.count; ++a, source += pass.stride) {
    __m256d factor[Targets];
    for (int t = 0; t < Targets; ++t) factor[t] = _mm256_set1_pd(pass.factor[t][a]);
    for (int k = 0; k < Vectors; ++k) {
      const __m256d values = _mm256_loadu_pd(source + k * kLanes);
      for (int t = 0; t < Targets; ++t) sum[t][k] = _mm256_fnmadd_pd(factor[t], values, sum[t][k]);
    }
  }
  for (int t = 0; t < Targets; ++t)
    for (int k = 0; k < Vectors; ++k) _mm256_storeu_pd(target + t * pass.stride + offset + k * kLanes, sum[t][k]);
}

template <int Targets>
SINEW_AVX2 inline void subtract_columns(const Pass<Targets>& pass, double* target, int from, int to) {
  int offset = from;
  for (; offset + 4 * kLanes <= to; offset += 4 * kLanes) subtract<Targets, 4>(pass, target, offset);
  switch ((to - offset) / kLanes) {
    case 3: subtract<Targets, 3>(pass, target, offset); break;
    case 2: subtract<Targets, 2>(pass, target, offset); break;
    case 1: subtract<Targets, 1>(pass, target, offset); break;
    default: break;
  }
}

/// Subtracts from `Targets` columns, the first of which is c, what the eliminated ones before them take away.
template <int Targets>
SINEW_AVX2 inline void update_columns(const FrontView& front, int c) {
  const int before = c < front.own ? c : front.own;
  Pass<Targets> pass;
  pass.stride = front.stride;
  for (int start = 0; start < before; start += kPass) {
    pass.columns = front.columns + static_cast<long>(start) * front.stride;
    pass.count = before - start < kPass ? before - start : kPass;
    for (int a = 0; a < pass.count; ++a)
      for (int t = 0; t < Targets; ++t)
        pass.factor[t][a] = pass.columns[a * pass.stride + c + t] * front.inverse_pivot[start + a];
    subtract_columns(pass, front.columns + static_cast<long>(c) * front.stride, c & ~(kLanes - 1), front.stride);
  }
}

}  // namespace

bool cpu_has_avx2() { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0; }

SINEW_AVX2 void nonzero_bits(const double* row, int count, std::uint64_t* words) {
  const __m256d zero = _mm256_setzero_pd();
  for (int start = 0; start < count; start += 64) {
    std::uint64_t bits = 0;
    const int end = start + 64 < count ? start + 64 : count;
    for (int j = start; j < end; j += kLanes) {
      const __m256d differs = _mm256_cmp_pd(_mm256_loadu_pd(row + j), zero, _CMP_NEQ_UQ);
      bits |= static_cast<std::uint64_t>(_mm256_movemask_pd(differs)) << (j - start);
    }
    if (end - start < 64) bits &= (std::uint64_t{1} << (end - start)) - 1;
    words[start / 64] = bits;
  }
}

SINEW_AVX2 bool eliminate(const FrontView& front, const double* smallest) {
  for (int c = 0; c < front.own; ++c) {
    update_columns<1>(front, c);
    const double pivot = front.columns[static_cast<long>(c) * front.stride + c];
    if (!(pivot > smallest[c])) return false;
    front.inverse_pivot[c] = 1 / pivot;
  }
  int c = front.own;
  for (; c + 1 < front.size; c += 2) update_columns<2>(front, c);
  if (c < front.size) update_columns<1>(front, c);
  return true;
}

SINEW_AVX2 void substitute_forward(const FrontView& front, double* v, double* z) {
  const double* columns = front.columns;
  for (int a = 0; a < front.own; ++a) {
    double value = v[a];
    for (int b = 0; b < a; ++b) value -= columns[static_cast<long>(b) * front.stride + a] * z[b];
    z[a] = value * front.inverse_pivot[a];
  }
  Pass<1> pass;
  pass.stride = front.stride;
  for (int start = 0; start < front.own; start += kPass) {
    pass.columns = columns + static_cast<long>(start) * front.stride;
    pass.count = front.own - start < kPass ? front.own - start : kPass;
    for (int a = 0; a < pass.count; ++a) pass.factor[0][a] = z[start + a];
    // Own entries of v in the first vector are spoilt; nobody reads them again.
    subtract_columns(pass, v, front.own & ~(kLanes - 1), front.stride);
  }
}

// In two passes, rows below first: a vector that was just written one entry at a time is slow to read as a whole.
SINEW_AVX2 void substitute_backward(const FrontView& front, double* v, const double* z) {
  const int start = front.own & ~(kLanes - 1);
  // Own rows in the first vector count as zero until they are solved.
  const __m256d below =
      _mm256_cmp_pd(_mm256_set_pd(3, 2, 1, 0), _mm256_set1_pd(static_cast<double>(front.own - start)), _CMP_GE_OQ);
  const __m256d first = start < front.stride ? _mm256_and_pd(_mm256_loadu_pd(v + start), below) : below;
  const double* column = front.columns;
  for (int a = 0; a < front.own; ++a, column += front.stride) {
    __m256d sum = _mm256_setzero_pd();
    if (start < front.stride) sum = _mm256_mul_pd(_mm256_loadu_pd(column + start), first);
    for (int b = start + kLanes; b < front.stride; b += kLanes)
      sum = _mm256_fmadd_pd(_mm256_loadu_pd(column + b), _mm256_loadu_pd(v + b), sum);
    v[a] = total(sum);
  }
  for (int a = front.own - 1; a >= 0; --a) {
    column -= front.stride;
    double dot = v[a];
    for (int b = a + 1; b < front.own; ++b) dot += column[b] * v[b];
    v[a] = z[a] - front.inverse_pivot[a] * dot;
  }
}

SINEW_AVX2 void subtract_outer(double* rows, int size, int stride, const double* factor, const double* v) {
  for (int i = 0; i < size; ++i, rows += stride) {
    if (factor[i] == 0) continue;
    const __m256d f = _mm256_set1_pd(factor[i]);
    for (int j = 0; j <= i; j += kLanes)
      _mm256_storeu_pd(rows + j, _mm256_fnmadd_pd(f, _mm256_loadu_pd(v + j), _mm256_loadu_pd(rows + j)));
  }
}

SINEW_AVX2 void subtract_product(const double* matrix, int size, int stride, const double* x, double* r) {
  for (int i = 0; i < size; ++i, matrix += stride) {
    const __m256d factor = _mm256_set1_pd(x[i]);
    __m256d sum = _mm256_setzero_pd();
    int j = 0;
    for (; j + kLanes <= i; j += kLanes) {
      const __m256d values = _mm256_loadu_pd(matrix + j);
      sum = _mm256_fmadd_pd(values, _mm256_loadu_pd(x + j), sum);
      _mm256_storeu_pd(r + j, _mm256_fnmadd_pd(values, factor, _mm256_loadu_pd(r + j)));
    }
    double dot = total(sum) + matrix[i] * x[i];
    for (; j < i; ++j) {
      dot += matrix[j] * x[j];
      r[j] -= matrix[j] * x[i];
    }
    r[i] -= dot;
  }
}

}  // namespace sinew::lcp
// NOLINTEND(bugprone-implicit-widening-of-multiplication-result)

#endif
